// Made by `npm run reference` from the folders beside it: do not change it here.
/** The handlers of each group of the API. */
import { Layer } from "effect"
import { operations as accounts } from "./accounts/Handlers.ts"
import { operations as activity } from "./activity/Handlers.ts"
import { operations as analytics } from "./analytics/Handlers.ts"
import { operations as attachments } from "./attachments/Handlers.ts"
import { operations as auth } from "./auth/Handlers.ts"
import { operations as billing } from "./billing/Handlers.ts"
import { operations as blacklist } from "./blacklist/Handlers.ts"
import { operations as campaigns } from "./campaigns/Handlers.ts"
import { operations as intake } from "./intake/Handlers.ts"
import { operations as integrations } from "./integrations/Handlers.ts"
import { operations as leads } from "./leads/Handlers.ts"
import { operations as log } from "./log/Handlers.ts"
import { operations as mailboxes } from "./mailboxes/Handlers.ts"
import { operations as notes } from "./notes/Handlers.ts"
import { operations as organization } from "./organization/Handlers.ts"
import { operations as people } from "./people/Handlers.ts"
import { operations as sending } from "./sending/Handlers.ts"
import { operations as sends } from "./sends/Handlers.ts"
import { operations as sequences } from "./sequences/Handlers.ts"
import { operations as system } from "./system/Handlers.ts"
import { operations as tags } from "./tags/Handlers.ts"
import { operations as templates } from "./templates/Handlers.ts"
import { operations as unibox } from "./unibox/Handlers.ts"
import { operations as uploads } from "./uploads/Handlers.ts"
import { operations as verification } from "./verification/Handlers.ts"
import { serve } from "./pipeline/Serve.ts"

export const groups = {
  accounts,
  activity,
  analytics,
  attachments,
  auth,
  billing,
  blacklist,
  campaigns,
  intake,
  integrations,
  leads,
  log,
  mailboxes,
  notes,
  organization,
  people,
  sending,
  sends,
  sequences,
  system,
  tags,
  templates,
  unibox,
  uploads,
  verification
}

export const layer = Layer.mergeAll(
  serve(accounts),
  serve(activity),
  serve(analytics),
  serve(attachments),
  serve(auth),
  serve(billing),
  serve(blacklist),
  serve(campaigns),
  serve(intake),
  serve(integrations),
  serve(leads),
  serve(log),
  serve(mailboxes),
  serve(notes),
  serve(organization),
  serve(people),
  serve(sending),
  serve(sends),
  serve(sequences),
  serve(system),
  serve(tags),
  serve(templates),
  serve(unibox),
  serve(uploads),
  serve(verification)
)

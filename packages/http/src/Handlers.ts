// Made by `npm run reference` from the folders beside it: do not change it here.
/** The handlers of each group of the API. */
import { Layer } from "effect"
import * as Accounts from "./accounts/Handlers.ts"
import * as Activity from "./activity/Handlers.ts"
import * as Analytics from "./analytics/Handlers.ts"
import * as Attachments from "./attachments/Handlers.ts"
import * as Auth from "./auth/Handlers.ts"
import * as Billing from "./billing/Handlers.ts"
import * as Blacklist from "./blacklist/Handlers.ts"
import * as Campaigns from "./campaigns/Handlers.ts"
import * as Intake from "./intake/Handlers.ts"
import * as Integrations from "./integrations/Handlers.ts"
import * as Leads from "./leads/Handlers.ts"
import * as Mailboxes from "./mailboxes/Handlers.ts"
import * as Organization from "./organization/Handlers.ts"
import * as Sending from "./sending/Handlers.ts"
import * as Sends from "./sends/Handlers.ts"
import * as Sequences from "./sequences/Handlers.ts"
import * as System from "./system/Handlers.ts"
import * as Tags from "./tags/Handlers.ts"
import * as Templates from "./templates/Handlers.ts"
import * as Unibox from "./unibox/Handlers.ts"

export const layer = Layer.mergeAll(
  Accounts.layer,
  Activity.layer,
  Analytics.layer,
  Attachments.layer,
  Auth.layer,
  Billing.layer,
  Blacklist.layer,
  Campaigns.layer,
  Intake.layer,
  Integrations.layer,
  Leads.layer,
  Mailboxes.layer,
  Organization.layer,
  Sending.layer,
  Sends.layer,
  Sequences.layer,
  System.layer,
  Tags.layer,
  Templates.layer,
  Unibox.layer
)

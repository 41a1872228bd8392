/**
 * All German texts, in one file that is loaded at the start. No module here may import one of the first module, which
 * waits for this file.
 */
import { texts as app } from "../base/texts.de.ts"
import type { Translations } from "../base/translations.ts"
import { texts as deciding } from "../kit/deciding/texts.de.ts"
import { texts as files } from "../kit/files/texts.de.ts"
import { texts as refused } from "../kit/refused/texts.de.ts"
import { texts as roles } from "../kit/roles/texts.de.ts"
import { texts as sending } from "../kit/sending/texts.de.ts"
import { texts as accounts } from "../pages/accounts/texts.de.ts"
import { texts as analytics } from "../pages/analytics/texts.de.ts"
import { texts as billing } from "../pages/billing/texts.de.ts"
import { texts as blacklist } from "../pages/blacklist/texts.de.ts"
import { texts as campaigns } from "../pages/campaigns/texts.de.ts"
import { texts as developers } from "../pages/developers/texts.de.ts"
import { texts as filters } from "../pages/inbox/filters/texts.de.ts"
import { texts as asking } from "../pages/inbox/asking/texts.de.ts"
import { texts as first } from "../pages/inbox/first/texts.de.ts"
import { texts as imports } from "../pages/import/texts.de.ts"
import { texts as inbox } from "../pages/inbox/texts.de.ts"
import { texts as outbox } from "../pages/inbox/outbox/texts.de.ts"
import { texts as team } from "../pages/inbox/team/texts.de.ts"
import { texts as waiting } from "../pages/inbox/waiting/texts.de.ts"
import { texts as integrations } from "../pages/integrations/texts.de.ts"
import { texts as leads } from "../pages/leads/texts.de.ts"
import { texts as rehearsal } from "../pages/campaigns/rehearsal/texts.de.ts"
import { texts as start } from "../pages/campaigns/start/texts.de.ts"
import { texts as people } from "../pages/people/texts.de.ts"
import { texts as settings } from "../pages/settings/texts.de.ts"
import { texts as upcoming } from "../pages/upcoming/texts.de.ts"
import { texts as finding } from "./finding/texts.de.ts"
import { texts as help } from "./help/texts.de.ts"
import { texts as signIn } from "./signIn/texts.de.ts"

export const german = {
  accounts,
  analytics,
  app,
  asking,
  billing,
  blacklist,
  campaigns,
  deciding,
  developers,
  files,
  import: imports,
  filters,
  finding,
  first,
  help,
  inbox,
  integrations,
  leads,
  outbox,
  rehearsal,
  people,
  refused,
  roles,
  sending,
  settings,
  signIn,
  start,
  team,
  upcoming,
  waiting
} satisfies Translations

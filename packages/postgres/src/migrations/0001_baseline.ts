/** The schema of the first release. Parts are in `baseline`; tables are created after the tables that they refer to. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { accounts } from "./baseline/accounts.ts"
import { activity } from "./baseline/activity.ts"
import { auth } from "./baseline/auth.ts"
import { background } from "./baseline/background.ts"
import { billing } from "./baseline/billing.ts"
import { campaigns } from "./baseline/campaigns.ts"
import { extensions } from "./baseline/extensions.ts"
import { integrations } from "./baseline/integrations.ts"
import { leads } from "./baseline/leads.ts"
import { mailboxes } from "./baseline/mailboxes.ts"
import { moving } from "./baseline/moving.ts"
import { agenda } from "./baseline/agenda.ts"
import { people } from "./baseline/people.ts"
import { sends } from "./baseline/sends.ts"
import { teams } from "./baseline/teams.ts"
import { templates } from "./baseline/templates.ts"
import { unibox } from "./baseline/unibox.ts"
import { uploads } from "./baseline/uploads.ts"
import { vacuuming } from "./baseline/vacuuming.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `oldest_release`: the version of the oldest schema whose release still works after this migration; null when every
  // release that worked before it still works. `finished_at`: when the migration's steps after its transaction had run.
  yield* sql`
    ALTER TABLE mailroom.migrations
      ADD COLUMN oldest_release INTEGER,
      ADD COLUMN finished_at TIMESTAMPTZ(3)`
  const trigrams = yield* extensions
  yield* auth
  yield* moving
  yield* accounts
  yield* mailboxes
  yield* campaigns
  yield* leads(trigrams)
  yield* templates
  yield* people
  yield* unibox(trigrams)
  yield* teams
  yield* activity(trigrams)
  yield* billing(trigrams)
  yield* integrations
  yield* sends
  yield* uploads
  yield* agenda
  yield* background
  yield* vacuuming
})

/** Settings and deletion of sender accounts, and what their state is read from. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { index } from "../internal/afterwards.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Only core reads the settings, so they are JSON, which is answered as it was stored.
  yield* sql`
    ALTER TABLE mailroom.accounts
      ADD COLUMN settings JSON NOT NULL DEFAULT
        '{"first_name":"","last_name":"","daily_limit":50,"min_delay_minutes":5,"signature":"","reply_to":null,"timezone":"UTC","sending_enabled":true,"ramp_up":{"enabled":false,"start":5,"increment":5,"started_at":null}}',
      ADD COLUMN version BIGINT NOT NULL DEFAULT 1,
      ADD COLUMN deleted_at TIMESTAMPTZ(3),
      ADD COLUMN releasing_at TIMESTAMPTZ(3)`
})

export const afterwards = [
  index("accounts_releasing_idx", "accounts (organization_id, id) WHERE releasing_at IS NOT NULL"),
  index("leads_chosen_sender_idx", "leads (organization_id, chosen_sender) WHERE chosen_sender IS NOT NULL"),
  // Without the sums themselves: they change in place as long as no index has them.
  index(
    "rollups_account_idx",
    "rollups (organization_id, dimension_id, resolution, bucket) WHERE dimension = 'account'"
  )
]

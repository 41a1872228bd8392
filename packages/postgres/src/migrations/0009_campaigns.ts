/** Versions of campaigns, and campaigns that are being deleted. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { index } from "../internal/afterwards.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A campaign with a `deleted_at` is hidden: its leads are being removed.
  yield* sql`
    ALTER TABLE mailroom.campaigns ADD COLUMN version BIGINT NOT NULL DEFAULT 1, ADD COLUMN deleted_at TIMESTAMPTZ(3)`
})

export const afterwards = [
  index("campaigns_hidden_idx", "campaigns (organization_id, id) WHERE deleted_at IS NOT NULL")
]

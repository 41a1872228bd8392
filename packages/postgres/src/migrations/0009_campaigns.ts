/** Versions of campaigns, and campaigns that are being deleted. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A campaign with a `deleted_at` is hidden: its leads are being removed.
  yield* sql`
    ALTER TABLE mailroom.campaigns ADD COLUMN version BIGINT NOT NULL DEFAULT 1, ADD COLUMN deleted_at TIMESTAMPTZ(3)`
  yield* sql`
    CREATE INDEX campaigns_hidden_idx ON mailroom.campaigns (organization_id, id) WHERE deleted_at IS NOT NULL`
  // A list of campaigns sums the days of each from this index alone: in the table they lie on as many pages as days.
  yield* sql`
    CREATE INDEX rollups_days_idx ON mailroom.rollups (organization_id, campaign_id) INCLUDE (sent, replied, bounced)
    WHERE dimension = 'campaign' AND resolution = 1440`
})

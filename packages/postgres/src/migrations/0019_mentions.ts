/** Erasure finds kept answers, and deliveries about no lead, by the people that they mention. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { backfill, index } from "../internal/afterwards.ts"
import { completeMentions } from "../internal/mentions.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Normalized addresses, and leads as `lead 7`; null in what an earlier release writes.
  yield* sql`ALTER TABLE mailroom.idempotency_keys ADD COLUMN mentions TEXT[] COLLATE "C"`
  yield* sql`ALTER TABLE mailroom.deliveries ADD COLUMN mentions TEXT[] COLLATE "C"`
})

export const afterwards = [
  index(
    "idempotency_keys_incomplete_idx",
    "idempotency_keys (organization_id) WHERE mentions IS NULL AND answer IS NOT NULL"
  ),
  index("deliveries_incomplete_idx", "deliveries (organization_id) WHERE mentions IS NULL AND lead_id IS NULL"),
  backfill(completeMentions("idempotency_keys")),
  backfill(completeMentions("deliveries")),
  // Without a list of pending entries: the statement that fills it would write them all.
  index(
    "idempotency_keys_mentions_idx",
    "idempotency_keys USING gin (organization_id, mentions) WITH (fastupdate = off) WHERE cardinality(mentions) > 0"
  ),
  index(
    "deliveries_mentions_idx",
    "deliveries USING gin (organization_id, mentions) WITH (fastupdate = off) WHERE cardinality(mentions) > 0"
  )
]

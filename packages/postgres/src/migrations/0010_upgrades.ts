/** What releases need to know of each other's migrations. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `oldest_release`: the version of the oldest schema whose release still works after this migration; null when all
  // do that worked before it. `finished_at`: when the migration's steps after its transaction had run.
  yield* sql`
    ALTER TABLE mailroom.migrations
      ADD COLUMN oldest_release INTEGER,
      ADD COLUMN finished_at TIMESTAMPTZ(3)`
})

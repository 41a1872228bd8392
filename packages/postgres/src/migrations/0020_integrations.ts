/** Integrations whose receiver answers with server errors. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE mailroom.integrations ADD COLUMN first_failures INTEGER NOT NULL DEFAULT 0`
})

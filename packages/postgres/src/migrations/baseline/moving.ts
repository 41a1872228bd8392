/** Imports of organizations from other databases. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const moving = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Found by the checksum of their file before the organization is known: on Citus they stay on the coordinator.
  yield* sql`
    CREATE TABLE mailroom.imports (
      checksum TEXT COLLATE "C" NOT NULL,
      organization_id BIGINT NOT NULL,
      rows_stored BIGINT NOT NULL,
      is_finished BOOLEAN NOT NULL,
      CONSTRAINT imports_pkey PRIMARY KEY (checksum),
      CONSTRAINT imports_organization_key UNIQUE (organization_id)
    )`
})

/** The Postgres extensions that the schema needs. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Installs the extensions. Returns the operator class of trigram indexes. */
export const extensions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const trigrams = yield* install("pg_trgm")
  yield* install("btree_gin")
  return sql(`${trigrams}.gin_trgm_ops`)
})

/** Installs an extension, unless another schema has it. Returns the schema that has it. */
const install = Effect.fnUntraced(function* (extension: "btree_gin" | "pg_trgm") {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE EXTENSION IF NOT EXISTS ${sql(extension)} SCHEMA mailroom`
  const [found] = yield* sql<{ readonly schema: string }>`
    SELECT n.nspname AS schema FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = ${extension}`
  return found?.schema ?? "mailroom"
})

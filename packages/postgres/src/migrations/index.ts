/** All migrations: what each does in its transaction, and afterwards. */
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Step } from "../internal/migrating/afterwards.ts"
import baseline from "./0001_baseline.ts"

/** Migrations by `<id>_<name>`, append only. Those above the latest that the database has are run. */
export const migrations: Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>> = {
  "0001_baseline": baseline
}

/** The steps of migrations after all transactions: they build indexes on tables that have rows, and backfill columns. */
export const afterwards: Readonly<Record<string, ReadonlyArray<Step>>> = {}

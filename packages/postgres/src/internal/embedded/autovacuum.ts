/** Does the work of autovacuum: PGlite has no process for it, and without statistics the planner guesses. */
import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"

/** Vacuums and analyzes tables of which much has changed, by autovacuum's own measure; now, and then every minute. */
export const autovacuum = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const due = yield* sql<{ readonly statement: string }>`
      SELECT format('VACUUM (ANALYZE) %I.%I', schemaname, relname) AS statement FROM pg_stat_user_tables
      WHERE n_mod_since_analyze > 50 + n_live_tup / 10 OR n_dead_tup > 50 + n_live_tup / 5`
    for (const { statement } of due) yield* sql.unsafe(statement).unprepared
  }).pipe(Effect.ignore({ log: "Warn" }), Effect.repeat(Schedule.spaced("1 minute")))

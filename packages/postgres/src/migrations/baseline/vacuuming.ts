/** When Postgres vacuums large tables. By default it waits until a fifth of a table has changed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Rows change in place: dead rows leave pages and indexes after a twentieth of them, and the statistics follow sooner.
 */
const changing = ["leads", "lead_times", "campaigns", "agenda", "rollups", "threads", "work"]
/**
 * Tables that mostly grow. The newest rows are read most, and reads from an index alone need pages that are known to be visible.
 */
const growing = ["events", "messages", "message_search", "sends", "deliveries"]

export const vacuuming = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const set = (tables: ReadonlyArray<string>, settings: string) =>
    Effect.forEach(tables, (table) => sql.unsafe(`ALTER TABLE mailroom.${table} SET (${settings})`), { discard: true })
  yield* set([...changing, ...growing], "autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02")
  yield* set(growing, "autovacuum_vacuum_insert_scale_factor = 0.02")
})

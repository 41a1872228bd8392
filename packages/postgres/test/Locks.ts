/** The transactions of a database that block others, by a number of their connection. */
import type { Locks } from "@mailroom/core/testing"
import { Effect, Semaphore } from "effect"
import { SqlClient } from "effect/sql"

/** Asks once for all who want to know at the same time. An answer that was asked for earlier is not used. */
const shared = <A, E>(ask: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const oneByOne = Semaphore.makeUnsafe(1)
  let next: Effect.Effect<A, E> | undefined
  const begun = Effect.suspend(() => {
    next = undefined
    return ask
  })
  return Effect.suspend(() => (next ??= Effect.runSync(Effect.cached(oneByOne.withPermit(begun)))))
}

/** Both statements answer the number of a transaction as `id`. */
const locksOf = (statements: { readonly transaction: string; readonly blocking: string }) =>
  Effect.map(SqlClient.SqlClient, (sql): Locks => {
    const ids = (statement: string) =>
      Effect.map(sql.unsafe<{ readonly id: bigint | number }>(statement), (rows) => rows.map(({ id }) => Number(id)))
    return {
      transaction: Effect.map(ids(statements.transaction), ([id = 0]) => id),
      blocking: shared(Effect.map(ids(statements.blocking), (all) => new Set(all)))
    }
  })

export const locks: Effect.Effect<Locks, never, SqlClient.SqlClient> = locksOf({
  transaction: "SELECT pg_backend_pid() AS id",
  blocking: `
    SELECT unnest(pg_blocking_pids(pid)) AS id FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`
})

/** On Citus, workers wait for locks; the coordinator knows for which of its transactions. */
export const citusLocks: Effect.Effect<Locks, never, SqlClient.SqlClient> = locksOf({
  transaction: "SELECT citus_backend_gpid() AS id",
  blocking: "SELECT DISTINCT blocking_gpid AS id FROM citus_lock_waits"
})

/** The transactions of a database that block others, by the pid of their connection. */
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

export const locks: Effect.Effect<Locks, never, SqlClient.SqlClient> = Effect.map(SqlClient.SqlClient, (sql) => {
  const pids = Effect.map((rows: ReadonlyArray<{ readonly pid: number }>) => rows.map(({ pid }) => pid))
  return {
    transaction: Effect.map(pids(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`), ([pid = 0]) => pid),
    blocking: shared(
      Effect.map(
        pids(sql<{ pid: number }>`
          SELECT unnest(pg_blocking_pids(pid)) AS pid FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database()`),
        (all) => new Set(all)
      )
    )
  }
})

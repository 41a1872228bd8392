/** How statements share connections: reads do, statements that may wait for a lock do not. */
import { assert, describe, it } from "@effect/vitest"
import { LeadStore } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { newLeadList } from "./Seeds.ts"
import { freshDatabase, layerMigrated } from "./Server.ts"

/** A lead, and a client beside the storage's own that can lock it and look at who waits. */
const begin = Effect.gen(function* () {
  const url = yield* freshDatabase
  const storage = yield* Layer.build(layerMigrated.pipe(Layer.provideMerge(Connection.layerClient({ url }))))
  const list = yield* Effect.provideContext(newLeadList("a@x.test", "b@x.test"), storage)
  const sql = Context.get(yield* Layer.build(Layer.fresh(Connection.layerClient({ url }))), SqlClient.SqlClient)
  const [a, b] = list.ids
  if (a === undefined || b === undefined) return yield* Effect.die("no leads")
  return {
    ...list,
    a,
    b,
    leads: Context.get(storage, LeadStore),
    /** Runs the effect while another client holds the lock of a lead. */
    whileLocked: Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
      const [locked, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const locker = yield* sql`SELECT FROM mailroom.leads WHERE id = ${a} FOR UPDATE`.pipe(
        Effect.andThen(Deferred.succeed(locked, undefined)),
        Effect.andThen(Deferred.await(done)),
        sql.withTransaction,
        Effect.forkChild
      )
      yield* Deferred.await(locked)
      const result = yield* Effect.ensuring(effect, Deferred.succeed(done, undefined))
      yield* Fiber.join(locker)
      return result
    }),
    /** Until at least `count` statements wait for a lock. */
    waiting: (count: number) =>
      Effect.repeat(sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`, {
        until: (rows) => rows.length >= count
      })
  }
})

describe("Statements that wait for a lock", () => {
  it.live("do not hold up reads", () =>
    Effect.gen(function* () {
      const { a, b, firstName, rename, waiting, whileLocked } = yield* begin
      const writers = yield* whileLocked(
        Effect.gen(function* () {
          const writers = yield* Effect.forEach([1, 2, 3, 4, 5], (i) => Effect.forkChild(rename(a, `Name ${i}`)))
          yield* waiting(1)
          yield* Effect.replicateEffect(firstName(b), 50, { concurrency: "unbounded" })
          assert.isTrue(
            writers.every((writer) => writer.pollUnsafe() === undefined),
            "all writers still wait"
          )
          yield* waiting(5)
          return writers
        })
      )
      const replaced = yield* Fiber.joinAll(writers)
      assert.strictEqual(replaced.filter((done) => done).length, 1)
    }).pipe(Effect.scoped)
  )
})

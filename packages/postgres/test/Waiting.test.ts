/** The result for the caller when a write waits for a lock until its time is over: nothing was stored. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deadline, StorageError, Transactor, findOne } from "@mailroom/core"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Context, Deferred, Effect, Fiber, Layer, Option, type Redacted } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { layerPool } from "./HostPool.ts"
import { newLeadList } from "./Seeds.ts"
import { migratedDatabase } from "./Server.ts"

type Client = (url: Redacted.Redacted) => Layer.Layer<SqlClient.SqlClient, Connection.CannotConnect | SqlError.SqlError>

const clients: ReadonlyArray<readonly [string, Client]> = [
  ["our client", (url) => Connection.layerClient({ url })],
  ["a client of the host's", (url) => PgClient.layer({ url })],
  ["a pool of pg", (url) => Layer.orDie(layerPool(url))]
]

/** Shorter than the server's own limit for a lock. */
const time = "2 seconds"

/** A lead, and a separate client that can lock it and shows which statements wait. */
const begin = Effect.fnUntraced(function* (client: Client) {
  const url = yield* migratedDatabase
  const storage = yield* Layer.build(PostgresStorage.layer.pipe(Layer.provideMerge(client(url))))
  const list = yield* Effect.provideContext(newLeadList("a@x.test"), storage)
  const sql = Context.get(yield* Layer.build(Layer.fresh(Connection.layerClient({ url }))), SqlClient.SqlClient)
  const [id] = list.ids
  if (id === undefined) return yield* Effect.die("no lead")
  const waiting = (isEnough: (count: number) => boolean) =>
    sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
      Effect.delay("10 millis"),
      Effect.repeat({ until: (rows) => isEnough(rows.length) })
    )
  return {
    ...list,
    id,
    sql,
    someoneWaits: waiting((count) => count > 0),
    nobodyWaits: waiting((count) => count === 0),
    transaction: Context.get(storage, Transactor).transaction,
    /** Runs the effect while another client has locked the lead. */
    whileLocked: Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E>) {
      const [locked, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const locker = yield* sql`SELECT FROM mailroom.leads FOR UPDATE`.pipe(
        Effect.andThen(Deferred.succeed(locked, undefined)),
        Effect.andThen(Deferred.await(done)),
        sql.withTransaction,
        Effect.forkChild
      )
      yield* Deferred.await(locked)
      const result = yield* Effect.ensuring(effect, Deferred.succeed(done, undefined))
      yield* Fiber.join(locker)
      return result
    })
  }
})

const reasonOf = (error: unknown) => (error instanceof StorageError ? error.reason._tag : error)

// Concurrent: each test has its own database, and only waits.
describe.concurrent.each(clients)("Over %s, a write that waits for a lock until its time is over", (_, client) => {
  it.live("is unavailable, waits no longer, and has stored nothing", () =>
    Effect.gen(function* () {
      const { firstName, id, nobodyWaits, rename, someoneWaits, transaction, whileLocked } = yield* begin(client)
      const writes = [rename(id, "Ada"), transaction(rename(id, "Ada"))]
      yield* whileLocked(
        Effect.gen(function* () {
          for (const write of writes) {
            const fiber = yield* Effect.forkChild(Effect.flip(Deadline.within(time)(write)))
            // A slow machine may see the wait too late.
            yield* Effect.raceFirst(someoneWaits, Fiber.await(fiber))
            assert.strictEqual(reasonOf(yield* Fiber.join(fiber)), "Unavailable")
            yield* nobodyWaits
          }
        })
      )
      assert.strictEqual(yield* firstName(id), "")
      assert.isTrue(yield* rename(id, "Bob"))
    }).pipe(Effect.scoped)
  )
})

it.live("A write is not sent when there is no time left to cancel it", () =>
  Effect.gen(function* () {
    const { firstName, id, organization_id, store } = yield* begin((url) => Connection.layerClient({ url }))
    const lead = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
    const late = Effect.flatMap(Deadline.Current, (deadline) => {
      deadline.at = performance.now() + 400
      return store.replace(organization_id, { ...lead, first_name: "Ada", version: 2 }, 1)
    })
    const { message } = yield* Effect.flip(Deadline.within("5 seconds")(late))
    assert.strictEqual(message, "LeadStore.replace: unavailable: no time is left to wait for the answer")
    assert.strictEqual(yield* firstName(id), "")
  }).pipe(Effect.scoped)
)

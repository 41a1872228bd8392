/** How statements share connections: reads share them, statements that may wait for a lock do not. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentOrganization, Deadline, OrganizationId, StorageError, Transactor } from "@mailroom/core"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { PgClient } from "@effect/sql-pg"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Queue, Redacted, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { newLeadList } from "./Seeds.ts"
import { freshDatabase, layerFresh, layerMigrated } from "./Server.ts"

/** Leads, and a separate client that can lock a lead and shows which statements wait. */
const begin = Effect.fnUntraced(function* (maxConnections = 16, patience: Partial<Patience> = {}) {
  const url = yield* freshDatabase
  const storage = yield* Layer.build(
    layerMigrated.pipe(
      Layer.provideMerge(Connection.layerClient({ url, maxConnections })),
      Layer.provide(Layer.succeed(PostgresStorage.Patience, { ...(yield* PostgresStorage.Patience), ...patience }))
    )
  )
  const list = yield* Effect.provideContext(newLeadList("a@x.test", "b@x.test"), storage)
  const sql = Context.get(yield* Layer.build(Layer.fresh(Connection.layerClient({ url }))), SqlClient.SqlClient)
  const [a, b] = list.ids
  if (a === undefined || b === undefined) return yield* Effect.die("no leads")
  return {
    ...list,
    a,
    b,
    transaction: Context.get(storage, Transactor).transaction,
    /** Runs the effect while another client has locked a lead. */
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
    /** Waits until at least `count` statements wait for a lock. */
    waiting: (count: number) =>
      Effect.repeat(sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`, {
        until: (rows) => rows.length >= count
      })
  }
})

type Patience = (typeof PostgresStorage.Patience)["Service"]

const unavailable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.flip(effect), (error) => {
    assert(error instanceof StorageError)
    assert.strictEqual(error.reason._tag, "Unavailable")
    return Effect.succeed(String(error.reason.cause))
  })

describe("Statements that wait for a lock", () => {
  it.live("do not hold up reads", () =>
    Effect.gen(function* () {
      const { a, b, firstName, rename, waiting, whileLocked } = yield* begin()
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

  it.live("do not take the connections of reads, also when they have all the others", () =>
    Effect.gen(function* () {
      const { a, b, firstName, rename, transaction, waiting, whileLocked } = yield* begin(4, {
        connection: Duration.seconds(1)
      })
      const writers = yield* whileLocked(
        Effect.gen(function* () {
          const writers = yield* Effect.forEach([1, 2, 3], (i) => Effect.forkChild(rename(a, `Name ${i}`)))
          yield* waiting(3)
          for (const writer of [rename(b, "Ada"), transaction(rename(b, "Ada"))]) {
            assert.match(yield* unavailable(writer), /no connection within 1s/u)
          }
          assert.strictEqual(yield* firstName(b), "")
          return writers
        })
      )
      yield* Fiber.joinAll(writers)
      assert.isTrue(yield* rename(b, "Ada"))
    }).pipe(Effect.scoped)
  )
})

describe("Slow statements of an organization", () => {
  for (const [name, isAwaited] of [
    ["do not hold up those of others", true],
    ["do not, either, when nobody waits for them any more", false]
  ] as const) {
    it.live(name, () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const open = Effect.map(
          Layer.build(Layer.fresh(Connection.layerClient({ url }))),
          Context.get(SqlClient.SqlClient)
        )
        const [sql, other] = [yield* open, yield* open]
        const [one, two] = [OrganizationId.make(1), OrganizationId.make(2)]
        const as = (id: OrganizationId) => Effect.provideService(CurrentOrganization, { id })
        const waiting = other`
          SELECT FROM pg_locks WHERE NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        const quick = yield* other.withTransaction(
          Effect.gen(function* () {
            yield* other`SELECT pg_advisory_xact_lock(1)`
            const slow = yield* Effect.forkChild(as(one)(sql`SELECT pg_advisory_xact_lock(1)`))
            yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
            if (!isAwaited) yield* Fiber.interrupt(slow)
            const quick = yield* as(two)(sql`SELECT 1 AS one`)
            assert.strictEqual((yield* waiting).length, 1)
            return quick
          })
        )
        assert.deepStrictEqual(quick, [{ one: 1 }])
      }).pipe(Effect.scoped)
    )
  }
})

describe("A server that gives few connections", () => {
  it.live("answers the reads over those that it gives", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const role = `limited_${crypto.randomUUID().replaceAll("-", "")}`
      const asSuperuser = (statement: string) =>
        Effect.orDie(
          Effect.provide(
            Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement).unprepared),
            Connection.layerClient({ url, maxConnections: 1 }),
            { local: true }
          )
        )
      yield* Effect.acquireRelease(asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT 1`), () =>
        asSuperuser(`DROP ROLE ${role}`)
      )
      const limited = new URL(Redacted.value(url))
      limited.username = role
      limited.password = "x"
      // Without a look for a pooler, which takes a connection.
      limited.searchParams.set("pgbouncer", "false")
      const client = Connection.layerClient({ url: Redacted.make(limited.href) })
      const read = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`SELECT 1`
        const slow = sql<{ readonly id: number }>`SELECT pg_backend_pid() AS id, pg_sleep(0.02)`
        const rows = yield* Effect.replicateEffect(slow, 40, { concurrency: "unbounded" })
        return new Set(rows.map(([row]) => row?.id)).size
      })
      assert.strictEqual(yield* Effect.provide(read, client, { local: true }), 1)
    }).pipe(Effect.scoped)
  )
})

describe("A deadline", () => {
  it.live("is for all statements together, and can be renewed", () =>
    Effect.gen(function* () {
      const { a, b, firstName, rename, transaction, whileLocked } = yield* begin()
      yield* whileLocked(
        Effect.gen(function* () {
          yield* unavailable(transaction(rename(a, "Ada")))
          for (const effect of [firstName(b), rename(b, "Ada"), transaction(Effect.void)]) {
            assert.match(yield* unavailable(effect), /the 1s for storage are used up/u)
          }
          assert.strictEqual(yield* Deadline.renewed(firstName(b)), "")
        }).pipe(Deadline.within("1 second"))
      )
      assert.isTrue(yield* rename(a, "Ada"))
    }).pipe(Effect.scoped)
  )

  it.live("leaves time for COMMIT, which otherwise is not sent", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin()
      const useUp = Effect.map(Deadline.Current, (deadline) => (deadline.at = performance.now() + 200))
      const message = yield* unavailable(
        Deadline.within("5 seconds")(transaction(Effect.andThen(write("c@x.test"), useUp)))
      )
      assert.match(message, /no time is left to wait for COMMIT/u)
      assert.deepStrictEqual(yield* written, ["a@x.test", "b@x.test"])
    }).pipe(Effect.scoped)
  )
})

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

describe.each([1, 2, 16])("A client with %i connections", (maxConnections) => {
  const client = layerFresh((url) => Connection.layerClient({ url, maxConnections }))
  const pid = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  )

  it.live("opens no more than that", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const opened = sql<{ readonly count: number }>`
        SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'mailroom'
          AND datname = current_database()`
      const many = Effect.replicateEffect(Effect.all([pid, sql.withTransaction(pid)]), 200, {
        concurrency: "unbounded"
      })
      yield* many
      const [row] = yield* opened
      assert.isAtMost(row?.count ?? 0, maxConnections)
    }).pipe(Effect.provide(client))
  )

  it.live("runs the statements of a transaction on its connection, and nested ones as savepoints", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE note (text TEXT)`
      const note = (text: string) => sql`INSERT INTO note VALUES (${text})`
      const pids = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* note("outer")
          yield* Effect.flip(sql.withTransaction(Effect.andThen(note("undone"), new Refused())))
          const inner = yield* sql.withTransaction(Effect.andThen(note("inner"), pid))
          return [...inner, ...(yield* pid), ...(yield* sql.withoutTransforms()`SELECT pg_backend_pid() AS pid`)]
        })
      )
      assert.strictEqual(new Set(pids.map((row) => row.pid)).size, 1)
      yield* Effect.flip(sql.withTransaction(Effect.andThen(note("undone"), new Refused())))
      assert.deepStrictEqual(yield* sql`SELECT text FROM note`.values, [["outer"], ["inner"]])
    }).pipe(Effect.provide(client))
  )

  it.live("reports a transaction that a failed statement has aborted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const error = yield* Effect.flip(sql.withTransaction(Effect.ignore(sql`SELECT 1 / 0`)))
      assert.match(error.message, /COMMIT rolled back/u)
    }).pipe(Effect.provide(client))
  )

  it.live("reserves connections, streams, listens and notifies", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const reserved = Effect.scoped(
        Effect.flatMap(sql.reserve, (connection) => connection.executeValues("SELECT $1::text", ["reserved"]))
      )
      assert.deepStrictEqual(yield* reserved, [["reserved"]])
      const streamed = sql<{ readonly n: number }>`SELECT n FROM generate_series(1, 3) n`.stream
      assert.deepStrictEqual(yield* Stream.runCollect(streamed), [{ n: 1 }, { n: 2 }, { n: 3 }])
      assert.deepStrictEqual(yield* sql`SELECT ${sql.json({ a: 1 })} -> 'a' AS a`.unprepared, [{ a: 1 }])
      // A listener keeps its connection.
      if (maxConnections < 3) return
      const queue = yield* sql.listen("news")
      yield* sql.notify("news", "hello")
      assert.strictEqual((yield* Queue.take(queue)).payload, "hello")
    }).pipe(Effect.scoped, Effect.provide(client))
  )
})

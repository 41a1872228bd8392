/** Work that processes and workers share, over Postgres and over the embedded database. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { handedOver, OrganizationStore, Timestamp, Workers, WorkStore } from "@mailroom/core"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Context, Deferred, Duration, Effect, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { layerEmbedded, layerStorage, migratedDatabase } from "./Server.ts"

const kind = "test"
const local = { local: true } as const

/** The storage of one process. */
const processOf = <E>(client: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, E>) =>
  Effect.map(Layer.build(Layer.fresh(PostgresStorage.layer).pipe(Layer.provideMerge(client))), (storage) => ({
    sql: Context.get(storage, SqlClient.SqlClient),
    organizations: Context.get(storage, OrganizationStore),
    work: Context.get(storage, WorkStore)
  }))

/** A database, and the storages of two processes over it. */
const twoProcesses = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const here = yield* processOf(Layer.fresh(Connection.layerClient({ url })))
  const there = yield* processOf(Layer.fresh(Connection.layerClient({ url, maxConnections: 1 })))
  const { id } = yield* here.organizations.insert({ name: "Here", created_at: yield* Timestamp.now })
  const woken = yield* Queue.unbounded<void>()
  yield* here.work.onPut(kind, () => void Queue.offerUnsafe(woken, undefined))
  /** The process that listens, if there is one. */
  const listening = (except = 0) =>
    here.sql<{ readonly pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> ${except}::integer`.pipe(
      Effect.repeat({ until: (rows) => rows.length > 0 }),
      Effect.map(([row]) => row?.pid ?? 0)
    )
  const put = Effect.flatMap(Timestamp.now, (due_at) => there.work.put(id, kind, [{ lane: "a", key: "a", due_at }]))
  return { id, here, there, sql: here.sql, woken, listening, put }
})

describe("Work that another process leaves due", () => {
  it.live("is reported as handed over", () =>
    Effect.gen(function* () {
      const { here, id, listening, put, there } = yield* twoProcesses
      const handed = yield* Queue.unbounded<void>()
      yield* here.work.onPut(handedOver(kind), () => void Queue.offerUnsafe(handed, undefined))
      yield* listening()
      yield* put
      const now = yield* Timestamp.now
      const lanes = [{ lane: "a", room: 1 }]
      yield* there.work.claim(id, kind, { lanes, claim: "1", now, until: Timestamp.plus(now, 60_000) })
      yield* there.work.settle(id, kind, { claim: "1", now, outcomes: [{ key: "a", again: now, attempts: 0 }] })
      yield* Queue.take(handed)
    }).pipe(Effect.scoped)
  )
})

describe("Work that another process puts", () => {
  it.live("wakes this one", () =>
    Effect.gen(function* () {
      const { listening, put, woken } = yield* twoProcesses
      yield* listening()
      yield* put
      yield* Queue.take(woken)
    }).pipe(Effect.scoped)
  )

  it.live("wakes this one again after the connection that listens has ended", () =>
    Effect.gen(function* () {
      const { listening, put, sql, woken } = yield* twoProcesses
      const pid = yield* listening()
      yield* sql`SELECT pg_terminate_backend(${pid}::integer)`
      yield* listening(pid)
      yield* put
      yield* Queue.take(woken)
    }).pipe(Effect.scoped)
  )
})

/** Puts work, and waits until running workers have done it. */
const workThrough = Effect.gen(function* () {
  const store = yield* WorkStore
  const { id } = yield* OrganizationStore.use(({ insert }) =>
    Effect.flatMap(Timestamp.now, (created_at) => insert({ name: "Here", created_at }))
  )
  const keys = Array.from({ length: 50 }, (_, i) => `k${i}`)
  const done: Array<string> = []
  const all = yield* Deferred.make<void>()
  const handler: Workers.Handler = {
    kind,
    room: 1,
    concurrency: 8,
    lease: Duration.seconds(60),
    timeout: Duration.seconds(30),
    handle: ({ key }) =>
      Effect.sync(() => {
        if (done.push(key) === keys.length) Deferred.doneUnsafe(all, Effect.void)
        return null
      })
  }
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* Layer.build(Workers.layer(Effect.succeed([handler])))
      const due_at = yield* Timestamp.now
      yield* store.put(
        id,
        kind,
        keys.map((key) => ({ lane: key, key, due_at }))
      )
      yield* Deferred.await(all)
    })
  )
  assert.deepStrictEqual(done.toSorted(), keys.toSorted())
  assert.strictEqual(yield* store.next(kind), null)
})

describe("Workers", () => {
  it.live("do what is put, over Postgres", () => workThrough.pipe(Effect.provide(layerStorage, local)))

  it.live("do what is put, over the embedded database", () =>
    workThrough.pipe(Effect.provide(PostgresStorage.layer.pipe(Layer.provide(layerEmbedded)), local))
  )

  it.live("do what is put, over a client with a single connection", () =>
    Effect.flatMap(migratedDatabase, (url) =>
      workThrough.pipe(
        Effect.provide(PostgresStorage.layer.pipe(Layer.provide(PgClient.layer({ url, maxConnections: 1 }))), local)
      )
    ).pipe(Effect.scoped)
  )
})

describe("The table of work", () => {
  it.live("grows no index when work is claimed, or put again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* WorkStore
      const now = yield* Timestamp.now
      const { id } = yield* OrganizationStore.use(({ insert }) => insert({ name: "Here", created_at: now }))
      const items = Array.from({ length: 15 }, (_, i) => ({ lane: `l${i}`, key: `k${i}`, due_at: now }))
      yield* store.put(id, kind, items)
      const lanes = items.map(({ lane }) => ({ lane, room: 1 }))
      const updates = Effect.gen(function* () {
        yield* store.put(id, kind, items)
        yield* store.claim(id, kind, { lanes, claim: "1", now, until: Timestamp.plus(now, 60_000) })
        return yield* sql<{ readonly updated: number; readonly hot: number }>`
          SELECT n_tup_upd AS updated, n_tup_hot_upd AS hot FROM pg_stat_xact_user_tables WHERE relname = 'work'`
      })
      // One page has room for three versions of 15 rows.
      assert.deepStrictEqual(yield* sql.withTransaction(updates), [{ updated: 30, hot: 30 }])
    }).pipe(Effect.provide(layerStorage, local))
  )
})

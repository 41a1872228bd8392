/** Transactions of Postgres: transactions of the host, conflicts, and connections that break. */
import { assert, describe, it } from "@effect/vitest"
import { IdempotencyStore, KeyedRequest, StorageError, Timestamp, Transactor } from "@mailroom/core"
import { Cause, Deferred, Effect, Exit, Fiber, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}

/** Two leads whose names transactions change, and an effect that waits until a lock is waited for. */
const begin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const list = yield* newLeadList("a@x.test", "b@x.test")
  const [a, b] = list.ids
  if (a === undefined || b === undefined) return yield* Effect.die("no leads")
  const waiting = sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return {
    ...list,
    a,
    b,
    sql,
    ...(yield* Transactor),
    /** Waits until a statement of this database waits for a lock. */
    someoneWaits: Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
  }
})

describe("A transaction of the host's", () => {
  it.live("has our writes in it: they commit and roll back with its own", () =>
    Effect.gen(function* () {
      const { sql, transaction, write, written } = yield* begin
      yield* sql`CREATE TABLE host (note TEXT)`
      const both = Effect.all([
        sql`INSERT INTO host VALUES ('written')`,
        write("c@x.test"),
        transaction(write("d@x.test"))
      ])
      yield* Effect.flip(sql.withTransaction(Effect.andThen(both, new Refused())))
      assert.deepStrictEqual(yield* written, ["a@x.test", "b@x.test"])
      assert.deepStrictEqual(yield* sql`SELECT note FROM host`, [])
      yield* sql.withTransaction(both)
      assert.deepStrictEqual(yield* written, ["a@x.test", "b@x.test", "c@x.test", "d@x.test"])
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("is not retried by a nested transaction: after a conflict the whole transaction is aborted", () =>
    Effect.gen(function* () {
      const { sql, transaction } = yield* begin
      let runs = 0
      const conflict = Effect.suspend(() => {
        runs++
        return sql`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`
      })
      yield* Effect.flip(sql.withTransaction(transaction(conflict)))
      assert.strictEqual(runs, 1)
    }).pipe(Effect.provide(layerStorage))
  )
})

describe("A conflict", () => {
  it.live("of two transactions that wait for each other: one is run again, both commit", () =>
    Effect.gen(function* () {
      const { a, b, firstName, rename, transaction } = yield* begin
      const [firstHasA, secondHasB] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let runs = 0
      const renameBoth = (
        name: string,
        [one, other]: readonly [typeof a, typeof a],
        mine: Deferred.Deferred<void>,
        theirs: Deferred.Deferred<void>
      ) =>
        transaction(
          Effect.gen(function* () {
            runs++
            // The repeated transaction may read data before the other one commits. Then it has to read once more.
            yield* Effect.repeat(rename(one, name), { until: (renamed) => renamed })
            yield* Deferred.succeed(mine, undefined)
            yield* Deferred.await(theirs)
            yield* Effect.repeat(rename(other, name), { until: (renamed) => renamed })
          })
        )
      yield* Effect.all(
        [renameBoth("first", [a, b], firstHasA, secondHasB), renameBoth("second", [b, a], secondHasB, firstHasA)],
        { concurrency: "unbounded" }
      )
      assert.isAbove(runs, 2)
      assert.strictEqual(yield* firstName(a), yield* firstName(b))
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("of a single statement: it is run again", () =>
    Effect.gen(function* () {
      const { a, organization_id, someoneWaits, sql, store, written } = yield* begin
      const [hasLead, weWait] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      // The host's transaction does not look for a deadlock, so our transaction must find it and give up.
      const host = yield* sql`SET LOCAL deadlock_timeout = '1min'`.pipe(
        Effect.andThen(sql`SELECT FROM mailroom.leads WHERE id = ${a} FOR UPDATE`),
        Effect.andThen(Deferred.succeed(hasLead, undefined)),
        Effect.andThen(Deferred.await(weWait)),
        Effect.andThen(sql`SELECT FROM mailroom.campaigns FOR UPDATE`),
        sql.withTransaction,
        Effect.forkChild
      )
      yield* Deferred.await(hasLead)
      const removal = yield* Effect.forkChild(store.remove(organization_id, [a]))
      yield* someoneWaits
      yield* Deferred.succeed(weWait, undefined)
      yield* Fiber.join(host)
      assert.deepStrictEqual(yield* Fiber.join(removal), [a])
      assert.deepStrictEqual(yield* written, ["b@x.test"])
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("that was caught inside, where nothing can go on: the whole is run again", () =>
    Effect.gen(function* () {
      const { sql, transaction, write, written } = yield* begin
      let runs = 0
      yield* transaction(
        Effect.gen(function* () {
          runs++
          if (runs < 3) yield* Effect.ignore(sql`SELECT 1 / 0`)
          if (runs < 2) yield* write("c@x.test")
          if (runs === 3) yield* write("d@x.test")
        })
      )
      assert.deepStrictEqual(yield* written, ["a@x.test", "b@x.test", "d@x.test"])
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("that does not end is unavailability, after five more runs", () =>
    Effect.gen(function* () {
      const { sql, transaction } = yield* begin
      let runs = 0
      const error = yield* Effect.flip(
        transaction(
          Effect.gen(function* () {
            runs++
            yield* Effect.ignore(sql`SELECT 1 / 0`)
          })
        )
      )
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.strictEqual(runs, 6)
    }).pipe(Effect.provide(layerStorage))
  )
})

describe("A connection that breaks inside a transaction", () => {
  const terminate = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.ignore(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
  })
  const after = (effect: Effect.Effect<never, Refused | StorageError>) =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const exit = yield* Effect.exit(
        transaction(write("c@x.test").pipe(Effect.andThen(terminate), Effect.andThen(effect)))
      )
      yield* transaction(write("d@x.test"))
      assert.deepStrictEqual(yield* written, ["a@x.test", "b@x.test", "d@x.test"])
      return exit
    })

  it.live("is unavailability to the next statement", () =>
    Effect.gen(function* () {
      const { firstName, a } = yield* begin
      const exit = yield* after(Effect.andThen(firstName(a), Effect.never))
      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.isTrue(error instanceof StorageError && error.reason._tag === "Unavailable")
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("leaves the caller's failure, defect or interruption as it is", () =>
    Effect.gen(function* () {
      const refused = new Refused()
      const defect = new Error("a bug")
      assert.deepStrictEqual(yield* after(Effect.fail(refused)), Exit.fail(refused))
      assert.deepStrictEqual(yield* after(Effect.die(defect)), Exit.die(defect))
      const interrupted = yield* after(Effect.interrupt)
      assert.isTrue(Exit.isFailure(interrupted) && Cause.hasInterruptsOnly(interrupted.cause))
    }).pipe(Effect.provide(layerStorage))
  )
})

describe("A transaction that has locked an idempotency key", () => {
  it.live("waits for other locks as long as before", () =>
    Effect.gen(function* () {
      const { organization_id, sql, transaction } = yield* begin
      const { lockOrInsert } = yield* IdempotencyStore
      const request = KeyedRequest.begin("key", "", "run", yield* Timestamp.now)
      const patience = sql`SELECT current_setting('lock_timeout') AS lock_timeout`
      const around = [patience, lockOrInsert(organization_id, request), patience]
      const [before, , after] = yield* transaction(Effect.all(around))
      assert.deepStrictEqual(before, [{ lock_timeout: "3s" }])
      assert.deepStrictEqual(after, before)
    }).pipe(Effect.provide(layerStorage))
  )
})

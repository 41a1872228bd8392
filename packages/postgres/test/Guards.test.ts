/**
 * The guard at isolation levels above READ COMMITTED, where a transaction may decide by data that it read before it
 * waited.
 */
import { assert, describe, it } from "@effect/vitest"
import { GuardStore, Transactor } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isConflict } from "../src/internal/database/errors.ts"
import { withFault } from "./Faults.ts"
import { newLeadList } from "./Seeds.ts"
import { freshDatabase, layerMigrated, layerStorage } from "./Server.ts"

const kinds = ["shared", "exclusive"] as const
type Lock = (typeof kinds)[number]

const begin = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const guards = yield* GuardStore
  const { transaction } = yield* Transactor
  const list = yield* newLeadList("a@x.test")
  const lock = (kind: Lock) => guards.lock(list.organization_id, kind)

  /** The exit of a host's transaction that reads, locks the guard after `meanwhile` has committed, and reads again. */
  const afterRead = Effect.fnUntraced(function* (
    isolation: string,
    kind: Lock,
    meanwhile: Effect.Effect<unknown, unknown>
  ) {
    const [hasRead, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const host = yield* sql.unsafe(`SET TRANSACTION ISOLATION LEVEL ${isolation}`).unprepared.pipe(
      Effect.andThen(list.written),
      Effect.tap(Deferred.succeed(hasRead, undefined)),
      Effect.tap(Deferred.await(goOn)),
      Effect.tap(lock(kind)),
      Effect.flatMap((before) => Effect.map(list.written, (after) => ({ before, after }))),
      sql.withTransaction,
      Effect.forkChild
    )
    yield* Deferred.await(hasRead)
    yield* meanwhile
    yield* Deferred.succeed(goOn, undefined)
    return yield* Effect.exit(Fiber.join(host))
  })

  return {
    ...list,
    sql,
    lock,
    transaction,
    afterRead,
    /** Acts like a change of the blacklist: locks the guard, then writes. */
    changed: transaction(Effect.andThen(lock("exclusive"), list.write("b@x.test")))
  }
})

/** A conflict, or what the transaction read before and after the lock. Any other failure is returned as its exit. */
const outcomeOf = (exit: Effect.Success<ReturnType<Effect.Success<typeof begin>["afterRead"]>>) => {
  if (exit._tag === "Success") return exit.value
  const [reason] = exit.cause.reasons
  return reason?._tag === "Fail" && isConflict(reason.error) ? "conflict" : exit
}

const staleReads = Effect.gen(function* () {
  for (const isolation of ["REPEATABLE READ", "SERIALIZABLE"]) {
    for (const kind of kinds) {
      const { afterRead, changed } = yield* begin
      assert.strictEqual(outcomeOf(yield* afterRead(isolation, kind, changed)), "conflict", `${isolation} ${kind}`)
    }
  }
})

/** The reads of a host's transaction when the blacklist changes between its first read and its lock. */
const stale = Effect.gen(function* () {
  const { afterRead, changed } = yield* begin
  return outcomeOf(yield* afterRead("REPEATABLE READ", "shared", changed))
})

describe("A host's transaction", () => {
  it.live("above READ COMMITTED that read before the blacklist changed gets a conflict, not the guard", () =>
    staleReads.pipe(Effect.provide(layerStorage))
  )

  it.live("would decide by stale reads if the exclusive lock wrote nothing: the test above catches that", () =>
    withFault({
      fault: "an exclusive lock that writes nothing",
      from: /UPDATE (mailroom\.organization_guards) SET version = version \+ 1( WHERE organization_id = \S+)/u,
      to: "SELECT version FROM $1$2 FOR UPDATE"
    })(stale).pipe(
      Effect.map((outcome) => assert.deepStrictEqual(outcome, { before: ["a@x.test"], after: ["a@x.test"] })),
      Effect.provide(layerStorage)
    )
  )

  it.live("that read nothing before gets the guard and sees what was committed, and so it does at READ COMMITTED", () =>
    Effect.gen(function* () {
      const { afterRead, changed, lock, sql, written } = yield* begin
      assert.deepStrictEqual(outcomeOf(yield* afterRead("READ COMMITTED", "shared", changed)), {
        before: ["a@x.test"],
        after: ["a@x.test", "b@x.test"]
      })
      const first = sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.unprepared.pipe(
        Effect.andThen(lock("shared")),
        Effect.andThen(written)
      )
      assert.deepStrictEqual(yield* sql.withTransaction(first), ["a@x.test", "b@x.test"])
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("above READ COMMITTED shares the guard with those who only read the blacklist meanwhile", () =>
    Effect.gen(function* () {
      const { afterRead, lock, transaction } = yield* begin
      const outcome = outcomeOf(yield* afterRead("REPEATABLE READ", "shared", transaction(lock("shared"))))
      assert.deepStrictEqual(outcome, { before: ["a@x.test"], after: ["a@x.test"] })
    }).pipe(Effect.provide(layerStorage))
  )
})

/** The order in which an exclusive and a shared lock are granted. They wait, in this order, for a shared lock. */
const granted = Effect.gen(function* () {
  const { lock, sql, transaction } = yield* begin
  const order: Array<Lock> = []
  const [isHeld, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const first = yield* lock("shared").pipe(
    Effect.andThen(Deferred.succeed(isHeld, undefined)),
    Effect.andThen(Deferred.await(goOn)),
    transaction,
    Effect.forkChild
  )
  yield* Deferred.await(isHeld)
  const take = (kind: Lock) =>
    lock(kind).pipe(Effect.andThen(Effect.sync(() => void order.push(kind))), transaction, Effect.forkChild)
  const settled = (grants: number, waiting: number) =>
    sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`.pipe(
      Effect.repeat({ until: (rows) => order.length >= grants || rows.length >= waiting })
    )
  const exclusive = yield* take("exclusive")
  yield* settled(1, 1)
  const shared = yield* take("shared")
  yield* settled(1, 2)
  yield* Deferred.succeed(goOn, undefined)
  yield* Effect.forEach([first, exclusive, shared], Fiber.join)
  return order
})

describe("The guard under a steady load of shared locks", () => {
  it.live("is granted in order of arrival: a shared lock does not pass an exclusive one that waits", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* granted, ["exclusive", "shared"])
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("would be passed if only the row were locked: the test above catches that", () =>
    Effect.gen(function* () {
      const rowOnly = withFault({
        fault: "only the row is locked",
        from: /pg_advisory_xact_lock(?:_shared)?/u,
        to: "greatest"
      })
      assert.deepStrictEqual(yield* rowOnly(granted), ["shared", "exclusive"])
    }).pipe(Effect.provide(layerStorage))
  )
})

describe("A transaction of ours in a database that begins above READ COMMITTED", () => {
  it.live("is run again, and decides by what was committed", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const storage = layerMigrated.pipe(Layer.provideMerge(Connection.layerClient({ url })))
      const context = yield* Layer.build(storage)
      const sql = Context.get(context, SqlClient.SqlClient)
      const [database] = yield* sql<{ readonly name: string }>`SELECT current_database() AS name`
      yield* sql.unsafe(`ALTER DATABASE ${database?.name} SET default_transaction_isolation = 'repeatable read'`)
      // The setting applies to new connections.
      const { changed, lock, transaction, written } = yield* Effect.provide(
        begin,
        yield* Layer.build(Layer.fresh(storage))
      )
      const [hasRead, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let runs = 0
      const deciding = yield* Effect.gen(function* () {
        runs++
        yield* written
        yield* Deferred.succeed(hasRead, undefined)
        yield* Deferred.await(goOn)
        yield* lock("shared")
        return yield* written
      }).pipe(transaction, Effect.forkChild)
      yield* Deferred.await(hasRead)
      yield* changed
      yield* Deferred.succeed(goOn, undefined)
      assert.deepStrictEqual(yield* Fiber.join(deciding), ["a@x.test", "b@x.test"])
      assert.strictEqual(runs, 2)
    }).pipe(Effect.scoped)
  )
})

/** Runs migrations beside processes that read and write: one process at a time, and without stopping their requests. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Schedule } from "effect"
import { Reactivity } from "effect/reactivity"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { isPooled } from "../connection/pooler.ts"
import { distributeNew } from "./distributing.ts"

/** Work that may take long. It runs outside of a transaction, and again after a failure: it must be repeatable. */
export type Step = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

/** The state of the schema, as the database stores it. */
export interface State {
  /** The id of the latest migration; 0 without a schema. */
  readonly version: number
  /** The version of the oldest schema whose release works with this one. */
  readonly oldest_release: number
  /** The migrations whose steps after their transaction have not all run, as `<id>_<name>`. */
  readonly unfinished: ReadonlyArray<string>
}

/** Reads the state of the schema. */
export const state: Effect.Effect<State, SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const none = { version: 0, oldest_release: 0, unfinished: [] }
  const [table] = yield* sql`SELECT 1 WHERE to_regclass('mailroom.migrations') IS NOT NULL`
  if (table === undefined) return none
  const [found] = yield* sql<State>`
    SELECT coalesce(max(migration_id), 0)::integer AS version,
      coalesce(max(oldest_release), 0) AS oldest_release,
      coalesce(array_agg(lpad(migration_id::text, 4, '0') || '_' || name ORDER BY migration_id)
        FILTER (WHERE finished_at IS NULL), '{}') AS unfinished
    FROM mailroom.migrations`
  return found ?? none
})

/** The lock for migrations. */
const lockKey = "hashtextextended('mailroom.migrations', 0)"

/**
 * Runs an effect with a client on one connection. The connection has the lock for migrations, which one process at a
 * time can have, and no timeouts. Other processes ask for the lock again and again: a statement that waits for it would
 * keep CREATE INDEX CONCURRENTLY from ending.
 */
export const exclusively = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const connection = yield* client.reserve
    const sql = yield* SqlClient.make({
      driver: "pg",
      acquirer: Effect.succeed(connection),
      compiler: PgClient.makeCompiler(),
      beginTransaction: begin,
      spanAttributes: []
    })
    // Behind a pooler, a lock of a session would stay on a connection that others use next. So another connection has the
    // lock, in a transaction that lasts as long as this scope.
    if (isPooled(client)) {
      yield* lockInTransaction(client)
      return yield* Effect.provideService(effect, SqlClient.SqlClient, sql)
    }
    yield* Effect.acquireRelease(untilLocked(sql, "pg_try_advisory_lock"), () =>
      Effect.ignore(sql`SELECT pg_advisory_unlock(${sql.literal(lockKey)})`)
    )
    yield* Effect.acquireRelease(
      sql<{ readonly lock: string; readonly statement: string }>`
        SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`,
      (rows) => Effect.forEach(rows, ({ lock, statement }) => Effect.ignore(setTimeouts(sql, lock, statement)))
    )
    yield* setTimeouts(sql, "0", "0")
    return yield* Effect.provideService(effect, SqlClient.SqlClient, sql)
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

/** Unlike the BEGIN of a client behind a pooler, it sets no limits. */
const begin = "BEGIN ISOLATION LEVEL READ COMMITTED"

/** Asks for the lock twice a second until it is granted. */
const untilLocked = (sql: SqlClient.SqlClient, name: "pg_try_advisory_lock" | "pg_try_advisory_xact_lock") =>
  Effect.repeat(sql<{ readonly locked: boolean }>`SELECT ${sql.literal(name)}(${sql.literal(lockKey)}) AS locked`, {
    until: ([row]) => row?.locked === true,
    schedule: Schedule.jittered(Schedule.spaced("500 millis"))
  })

/**
 * Behind a pooler of transactions only an open transaction keeps a lock. It is idle, which neither a later CREATE INDEX
 * CONCURRENTLY nor the pooler minds: the transactions of the migrations have another connection.
 */
const lockInTransaction = Effect.fnUntraced(function* (client: SqlClient.SqlClient) {
  const connection = yield* client.reserve
  const send = (statement: string) => connection.executeUnprepared(statement, [], undefined)
  yield* Effect.acquireRelease(send(begin), () => Effect.ignore(send("ROLLBACK")))
  yield* send("SET LOCAL idle_in_transaction_session_timeout = 0")
  yield* Effect.provideService(untilLocked(client, "pg_try_advisory_xact_lock"), client.transactionService, [
    connection,
    0
  ])
})

const setTimeouts = (sql: SqlClient.SqlClient, lock: string, statement: string) => sql`
  SELECT set_config('lock_timeout', ${lock}::text, FALSE), set_config('statement_timeout', ${statement}::text, FALSE)`

/** Whether another transaction was in the way. */
const isLocked = (error: unknown): boolean => {
  if (error instanceof Migrator.MigrationError) return isLocked(error.cause)
  if (!SqlError.isSqlError(error)) return false
  return error.reason._tag === "LockTimeoutError" || error.reason._tag === "DeadlockError"
}

/**
 * Runs a transaction that waits at most 100 ms for a lock, because all requests for the table wait behind it. A
 * transaction that was in the way is waited for without asking for locks: the next attempts follow for ten minutes.
 */
export const briefly = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let attempts = 0
    // Citus passes settings on to its workers only when it is told to; elsewhere this has no meaning.
    const settings = Effect.andThen(
      sql`SET LOCAL citus.propagate_set_commands = 'local'`,
      sql`SET LOCAL lock_timeout = '100ms'`
    )
    return yield* Effect.andThen(settings, effect).pipe(
      sql.withTransaction,
      Effect.tapError((error) =>
        isLocked(error) && ++attempts === 3
          ? Effect.logInfo("The migration waits until other transactions release their locks")
          : Effect.void
      ),
      Effect.retry({
        while: isLocked,
        schedule: Schedule.spaced("1 second").pipe(Schedule.jittered, Schedule.upTo({ duration: "10 minutes" }))
      })
    )
  })

/**
 * Runs the migrations above the version of the schema, in order, each in its own transaction; then what unfinished
 * migrations have to do `afterwards`. Answers the migrations that it ran. After a failure, the next call goes on where
 * this one ended.
 */
export const apply = (
  migrations: Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>>,
  afterwards: Readonly<Record<string, ReadonlyArray<Step>>>
) =>
  exclusively(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // CREATE SCHEMA asks for a privilege on the database even where there is nothing to create.
      const [schema] = yield* sql`SELECT 1 WHERE to_regnamespace('mailroom') IS NOT NULL`
      if (schema === undefined) yield* sql`CREATE SCHEMA IF NOT EXISTS mailroom`
      const ran: Array<readonly [id: number, name: string]> = []
      const { version } = yield* state
      for (const [key, transaction] of Object.entries(migrations).slice(version)) {
        const loader = Migrator.fromRecord({ [key]: Effect.andThen(transaction, distributeNew) })
        ran.push(...(yield* briefly(Migrator.make({})({ loader, table: "mailroom.migrations" }))))
      }
      for (const key of (yield* state).unfinished) {
        // A later release knows what to do after its migration.
        if (!(key in migrations)) continue
        yield* Effect.all(afterwards[key] ?? [], { discard: true }).pipe(
          Effect.mapError((cause) => new Migrator.MigrationError({ cause, kind: "Failed", message: `After "${key}"` }))
        )
        yield* sql`
          UPDATE mailroom.migrations SET finished_at = now() WHERE migration_id = ${Number.parseInt(key, 10)}::integer`
      }
      return ran
    })
  )

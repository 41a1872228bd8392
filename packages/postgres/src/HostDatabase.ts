/** The database of a host that has a client already: no second pool, and our writes inside the host's own transactions. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Predicate, Schema, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { settings } from "./DatabaseUrl.ts"
import { Joined } from "./internal/database/Database.ts"
import { adapt, type Database, type HostClient } from "./internal/connection/hostClients.ts"
import type { Connection } from "./internal/connection/hostConnection.ts"
import * as PoolMetrics from "./internal/connection/poolMetrics.ts"

export { type HostClient, isHostClient, otherwise } from "./internal/connection/hostClients.ts"

/** The isolation is another than the one that our statements are written for. */
export class WrongIsolation extends Schema.TaggedError<WrongIsolation>()("WrongIsolation", {
  /** The isolation level that the database reports, for instance `repeatable read`. */
  found: Schema.String
}) {
  override get message(): string {
    return `Mailroom needs transactions with the isolation READ COMMITTED, this one has ${this.found.toUpperCase()}`
  }
}

/** A client was given where a transaction has to be open. */
export class NoTransaction extends Schema.TaggedError<NoTransaction>()("NoTransaction", {}) {
  override get message(): string {
    return "There is no open transaction on this connection: pass the client inside of the transaction"
  }
}

/** The limits end with the transaction, so they do not concern the statements of the host. */
const beginTransaction = [
  "BEGIN ISOLATION LEVEL READ COMMITTED",
  `SET LOCAL statement_timeout = '${settings.statement_timeout}'`,
  `SET LOCAL lock_timeout = '${settings.lock_timeout}'`
].join("; ")

/**
 * A client over the client of a host. Our transactions run on a separate connection, in READ COMMITTED, with the limits of
 * `Connection.layerClient` for statements and locks; so do lone writes, which cannot be cancelled, in a transaction each.
 * Connections are not shared between statements, and other processes are not told of work that was committed: they find it
 * within a minute. Errors of idle connections are logged.
 */
export const layer = (client: HostClient): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | WrongIsolation> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const database = adapt(client)
      yield* logErrors(database)
      const oneAtATime = yield* Semaphore.make(1)
      const count = new PoolMetrics.Count()
      yield* PoolMetrics.show({
        limit: database.isSingle === true ? 1 : database.limit,
        used: () => count.used,
        waiting: () => count.waiting
      })
      const acquirer = count.counted(
        database.isSingle === true ? Effect.andThen(takePermit(oneAtATime), acquire(database)) : acquire(database)
      )
      const sql = yield* SqlClient.make({
        driver: "pg",
        acquirer,
        compiler: PgClient.makeCompiler(),
        beginTransaction,
        commit,
        onCommitFailure: (connection) => Effect.asVoid(connection.executeRaw("ROLLBACK", [])),
        releaseSavepoint,
        spanAttributes
      })
      const [row] = yield* sql<{ readonly isolation: string }>`
        SELECT current_setting('default_transaction_isolation') AS isolation`
      yield* checkIsolation(row?.isolation)
      return sql
    })
  ).pipe(Layer.provide(Reactivity.layer))

/**
 * Runs effects inside a transaction of the host: our transactions are savepoints in it, so each effect has to be one
 * (`Transactor`). `client` is what the host's library gives inside of its transaction. Effects run one after the other; what
 * they write is not committed until the host commits. Fails unless a transaction is open, in READ COMMITTED.
 */
export const within = (
  client: HostClient
): Effect.Effect<
  <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
  NoTransaction | SqlError.SqlError | WrongIsolation,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const { transactionService } = yield* SqlClient.SqlClient
    const sql = yield* SqlClient.make({
      driver: "pg",
      acquirer: Effect.succeed(new HostConnection(adapt(client))),
      compiler: PgClient.makeCompiler(),
      transactionService,
      beginTransaction: "SAVEPOINT mailroom",
      commit: "RELEASE SAVEPOINT mailroom",
      rollback: "ROLLBACK TO SAVEPOINT mailroom; RELEASE SAVEPOINT mailroom",
      releaseSavepoint,
      spanAttributes
    })
    // `now()` is the begin of the transaction: outside of one, of each statement.
    const read = sql<{ readonly isolation: string; readonly begin: string }>`
      SELECT current_setting('transaction_isolation') AS isolation, now()::text AS begin`
    const [first] = yield* read
    const [second] = yield* read
    if (first?.begin !== second?.begin) return yield* new NoTransaction()
    yield* checkIsolation(first?.isolation)
    const oneAtATime = yield* Semaphore.make(1)
    return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      oneAtATime.withPermits(1)(Effect.provideService(effect, Joined, sql))
  }).pipe(Effect.provide(Reactivity.layer))

const releaseSavepoint = (name: string) => `RELEASE SAVEPOINT ${name}`
const spanAttributes = [["db.system.name", "postgresql"]] as const

const checkIsolation = (found: unknown) =>
  found === "read committed" ? Effect.void : Effect.fail(new WrongIsolation({ found: String(found) }))

/** Logs errors of idle connections. Without a listener they would end the process of the host. */
const logErrors = Effect.fnUntraced(function* ({ events }: Database) {
  if (events === undefined) return
  const run = Effect.runForkWith(yield* Effect.context())
  const log = ({ message }: Error) =>
    void run(Effect.logWarning(`An idle connection to the database was closed: ${message}`))
  yield* Effect.acquireRelease(
    Effect.sync(() => events.on("error", log)),
    () => Effect.sync(() => events.off("error", log))
  )
})

/** The only permit for a scope: a client with one connection lends it to one caller at a time. */
const takePermit = (oneAtATime: Semaphore.Semaphore) =>
  Effect.acquireRelease(oneAtATime.take(1), () => oneAtATime.release(1))

/** A connection for a scope. It goes back when all statements that were sent over it are answered. */
const acquire = (database: Database) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          const { release, ...connection } = await database.connect()
          return { connection: new HostConnection(connection), release }
        },
        catch: (cause) => failure(cause, "connect")
      }),
      ({ connection, release }) => Effect.sync(() => void connection.idle.then(release))
    ),
    ({ connection }) => connection
  )

/** The error of the driver. Drizzle wraps it into an error that quotes the parameters. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

/** The error of a driver of the host as the error of a driver of Effect. */
const failure = (thrown: unknown, operation: string): SqlError.SqlError => {
  const cause = rootOf(thrown)
  const field = (name: string) => (Predicate.hasProperty(cause, name) ? String(cause[name]) : "")
  const code = /^(?=.*[0-9])[0-9A-Z]{5}$/u.exec(field("code"))?.[0] ?? ""
  const queryMessage = code === "" ? "The connection broke" : "The query failed"
  const message = operation === "connect" ? "Cannot connect" : queryMessage
  const props = { cause, message, operation }
  // `constraint` of pg, `constraint_name` of postgres.js.
  const constraint = field("constraint") || field("constraint_name")
  return new SqlError.SqlError({ reason: reasonOf(code, constraint, props) })
}

/** The reasons that the storage treats in different ways, by SQLSTATE. */
const reasonOf = (code: string, constraint: string, props: { cause: unknown; message: string; operation: string }) => {
  // Without a SQLSTATE, Postgres did not answer.
  if (code === "" || code.startsWith("08")) return new SqlError.ConnectionError(props)
  switch (code) {
    case "23505":
      return new SqlError.UniqueViolation({ ...props, constraint })
    case "40P01":
      return new SqlError.DeadlockError(props)
    case "40001":
      return new SqlError.SerializationError(props)
    case "55P03":
      return new SqlError.LockTimeoutError(props)
    case "57014":
      return new SqlError.StatementTimeoutError(props)
    default:
      return new SqlError.UnknownError(props)
  }
}

/** Whether the connection ended with the statement. */
const isFatal = ({ reason }: SqlError.SqlError) =>
  reason._tag === "ConnectionError" ||
  (Predicate.hasProperty(reason.cause, "severity") && reason.cause.severity === "FATAL")

/** Fails when a statement of the transaction has failed; Postgres would answer that COMMIT with ROLLBACK, as a success. */
const commit = "SELECT 1; COMMIT"

/** A connection of a host's client. */
class HostConnection implements SqlConnection.Connection {
  readonly connection: Connection
  /** Ends when all statements that were sent so far are answered. */
  idle: Promise<unknown> = Promise.resolve()
  /** Why nothing more can be sent. */
  broken: SqlError.SqlError | undefined

  constructor(connection: Connection) {
    this.connection = connection
  }
  private run(sql: string, params: ReadonlyArray<unknown>, asArrays: boolean) {
    return Effect.suspend(() => {
      // Fails before anything is sent: the caller of COMMIT must know that Postgres has not got it.
      if (this.broken !== undefined) return Effect.fail(this.broken)
      return Effect.tryPromise({
        try: () => {
          const answer = this.connection.query(sql, params, asArrays)
          this.idle = Promise.allSettled([this.idle, answer])
          return answer
        },
        catch: (cause) => {
          const error = failure(cause, "query")
          if (isFatal(error)) this.broken = error
          return error
        }
      })
    })
  }
  execute(...[sql, params, transform]: Parameters<SqlConnection.Connection["execute"]>) {
    return Effect.map(this.run(sql, params, false), (rows) => transform?.(rows) ?? rows)
  }
  executeUnprepared(...args: Parameters<SqlConnection.Connection["execute"]>) {
    return this.execute(...args)
  }
  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(sql, params, false)
  }
  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(sql, params, true)
  }
  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(sql, params, true)
  }
  executeStream(...args: Parameters<SqlConnection.Connection["execute"]>) {
    return Stream.fromIterableEffect(this.execute(...args))
  }
}

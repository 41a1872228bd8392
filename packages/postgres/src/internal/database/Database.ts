/** Runs statements and transactions for the stores: in bounded time, and again after a conflict. */
import type { StorageError, Stored, Transactor } from "@mailroom/core"
import { PgClient, PgConnection } from "@effect/sql-pg"
import { Cause, Context, Effect, Exit, Option, Predicate, Schedule } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { corrupt, isConflict, storageError, unavailable, unknown } from "./errors.ts"
import { type Alarm, bounded, Patience } from "./waiting.ts"

/** Four ways to run statements. In a transaction, all of them run on its connection. */
export interface Database {
  readonly sql: SqlClient.SqlClient
  /**
   * A short read. It shares a connection with other reads, which wait for it: so it must not lock rows, and must not
   * take long.
   */
  readonly read: Run
  /** A read that may take long, on a connection that it does not share. */
  readonly readLong: Run
  /**
   * A statement that writes or locks rows, on a connection that it does not share: while it waits for a lock, no
   * other statement waits for it. Required for every INSERT, UPDATE, DELETE and SELECT … FOR …. One that still waits when
   * the caller's time ends is cancelled, and nothing is stored.
   */
  readonly write: Run
  readonly transaction: Transactor["Service"]["transaction"]
  /**
   * Runs the statements of one method of a store in a transaction. Inside another one they are part of it, without a savepoint:
   * like a single statement that fails, they leave it aborted (the rows "POST, …" of the section "Intake" of the bench).
   */
  readonly atomic: <A>(statements: Stored<A>) => Stored<A>
  readonly isNested: Transactor["Service"]["isNested"]
  /** Whether organizations are on different servers. */
  readonly isDistributed: boolean
}

/** Runs a statement and converts its rows with `read`. `operation` is `Port.method`. */
interface Run {
  <Rows, A>(
    operation: string,
    statement: Effect.Effect<Rows, SqlError.SqlError>,
    read: (rows: Rows) => A
  ): Effect.Effect<A, StorageError>
  /** Ignores the rows. */
  (operation: string, statement: Effect.Effect<unknown, SqlError.SqlError>): Effect.Effect<void, StorageError>
}

/** The error when Postgres did not answer: `unknown` if it may have committed, else `unavailable`. */
type Unanswered = typeof unavailable

type Failure = SqlError.SqlError | StorageError

/** A failure of the effect inside a transaction, as opposed to one of BEGIN, COMMIT or ROLLBACK. */
class Inner<out E> {
  readonly cause: Cause.Cause<E>
  constructor(cause: Cause.Cause<E>) {
    this.cause = cause
  }
}

/**
 * The client whose transactions are savepoints in a transaction of the host, while an effect runs inside of that. It has the
 * `transactionService` of our own client, so statements of the stores run on its connection.
 */
export const Joined = Context.Reference<SqlClient.SqlClient | undefined>("@mailroom/postgres/Joined", {
  defaultValue: () => undefined
})

/** At most five more attempts after a conflict. The first one follows at once: this describes the four after it. */
const conflictRetry = { while: isConflict, times: 4, schedule: Schedule.jittered(Schedule.exponential("10 millis")) }

export const make: Effect.Effect<Database, never, SqlClient.SqlClient> = Effect.gen(function* () {
  // A host's client may rename columns; ours already have their names.
  const client = yield* SqlClient.SqlClient
  const sql = client.withoutTransforms()
  const isCancellable = PgClient.TypeId in client
  const limits = yield* Patience

  const inTransaction = Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome)

  // An effect in a transaction of the host is in none of ours before its first.
  const isNested = Effect.zipWith(inTransaction, Joined, (inside, joined) => inside || joined !== undefined)

  /** After a conflict the whole transaction is aborted, so only the outermost one can be run again. */
  const retryConflicts = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchIf(attempt, isConflict, (error) =>
      Effect.flatMap(inTransaction, (inside) => (inside ? Effect.fail(error) : Effect.retry(attempt, conflictRetry)))
    )

  let underWay = 0
  const ended = Effect.sync(() => void underWay--)
  /**
   * Runs a statement at once, or after a yield while others are under way. The statements of requests that came in together
   * are then sent in one write to the socket: with 32 clients this saves a fifth of the processor time (the row
   * `leads, limit 1` of the bench).
   */
  const together = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() =>
      Effect.ensuring(underWay++ === 0 ? statement : Effect.andThen(Effect.yieldNow, statement), ended)
    )

  /** Runs a statement within its deadline, reads its rows, and tries again after a conflict. */
  const run = <Rows, A>(
    operation: string,
    start: (alarm: Alarm<Failure>) => Effect.Effect<Rows, Failure>,
    read?: (rows: Rows) => A
  ) =>
    bounded<Rows, Failure, never>(operation, start).pipe(
      Effect.matchEffect({
        onFailure: (error) => Effect.fail(SqlError.isSqlError(error) ? storageError(operation)(error) : error),
        onSuccess: (rows) => {
          try {
            return Effect.succeed(read?.(rows))
          } catch (cause) {
            return Effect.fail(corrupt(operation, cause))
          }
        }
      }),
      retryConflicts
    )

  const read = (<Rows, A>(
    operation: string,
    statement: Effect.Effect<Rows, SqlError.SqlError>,
    read?: (rows: Rows) => A
  ) => {
    const shared = (alarm: Alarm<Failure>) => {
      alarm.set(limits.answer, noAnswer(operation))
      return together(statement)
    }
    return run(operation, shared, read)
  }) as Run

  /**
   * Runs a statement on an exclusive connection. Without an answer, it fails with `unanswered`. A statement that commits
   * alone is not sent when there is no time left to cancel it.
   */
  const exclusive = (unanswered: Unanswered) =>
    (<Rows, A>(operation: string, statement: Effect.Effect<Rows, SqlError.SqlError>, read?: (rows: Rows) => A) => {
      const onOwnConnection = (alarm: Alarm<Failure>) => {
        alarm.set(limits.connection, noConnection(operation))
        return Effect.flatMap(sql.reserve, (connection): Effect.Effect<Rows, Failure> => {
          // A write commits alone; a long read commits nothing.
          const commits = unanswered === unknown
          if (commits && !alarm.canCancel()) return Effect.fail(noTime(operation))
          alarm.set(limits.answer, noAnswer(operation, unanswered), commits ? cancelOf(connection) : undefined)
          return Effect.provideService(statement, sql.transactionService, [connection, 0])
        }).pipe(
          Effect.scoped,
          Effect.mapError((error) => (SqlError.isSqlError(error) ? storageError(operation, unanswered)(error) : error))
        )
      }
      const start = (alarm: Alarm<Failure>) =>
        Effect.flatMap(inTransaction, (inside): Effect.Effect<Rows, Failure> => {
          if (!inside) return onOwnConnection(alarm)
          alarm.set(limits.answer, noAnswer(operation))
          return statement
        })
      return run(operation, start, read)
    }) as Run
  const readLong = exclusive(unavailable)

  /**
   * Runs an effect in a transaction, or in a savepoint of the one around it. The waits for a connection, COMMIT and ROLLBACK
   * are bounded, the effect is not: `beforeEnd` sets the alarm between the effect and COMMIT or ROLLBACK. `Inner` marks
   * failures of the effect, which pass unchanged. Without an answer to COMMIT, the outcome is `unknown`; before COMMIT was
   * sent, storage is `unavailable`.
   */
  const transaction: Database["transaction"] = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(inTransaction, (inside) =>
      bounded<A, E | StorageError, R>(transacting, (alarm) => {
        let isCommitting = false
        const beforeEnd = (exit: Exit.Exit<A, E | StorageError>) => {
          if (Exit.isFailure(exit)) return alarm.set(limits.answer, () => Effect.failCause(exit.cause))
          alarm.set(limits.answer, noAnswer(transacting, inside ? unavailable : unknown))
          // In a microtask: over a connection that is known to be broken, COMMIT fails before that, and is not sent.
          queueMicrotask(() => (isCommitting = !inside))
        }
        alarm.set(limits.connection, noConnection(transacting))
        return Effect.andThen(Effect.sync(alarm.stop), effect).pipe(
          Effect.tap(() => (alarm.canCommit() ? Effect.void : Effect.fail(noTimeToCommit))),
          Effect.onExit((exit) => Effect.sync(() => beforeEnd(exit))),
          Effect.catchCause((cause) => Effect.fail(new Inner(cause))),
          (effect) => Effect.flatMap(Joined, (joined = sql) => joined.withTransaction(effect)),
          Effect.catchCause((cause) => outcome(cause, isCommitting ? unknown : unavailable))
        )
      })
    ).pipe(retryConflicts)

  const atomic: Database["atomic"] = (statements) =>
    Effect.flatMap(inTransaction, (inside) => (inside ? statements : transaction(statements)))

  // A statement that cannot be cancelled must not commit alone: after a long wait for a lock its outcome would be unknown.
  const inOwnTransaction = ((...statement: Parameters<Run>) =>
    Effect.flatMap(inTransaction, (inside) =>
      inside ? readLong(...statement) : transaction(readLong(...statement))
    )) as Run
  const write = isCancellable ? exclusive(unknown) : inOwnTransaction

  return { sql, read, readLong, write, transaction, atomic, isNested, isDistributed: false }
})

/**
 * For a schema that Citus distributes. Reads of distributed tables do not share a connection: a read that waits for a
 * stopped worker would delay the reads of all other workers. Stores of tables that stay on the coordinator get the
 * undistributed `Database`.
 */
export const distributed = (database: Database): Database => ({
  ...database,
  read: database.readLong,
  isDistributed: true
})

const transacting = "Transactor.transaction"

const noConnection = (operation: string) => (waited: string) =>
  Effect.fail(unavailable(operation, new Error(`no connection within ${waited}`)))
const noAnswer =
  (operation: string, unanswered: Unanswered = unavailable) =>
  (waited: string) =>
    Effect.fail(unanswered(operation, new Error(`no answer within ${waited}`)))
const noTime = (operation: string) => unavailable(operation, new Error("no time is left to wait for the answer"))
const noTimeToCommit = unavailable(transacting, new Error("no time is left to wait for COMMIT"))

/** Asks Postgres to end the statement of a connection of `PgClient`; undefined for the one connection of an embedded database. */
const cancelOf = (connection: SqlConnection.Connection): Effect.Effect<void> | undefined => {
  const own = Predicate.hasProperty(connection, "connection") ? connection.connection : undefined
  if (!Predicate.hasProperty(own, PgConnection.TypeId)) return undefined
  const { config, interrupt } = own as PgConnection.PgConnection
  return config.stream === undefined ? interrupt : undefined
}

/** The error or the defect of a reason; `undefined` for an interruption. */
const valueOf = <E>(reason: Cause.Reason<E>): unknown => {
  if (Cause.isFailReason(reason)) return reason.error
  return Cause.isDieReason(reason) ? reason.defect : undefined
}

/**
 * Fails as a transaction failed: with the cause of its effect, else with its interruption and defects, else with the error of
 * BEGIN, COMMIT or ROLLBACK. When the connection breaks, ROLLBACK dies, too: its defect is in the cause, beside the first
 * failure.
 */
const outcome = <E>(
  cause: Cause.Cause<Inner<E> | SqlError.SqlError>,
  unanswered: Unanswered
): Effect.Effect<never, E | StorageError> => {
  const values = cause.reasons.map(valueOf)
  const inner = values.find((value): value is Inner<E> => value instanceof Inner)
  if (inner !== undefined) return Effect.failCause(inner.cause)
  const sqlError = values.find(SqlError.isSqlError)
  const others = cause.reasons.flatMap((reason) =>
    Cause.isInterruptReason(reason) || (Cause.isDieReason(reason) && !SqlError.isSqlError(reason.defect))
      ? [reason]
      : []
  )
  return sqlError === undefined || others.length > 0
    ? Effect.failCause(Cause.fromReasons(others))
    : Effect.fail(storageError(transacting, unanswered)(sqlError))
}

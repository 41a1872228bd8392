/** How the stores speak to Postgres: statements that end in time, transactions, and both again after a conflict. */
import type { StorageError, Transactor } from "@mailroom/core"
import { Cause, Context, Duration, Effect, Fiber, Option, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { corrupt, isConflict, storageError, unavailable } from "./errors.ts"

export interface Database {
  readonly sql: SqlClient.SqlClient
  /**
   * A short read. It shares a connection with other reads, which wait for it: so it must not lock rows, and must not
   * take long. In a transaction, this and the other two run on the connection of the transaction.
   */
  readonly query: Run
  /** A read that may take long, on a connection that it does not share. */
  readonly slowQuery: Run
  /**
   * A statement that writes or locks rows, on a connection that it does not share: while it waits for a lock, nobody
   * else waits for it. Required for every INSERT, UPDATE, DELETE and SELECT … FOR ….
   */
  readonly write: Run
  readonly transaction: Transactor["Service"]["transaction"]
  /** Whether a transaction surrounds this. */
  readonly inTransaction: Effect.Effect<boolean>
}

/** Runs a statement and converts its rows with `read`. `operation` is `Port.method`. */
type Run = <Rows, A>(
  operation: string,
  statement: Effect.Effect<Rows, SqlError.SqlError>,
  read: (rows: Rows) => A
) => Effect.Effect<A, StorageError>

/** How long a statement may take, or a transaction may wait for a connection, until storage counts as unavailable. */
export const Patience = Context.Reference<Duration.Duration>("@mailroom/postgres/Patience", {
  defaultValue: () => Duration.seconds(15)
})

/** How the effect inside a transaction failed, to tell it from a failure of BEGIN, COMMIT or ROLLBACK. */
class Inner<out E> {
  readonly cause: Cause.Cause<E>
  constructor(cause: Cause.Cause<E>) {
    this.cause = cause
  }
}

/** Five times in all, the first of them at once. */
const again = { while: isConflict, times: 4, schedule: Schedule.jittered(Schedule.exponential("10 millis")) }

export const make: Effect.Effect<Database, never, SqlClient.SqlClient> = Effect.gen(function* () {
  // A host's client may rename columns; ours already have their names.
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const inTime = boundedBy(yield* Patience)

  const currentTransaction = Effect.serviceOption(sql.transactionService)

  /** Only the outermost transaction can be run again: those inside it have lost what they stand on. */
  const insist = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchIf(attempt, isConflict, (error) =>
      Effect.flatMap(currentTransaction, (transaction) =>
        Option.isSome(transaction) ? Effect.fail(error) : Effect.retry(attempt, again)
      )
    )

  /** Runs a statement on a connection of its own, unless a transaction surrounds it. */
  const alone = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    Effect.flatMap(currentTransaction, (transaction) =>
      Option.isSome(transaction)
        ? statement
        : Effect.flatMap(sql.reserve, (connection) =>
            Effect.provideService(statement, sql.transactionService, [connection, 0])
          ).pipe(Effect.scoped)
    )

  let underWay = 0
  const ended = Effect.sync(() => void underWay--)
  /**
   * Lets the requests of one turn of the event loop send their statements together, unless this is the only one: at 32
   * connections a request for one lead takes a fifth less of the processor.
   */
  const together = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() =>
      Effect.ensuring(underWay++ === 0 ? statement : Effect.andThen(Effect.yieldNow, statement), ended)
    )

  const run: Run = (operation, statement, read) =>
    inTime(operation, () => statement).pipe(
      Effect.matchEffect({
        onFailure: (error) => Effect.fail(SqlError.isSqlError(error) ? storageError(operation)(error) : error),
        onSuccess: (rows) => {
          try {
            return Effect.succeed(read(rows))
          } catch (cause) {
            return Effect.fail(corrupt(operation, cause))
          }
        }
      }),
      insist
    )

  const query: Run = (operation, statement, read) => run(operation, together(statement), read)
  const write: Run = (operation, statement, read) => run(operation, alone(statement), read)

  // Its connection and COMMIT have to come in time; what is inside may take as long as it takes.
  const transaction: Database["transaction"] = (effect) =>
    inTime("Transactor.transaction", (watch) =>
      Effect.andThen(watch.stop, effect).pipe(
        Effect.catchCause((cause) => Effect.fail(new Inner(cause))),
        Effect.ensuring(watch.start),
        sql.withTransaction,
        Effect.catchCause(outcome)
      )
    ).pipe(insist)

  const inTransaction = Effect.map(currentTransaction, Option.isSome)

  return { sql, query, slowQuery: write, write, transaction, inTransaction }
})

/** What a failed transaction failed of. When its connection breaks, ROLLBACK dies beside what came before. */
const outcome = <E>(cause: Cause.Cause<Inner<E> | SqlError.SqlError>): Effect.Effect<never, E | StorageError> => {
  const values = cause.reasons.map((reason) =>
    Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
  )
  const inner = values.find((value): value is Inner<E> => value instanceof Inner)
  if (inner !== undefined) return Effect.failCause(inner.cause)
  const refused = values.find(SqlError.isSqlError)
  const others = cause.reasons.flatMap((reason) =>
    Cause.isInterruptReason(reason) || (Cause.isDieReason(reason) && !SqlError.isSqlError(reason.defect))
      ? [reason]
      : []
  )
  return refused === undefined || others.length > 0
    ? Effect.failCause(Cause.fromReasons(others))
    : Effect.fail(storageError("Transactor.transaction")(refused))
}

/** Counts the time that Postgres takes; stopped when it is not its turn. */
interface Watch {
  readonly start: Effect.Effect<void>
  readonly stop: Effect.Effect<void>
}

/**
 * Runs an effect that has to end before patience is lost, as the watch counts. It is then told to stop, but not waited
 * for: a server that hangs does not confirm that either. The time is the server's, so not that of `Clock`.
 */
const boundedBy =
  (patience: Duration.Duration) =>
  <A, E, R>(
    operation: string,
    start: (watch: Watch) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageError, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | StorageError>((resume) => {
        const giveUp = () => {
          const cause = new Error(`No answer within ${Duration.format(patience)}`)
          resume(Effect.fail(unavailable(operation, cause)))
          fiber.interruptUnsafe()
        }
        const startTimer = () => setTimeout(giveUp, Duration.toMillis(patience))
        let timer = startTimer()
        const watch: Watch = {
          start: Effect.sync(() => void (timer = startTimer())),
          stop: Effect.sync(() => clearTimeout(timer))
        }
        const fiber = Effect.runForkWith(context)(start(watch))
        fiber.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.andThen(watch.stop, Fiber.interrupt(fiber))
      })
    )

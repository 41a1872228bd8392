/** How the stores speak to Postgres: statements that end in time, and transactions that are retried. */
import { corrupt, isConflict, storageError, unavailable } from "./errors.ts"
import type { StorageError, Transactor } from "@mailroom/core"
import { Context, Duration, Effect, Fiber, Option, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"

export interface Database {
  readonly sql: SqlClient.SqlClient
  /** Runs one statement, and reads its rows. `operation` is `Port.method`. */
  readonly query: <Row, A>(
    operation: string,
    statement: Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>,
    read: (rows: ReadonlyArray<Row>) => A
  ) => Effect.Effect<A, StorageError>
  readonly transaction: Transactor["Service"]["transaction"]
  /** Whether a transaction surrounds this. */
  readonly inTransaction: Effect.Effect<boolean>
}

/** How long a statement may take, or a transaction may wait for a connection, until storage counts as unavailable. */
export const Patience = Context.Reference<Duration.Duration>("@mailroom/postgres/Patience", {
  defaultValue: () => Duration.seconds(15)
})

/** What the effect inside a transaction failed with, to tell it from a failure of BEGIN or COMMIT. */
class Inner<out E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

/** Conflicts end by one of the two giving in, so little time is enough, and a random one keeps them apart. */
const again = {
  while: isConflict,
  times: 5,
  schedule: Schedule.jittered(Schedule.exponential("10 millis"))
}

export const make: Effect.Effect<Database, never, SqlClient.SqlClient> = Effect.gen(function* () {
  // A host's client may rename columns; ours already have their names.
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const inTime = boundedBy(yield* Patience)
  const inTransaction = Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome)

  const query: Database["query"] = (operation, statement, read) => {
    const once = inTime(operation, () => Effect.mapError(statement, storageError(operation)))
    return Effect.flatMap(inTransaction, (inside) => (inside ? once : Effect.retry(once, again))).pipe(
      Effect.flatMap((rows) => {
        try {
          return Effect.succeed(read(rows))
        } catch (cause) {
          return Effect.fail(corrupt(operation, cause))
        }
      })
    )
  }

  const transaction: Database["transaction"] = (effect) => {
    const within = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      sql.withTransaction(Effect.mapError(effect, (error) => new Inner(error))).pipe(
        Effect.mapError((error) =>
          error instanceof Inner ? error.error : storageError("Transactor.transaction")(error)
        ),
        // ROLLBACK dies when the connection does, and with it what the transaction failed of.
        Effect.catchDefect((defect) =>
          SqlError.isSqlError(defect) ? Effect.fail(storageError("Transactor.transaction")(defect)) : Effect.die(defect)
        )
      )
    return Effect.flatMap(inTransaction, (inside) =>
      inside
        ? within(effect)
        : Effect.retry(
            inTime("Transactor.transaction", (begun) => within(Effect.andThen(begun, effect))),
            again
          )
    )
  }

  return { sql, query, transaction, inTransaction }
})

/**
 * Runs an effect that has to end, or say that it is under way, before patience is lost. It is then told to stop, but
 * not waited for: a server that hangs does not confirm that either. The time is the server's, so not that of `Clock`.
 */
const boundedBy =
  (patience: Duration.Duration) =>
  <A, E, R>(
    operation: string,
    start: (underWay: Effect.Effect<void>) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageError, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | StorageError>((resume) => {
        const timer = setTimeout(() => {
          const cause = new Error(`No answer within ${Duration.format(patience)}`)
          resume(Effect.fail(unavailable(operation, cause)))
          fiber.interruptUnsafe()
        }, Duration.toMillis(patience))
        const stopTimer = Effect.sync(() => clearTimeout(timer))
        const fiber = Effect.runForkWith(context)(start(stopTimer))
        fiber.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.andThen(stopTimer, Fiber.interrupt(fiber))
      })
    )

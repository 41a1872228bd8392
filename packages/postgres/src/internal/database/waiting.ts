/** Bounds how long a caller waits for Postgres. */
import { StorageBudget, type StorageError } from "@mailroom/core"
import { Context, Duration, Effect, Fiber } from "effect"
import { unavailable } from "./errors.ts"

/**
 * How long a caller waits for Postgres. `connection`: for a free connection. `answer`: for one statement, or for what a
 * transaction sends itself (BEGIN, COMMIT, ROLLBACK), the connection included. Inside a `StorageBudget`, all waits
 * together also stay within that.
 */
export const Patience = Context.Reference<{
  readonly connection: Duration.Duration
  readonly answer: Duration.Duration
}>("@mailroom/postgres/Patience", {
  defaultValue: () => ({ connection: Duration.seconds(2), answer: Duration.seconds(5) })
})

/** Counts the time: it runs after `postgres`, and stops after `caller`. */
export interface Stopwatch<E> {
  /**
   * Postgres has to answer within `most`; else the caller gets `otherwise`, made of how long that was. `cancel` asks Postgres to
   * end the statement. It runs a little earlier, so that there is time left for the answer.
   */
  readonly postgres: (
    most: Duration.Duration,
    otherwise: (waited: string) => Effect.Effect<never, E>,
    cancel?: Effect.Effect<void>
  ) => void
  readonly caller: () => void
  /** Whether there is time left to wait for the answer to a COMMIT: without its answer, its outcome is unknown. */
  readonly canCommit: () => boolean
  /** Whether there is time left for a statement that has to be cancelled before the end. */
  readonly canCancel: () => boolean
}

/** In milliseconds. */
const timeToCommit = 250
const timeToCancel = 500

/**
 * Runs an effect that ends in time, as its stopwatch counts. When it does not, it is interrupted, without waiting for the
 * interruption: a server that hangs does not confirm it. Uses real time, not `Clock`.
 */
export const bounded = <A, E, R>(
  operation: string,
  limit: Duration.Duration,
  start: (stopwatch: Stopwatch<E | StorageError>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageError, R> =>
  Effect.contextWith((context: Context.Context<R>) => {
    const budget = Context.get(context, StorageBudget.Current) ?? new StorageBudget.Budget(limit)
    if (budget.left <= 0) {
      const used = `the ${Duration.format(budget.size)} for storage are used up`
      return Effect.fail(unavailable(operation, new Error(used)))
    }
    const size = Duration.toMillis(budget.size)
    const reserved = Math.min(timeToCancel, size / 2)
    return Effect.callback<A, E | StorageError>((resume) => {
      let timer: NodeJS.Timeout | undefined
      const caller = () => {
        if (timer === undefined) return
        clearTimeout(timer)
        timer = undefined
        budget.leave()
      }
      const fiber = Effect.runForkWith(context)(
        Effect.suspend(() =>
          start({
            postgres: (most, otherwise, cancel) => {
              caller()
              budget.enter()
              const millis = Math.max(0, Math.ceil(Math.min(Duration.toMillis(most), budget.left)))
              const end = () => {
                caller()
                resume(otherwise(Duration.format(Duration.millis(Math.round(millis / 10) * 10))))
                fiber.interruptUnsafe()
              }
              const endEarly = (cancel: Effect.Effect<void>) => () => {
                timer = setTimeout(end, reserved)
                Effect.runFork(cancel)
              }
              timer =
                cancel === undefined
                  ? setTimeout(end, millis)
                  : setTimeout(endEarly(cancel), Math.max(0, millis - reserved))
            },
            caller,
            canCommit: () => budget.left > Math.min(timeToCommit, size / 10),
            canCancel: () => budget.left > reserved
          })
        )
      )
      fiber.addObserver((exit) => {
        caller()
        resume(exit)
      })
      return Effect.andThen(Effect.sync(caller), Fiber.interrupt(fiber))
    })
  })

/** Bounds how long a caller waits for Postgres. */
import { Deadline, type StorageError } from "@mailroom/core"
import { Context, Duration, Effect, Fiber } from "effect"
import { unavailable } from "./errors.ts"

/**
 * How long a caller waits for Postgres. `connection`: for a free connection. `answer`: for one statement, BEGIN, COMMIT or
 * ROLLBACK. No wait ends after the `Deadline` of a request.
 */
export const Patience = Context.Reference<{
  readonly connection: Duration.Duration
  readonly answer: Duration.Duration
}>("@mailroom/postgres/Patience", {
  defaultValue: () => ({ connection: Duration.seconds(2), answer: Duration.seconds(5) })
})

/** Ends the current wait. */
export interface Alarm<E> {
  /**
   * A new wait begins. It ends within `most` and by the deadline; then the caller gets `otherwise`, made of how long that was.
   * `cancel` asks Postgres to end the statement. It runs a little earlier, so that there is time left for the answer.
   */
  readonly set: (
    most: Duration.Duration,
    otherwise: (waited: string) => Effect.Effect<never, E>,
    cancel?: Effect.Effect<void>
  ) => void
  /** Nothing is waited for. */
  readonly stop: () => void
  /** Whether there is time left to wait for the answer to a COMMIT: without its answer, its outcome is unknown. */
  readonly canCommit: () => boolean
  /** Whether there is time left for a statement that has to be cancelled before the end. */
  readonly canCancel: () => boolean
}

/** The time to wait for the answer to a COMMIT, in milliseconds (`Alarm.canCommit`). */
const timeToCommit = 250
/** The time between the request to cancel a statement and the end of the wait, in milliseconds (`Alarm.canCancel`). */
const timeToCancel = 500

/**
 * Runs an effect whose waits end in time, as its alarm is set. When one does not, the effect is interrupted, without waiting
 * for the interruption: a server that hangs does not confirm it. Uses real time, not `Clock`.
 */
export const bounded = <A, E, R>(
  operation: string,
  start: (alarm: Alarm<E | StorageError>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageError, R> =>
  Effect.contextWith((context: Context.Context<R>) => {
    const deadline = Context.get(context, Deadline.Current)
    const left = () => Deadline.left(deadline)
    if (left() <= 0) {
      const used = `the ${Duration.format(Duration.millis(deadline.size))} for storage are used up`
      return Effect.fail(unavailable(operation, new Error(used)))
    }
    return Effect.callback<A, E | StorageError>((resume) => {
      let timer: NodeJS.Timeout | undefined
      const stop = () => clearTimeout(timer)
      const fiber = Effect.runForkWith(context)(
        Effect.suspend(() =>
          start({
            set: (most, otherwise, cancel) => {
              stop()
              const millis = Math.max(0, Math.ceil(Math.min(Duration.toMillis(most), left())))
              const end = () => {
                // Rounded to 10 ms: the message needs no more digits.
                const waited = Duration.format(Duration.millis(Math.round(millis / 10) * 10))
                resume(otherwise(waited))
                fiber.interruptUnsafe()
              }
              if (cancel === undefined) {
                timer = setTimeout(end, millis)
                return
              }
              const reserved = Math.min(timeToCancel, millis / 2)
              const endEarly = () => {
                timer = setTimeout(end, reserved)
                Effect.runFork(cancel)
              }
              timer = setTimeout(endEarly, millis - reserved)
            },
            stop,
            canCommit: () => left() > timeToCommit,
            canCancel: () => left() > timeToCancel
          })
        )
      )
      fiber.addObserver((exit) => {
        stop()
        resume(exit)
      })
      return Effect.andThen(Effect.sync(stop), Fiber.interrupt(fiber))
    })
  })

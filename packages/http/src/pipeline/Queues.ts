/** The places of this process, and the clock of their queues. */
import { Clock, Duration, Effect, FiberSet } from "effect"
import type { Party } from "./Parties.ts"
import { Places } from "./Places.ts"

/** How often the queues are checked while requests wait, and the most that counts between two checks, in milliseconds. */
const interval = 20
const longestInterval = 50

/** Milliseconds of a clock that never goes back. */
export const monotonicOf = (clock: Clock.Clock) => () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/**
 * The places, and `watch`, to be called when a request may have begun to wait: it checks the queues periodically while
 * they are not empty. The places close with the scope.
 */
export const makeQueues = (maxInFlight: number) =>
  Effect.gen(function* () {
    const monotonic = monotonicOf(yield* Clock.Clock)
    const run = yield* FiberSet.makeRuntime()

    /**
     * The clock of the queues, in milliseconds. While requests wait, it stops whenever the process gets no processor time,
     * so that the server does not reject requests that it could not answer meanwhile.
     */
    let time = 0
    let isChecking = false
    let lastLook = monotonic()
    /** Advances the clock by the time since it was last looked at, at most by `longest`. */
    const tick = (longest: number) => {
      const last = lastLook
      lastLook = monotonic()
      time += Math.min(lastLook - last, longest)
    }
    const places = new Places<Party>(maxInFlight, () => {
      if (!isChecking) tick(Number.POSITIVE_INFINITY)
      return time
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => places.close()))

    const checkQueues = Effect.sleep(Duration.millis(interval)).pipe(
      Effect.andThen(
        Effect.sync(() => {
          tick(longestInterval)
          places.expire()
        })
      ),
      Effect.repeat({ while: () => places.isWaiting }),
      Effect.andThen(Effect.sync(() => (isChecking = false)))
    )
    const watch = () => {
      if (isChecking || !places.isWaiting) return
      isChecking = true
      run(checkQueues)
    }
    return { places, watch }
  })

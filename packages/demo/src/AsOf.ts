/** Creates data as if it had been created earlier. */
import { Clock, Effect } from "effect"

/** Runs an effect with the clock stopped at this instant. */
export const asOf =
  (now: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideServiceEffect(
      effect,
      Clock.Clock,
      Effect.map(Clock.Clock, (clock): Clock.Clock => ({
        currentTimeMillisUnsafe: () => now,
        currentTimeMillis: Effect.succeed(now),
        currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
        currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      }))
    )

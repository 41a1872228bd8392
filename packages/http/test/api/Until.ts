/** Waits on a state that workers, another process or time bring about. */
import { Effect } from "effect"

/** Repeats an effect until its result is as wanted. The pauses leave the processor to the server, which may be in this process. */
export const until =
  <A>(isWanted: (result: A) => boolean) =>
  <E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.repeat(Effect.delay(effect, "10 millis"), { until: isWanted })

/** Waits for what workers and time do, over HTTP. */
import { Effect } from "effect"

/** Repeats an effect until its result is as wanted. The server is in this process: the pauses leave it the processor. */
export const until =
  <A>(isWanted: (result: A) => boolean) =>
  <E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.repeat(Effect.delay(effect, "10 millis"), { until: isWanted })

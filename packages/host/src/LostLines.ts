/** Counts lines of the log that did not arrive: their reader was away, or the app's logger failed. */
import { Effect, Metric } from "effect"

const lostLines = Metric.counter("log_lines_lost_total", {
  description: "Lines of the log that were lost: their reader or disk did not take them, or the logger failed",
  incremental: true
})

/** Makes the function that counts, also outside of effects; until then, there is no series. */
export const make: Effect.Effect<(lines: number) => void> = Effect.map(Effect.context<never>(), (context) => {
  const count = (lines: number) => lostLines.updateUnsafe(lines, context)
  count(0)
  return count
})

/** Counts lines of the log that did not arrive: their reader was away, or the app's logger failed. */
import { type Context, Effect, Metric } from "effect"

const lostLines = Metric.counter("log_lines_lost_total", {
  description: "Lines of the log that were lost: their reader or disk did not take them, or the logger failed",
  incremental: true
})

/** Counts lines outside of effects, in the figures of this context. */
export const count = (lines: number, context: Context.Context<never>): void => lostLines.updateUnsafe(lines, context)

/** Shows the figure, and makes the function that counts. */
export const make: Effect.Effect<(lines: number) => void> = Effect.map(Effect.context<never>(), (context) => {
  count(0, context)
  return (lines) => count(lines, context)
})

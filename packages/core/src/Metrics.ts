/** The figures of the domain, for `GET /metrics`. They count since the start of the process. */
import { Effect, Metric } from "effect"
import { metrics as inboxes } from "./inboxes/InboxMetrics.ts"
import { metrics as deliveries } from "./integrations/DeliveryMetrics.ts"
import { metrics as retention } from "./retention/RetentionMetrics.ts"
import { metrics as sends } from "./sends/SendMetrics.ts"
import { metrics as work } from "./work/WorkMetrics.ts"

export { measureBacklog } from "./work/WorkMetrics.ts"

/** Shows the series of background work before the first time that something is counted, so that rates begin at 0. */
export const begin: Effect.Effect<void> = Effect.forEach(
  [...work, ...sends, ...inboxes, ...deliveries, ...retention],
  (metric: Metric.Metric<never, unknown>) => Metric.value(metric),
  { discard: true }
)

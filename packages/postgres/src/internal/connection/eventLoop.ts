/** How much of its time the event loop works. */
import { performance } from "node:perf_hooks"

/** A process that works for more than this share of its time counts as busy. */
const busyFrom = 0.9

/** How long a measurement lasts, in milliseconds. */
const period = 20

/** Makes a function that says whether the event loop was busy lately; `now` as `performance.now()`. */
export const makeIsBusy = () => {
  let begun = performance.eventLoopUtilization()
  let measuredAt = performance.now()
  let isBusy = false
  return (now: number): boolean => {
    if (now - measuredAt < period) return isBusy
    const current = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(current, begun).utilization > busyFrom
    begun = current
    measuredAt = now
    return isBusy
  }
}

/** The figures of the process for `GET /metrics`, and of the work that is due in its database. */
import { Metrics, type WorkStore } from "@mailroom/core"
import { Effect, Layer, Metric } from "effect"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"

/** How often the event loop is looked at, in milliseconds. Delays contain this time. */
const resolution = 10

/** How long delays of the event loop count. */
const period = "15 seconds"

const processor = Metric.counter("process_cpu_seconds_total", {
  description: "Processor time of the process",
  incremental: true
})
const busy = Metric.counter("event_loop_busy_seconds_total", {
  description: "How long the event loop was busy. At a rate of 1 the process can do no more",
  incremental: true
})
const delay = Metric.gauge("event_loop_delay_seconds", {
  description:
    "How much later than planned a timer ran, in the last 15 to 30 seconds: half of the timers at most `p50`, 99 % at most `p99`"
})
const resident = Metric.gauge("process_resident_memory_bytes", { description: "Memory of the process" })
const heap = Metric.gauge("process_heap_bytes", { description: "Memory of its objects in JavaScript" })
const started = Metric.gauge("process_start_time_seconds", {
  description: "When the process started, in seconds since 1970"
})
const info = Metric.gauge("info", { description: "Always 1; its labels are the releases of Mailroom and Node" })

/** The names of the quantiles that are shown. */
const quantiles = { p50: 0.5, p99: 0.99, max: 1 }
/** The functions of a metric that reads its value, and that nobody changes. */
const readOnly = <State>(get: () => State) => ({ get, update: () => {}, modify: () => {} })

/** Registers the metrics of the process: memory, processor time, and delays of the event loop. */
const watchProcess = Effect.fnUntraced(function* (version: string) {
  const context = yield* Effect.context<never>()
  const gauge = (metric: typeof resident, get: () => number) =>
    Metric.registerUnsafe(
      metric,
      context,
      readOnly(() => ({ value: get() }))
    )
  const counter = (metric: typeof processor, get: () => number) =>
    Metric.registerUnsafe(
      metric,
      context,
      readOnly(() => ({ count: get(), incremental: true }))
    )

  const loop = monitorEventLoopDelay({ resolution })
  loop.enable()
  /** A quantile of the delays of timers in the current period, in seconds. */
  const delayAt = (quantile: number) => {
    if (loop.count === 0) return 0
    const nanoseconds = quantile === 1 ? loop.max : loop.percentile(quantile * 100)
    return Math.max(0, nanoseconds / 1e9 - resolution / 1000)
  }
  let before: ReadonlyMap<number, number> = new Map()
  const endPeriod = Effect.sync(() => {
    before = new Map(Object.values(quantiles).map((quantile) => [quantile, delayAt(quantile)]))
    loop.reset()
  })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(endPeriod, period)))

  const shown = [
    counter(processor, () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1e6
    }),
    counter(busy, () => performance.eventLoopUtilization().active / 1000),
    gauge(resident, () => process.memoryUsage.rss()),
    gauge(heap, () => process.memoryUsage().heapUsed),
    gauge(started, () => performance.timeOrigin / 1000),
    gauge(Metric.withAttributes(info, { version, node: process.versions.node }) as typeof info, () => 1),
    ...Object.entries(quantiles).map(([name, quantile]) =>
      gauge(Metric.withAttributes(delay, { timers: name }) as typeof delay, () =>
        Math.max(before.get(quantile) ?? 0, delayAt(quantile))
      )
    )
  ]
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const metric of shown) metric.remove()
      loop.disable()
    })
  )
})

/** Shows the figures of the process, and measures each 15 seconds what work is due, until the layer is released. */
export const layer = ({ version }: { readonly version: string }): Layer.Layer<never, never, WorkStore> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* watchProcess(version)
      yield* Metrics.begin
      yield* Metrics.measureBacklog
      yield* Effect.forkScoped(Effect.forever(Effect.delay(Metrics.measureBacklog, period)))
    })
  )

/** `GET /metrics` in the Prometheus format, and the figures of requests. Labels have routes, never ids or addresses. */
import { Clock, type Context, Duration, Effect, Layer, Metric } from "effect"
import { HttpMethod, HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"

export const path = "/metrics"

/** The prefix of all names. */
const prefix = "mailroom"

const requests = Metric.counter("http_requests_total", {
  description: "Requests that were answered, also those that were rejected. The route is `none` when there is none",
  incremental: true
})
const duration = Metric.histogram("http_request_duration_seconds", {
  description: "How long requests took, from their head to the answer, with the wait for a place",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** Methods that get their own time series. Clients can send any method, and each series stays in memory. */
const knownMethods: ReadonlySet<string> = HttpMethod.all

export interface Measured {
  readonly method: string
  /** The path as the documentation writes it: `/leads/{id}`. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
}

/** Makes the function that counts an answer. The series of a route are looked up by one text each, and then kept. */
export const makeMeasure = (context: Context.Context<never>) => {
  const counters = new Map<string, typeof requests>()
  const histograms = new Map<string, typeof duration>()
  return ({ method: given, milliseconds, route = "none", status }: Measured) => {
    const method = knownMethods.has(given) ? given : "other"
    const methodAndRoute = `${method} ${route}`
    const key = `${methodAndRoute} ${status}`
    let counter = counters.get(key)
    if (counter === undefined) {
      counter = Metric.withAttributes(requests, { method, route, status: String(status) }) as typeof requests
      counters.set(key, counter)
    }
    let histogram = histograms.get(methodAndRoute)
    if (histogram === undefined) {
      histogram = Metric.withAttributes(duration, { method, route }) as typeof duration
      histograms.set(methodAndRoute, histogram)
    }
    counter.updateUnsafe(1, context)
    histogram.updateUnsafe(milliseconds / 1000, context)
  }
}

const inFlight = Metric.gauge("http_requests_in_flight", {
  description: "Requests that have a place: they are processed"
})
const places = Metric.gauge("http_places", { description: "Places: how many requests are processed at the same time" })
const waiting = Metric.gauge("http_requests_waiting", { description: "Requests that wait for a place" })
const rejected = Metric.counter("http_requests_rejected_total", {
  description:
    "Requests that were rejected. `rate`: over the rate of the organization (429), `busy`: no place in time (503)",
  incremental: true
})

/** Figures that are read when they are asked for. */
export interface Figures {
  readonly places: number
  readonly inFlight: () => number
  readonly waiting: () => number
  readonly rejected: { readonly rate: number; readonly busy: number }
}

/** Shows the figures of the places until the scope closes. */
export const show = Effect.fnUntraced(function* (figures: Figures) {
  const context = yield* Effect.context<never>()
  const gauge = (metric: typeof waiting, get: () => number) =>
    Metric.registerUnsafe(
      metric,
      context,
      readOnly(() => ({ value: get() }))
    )
  const counter = (reason: keyof Figures["rejected"]) =>
    Metric.registerUnsafe(
      Metric.withAttributes(rejected, { reason }),
      context,
      readOnly(() => ({ count: figures.rejected[reason], incremental: true }))
    )
  const shown = [
    gauge(places, () => figures.places),
    gauge(inFlight, figures.inFlight),
    gauge(waiting, figures.waiting),
    counter("rate"),
    counter("busy")
  ]
  yield* Effect.addFinalizer(() => Effect.sync(() => shown.forEach((metric) => metric.remove())))
})

/** The functions of a metric that reads its value, and that nobody changes. */
const readOnly = <State>(get: () => State) => ({ get, update: () => {}, modify: () => {} })

/** How long nobody may ask for the figures: many times the interval of a scraper. */
const patience = Duration.minutes(5)

/**
 * Warns when nobody has asked for the figures for a while, and again when somebody does. Returns the effect to run each time
 * that they are asked for.
 */
const watchPulls = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  let last = clock.currentTimeMillisUnsafe()
  let isAway = false
  const since = () => Duration.millis(clock.currentTimeMillisUnsafe() - last)
  const check = Effect.suspend(() => {
    if (isAway || Duration.isLessThan(since(), patience)) return Effect.void
    isAway = true
    return Effect.logWarning(
      `Nobody has asked for GET ${path} for ${Duration.format(patience)}: is the scraper running, and does it reach this process?`
    )
  })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(check, "1 minute")))
  return Effect.suspend(() => {
    const [wasAway, pause] = [isAway, Math.round(Duration.toMinutes(since()))]
    isAway = false
    last = clock.currentTimeMillisUnsafe()
    return wasAway ? Effect.logWarning(`GET ${path} is asked for again, after ${pause} minutes`) : Effect.void
  })
})

/** Serves the figures of this process at `/metrics`. */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const pulled = yield* watchPulls
    const answer = Effect.map(PrometheusMetrics.format({ prefix }), (text) =>
      HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    )
    yield* router.add("GET", path, Effect.andThen(pulled, answer))
  })
)

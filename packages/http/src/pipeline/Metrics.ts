/** `GET /metrics` in the Prometheus format: the number of requests by method and status, and their duration. */
import { Clock, Effect, Layer, Metric, type Types } from "effect"
import { HttpMethod, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"

export const path = "/metrics"

const duration = Metric.histogram("http_request_duration_seconds", {
  description: "How long requests took to be answered",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** Methods that get their own time series. Clients can send any method, and each series stays in memory. */
const known: ReadonlySet<string> = HttpMethod.all

const measured = HttpRouter.middleware(
  Effect.fnUntraced(function* (
    handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
  ): Effect.fn.Return<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> {
    const { method } = yield* HttpServerRequest.HttpServerRequest
    const start = yield* Clock.currentTimeNanos
    const response = yield* handler
    const seconds = Number((yield* Clock.currentTimeNanos) - start) / 1e9
    const attributes = { method: known.has(method) ? method : "other", status: String(response.status) }
    yield* Metric.update(Metric.withAttributes(duration, attributes), seconds)
    return response
  }),
  { global: true }
)

/**
 * Serves `/metrics`, and measures each request. The measurement wraps `boundary`, so it sees each answer as it is sent.
 */
export const layer = <R>(boundary: Layer.Layer<never, never, R>) =>
  Layer.merge(PrometheusMetrics.layerHttp({ path, prefix: "mailroom" }), boundary.pipe(Layer.provide(measured)))

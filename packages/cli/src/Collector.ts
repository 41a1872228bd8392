/**
 * The connection to the collector of traces. A collector that is away is a warning, as is its return; the spans that are
 * lost are counted.
 */
import { Effect, Fiber, Layer, Metric, Schedule } from "effect"
import { FetchHttpClient, HttpClient, type HttpClientError, HttpClientResponse } from "effect/http"
import { OtlpSerialization } from "effect/observability"
import { messageOf } from "./Failure.ts"
import { rejectedIn } from "./Rejected.ts"

const lostSpans = Metric.counter("trace_spans_lost_total", {
  description: "Spans that were lost, because the collector of traces did not take them",
  incremental: true
})

/** How long a batch is tried: the default of OpenTelemetry. */
const patience = "10 seconds"

/** The number of spans that each fiber sends. The exporter makes the body and sends it in the same fiber. */
const sizes = new WeakMap<Fiber.Fiber<unknown, unknown>, number>()

/** Notes how many spans a body has: a body of protobuf does not show it. */
const layerCounted = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (serialization) => ({
    ...serialization,
    traces: (data: Parameters<typeof serialization.traces>[0]) => {
      const spans = data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans)
      const fiber = Fiber.getCurrent()
      if (fiber !== undefined) sizes.set(fiber, spans.length)
      return serialization.traces(data)
    }
  }))
)

interface Loss {
  readonly spans: number
  readonly reason: string
}

const reasonOf = (error: Error | HttpClientError.HttpClientError): string =>
  "response" in error && error.response !== undefined ? `it answers ${error.response.status}` : messageOf(error)

/** Sends a batch of `size` spans. Returns which of them were lost, and why; `undefined` if the collector took all. */
const send = (execution: ReturnType<HttpClient.HttpClient["execute"]>, size: number) =>
  execution.pipe(
    Effect.flatMap((response) =>
      Effect.map(response.arrayBuffer, (body) => rejectedIn(new Uint8Array(body), response.headers["content-type"]))
    ),
    Effect.map((rejected): Loss | undefined =>
      rejected === undefined
        ? undefined
        : { spans: rejected.spans, reason: `it rejects ${rejected.spans} of ${size} spans: ${rejected.message}` }
    ),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new Error(`it does not answer within ${patience}`))
    }),
    Effect.catch((error) => Effect.succeed({ spans: size, reason: reasonOf(error) }))
  )

/** Counts lost spans. Warns when the collector stops taking spans, and when it takes them again. */
const watch = Effect.gen(function* () {
  /** Spans lost since the collector went away; `undefined` while it takes them. */
  let lost: number | undefined
  /** Counts lost spans. From then on the collector is away. */
  const count = (spans: number) =>
    Effect.suspend(() => {
      lost = (lost ?? 0) + spans
      return Metric.update(lostSpans, spans)
    })
  yield* Metric.update(lostSpans, 0)
  yield* Effect.addFinalizer(() =>
    lost === undefined
      ? Effect.void
      : Effect.logWarning(`${lost} spans were lost until the end, because the collector did not take them`)
  )
  return {
    isAway: () => lost !== undefined,
    count,
    /** Takes the result of a batch. A loss means that the collector is away, `undefined` that it takes spans again. */
    note: Effect.fnUntraced(function* (loss: Loss | undefined) {
      if (loss === undefined) {
        if (lost !== undefined) yield* Effect.logWarning(`The collector takes traces again: ${lost} spans were lost`)
        lost = undefined
        return
      }
      if (lost === undefined) {
        yield* Effect.logWarning(
          `Traces are lost, because the collector does not take them: ${loss.reason}. It is tried again every few seconds`
        )
      }
      yield* count(loss.spans)
    })
  }
})

/**
 * A client that never fails: after a failure the exporter of `effect` would lose all spans of a minute. So it goes on with the
 * next batch, some seconds later. A collector that is away is tried by one batch at a time, once.
 */
const layerClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const once = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
    const client = HttpClient.retryTransient(once, { schedule: Schedule.spaced("1 second"), times: 3 })
    const { count, isAway, note } = yield* watch
    /** The number of batches that are being sent. */
    let underWay = 0
    return HttpClient.make((request, _url, _signal, fiber) => {
      const size = sizes.get(fiber) ?? 0
      const attempt = Effect.suspend(() => {
        if (isAway() && underWay > 0) return count(size)
        underWay++
        return send((isAway() ? once : client).execute(request), size).pipe(
          Effect.flatMap(note),
          Effect.onInterrupt(() => count(size)),
          Effect.ensuring(Effect.sync(() => underWay--))
        )
      })
      return Effect.as(attempt, HttpClientResponse.fromWeb(request, new Response(null)))
    })
  })
)

/** The client and the serialization of the exporter. */
export const layer = <E, R>(
  serialization: Layer.Layer<OtlpSerialization.OtlpSerialization, E, R>
): Layer.Layer<HttpClient.HttpClient | OtlpSerialization.OtlpSerialization, E, R> =>
  Layer.merge(Layer.provide(layerClient, FetchHttpClient.layer), Layer.provide(layerCounted, serialization))

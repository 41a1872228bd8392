/** Traces while the collector is away. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Logger, Metric } from "effect"
import { FetchHttpClient } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import { rejectedIn } from "../src/Rejected.ts"
import * as Tracing from "../src/Tracing.ts"

/** A collector that can be away, with the number of requests that it answered. */
const makeCollector = () => {
  const state = { answer: (): Promise<Response> => Promise.resolve(new Response("{}")), taken: 0 }
  const fetch = async () => {
    const response = await state.answer()
    if (response.ok) state.taken++
    return response
  }
  return { fetch: fetch as typeof globalThis.fetch, state }
}

const setup = Effect.gen(function* () {
  const { fetch, state } = makeCollector()
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    lines.push(`${logLevel} ${[message].flat().join(" ")}`)
  })
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_EXPORTER_OTLP_COMPRESSION: "gzip" }
  const context = yield* Layer.build(
    Tracing.layer.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          Logger.layer([logger]),
          Layer.succeed(FetchHttpClient.Fetch, fetch),
          Layer.succeed(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env)),
          Layer.sync(Metric.MetricRegistry, () => new Map())
        )
      )
    )
  )
  /** Ends `n` spans, and waits until they were sent or given up. */
  const work = (n: number) =>
    Effect.gen(function* () {
      yield* Effect.forEach(Array.from({ length: n }), () => Effect.withSpan(Effect.void, "work"))
      for (let second = 0; second < 20; second++) {
        yield* TestClock.adjust("1 second")
        // The answers of `fetch` and the compression are not a part of the clock.
        yield* Effect.promise(() => new Promise((done) => void setImmediate(done)))
      }
    }).pipe(Effect.provide(context))
  const lost = Effect.map(
    Effect.provide(PrometheusMetrics.format({ prefix: "mailroom" }), context),
    (text) => /^mailroom_trace_spans_lost_total (\d+)$/mu.exec(text)?.[1]
  )
  return { lines, lost, state, work }
})

describe("a collector of traces that is away", () => {
  it.effect("is a warning at each change of its state, and lost spans are counted", () =>
    Effect.gen(function* () {
      const { lines, lost, state, work } = yield* setup
      assert.strictEqual(yield* lost, "0")
      state.answer = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }))
      yield* work(3)
      yield* work(2)
      assert.deepStrictEqual(lines, [
        "Warn Traces are lost, because the collector does not take them: connect ECONNREFUSED. It is tried again every few seconds"
      ])
      assert.strictEqual(yield* lost, "5")

      state.answer = () => Promise.resolve(new Response("{}"))
      yield* work(1)
      assert.strictEqual(state.taken, 1)
      assert.deepStrictEqual(lines.slice(1), ["Warn The collector takes traces again: 5 spans were lost"])

      state.answer = () => Promise.resolve(new Response("no", { status: 401 }))
      yield* work(1)
      assert.match(lines[2] ?? "", /^Warn Traces are lost, because the collector does not take them: it answers 401\./u)
      assert.strictEqual(yield* lost, "6")
    })
  )

  it.effect("may also never answer", () =>
    Effect.gen(function* () {
      const { lines, lost, state, work } = yield* setup
      state.answer = () => new Promise(() => {})
      yield* work(1)
      assert.match(lines.join(), /^Warn Traces are lost[^\n]*: it does not answer within 10 seconds\./u)
      assert.strictEqual(yield* lost, "1")
    })
  )

  it.effect("may take a part only, and says why", () =>
    Effect.gen(function* () {
      const { lines, lost, state, work } = yield* setup
      const answer = JSON.stringify({ partialSuccess: { rejectedSpans: "2", errorMessage: "too old" } })
      const headers = { "content-type": "application/json" }
      state.answer = () => Promise.resolve(new Response(answer, { headers }))
      yield* work(3)
      assert.match(lines.join(), /^Warn Traces are lost[^\n]*: it rejects 2 of 3 spans: too old\./u)
      assert.strictEqual(yield* lost, "2")
    })
  )

  it.effect("is said once more when the process ends", () =>
    Effect.gen(function* () {
      const lines = yield* Effect.scoped(
        Effect.gen(function* () {
          const { lines, state, work } = yield* setup
          state.answer = () => Promise.resolve(new Response("no", { status: 503 }))
          yield* work(2)
          return lines
        })
      )
      assert.strictEqual(lines[1], "Warn 2 spans were lost until the end, because the collector did not take them")
    })
  )
})

describe("the answer of a collector", () => {
  const bytes = (...parts: ReadonlyArray<number | string>) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])))

  it("says in protobuf how many spans it rejected, and why", () => {
    const protobuf = "application/x-protobuf"
    assert.isUndefined(rejectedIn(bytes(), protobuf))
    assert.isUndefined(rejectedIn(bytes(0x0a, 0), protobuf))
    assert.isUndefined(rejectedIn(bytes(0x0a, 9, 0x12, 7, "warning"), protobuf))
    assert.deepStrictEqual(rejectedIn(bytes(0x0a, 12, 0x08, 0xac, 0x02, 0x12, 7, "too old"), protobuf), {
      spans: 300,
      message: "too old"
    })
    assert.deepStrictEqual(rejectedIn(bytes(0x0a, 2, 0x08, 1), protobuf), { spans: 1, message: "it gives no reason" })
    assert.isUndefined(rejectedIn(bytes("not protobuf at all"), protobuf))
  })

  it("may be anything in JSON", () => {
    const json = "application/json; charset=utf-8"
    for (const text of ["", "{}", "null", "no", '{"partialSuccess":{}}', '{"partialSuccess":{"rejectedSpans":"0"}}']) {
      assert.isUndefined(rejectedIn(bytes(text), json), text)
    }
  })
})

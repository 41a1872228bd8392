import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { freePort } from "../../host/test/Programs.ts"
import { folder, mailroom, tenancy } from "./Harness.ts"
import { serve } from "./Process.ts"
import { newKey } from "./Requests.ts"
import { familiesOf, scrape } from "./Scrape.ts"

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
}

/** A collector that takes traces as OTLP JSON. */
const makeCollector = (port = 0) =>
  Effect.gen(function* () {
    const received: Array<{ readonly url: string | undefined; readonly headers: object; readonly text: string }> = []
    const server = createServer(async (request, response) => {
      let text = ""
      for await (const chunk of request) text += String(chunk)
      received.push({ url: request.url, headers: request.headers, text })
      response.end("{}")
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(port, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => server.close().closeAllConnections())
    )
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
    const spans = (): ReadonlyArray<Span> =>
      received
        .flatMap(({ text }) => JSON.parse(text).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
    return { received, spans, url }
  })
const collector = makeCollector()

describe("traces of serve", () => {
  it.live("go from the incoming request to SQL, and have neither keys nor values of the query", () =>
    Effect.gen(function* () {
      const { received, spans, url } = yield* collector
      const env = {
        ...(yield* tenancy),
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "x-team=mail",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
        OTEL_BSP_SCHEDULE_DELAY: "100"
      }
      const key = (yield* mailroom(env, "keys", "create", "--name", "test")).stdout.slice("API key: ".length)
      const running = yield* serve(["--no-work"], { cwd: yield* folder, env })
      const trace = "0af7651916cd43dd8448eb211c80319c"
      const headers = { authorization: `Bearer ${key}`, traceparent: `00-${trace}-b7ad6b7169203331-01` }
      const ask = (path: string) => Effect.promise(() => fetch(running.url + path, { headers }))
      assert.strictEqual((yield* ask("/leads?search=ada-lovelace&limit=1")).status, 200)
      yield* ask("/readyz")
      yield* ask("/u/a-secret-token")
      // A slow machine may not send what is left within the time for that at the end.
      while (!spans().some(({ name, traceId }) => name === "GET /leads" && traceId === trace)) yield* ask("/readyz")
      const { stderr } = yield* running.stop("SIGINT")

      const own = spans().filter(({ traceId }) => traceId === trace)
      const root = own.find(({ name }) => name === "GET /leads")
      assert.strictEqual(root?.parentSpanId, "b7ad6b7169203331")
      const find = own.find(({ name }) => name.startsWith("Leads."))
      const parents = new Map(own.map(({ parentSpanId, spanId }) => [spanId, parentSpanId]))
      const query = own.find(({ name, parentSpanId }) => name.startsWith("postgres") && parentSpanId === find?.spanId)
      let parent: string | undefined = query?.spanId
      const path = []
      for (; parent !== undefined; parent = parents.get(parent)) path.push(parent)
      assert.deepStrictEqual(path, [query?.spanId, find?.spanId, root?.spanId, "b7ad6b7169203331"])
      assert.notIncludeMembers(
        spans().map(({ name }) => name),
        ["GET /readyz"]
      )
      const text = received.map(({ text }) => text).join("\n")
      assert.deepInclude(received[0], { url: "/v1/traces" })
      assert.deepInclude(received[0]?.headers, { "x-team": "mail" })
      assert.include(text, '"mailroom"')
      assert.include(text, "deployment.environment")
      for (const secret of [key, "lovelace", "a-secret-token"]) assert.notInclude(text, secret)
      assert.include(stderr, `"trace_id":"${trace}"`)
    })
  )

  it.live("are not sent when the variables say so, and a wrong variable is an error", () =>
    Effect.gen(function* () {
      const { received, url } = yield* collector
      const cwd = yield* folder
      for (const off of [{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }]) {
        const running = yield* serve(["--memory"], { cwd, env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...off } })
        yield* Effect.promise(() => fetch(`${running.url}/leads`, { headers: { authorization: `Bearer ${newKey()}` } }))
        yield* running.stop("SIGINT")
      }
      assert.lengthOf(received, 0)
      const wrong = yield* mailroom({ OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere" }, "serve", "--memory", "--port", "0")
      assert.strictEqual(wrong.code, 2)
      assert.match(wrong.stderr, /^mailroom: The variables OTEL_… cannot be used: /u)
    })
  )

  it.live("arrive as soon as an absent collector is there", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const env = {
        MAILROOM_API_KEY: newKey(),
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_BSP_SCHEDULE_DELAY: "100"
      }
      const running = yield* serve(["--memory", "--metrics"], { cwd: yield* folder, env })
      const ask = Effect.promise(() => fetch(`${running.url}/leads`))
      const lost = Effect.map(
        scrape(`${running.url}/metrics`),
        ({ text }) => familiesOf(text).get("mailroom_trace_spans_lost_total")?.samples[0]?.value ?? 0
      )
      while ((yield* lost) === 0) yield* ask
      const { spans } = yield* makeCollector(port)
      while (!spans().some(({ name }) => name === "GET /leads")) yield* ask
      const { stderr } = yield* running.stop("SIGINT")
      assert.match(stderr, /"level":"warn","message":"Traces are lost[^"]*: connect ECONNREFUSED 127\.0\.0\.1:\d+\. /u)
      assert.match(stderr, /"message":"The collector takes traces again: [1-9]\d* spans were lost"/u)
      assert.lengthOf(stderr.match(/Traces are lost/gu) ?? [], 1)
    })
  )
})

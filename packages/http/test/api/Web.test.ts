/** The web handler answers as Node's server does: both get the same requests, over the same storage. */
import { assert, layer as itLayer } from "@effect/vitest"
import { ApiKeys, CurrentOrganization, Mailroom, Organizations } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { NodeServer } from "@mailroom/http/node"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Context, Effect, Layer, Logger, Redacted, References } from "effect"
import { HttpServer } from "effect/http"
import { send } from "./Client.ts"

class Both extends Context.Service<
  Both,
  {
    readonly origin: string
    readonly key: Redacted.Redacted
    readonly handler: (request: Request, context?: Context.Context<never>) => Promise<Response>
  }
>()("test/Both") {}

const options = { metrics: true, publicUrl: "https://mail.example/api" }

const layer = Layer.effect(
  Both,
  Effect.gen(function* () {
    const storage = Layer.succeedContext(yield* Layer.build(MemoryStorage.layer))
    const useCases = ApiKeys.layerAuthenticator.pipe(
      Layer.provideMerge(Mailroom.layer),
      Layer.provide([storage, PostalMime.layer])
    )
    const { dispose, handler } = Server.toWebHandler(useCases, options)
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    const node = NodeServer.layer({ host: "127.0.0.1", port: 0, ...options })
    const context = yield* Layer.build(Layer.provideMerge(node, useCases))
    const organization = yield* Context.get(context, Organizations).create({ name: "A" })
    const { secret } = yield* Context.get(context, ApiKeys)
      .create({ name: "key" })
      .pipe(Effect.provideService(CurrentOrganization, organization))
    const origin = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
    return Both.of({ origin, key: secret, handler })
  })
)

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** The header fields that must be the same in both answers. */
const compared = [
  "allow",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-length",
  "content-type",
  "etag",
  "retry-after",
  "vary",
  "www-authenticate",
  "x-content-type-options",
  "x-request-id"
]

itLayer(layer, { excludeTestServices: true })("web handler", (it) => {
  /** Sends a request to both, and expects the same answer. */
  const ask = Effect.fnUntraced(function* (target: string, { body, headers, method = "GET" }: Asked = {}) {
    const { handler, key, origin } = yield* Both
    const all = { authorization: `Bearer ${Redacted.value(key)}`, "x-request-id": "same", ...headers }
    const node = yield* send(origin, method, target, { headers: all, ...(body === undefined ? {} : { body }) })
    const request = new Request(`${origin}${target}`, { method, headers: all, ...(body === undefined ? {} : { body }) })
    const web = yield* Effect.promise(() => handler(request))
    const seen = (header: (name: string) => unknown, status: number, text: string) => ({
      status,
      text,
      headers: compared.map((name) => [name, header(name) ?? null])
    })
    const text = yield* Effect.promise(() => web.text())
    assert.deepStrictEqual(
      seen((name) => web.headers.get(name), web.status, text),
      seen((name) => node.headers[name], node.status, node.text),
      `${method} ${target}`
    )
    return web.status
  })
  const json = (method: string, body: string, headers = {}): Asked => ({
    method,
    body,
    headers: { "content-type": "application/json", ...headers }
  })

  it.effect("answers what is read, and what is not there", () =>
    Effect.gen(function* () {
      for (const target of ["/", "/livez", "/readyz", "/docs", "/docs", "/openapi.json", "/campaigns", "/accounts"]) {
        assert.strictEqual(yield* ask(target), 200, target)
        assert.strictEqual(yield* ask(target, { method: "HEAD" }), 200, target)
      }
      for (const target of ["/docs", "/openapi.json"]) {
        assert.strictEqual(yield* ask(target, { headers: { "accept-encoding": "gzip, br" } }), 200, target)
        assert.strictEqual(yield* ask(target, { headers: { "if-none-match": "*" } }), 304, target)
      }
      for (const target of ["/nowhere", "/LIVEZ", "//livez", "/livez/", "/%6civez", "/livez;x", "/leads/1"]) {
        assert.strictEqual(yield* ask(target), 404, target)
        assert.strictEqual(yield* ask(target, { method: "HEAD" }), 404, target)
      }
    })
  )

  it.effect("links to where it is reached from outside", () =>
    Effect.gen(function* () {
      const { handler, key, origin } = yield* Both
      const response = yield* Effect.promise(() => handler(new Request(`${origin}/`)))
      const { links } = (yield* Effect.promise(() => response.json())) as { readonly links: Record<string, string> }
      for (const link of Object.values(links)) assert.isTrue(link.startsWith(`${options.publicUrl}/`), link)
      const headers = { authorization: `Bearer ${Redacted.value(key)}`, "content-type": "application/json" }
      const init = { method: "POST", headers, body: '{"name":"Autumn"}' }
      const created = yield* Effect.promise(() => handler(new Request(`${origin}/campaigns`, init)))
      assert.isTrue(created.headers.get("location")?.startsWith(`${options.publicUrl}/campaigns/`))
    })
  )

  it.effect("answers the methods that a path does not take", () =>
    Effect.gen(function* () {
      for (const target of ["/leads/1", "/docs", "/metrics", "/unibox/threads"]) {
        assert.strictEqual(yield* ask(target, { method: "OPTIONS" }), 204, target)
        assert.strictEqual(yield* ask(target, { method: "PUT" }), 405, target)
      }
      assert.strictEqual(yield* ask("/nowhere", { method: "OPTIONS" }), 404)
    })
  )

  it.effect("refuses what Node's server refuses, for the same reason", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask("/campaigns", { headers: { authorization: "Bearer mr_x" } }), 401)
      assert.strictEqual(yield* ask("/campaigns", { headers: { authorization: "" } }), 401)
      for (const target of [
        "/leads/1e3",
        `/leads/${"1".repeat(500)}`,
        "/campaigns?limit=",
        "/livez?x=%FF",
        "/livez?x"
      ]) {
        assert.strictEqual(yield* ask(target), 400, target)
      }
      assert.strictEqual(yield* ask("/leads/1", json("PATCH", "{", { "content-type": "text/plain" })), 415)
      assert.strictEqual(yield* ask("/leads/1", json("PATCH", "{}", { "content-encoding": "br" })), 415)
      for (const body of ["", "{", "[]", '{"email":"a","email":"b"}', '{"emial":"a"}', '{"first_name":"\\ud800"}']) {
        assert.strictEqual(yield* ask("/leads/1", json("PATCH", body)), 400, body)
      }
      assert.strictEqual(yield* ask("/leads/1", json("PATCH", "{}")), 404)
      // The body may be omitted; a `Request` does not show its length.
      for (const target of ["/leads", "/accounts"]) {
        assert.strictEqual(yield* ask(target, json("DELETE", '{"ids":[1]}')), 200, target)
        assert.strictEqual(yield* ask(`${target}?ids=1`, json("DELETE", '{"ids":[]}')), 400, target)
        assert.strictEqual(yield* ask(`${target}?ids=1`, { method: "DELETE" }), 200, target)
      }
      assert.strictEqual(yield* ask("/leads/1", json("PATCH", `"${"x".repeat(2 ** 20)}"`)), 413)
    })
  )

  it.effect("reads a body that is optional, also without a Content-Length", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask("/accounts", json("DELETE", '{"ids":[1]}')), 200)
      assert.strictEqual(yield* ask("/accounts", json("DELETE", '{"ids":[0]}')), 400)
      assert.strictEqual(yield* ask("/blacklist/emails", json("DELETE", '{"emails":["ada@example.com"]}')), 200)
      assert.strictEqual(yield* ask("/accounts?ids=1", { method: "DELETE" }), 200)
    })
  )

  it.effect("stops reading a body that does not end", () =>
    Effect.gen(function* () {
      const { handler, key, origin } = yield* Both
      let sent = 0
      const body = new ReadableStream({
        pull: (controller) => {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536))
        }
      })
      const headers = { authorization: `Bearer ${Redacted.value(key)}`, "content-type": "application/json" }
      const init: RequestInit = { method: "PATCH", headers, body, duplex: "half" }
      const response = yield* Effect.promise(() => handler(new Request(`${origin}/leads/1`, init)))
      assert.strictEqual(response.status, 413)
      assert.isBelow(sent, 2 * 2 ** 20)
    })
  )

  it.effect("writes the request id on its lines in the log", () =>
    Effect.gen(function* () {
      const { handler, origin } = yield* Both
      const lines: Array<unknown> = []
      const logger = Logger.make(({ fiber, message }) => {
        lines.push([message, fiber.getRef(References.CurrentLogAnnotations)["request_id"]])
      })
      const context = Context.make(Logger.CurrentLoggers, new Set([logger])).pipe(
        Context.add(References.MinimumLogLevel, "Debug")
      )
      const request = new Request(`${origin}/livez`, { headers: { "x-request-id": "mine" } })
      yield* Effect.promise(() => handler(request, context))
      assert.deepStrictEqual(lines, [[["GET /livez 200"], "mine"]])
    })
  )
})

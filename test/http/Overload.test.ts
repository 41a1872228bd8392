/** Requests in flight, and bodies that arrive slowly: on real connections, with the clock of the test. */
import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, Authenticator, CurrentOrganization, Leads, Mailroom, Organizations } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { NodeServer } from "@mailroom/http/node"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { connect } from "node:net"
import { send } from "./Client.ts"

const storage = Effect.map(Layer.build(MemoryStorage.layer), Layer.succeedContext)

/** Use cases, and the keys of two organizations. */
const tenants = Effect.gen(function* () {
  const useCases = ApiKeys.layerAuthenticator.pipe(
    Layer.provideMerge(Mailroom.layer),
    Layer.provide([yield* storage, PostalMime.layer])
  )
  const context = yield* Layer.build(useCases)
  const newKey = Effect.fnUntraced(function* (name: string) {
    const organization = yield* Context.get(context, Organizations).create({ name })
    const { secret } = yield* Context.get(context, ApiKeys)
      .create({ name })
      .pipe(Effect.provideService(CurrentOrganization, organization))
    return secret
  })
  return { useCases: Layer.succeedContext(context), a: yield* newKey("A"), b: yield* newKey("B") }
})

const serve = Effect.fnUntraced(function* (
  useCases: Effect.Success<typeof tenants>["useCases"],
  options: Server.Options = {}
) {
  const node = NodeServer.layer({ host: "127.0.0.1", port: 0, ...options })
  const { address } = Context.get(yield* Layer.build(Layer.provide(node, useCases)), HttpServer.HttpServer)
  return HttpServer.formatAddress(address)
})

const start = Effect.fnUntraced(function* (options: Server.Options = {}) {
  const { a, b, useCases } = yield* tenants
  return { origin: yield* serve(useCases, options), a, b }
})

/** A connection on which a request is sent in parts. */
const open = Effect.fnUntraced(function* (origin: string, key?: Redacted.Redacted) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  let received = ""
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  socket.on("error", () => {})
  const until = (pattern: RegExp) =>
    Effect.callback<void>((resume) => {
      const look = () => {
        if (pattern.test(received)) resume(Effect.void)
      }
      socket.on("data", look)
      look()
    })
  socket.on("data", (chunk) => (received += chunk.toString()))
  const authorization = key === undefined ? "" : `Authorization: Bearer ${Redacted.value(key)}\r\n`
  return {
    /** Sends everything but the body, and waits until the server reads that. */
    begin: Effect.andThen(
      Effect.sync(() =>
        socket.write(
          `POST /campaigns HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\n` +
            "Content-Length: 12\r\nExpect: 100-continue\r\n\r\n"
        )
      ),
      until(/^HTTP\/1\.1 \d+ /u)
    ),
    end: Effect.andThen(
      Effect.sync(() => socket.write('{"name":"A"}')),
      until(/HTTP\/1\.1 201 /u)
    ),
    write: (text: string) => Effect.sync(() => socket.write(text)),
    received: () => received,
    until,
    /** Everything that was received, once the server has closed the connection. */
    closed: Effect.map(
      Effect.promise(() => closed),
      () => received
    )
  }
})

describe("requests in flight", () => {
  it.effect("are bounded, for each organization and in all", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start({ maxInFlight: 2 })
      const status = (key: Redacted.Redacted, target = "/campaigns") =>
        Effect.map(send(origin, "GET", target, { key }), ({ status }) => status)
      const first = yield* open(origin, a)
      yield* first.begin
      const greedy = yield* send(origin, "GET", "/campaigns", { key: a })
      assert.strictEqual(greedy.status, 429)
      assert.deepInclude(greedy.json, {
        type: "urn:mailroom:problem:rate-limited",
        code: "rate_limited",
        request_id: greedy.headers["x-request-id"]
      })
      assert.strictEqual(greedy.headers["content-type"], "application/problem+json")
      assert.strictEqual(greedy.headers["retry-after"], "1")
      assert.strictEqual(yield* status(b), 200)

      const second = yield* open(origin, b)
      yield* second.begin
      const full = yield* send(origin, "GET", "/campaigns", { key: a, headers: { "x-request-id": "mine" } })
      assert.strictEqual(full.status, 503)
      assert.deepInclude(full.json, {
        code: "unavailable",
        request_id: "mine",
        detail: "The server is busy; try again"
      })
      assert.strictEqual(full.headers["retry-after"], "1")
      assert.strictEqual(yield* status(a, "/livez"), 200)
      assert.strictEqual(yield* status(a, "/readyz"), 200)
      assert.strictEqual(yield* status(a, "/nowhere"), 404)

      yield* first.end
      yield* second.end
      const both = Effect.all([status(a), status(b)])
      yield* Effect.repeat(both, { until: (statuses) => statuses.every((status) => status === 200) })
    }).pipe(Effect.scoped)
  )

  it.effect("of several organizations, large ones among them, end as they do one after the other", () =>
    Effect.gen(function* () {
      const steps = Effect.fnUntraced(function* (origin: string, key: Redacted.Redacted, name: string) {
        const created = yield* send(origin, "POST", "/campaigns", { key, body: { name } })
        const leads = Array.from({ length: 1_000 }, (_, n) => ({
          email: `${n}@${name}.example`,
          company: "x".repeat(50)
        }))
        const body = { campaign_id: created.json.id, leads }
        assert.isAbove(JSON.stringify(body).length, 2 ** 16)
        const stored = yield* send(origin, "POST", "/leads", { key, body })
        const page = (offset: number) =>
          send(origin, "GET", `/leads/campaign/${created.json.id}?limit=200&offset=${offset}`, { key })
        const pages = yield* Effect.forEach([0, 200, 400, 600, 800], page, { concurrency: 3 })
        return [stored, ...pages].map(({ json, status }) => ({
          status,
          ...json,
          data: json.data.map(
            ({ campaign_id, id, ...lead }: { readonly campaign_id: string; readonly id: number }) => lead
          )
        }))
      })
      const ends = Effect.fnUntraced(function* (concurrency: 1 | 2) {
        const { a, b, origin } = yield* start()
        const ours = [
          [a, "one"],
          [b, "two"]
        ] as const
        return yield* Effect.forEach(ours, ([key, name]) => steps(origin, key, name), { concurrency })
      })
      const together = yield* ends(2)
      assert.deepStrictEqual(together, yield* ends(1))
      assert.deepStrictEqual(
        together.map((answers) => answers.map(({ data, status }) => [status, data.length])),
        [1, 2].map(() => [[200, 1_000], ...Array.from({ length: 5 }, () => [200, 200])])
      )
    }).pipe(Effect.scoped)
  )

  it.effect("for large pages are answered one at a time for each of several organizations", () =>
    Effect.gen(function* () {
      const { a, b, useCases } = yield* tenants
      let [arrived, answering, most] = [0, 0, 0]
      const watched = Layer.merge(
        Layer.effect(
          Authenticator,
          Effect.map(Authenticator, ({ authenticate }) =>
            Authenticator.of({
              authenticate: (credential) =>
                Effect.tap(authenticate(credential), () => Effect.sync(() => void arrived++))
            })
          )
        ),
        Layer.effect(
          Leads,
          Effect.map(Leads, (leads) =>
            Leads.of({
              ...leads,
              all: Effect.fnUntraced(function* (query) {
                most = Math.max(most, ++answering)
                // The first one waits until all have come in.
                yield* Effect.repeat(Effect.yieldNow, { until: () => arrived === 6 })
                answering--
                return yield* leads.all(query)
              })
            })
          )
        )
      )
      const origin = yield* serve(Layer.provideMerge(watched, useCases))
      yield* Effect.forEach([a, b], (key) => send(origin, "GET", "/campaigns", { key }))
      const pages = Array.from({ length: 4 }, () => send(origin, "GET", "/leads?limit=100", { key: a }))
      const answers = yield* Effect.all(pages, { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      assert.strictEqual(most, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("are bounded by the web handler, too", () =>
    Effect.gen(function* () {
      const { a, useCases } = yield* tenants
      const { dispose, handler } = Server.toWebHandler(useCases, { maxInFlight: 1 })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const headers = { authorization: `Bearer ${Redacted.value(a)}`, "content-type": "application/json" }
      const ask = () => Effect.promise(() => handler(new Request("http://localhost/campaigns", { headers })))
      const begun = Promise.withResolvers<() => void>()
      const body = new ReadableStream(
        {
          pull: (controller) =>
            begun.resolve(() => {
              controller.enqueue(new TextEncoder().encode('{"name":"A"}'))
              controller.close()
            })
        },
        { highWaterMark: 0 }
      )
      const init: RequestInit = { method: "POST", headers, body, duplex: "half" }
      const answer = handler(new Request("http://localhost/campaigns", init))
      const finish = yield* Effect.promise(() => begun.promise)
      const full = yield* ask()
      assert.strictEqual(full.status, 503)
      assert.strictEqual(full.headers.get("retry-after"), "1")
      finish()
      const created = yield* Effect.promise(() => answer)
      assert.strictEqual(created.status, 201)
      yield* Effect.promise(() => created.text())
      assert.strictEqual((yield* ask()).status, 200)
    }).pipe(Effect.scoped)
  )
})

describe("a client that does not wait as Retry-After says", () => {
  it.effect("is not read for a while", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start({ rateLimit: 1 })
      const { received, until, write } = yield* open(origin)
      const statuses = () => [...received().matchAll(/HTTP\/1\.1 (\d+) /gu)].map(([, status]) => Number(status))
      const ask = write(`GET /campaigns HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${Redacted.value(a)}\r\n\r\n`)
      for (let n = 1; n <= 4; n++) {
        yield* ask
        yield* until(new RegExp(`(?:HTTP/1\\.1 [\\s\\S]*){${n}}`, "u"))
      }
      assert.deepStrictEqual(statuses(), [200, 200, 429, 429])
      // The server has had its turn when it has answered others.
      yield* send(origin, "GET", "/livez")
      yield* ask
      for (let i = 0; i < 3; i++) yield* send(origin, "GET", "/livez")
      assert.lengthOf(statuses(), 4)
      yield* TestClock.adjust("2 seconds")
      yield* until(/(?:HTTP\/1\.1 [\s\S]*){5}/u)
      assert.strictEqual(statuses().at(-1), 200)
    }).pipe(Effect.scoped)
  )
})

describe("a body that does not arrive", () => {
  it.effect("is answered 408", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start()
      const { begin, closed, write } = yield* open(origin, a)
      yield* begin
      yield* write("{")
      yield* TestClock.adjust("11 seconds")
      const received = yield* closed
      assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/iu)
      assert.match(received, /"code":"request_timeout"/u)
    }).pipe(Effect.scoped)
  )

  it.effect("does not keep the connection when the answer is sent: without a key", () =>
    Effect.gen(function* () {
      const { origin } = yield* start()
      const { closed, until, write } = yield* open(origin)
      yield* write("POST /campaigns HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{")
      yield* until(/^HTTP\/1\.1 401 /u)
      yield* TestClock.adjust("11 seconds")
      assert.match(yield* closed, /"code":"unauthorized"/u)
    }).pipe(Effect.scoped)
  )

  it.effect("does not keep the connection when the request was rejected at once", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start({ maxInFlight: 2 })
      yield* (yield* open(origin, a)).begin
      yield* (yield* open(origin, b)).begin
      const { closed, until, write } = yield* open(origin, a)
      yield* write("POST /campaigns HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{")
      yield* until(/^HTTP\/1\.1 503 /u)
      yield* TestClock.adjust("11 seconds")
      yield* closed
    }).pipe(Effect.scoped)
  )
})

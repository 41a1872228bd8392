/** Concurrent requests: on real connections, with the test clock. */
import { assert, describe, it } from "@effect/vitest"
import { Authenticator, Leads } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { send } from "./Client.ts"
import { open, othersAnswered, serve, start, tenants } from "./Tenants.ts"

const tag = (n: number) => ({ name: `tag ${n}`, sentiment: "neutral" })

/** Runs `count` effects at the same time. */
const together = <A>(count: number, effect: (n: number) => Effect.Effect<A>) =>
  Effect.all(
    Array.from({ length: count }, (_, n) => effect(n)),
    { concurrency: "unbounded" }
  )

const statusesOf = (answers: ReadonlyArray<{ readonly status: number }>) => [
  ...new Set(answers.map(({ status }) => status))
]

describe("requests at the same time", () => {
  it.effect("by one key are all answered", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start({ rateLimit: 100 })
      const first = yield* together(100, () => send(origin, "GET", "/campaigns", { key: a }))
      const second = yield* together(100, (n) => send(origin, "POST", "/tags", { key: a, body: tag(n) }))
      assert.deepStrictEqual([statusesOf(first), statusesOf(second)], [[200], [201]])
    }).pipe(Effect.scoped)
  )

  it.effect("wait for a place, while another organization has one", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start({ maxInFlight: 2 })
      const ask = (key: Redacted.Redacted, target = "/campaigns") => send(origin, "GET", target, { key })
      const first = yield* open(origin, a)
      yield* first.begin
      const waiting = yield* Effect.forkChild(ask(a))
      assert.strictEqual((yield* ask(b)).status, 200)

      const second = yield* open(origin, b)
      yield* second.begin
      const others = yield* Effect.forkChild(Effect.all([ask(a), ask(b)], { concurrency: "unbounded" }))
      yield* othersAnswered(origin)
      assert.strictEqual((yield* ask(a, "/livez")).status, 200)
      assert.strictEqual((yield* ask(a, "/readyz")).status, 200)
      assert.strictEqual((yield* ask(a, "/nowhere")).status, 404)
      assert.strictEqual((yield* send(origin, "PUT", "/campaigns", { key: a })).status, 405)
      assert.deepStrictEqual([waiting.pollUnsafe(), others.pollUnsafe()], [undefined, undefined])

      yield* first.end
      yield* second.end
      assert.deepStrictEqual(statusesOf([yield* Fiber.join(waiting), ...(yield* Fiber.join(others))]), [200])
    }).pipe(Effect.scoped)
  )

  it.effect("of recipients who unsubscribe wait for the places of unknown organizations", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start({ maxInFlight: 2, rateLimit: 1 })
      // The organization of a key is known after its first request.
      assert.strictEqual((yield* send(origin, "GET", "/campaigns", { key: a })).status, 200)
      const recipients = yield* Effect.replicateEffect(open(origin), 4)
      for (const { write } of recipients) {
        // The server waits for the rest of the body.
        yield* write("POST /u/1.a.QQ.code HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\n")
      }
      yield* othersAnswered(origin)
      const unknown = yield* Effect.forkChild(send(origin, "GET", "/campaigns"))
      yield* othersAnswered(origin)
      assert.strictEqual((yield* send(origin, "GET", "/campaigns", { key: a })).status, 200)
      assert.isUndefined(unknown.pollUnsafe())
      for (const { write } of recipients) yield* write("x")
      assert.strictEqual((yield* Fiber.join(unknown)).status, 401)
      for (const { closed } of recipients) {
        const answer = yield* closed
        assert.match(answer, /^HTTP\/1\.1 404 [\s\S]*<h1>This link does not work<\/h1>/u)
        assert.notMatch(answer, /ratelimit/iu)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("wait about a second, and are then rejected with 503", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start({ maxInFlight: 2, rateLimit: 10 })
      const first = yield* open(origin, a)
      yield* first.begin
      const headers = { "x-request-id": "mine" }
      const waiting = yield* Effect.forkChild(send(origin, "GET", "/campaigns", { key: a, headers }))
      yield* othersAnswered(origin)
      yield* TestClock.adjust("900 millis")
      yield* othersAnswered(origin)
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("200 millis")
      const shed = yield* Fiber.join(waiting)
      assert.strictEqual(shed.status, 503)
      assert.deepInclude(shed.json, {
        type: "urn:mailroom:problem:unavailable",
        code: "unavailable",
        request_id: "mine"
      })
      assert.match(shed.json.detail, /`Retry-After`/u)
      assert.strictEqual(shed.headers["content-type"], "application/problem+json")
      assert.strictEqual(shed.headers["retry-after"], "1")
      assert.strictEqual(shed.headers["ratelimit-policy"], '"organization";q=20;w=2')
      assert.match(String(shed.headers["ratelimit"]), /^"organization";r=\d+;t=\d$/u)
      yield* first.end
      assert.strictEqual((yield* send(origin, "GET", "/campaigns", { key: a })).status, 200)
    }).pipe(Effect.scoped)
  )

  it.effect("leave the queue when their client does", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start({ maxInFlight: 2 })
      const first = yield* open(origin, a)
      yield* first.begin
      const request = (name: string) =>
        `POST /campaigns HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${Redacted.value(a)}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${name.length + 11}\r\n\r\n{"name":"${name}"}`
      const gone = yield* open(origin)
      yield* gone.write(request("gone"))
      yield* othersAnswered(origin)
      yield* gone.close
      yield* othersAnswered(origin)
      const stays = yield* open(origin)
      yield* stays.write(request("stays"))
      yield* othersAnswered(origin)
      yield* first.end
      yield* stays.until(/HTTP\/1\.1 201 /u)
      const { json } = yield* send(origin, "GET", "/campaigns", { key: a })
      assert.deepStrictEqual(
        json.data.map(({ name }: { readonly name: string }) => name),
        ["A", "stays"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("on one connection are answered in their order", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start({ maxInFlight: 2 })
      const first = yield* open(origin, a)
      yield* first.begin
      const { received, until, write } = yield* open(origin)
      const request = (target: string, key: Redacted.Redacted) =>
        `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${Redacted.value(key)}\r\n\r\n`
      yield* write(request("/campaigns", a) + request("/nowhere", a) + request("/campaigns", b))
      yield* othersAnswered(origin)
      assert.strictEqual(received(), "")
      yield* first.end
      yield* until(/(?:HTTP\/1\.1 [\s\S]*){3}/u)
      const statuses = [...received().matchAll(/HTTP\/1\.1 (\d+) /gu)].map(([, status]) => Number(status))
      assert.deepStrictEqual(statuses, [200, 404, 200])
    }).pipe(Effect.scoped)
  )

  it.effect("that wait are answered when the server stops", () =>
    Effect.gen(function* () {
      const { a, useCases } = yield* tenants
      const scope = yield* Scope.make()
      const origin = yield* Scope.provide(serve(useCases, { maxInFlight: 2 }), scope)
      const first = yield* open(origin, a)
      yield* first.begin
      const waiting = yield* Effect.forkChild(send(origin, "GET", "/campaigns", { key: a }))
      yield* othersAnswered(origin)
      const stopped = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* first.end
      assert.strictEqual((yield* Fiber.join(waiting)).status, 200)
      yield* first.close
      yield* Fiber.join(stopped)
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
                // The first request waits until all have arrived.
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

  it.effect("wait in the web handler, too, until their signal aborts", () =>
    Effect.gen(function* () {
      const { a, useCases } = yield* tenants
      const { dispose, handler } = Server.toWebHandler(useCases, { maxInFlight: 1 })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const headers = { authorization: `Bearer ${Redacted.value(a)}`, "content-type": "application/json" }
      const ask = (init: RequestInit = {}) => handler(new Request("http://localhost/campaigns", { ...init, headers }))
      const body = (begun: (finish: () => void) => void) =>
        new ReadableStream(
          {
            pull: (controller) =>
              begun(() => {
                controller.enqueue(new TextEncoder().encode('{"name":"A"}'))
                controller.close()
              })
          },
          { highWaterMark: 0 }
        )
      const begun = Promise.withResolvers<() => void>()
      const first = ask({ method: "POST", body: body(begun.resolve), duplex: "half" })
      const finish = yield* Effect.promise(() => begun.promise)

      const leaving = new AbortController()
      let isRead = false
      const gone = ask({
        method: "POST",
        body: body((finish) => {
          isRead = true
          finish()
        }),
        duplex: "half",
        signal: leaving.signal
      })
      const waiting = Promise.all(Array.from({ length: 100 }, () => ask()))
      const livez = yield* Effect.promise(() => handler(new Request("http://localhost/livez")))
      assert.strictEqual(livez.status, 200)
      leaving.abort()
      yield* Effect.promise(() => gone)
      finish()
      const created = yield* Effect.promise(() => first)
      assert.strictEqual(created.status, 201)
      yield* Effect.promise(() => created.text())
      const answers = yield* Effect.promise(() => waiting)
      assert.deepStrictEqual(statusesOf(answers), [200])
      assert.isFalse(isRead)
    }).pipe(Effect.scoped)
  )

  it.effect("whose organization the host names wait for it", () =>
    Effect.gen(function* () {
      const { useCases } = yield* tenants
      const authenticate = ({ headers }: Request) =>
        ({ organization_id: Number(headers.get("x-organization")), access: "full" }) as const
      const { dispose, handler } = Server.toWebHandler(useCases, { authenticate, rateLimit: 100 })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const user = (n: number) =>
        Effect.promise(() =>
          handler(new Request("http://localhost/campaigns", { headers: { "x-organization": String((n % 2) + 1) } }))
        )
      assert.deepStrictEqual(statusesOf(yield* together(180, user)), [200])
    }).pipe(Effect.scoped)
  )
})

describe("a client that does not wait as Retry-After says", () => {
  it.effect("delays nobody on its connection, which others may share", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start({ rateLimit: 1 })
      const { received, until, write } = yield* open(origin)
      const ask = Effect.fnUntraced(function* (target: string, key: Redacted.Redacted) {
        const count = received().split("HTTP/1.1 ").length
        yield* write(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${Redacted.value(key)}\r\n\r\n`)
        yield* until(new RegExp(`(?:HTTP/1\\.1 [\\s\\S]*){${count}}`, "u"))
      })
      yield* Effect.forEach(Array.from({ length: 5 }), () => ask("/campaigns", a))
      yield* ask("/campaigns", b)
      yield* ask("/livez", a)
      yield* TestClock.adjust("1 second")
      yield* ask("/campaigns", a)
      const statuses = [...received().matchAll(/HTTP\/1\.1 (\d+) /gu)].map(([, status]) => Number(status))
      assert.deepStrictEqual(statuses, [200, 200, 429, 429, 429, 200, 200, 200])
    }).pipe(Effect.scoped)
  )
})

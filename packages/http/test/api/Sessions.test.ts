/** Sessions of people: the cookie, what it allows, and who may send it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type Call, send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { start, tenants, serve } from "./Tenants.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const value = Redacted.value

/** Begins a session with a key. Returns the cookie, as a browser sends it. */
const signIn = Effect.fnUntraced(function* (origin: string, key: Redacted.Redacted, headers: Call["headers"] = {}) {
  const answer = yield* send(origin, "POST", "/session", { body: { key: value(key) }, headers })
  assert.deepStrictEqual([answer.status, answer.text], [204, ""])
  const [set = ""] = answer.headers["set-cookie"] ?? []
  return { set, cookie: set.split(";")[0] ?? "" }
})

onEveryStorage("sessions", (it) => {
  it.effect("begin with a key, and act as the key does", () =>
    Effect.gen(function* () {
      const { a, call, origin } = yield* TestServer
      const { cookie, set } = yield* signIn(origin, a.key)
      const { port } = new URL(origin)
      assert.match(
        set,
        new RegExp(`^mailroom_${port}=${a.id}\\.[\\w-]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`, "u")
      )
      assert.notInclude(set, value(a.key))
      const session = yield* send(origin, "GET", "/session", { headers: { cookie } })
      assert.deepStrictEqual(session.json, (yield* call("GET", "/session")).json)
      const body = { name: Fixtures.unique("Campaign ") }
      const created = yield* send(origin, "POST", "/campaigns", { body, headers: { cookie } })
      assert.strictEqual(created.status, 201)
      assert.strictEqual((yield* call("GET", `/campaigns/${created.json.id}`)).json.name, body.name)
    })
  )

  it.effect("of different organizations see nothing of each other", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* TestServer
      const [mine, theirs] = [yield* signIn(origin, a.key), yield* signIn(origin, b.key)]
      const body = { name: Fixtures.unique("Campaign ") }
      const { json } = yield* send(origin, "POST", "/campaigns", { body, headers: { cookie: theirs.cookie } })
      const find = (cookie: string) => send(origin, "GET", `/campaigns/${json.id}`, { headers: { cookie } })
      assert.deepStrictEqual([(yield* find(theirs.cookie)).status, (yield* find(mine.cookie)).status], [200, 404])
      // The same secret for another organization is another token.
      const swapped = theirs.cookie.replace(/=\d+/u, `=${a.id}`)
      assert.strictEqual((yield* find(swapped)).status, 401)
    })
  )

  it.effect("of a read-only key change nothing", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* TestServer
      const { cookie } = yield* signIn(origin, a.readOnlyKey)
      const body = { name: "x" }
      const created = yield* send(origin, "POST", "/campaigns", { body, headers: { cookie } })
      assert.deepStrictEqual([created.status, created.json.code], [403, "forbidden"])
      assert.strictEqual((yield* send(origin, "GET", "/session", { headers: { cookie } })).json.access, "read")
    })
  )

  it.effect("end with their key, or when the person signs out", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const { json: key } = yield* call("POST", "/keys", { body: { name: Fixtures.unique("Key ") } })
      const [first, second] = [
        yield* signIn(origin, Redacted.make(key.secret)),
        yield* signIn(origin, Redacted.make(key.secret))
      ]
      const statusOf = (cookie: string) =>
        Effect.map(send(origin, "GET", "/session", { headers: { cookie } }), ({ status }) => status)
      assert.deepStrictEqual([yield* statusOf(first.cookie), yield* statusOf(second.cookie)], [200, 200])
      const ended = yield* send(origin, "DELETE", "/session", { headers: { cookie: first.cookie } })
      assert.strictEqual(ended.status, 204)
      const name = first.cookie.split("=")[0]
      assert.deepStrictEqual(ended.headers["set-cookie"], [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`])
      assert.deepStrictEqual([yield* statusOf(first.cookie), yield* statusOf(second.cookie)], [401, 200])
      yield* call("DELETE", `/keys/${key.id}`)
      yield* statusOf(second.cookie).pipe(until((status) => status === 401))
      const again = yield* send(origin, "POST", "/session", { body: { key: key.secret } })
      assert.deepStrictEqual([again.status, again.json.code], [401, "unauthorized"])
    })
  )
})

const page = { origin: "https://app.test", host: "app.test", "sec-fetch-site": "same-origin" }

describe("the cookie of a session", () => {
  it.live("is the credential of requests of its own site only", () =>
    Effect.gen(function* () {
      const { a, b, origin } = yield* start()
      const { cookie } = yield* signIn(origin, a)
      const bearer = (key: Redacted.Redacted) => `Bearer ${value(key)}`
      const ask = (headers: Record<string, string>, method = "POST") =>
        Effect.map(
          send(origin, method, "/campaigns", { headers, ...(method === "POST" ? { body: { name: "x" } } : {}) }),
          ({ status }) => status
        )
      const cases: ReadonlyArray<readonly [Record<string, string>, number]> = [
        [{ cookie }, 201],
        [{ cookie, "sec-fetch-site": "same-origin" }, 201],
        [{ cookie, "sec-fetch-site": "cross-site" }, 403],
        [{ cookie, "sec-fetch-site": "same-site" }, 403],
        [{ cookie, origin }, 201],
        [{ cookie, origin: "https://evil.test" }, 403],
        [{ cookie, origin: "null" }, 403],
        // A key decides, whatever the cookie. Browsers add no key to requests.
        [{ cookie, authorization: bearer(b), "sec-fetch-site": "cross-site" }, 201],
        [{ cookie, authorization: "Bearer mr_x" }, 401],
        // A proxy in front may ask for a password.
        [{ cookie, authorization: "Basic YTpi" }, 201],
        [{ cookie, authorization: "Basic YTpi", "sec-fetch-site": "cross-site" }, 403],
        [{ cookie: `other=1; ${cookie}; more=2` }, 201],
        [{ cookie: `other${cookie}` }, 401],
        [{ cookie: cookie.replace("=", "x=") }, 401],
        [{ cookie: `${cookie}x` }, 401],
        [{ cookie: cookie.replace(/=.*/u, "=") }, 401],
        [{ cookie: "" }, 401]
      ]
      for (const [headers, status] of cases) {
        assert.strictEqual(yield* ask(headers), status, JSON.stringify(headers))
      }
      assert.strictEqual(yield* ask({ cookie, "sec-fetch-site": "cross-site" }, "GET"), 200)
      const bySession = yield* send(origin, "GET", "/session", { headers: { cookie, authorization: bearer(b) } })
      assert.strictEqual(bySession.json.organization.name, "B")
    })
  )

  it.live("is set for no page of another site", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start()
      const { cookie } = yield* signIn(origin, a)
      const key = JSON.stringify({ key: value(a) })
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.test" },
        // A form can send this media type.
        { "sec-fetch-site": "cross-site", "content-type": "text/plain" }
      ]) {
        const json = { "content-type": "application/json", ...headers }
        const answer = yield* send(origin, "POST", "/session", { body: key, headers: json })
        assert.deepStrictEqual([answer.status, answer.headers["set-cookie"]], [403, undefined], JSON.stringify(headers))
        const ended = yield* send(origin, "DELETE", "/session", { headers: { ...headers, cookie } })
        assert.strictEqual(ended.status, 403)
      }
      assert.strictEqual((yield* send(origin, "GET", "/session", { headers: { cookie } })).status, 200)
    })
  )

  it.live("is not set for a wrong key, a wrong code, or another body", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* start()
      for (const [body, status] of [
        [{ key: "mr_x" }, 401],
        [{ key: "" }, 401],
        [{ code: value(a) }, 401],
        [{}, 400],
        [{ key: value(a), code: "x" }, 400],
        [{ key: 1 }, 400],
        [{ key: value(a), remember: true }, 400]
      ] as const) {
        const answer = yield* send(origin, "POST", "/session", { body })
        assert.deepStrictEqual([answer.status, answer.headers["set-cookie"]], [status, undefined], JSON.stringify(body))
        assert.notInclude(answer.text, value(a))
      }
      const text = yield* send(origin, "POST", "/session", { body: "{}", headers: { "content-type": "text/plain" } })
      assert.strictEqual(text.status, 415)
    })
  )

  it.live("is secure where the page is, and has the path of the server", () =>
    Effect.gen(function* () {
      const { a, useCases } = yield* tenants
      const attributes = Effect.fnUntraced(function* (origin: string, headers: Record<string, string>) {
        const { set } = yield* signIn(origin, a, headers)
        return set.replace(/=[^;]*/u, "")
      })
      const rest = "Max-Age=43200; Path=/; HttpOnly"
      const plain = yield* serve(useCases)
      assert.strictEqual(yield* attributes(plain, page), `mailroom; ${rest}; Secure; SameSite=Strict`)
      assert.strictEqual(yield* attributes(plain, { host: "app.test:81" }), `mailroom_81; ${rest}; SameSite=Strict`)
      assert.strictEqual(yield* attributes(plain, { host: "[::1]:81" }), `mailroom_81; ${rest}; SameSite=Strict`)
      assert.strictEqual(
        yield* attributes(plain, { host: "app.test", "x-forwarded-proto": "https" }),
        `mailroom; ${rest}; Secure; SameSite=Strict`
      )
      const below = yield* serve(useCases, { publicUrl: "https://app.test/mail/room/" })
      assert.strictEqual(
        yield* attributes(below, { host: "10.0.0.7" }),
        "mailroom; Max-Age=43200; Path=/mail/room; HttpOnly; Secure; SameSite=Strict"
      )
    })
  )

  it.live("does not sign out the users of another port", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* start(), yield* start()]
      const both = `${(yield* signIn(first.origin, first.a)).cookie}; ${(yield* signIn(second.origin, second.a)).cookie}`
      for (const { origin } of [first, second]) {
        assert.strictEqual((yield* send(origin, "GET", "/session", { headers: { cookie: both } })).status, 200)
      }
    })
  )

  it.live("is its own credential while requests wait", () =>
    Effect.gen(function* () {
      // One place: so the sessions of two organizations, and requests without any, wait in turn.
      const { a, b, origin } = yield* start({ maxInFlight: 1, rateLimit: 1 })
      const [first, second] = [yield* signIn(origin, a), yield* signIn(origin, b)]
      const ask = (cookie: string) => send(origin, "GET", "/session", { headers: { cookie } })
      const left = Effect.map(ask(first.cookie), ({ headers }) => headers["ratelimit"])
      assert.match(String(yield* left), /r=1/u)
      // The rate allows another request each second. On a slow machine several may pass before one is over the rate.
      yield* Effect.repeat(ask(first.cookie), { until: ({ status }) => status === 429 })
      assert.strictEqual((yield* ask(second.cookie)).status, 200)
    })
  )
})

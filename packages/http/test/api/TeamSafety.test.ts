/** The safety of a team: organizations stay apart, other sites are refused, and rights that end are gone at once. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { password, signedIn } from "./Roles.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("the safety of a team", (it) => {
  it.effect("keeps people, conversations and the log of organizations apart", () =>
    Effect.gen(function* () {
      const { b, call, origin } = yield* TestServer
      const { cookie, id } = yield* signedIn("owner")
      const { thread_id } = yield* Fixtures.conversation()
      const { json: theirs } = yield* call("POST", "/people", {
        key: b.key,
        body: { name: "Theirs", email: `${Fixtures.unique("theirs")}@x.example`, role: "member" }
      })
      const as = (method: string, path: string, body?: object) =>
        send(origin, method, path, { headers: { cookie }, ...(body === undefined ? {} : { body }) })
      for (const [method, path, body] of [
        ["GET", `/people/${theirs.id}`],
        ["PATCH", `/people/${theirs.id}`, { role: "owner" }],
        ["DELETE", `/people/${theirs.id}`],
        ["POST", `/people/${theirs.id}/invitation`]
      ] as const) {
        assert.strictEqual((yield* as(method, path, body)).status, 404, `${method} ${path}`)
      }
      const assigned = yield* as("PATCH", `/unibox/threads/${thread_id}`, { assigned_to: theirs.id })
      assert.deepStrictEqual([assigned.status, assigned.json.errors?.[0].pointer], [400, "/body/assigned_to"])
      const own = yield* as("PATCH", `/unibox/threads/${thread_id}`, { assigned_to: id })
      assert.strictEqual(own.status, 200, own.text)
      const { json: log } = yield* call("GET", `/log?subject=threads/${thread_id}`, { key: b.key })
      assert.deepStrictEqual(log.data, [])
      const { json: people } = yield* call("GET", "/people", { key: b.key })
      assert.notInclude(
        people.data.map((one: any) => one.id),
        id
      )
    })
  )

  it.effect("refuses requests of other sites, with a session and without", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const { cookie, email } = yield* signedIn("owner")
      const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" }
      for (const [method, path, body, headers] of [
        ["POST", "/session", { email, password }, {}],
        ["POST", "/session", { invitation: "x", password }, {}],
        ["PUT", "/session/password", { current_password: password, password: "an evil password" }, { cookie }],
        ["POST", "/people", { name: "Eve", email: "eve@evil.example", role: "owner" }, { cookie }]
      ] as const) {
        const answer = yield* send(origin, method, path, { body, headers: { ...headers, ...foreign } })
        assert.deepStrictEqual([answer.status, answer.json.detail], [403, "The request comes from another site"], path)
        assert.isUndefined(answer.headers["set-cookie"])
      }
      assert.notInclude((yield* call("GET", "/people?limit=100")).text, "eve@evil.example")
    })
  )

  it.effect("begins a session of its own at each sign-in, and never takes a token that a client brings", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const { cookie, email } = yield* signedIn("member")
      const [name = ""] = cookie.split("=")
      const chosen = `${name}=1.${"A".repeat(43)}`
      const body = { email, password }
      const { headers } = yield* send(origin, "POST", "/session", { body, headers: { cookie: chosen } })
      const set = headers["set-cookie"]?.[0] ?? ""
      assert.notInclude(set, chosen)
      assert.match(set, /HttpOnly/u)
      assert.match(set, /SameSite=Strict/u)
      assert.strictEqual((yield* send(origin, "GET", "/session", { headers: { cookie: chosen } })).status, 401)
    })
  )

  it.effect("holds a new role at the next request of a session, and a key that only reads is a viewer", () =>
    Effect.gen(function* () {
      const { a, call, origin } = yield* TestServer
      const { cookie, id } = yield* signedIn("admin")
      const log = Effect.map(send(origin, "GET", "/log", { headers: { cookie } }), ({ status }) => status)
      assert.strictEqual(yield* log, 200)
      yield* call("PATCH", `/people/${id}`, { body: { role: "viewer" } })
      assert.strictEqual(yield* log, 403)
      assert.strictEqual((yield* call("GET", "/log", { key: a.readOnlyKey })).status, 403)
    })
  )

  it.effect("shows no password or token in the answer to a wrong request", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      for (const body of [
        { email: "a@x.example", password: { secret: "hunter2 hunter2" } },
        { email: "a@x.example", password: "hunter2 hunter2", other: 1 },
        { email: 1, password: "hunter2 hunter2" },
        { invitation: "1.1.hunter2", password: "hunter2" },
        { email: "a@x.example", password: `hunter2 ${"x".repeat(1000)}` }
      ]) {
        const { status, text } = yield* send(origin, "POST", "/session", { body })
        assert.strictEqual(status, 400, text)
        assert.notInclude(text, "hunter2")
      }
    })
  )
})

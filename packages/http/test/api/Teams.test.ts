/** Teams over HTTP: people and their sessions, assignment, notes, who is answering, and the log. */
import { assert, describe, it as itAlone } from "@effect/vitest"
import { Effect } from "effect"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { cookieOf, password, signedIn } from "./Roles.ts"
import { start } from "./Tenants.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("people", (it) => {
  it.effect("are added by a key, sign in, and are shown without their secrets", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const email = `${Fixtures.unique("ada")}@x.example`
      const headers = { "idempotency-key": Fixtures.unique("add") }
      const body = { name: "Ada", email, role: "owner" }
      const added = yield* call("POST", "/people", { body, headers })
      assert.strictEqual(added.status, 201)
      assert.match(
        added.json.secret,
        new RegExp(`^${origin}/console#invitation=\\d+\\.${added.json.id}\\.[\\w-]{43}$`, "u")
      )
      assert.strictEqual(added.headers.location, `${origin}/people/${added.json.id}`)
      const again = yield* call("POST", "/people", { body, headers })
      assert.deepStrictEqual(again.json, { ...added.json, secret: null })
      const other = yield* call("POST", "/people", { body: { ...body, email: email.toUpperCase() } })
      assert.deepStrictEqual([other.status, other.json.reason], [409, "duplicate_person"])
      const invitation = added.json.secret.split("=").at(-1)
      const short = yield* send(origin, "POST", "/session", { body: { invitation, password: "short" } })
      assert.deepStrictEqual([short.status, short.json.errors[0].pointer], [400, "/body/password"])
      const accepted = yield* send(origin, "POST", "/session", { body: { invitation, password } })
      assert.strictEqual(accepted.status, 204)
      const cookie = cookieOf(accepted.headers)
      const session = yield* send(origin, "GET", "/session", { headers: { cookie } })
      assert.deepInclude(session.json, {
        access: "full",
        key: null,
        role: "owner",
        person: { id: added.json.id, name: "Ada" }
      })
      const second = yield* send(origin, "POST", "/session", { body: { email: email.toUpperCase(), password } })
      assert.strictEqual(second.status, 204)
      assert.notStrictEqual(cookieOf(second.headers), cookie)
      const shown = yield* call("GET", `/people/${added.json.id}`)
      assert.deepInclude(shown.json, { email, has_password: true, invited_until: null, external_id: null })
      assert.isNotNull(shown.json.last_signed_in_at)
      assert.notInclude(shown.text, "scrypt")
      assert.notInclude((yield* call("GET", "/people")).text, "scrypt")
    })
  )

  it.effect("get the same answer for every failed sign-in, and too many of them are refused", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const { email } = yield* signedIn("member")
      const { call } = yield* TestServer
      const blocked = yield* signedIn("member")
      yield* call("PATCH", `/people/${blocked.id}`, { body: { blocked: true } })
      const { json: invited } = yield* call("POST", "/people", {
        body: { name: "Ben", email: `${Fixtures.unique("ben")}@x.example`, role: "viewer" }
      })
      const headers = { "x-request-id": "same" }
      const tryWith = (body: object) => send(origin, "POST", "/session", { body, headers })
      const answers = yield* Effect.forEach(
        [
          { email, password: "wrong" },
          { email, password, organization_id: 999_999 },
          { email: "nobody@x.example", password },
          { email: blocked.email, password },
          { email: invited.email, password }
        ],
        tryWith
      )
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      assert.strictEqual(answers[0]?.status, 401)
      for (const body of [
        {},
        { email },
        { password },
        { email, password, key: "mr_x" },
        { organization_id: 1, key: "x" },
        // Addresses are counted in memory for 15 minutes.
        { email: `${"a".repeat(1000)}@x.example`, password },
        { email, password: "a".repeat(1001) }
      ]) {
        assert.strictEqual((yield* tryWith(body)).status, 400, JSON.stringify(body))
      }
      const nobody = `${Fixtures.unique("nobody")}@x.example`
      const statuses = yield* Effect.forEach(Array.from({ length: 11 }), () =>
        Effect.map(tryWith({ email: nobody, password: "" }), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
    })
  )

  it.effect(
    "lose their sessions when they are blocked or removed, and other sessions when they change the password",
    () =>
      Effect.gen(function* () {
        const { call, origin } = yield* TestServer
        const ada = yield* signedIn("admin")
        const status = (cookie: string) =>
          Effect.map(send(origin, "GET", "/session", { headers: { cookie } }), (answer) => answer.status)
        const second = cookieOf(
          (yield* send(origin, "POST", "/session", { body: { email: ada.email, password } })).headers
        )
        const change = { current_password: password, password: "another long password" }
        const wrong = yield* ada.call("PUT", "/session/password", { body: { ...change, current_password: "x" } })
        assert.deepStrictEqual([wrong.status, wrong.json.reason], [409, "wrong_password"])
        const changed = yield* ada.call("PUT", "/session/password", { body: change })
        assert.strictEqual(changed.status, 204)
        const third = cookieOf(changed.headers)
        assert.deepStrictEqual(yield* Effect.forEach([ada.cookie, second, third], status), [401, 401, 200])
        const byKey = yield* call("PUT", "/session/password", { body: change })
        assert.deepStrictEqual([byKey.status, byKey.json.reason], [409, "no_person"])
        yield* call("PATCH", `/people/${ada.id}`, { body: { blocked: true } })
        assert.strictEqual(yield* status(third), 401)
        const ben = yield* signedIn("viewer")
        assert.strictEqual((yield* call("DELETE", `/people/${ben.id}`)).status, 204)
        assert.strictEqual(yield* status(ben.cookie), 401)
        assert.strictEqual((yield* call("GET", `/people/${ben.id}`)).status, 404)
      })
  )

  it.effect("cannot raise their own role, nor act on people above them", () =>
    Effect.gen(function* () {
      const owner = yield* signedIn("owner")
      const admin = yield* signedIn("admin")
      const refused = yield* Effect.all([
        admin.call("PATCH", `/people/${admin.id}`, { body: { role: "owner" } }),
        admin.call("PATCH", `/people/${owner.id}`, { body: { blocked: true } }),
        admin.call("DELETE", `/people/${owner.id}`),
        admin.call("POST", `/people/${owner.id}/invitation`),
        admin.call("POST", "/people", { body: { name: "x", email: "x@x.example", role: "owner" } }),
        admin.call("POST", "/keys", { body: { name: "x" } })
      ])
      assert.deepStrictEqual(
        refused.map(({ json, status }) => [status, json.code]),
        refused.map(() => [403, "forbidden"])
      )
    })
  )
})

onEveryStorage("a team", (it) => {
  it.effect("assigns conversations, and whoever answers first gets one", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const ada = yield* signedIn("member", "Ada")
      const ben = yield* signedIn("member", "Ben")
      const { account_id, thread_id } = yield* Fixtures.conversation()
      const thread = Effect.map(call("GET", `/unibox/threads/${thread_id}`), ({ json }) => json.thread)
      const listed = (by: Pick<typeof ada, "call">, filter: string) =>
        Effect.map(by.call("GET", `/unibox/threads?tab=replies&assigned_to=${filter}`), ({ json }) =>
          json.data.some((one: any) => one.id === thread_id)
        )
      const set = (assigned_to: unknown) => call("PATCH", `/unibox/threads/${thread_id}`, { body: { assigned_to } })
      assert.strictEqual((yield* set(ada.id)).json.assigned_to, ada.id)
      assert.deepStrictEqual(
        [
          yield* listed(ada, "me"),
          yield* listed(ben, "me"),
          yield* listed(ben, String(ada.id)),
          yield* listed(ben, "none")
        ],
        [true, false, true, false]
      )
      const bulk = yield* call("PATCH", "/unibox/threads", { body: { ids: [thread_id], assigned_to: null } })
      assert.strictEqual(bulk.json.data[0].assigned_to, ada.id)
      assert.isUndefined((yield* thread).assigned_to)
      for (const [target, pointer] of [
        ["/unibox/threads?tab=replies&assigned_to=you", "/query/assigned_to"],
        ["/unibox/threads?tab=replies&assigned_to=me", "/query/assigned_to"]
      ] as const) {
        const { json, status } = yield* call("GET", target)
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, pointer])
      }
      assert.deepStrictEqual([(yield* set(999_999)).status, (yield* set("x")).status], [400, 400])

      // Lists that are open learn that the thread has nobody now.
      const eve = yield* signedIn("member")
      yield* set(eve.id)
      const revision = Effect.map(call("GET", "/unibox/changes"), ({ json }) => json.revision as number)
      const before = yield* revision
      yield* call("DELETE", `/people/${eve.id}`)
      assert.deepStrictEqual([(yield* thread).assigned_to, (yield* revision) > before], [undefined, true])

      const smtp = { host: "smtp.x.example", auth: { type: "password", password: "secret" } }
      yield* call("PUT", `/accounts/${account_id}/credentials`, { body: { smtp } })
      const answered = yield* ben.call("POST", `/unibox/threads/${thread_id}/reply`, { body: { body_text: "Hello" } })
      assert.strictEqual(answered.status, 202, answered.text)
      assert.strictEqual((yield* thread).assigned_to, ben.id)
      yield* call("DELETE", `/people/${ben.id}`)
      assert.isUndefined((yield* thread).assigned_to)
    })
  )

  it.effect("writes notes that only their authors change, and that no answer quotes", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const ada = yield* signedIn("member", "Ada")
      const ben = yield* signedIn("member", "Ben")
      const { thread_id } = yield* Fixtures.conversation()
      const path = `/unibox/threads/${thread_id}/notes`
      const body = "Do not mention the price <b>"
      const note = yield* ada.call("POST", path, { body: { body } })
      assert.strictEqual(note.status, 201, note.text)
      assert.deepInclude(note.json, { body, thread_id, author: { type: "person", id: ada.id, name: "Ada" } })
      const before = (yield* call("GET", "/unibox/changes")).json.revision
      for (const by of [ben, { call }]) {
        for (const answer of [
          yield* by.call("PATCH", `/unibox/notes/${note.json.id}`, { body: { body: "x" } }),
          yield* by.call("DELETE", `/unibox/notes/${note.json.id}`)
        ]) {
          assert.deepStrictEqual([answer.status, answer.json.reason], [409, "other_author"])
        }
      }
      const changed = yield* ada.call("PATCH", `/unibox/notes/${note.json.id}`, { body: { body: "Changed" } })
      assert.strictEqual(changed.json.body, "Changed")
      assert.isAbove((yield* call("GET", "/unibox/changes")).json.revision, before)
      assert.deepStrictEqual((yield* ben.call("GET", path)).json.data, [changed.json])
      assert.notInclude((yield* call("GET", `/unibox/threads/${thread_id}`)).text, "Changed")
      assert.strictEqual((yield* ada.call("POST", path, { body: { body: " " } })).status, 400)
      assert.strictEqual((yield* ada.call("DELETE", `/unibox/notes/${note.json.id}`)).status, 204)
      assert.deepStrictEqual((yield* ben.call("GET", path)).json.data, [])
    })
  )

  it.effect("sees who else is answering", () =>
    Effect.gen(function* () {
      const ada = yield* signedIn("member", "Ada")
      const ben = yield* signedIn("member", "Ben")
      const { thread_id } = yield* Fixtures.conversation()
      const seenBy = (one: typeof ada) =>
        Effect.map(one.call("GET", `/unibox/threads/${thread_id}`), ({ json }) =>
          json.answering.map(({ actor }: any) => actor.name)
        )
      const path = `/unibox/threads/${thread_id}/answering`
      assert.strictEqual((yield* ada.call("PUT", path)).status, 204)
      assert.strictEqual((yield* ada.call("PUT", path)).status, 204)
      assert.deepStrictEqual([yield* seenBy(ada), yield* seenBy(ben)], [[], ["Ada"]])
      assert.strictEqual((yield* ada.call("DELETE", path)).status, 204)
      assert.deepStrictEqual(yield* seenBy(ben), [])
      assert.strictEqual((yield* ada.call("PUT", "/unibox/threads/999999/answering")).status, 404)
    })
  )

  it.effect("has a log of what people, keys and nobody else changed, without texts", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const admin = yield* signedIn("admin", "Ada")
      const made = yield* admin.call("POST", "/tags", {
        body: { name: Fixtures.unique("Secret "), sentiment: "positive" }
      })
      const { id } = made.json
      yield* admin.call("PATCH", `/tags/${id}`, { body: { name: Fixtures.unique("Secret ") } })
      yield* admin.call("PATCH", "/tags/999999", { body: { name: "x" } })
      yield* admin.call("GET", "/tags")
      yield* call("DELETE", `/tags/${id}`)
      const entries = (query: string) => Effect.map(admin.call("GET", `/log?${query}`), ({ json }) => json.data)
      const about = yield* entries(`subject=tags/${id}`)
      assert.deepStrictEqual(
        about.map(({ actor, operation, subjects }: any) => [actor.type, operation, subjects]),
        [
          ["key", "tags.remove", [`tags/${id}`]],
          ["person", "tags.update", [`tags/${id}`]],
          ["person", "tags.create", [`tags/${id}`]]
        ]
      )
      const own = yield* entries(`person_id=${admin.id}`)
      assert.deepStrictEqual(
        own.map(({ operation }: any) => operation),
        ["tags.update", "tags.create", "people.accept"]
      )
      assert.deepStrictEqual(own[0].actor, { type: "person", id: admin.id, name: "Ada" })
      assert.notInclude(JSON.stringify(yield* entries("limit=100")), "Secret")
      assert.deepStrictEqual(yield* entries(`person_id=${admin.id}&until=${own[2].at}`), [])
      const { json: first } = yield* admin.call("GET", `/log?person_id=${admin.id}&limit=1`)
      const { json: rest } = yield* admin.call("GET", `/log?person_id=${admin.id}&limit=2&cursor=${first.next_cursor}`)
      assert.deepStrictEqual([...first.data, ...rest.data], own)
      const { thread_id } = yield* Fixtures.conversation()
      yield* admin.call("PATCH", "/unibox/threads", { body: { ids: [thread_id], state: "done" } })
      const [bulk] = yield* entries(`subject=threads/${thread_id}`)
      assert.deepInclude(bulk, { operation: "unibox.updateMany", subjects: [`threads/${thread_id}`] })
    })
  )
})

describe("a host that names the person", () => {
  itAlone.live("gives roles and names, without passwords", () =>
    Effect.gen(function* () {
      const people: Record<string, { id: string; name: string; role: string }> = {
        ada: { id: "u1", name: "Ada", role: "owner" },
        ben: { id: "u2", name: "Ben", role: "viewer" }
      }
      const { origin } = yield* start({
        authenticate: (request) => {
          const name = request.headers.get("cookie") ?? ""
          const person = people[name.replace("+read", "")]
          if (name === "role") return { organization_id: 1, person: { id: "u3", name: "x", role: "boss" } } as never
          if (name === "neither") return { organization_id: 1 }
          if (person === undefined) return null
          const access = name.endsWith("+read") ? { access: "read" as const } : {}
          return { organization_id: 1, ...access, person } as never
        }
      })
      const as = (cookie: string, method: string, path: string, body?: object) =>
        send(origin, method, path, { headers: { cookie }, ...(body === undefined ? {} : { body }) })
      const { json: session } = yield* as("ada", "GET", "/session")
      assert.deepInclude(session, { access: "full", role: "owner", key: null })
      assert.strictEqual(session.person.name, "Ada")
      const tag = { name: "x", sentiment: "neutral" }
      assert.deepStrictEqual(
        yield* Effect.forEach(["ada", "ben", "ada+read", "nobody", "role", "neither"], (cookie) =>
          Effect.map(as(cookie, "POST", "/tags", tag), ({ status }) => status)
        ),
        [201, 403, 403, 401, 500, 500]
      )
      const { json: all } = yield* as("ada", "GET", "/people")
      assert.deepStrictEqual(
        all.data.map(({ email, external_id, name, role }: any) => [external_id, name, role, email]),
        [
          ["u1", "Ada", "owner", null],
          ["u2", "Ben", "viewer", null]
        ]
      )
      const ben = all.data[1].id
      const changed = yield* as("ada", "PATCH", `/people/${ben}`, { role: "admin" })
      assert.deepStrictEqual([changed.status, changed.json.reason], [409, "signed_in_by_host"])
      const signIn = yield* as("", "POST", "/session", { email: "a@x.example", password })
      assert.deepStrictEqual([signIn.status, signIn.json.reason], [409, "host_authenticates"])
    })
  )
})

/** How people sign in over HTTP: invitations that have ended, and what the log has of sessions. */
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { password, signedIn } from "./Roles.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("people", (it) => {
  it.effect("learn that their invitation has ended, and what to do", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const secretOf = ({ json }: { readonly json: any }) => json.secret.split("=").at(-1) as string
      const invite = Effect.gen(function* () {
        const body = { name: "Ben", email: `${Fixtures.unique("ben")}@x.example`, role: "viewer" }
        const added = yield* call("POST", "/people", { body })
        return { id: added.json.id as number, invitation: secretOf(added) }
      })
      const accept = (invitation: string) => send(origin, "POST", "/session", { body: { invitation, password } })
      const used = yield* invite
      assert.strictEqual((yield* accept(used.invitation)).status, 204)
      const replaced = yield* invite
      const renewed = secretOf(yield* call("POST", `/people/${replaced.id}/invitation`))
      const blocked = yield* invite
      yield* call("PATCH", `/people/${blocked.id}`, { body: { blocked: true } })
      const removed = yield* invite
      yield* call("DELETE", `/people/${removed.id}`)
      const raised = yield* invite
      yield* call("PATCH", `/people/${raised.id}`, { body: { role: "admin" } })
      for (const [why, invitation] of [
        ["used", used.invitation],
        ["replaced", replaced.invitation],
        ["blocked", blocked.invitation],
        ["removed", removed.invitation],
        ["raised", raised.invitation],
        ["cut", renewed.slice(0, -1)],
        ["guessed", `1.${used.id}.${"A".repeat(43)}`],
        ["none", "x"]
      ] as const) {
        const { json, status } = yield* accept(invitation)
        assert.deepStrictEqual([status, json.code], [401, "unauthorized"], why)
        assert.match(
          json.detail,
          /^This invitation was used, has expired, .*: ask an administrator for a new link/u,
          why
        )
        assert.notInclude(json.title, "API key", why)
      }
      assert.strictEqual((yield* accept(renewed)).status, 204)
    })
  )
})

onEveryStorage("the log", (it) => {
  it.effect("has the sessions that begin, and not what was only read", () =>
    Effect.gen(function* () {
      const { a, call, origin } = yield* TestServer
      const ada = yield* signedIn("admin", "Ada")
      const about = (query: string) =>
        Effect.map(call("GET", `/log?${query}`), ({ json }) =>
          json.data.map(({ actor, operation, subjects }: any) => [operation, actor.type, ...subjects])
        )
      const accepted = ["people.accept", "person", `people/${ada.id}`]
      assert.deepStrictEqual(yield* about(`person_id=${ada.id}`), [accepted])
      const signIn = (body: object) => Effect.map(send(origin, "POST", "/session", { body }), ({ status }) => status)
      assert.strictEqual(yield* signIn({ email: ada.email, password: "a wrong password" }), 401)
      assert.strictEqual(yield* signIn({ invitation: "x", password }), 401)
      assert.deepStrictEqual(yield* about(`person_id=${ada.id}`), [accepted])
      assert.strictEqual(yield* signIn({ email: ada.email, password }), 204)
      assert.deepStrictEqual(yield* about(`person_id=${ada.id}`), [
        ["auth.signIn", "person", `people/${ada.id}`],
        accepted
      ])
      assert.strictEqual(yield* signIn({ key: Redacted.value(a.key) }), 204)
      // A session of a key leaves no entry.
      assert.deepStrictEqual((yield* about("limit=1"))[0], ["auth.signIn", "person", `people/${ada.id}`])

      const { thread_id } = yield* Fixtures.conversation()
      const one = (body: object) => ada.call("PATCH", `/unibox/threads/${thread_id}`, { body })
      const many = (body: object) => ada.call("PATCH", "/unibox/threads", { body: { ids: [thread_id], ...body } })
      for (const answer of [
        yield* one({ is_new: false }),
        yield* one({ is_new: true }),
        yield* one({}),
        yield* many({ is_new: false }),
        yield* many({ is_new: true })
      ]) {
        assert.strictEqual(answer.status, 200, answer.text)
      }
      assert.deepStrictEqual(yield* about(`subject=threads/${thread_id}`), [])
      yield* one({ is_new: false, state: "done" })
      yield* many({ is_new: true, state: "open" })
      assert.deepStrictEqual(
        (yield* about(`subject=threads/${thread_id}`)).map(([operation]: any) => operation),
        ["unibox.updateMany", "unibox.update"]
      )
    })
  )
})

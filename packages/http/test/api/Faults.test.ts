/** Faults of parameters and bodies (contract, section 1, "Errors"). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Call } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"

interface Fault {
  readonly pointer: string
  readonly message: string
}

onMemory("faults", (it) => {
  /** The faults of an invalid request, and the detail of its problem. */
  const faultsOf = Effect.fnUntraced(function* (method: string, target: string, options: Call = {}) {
    const { call } = yield* TestServer
    const { json, status } = yield* call(method, target, options)
    assert.strictEqual(status, 400, `${method} ${target}`)
    return { detail: json.detail as string, errors: json.errors as ReadonlyArray<Fault> }
  })
  const mail = { body: "From: a@b.c", headers: { "content-type": "message/rfc822" } }

  it.effect("names a parameter that is given more than once, of whatever kind", () =>
    Effect.gen(function* () {
      const id = yield* Fixtures.campaign()
      const parameters: ReadonlyArray<readonly [target: string, name: string, value: string]> = [
        [`/leads/campaign/${id}`, "limit", "1"],
        [`/leads/campaign/${id}`, "offset", "1"],
        [`/leads/campaign/${id}`, "after_id", "1"],
        [`/leads/campaign/${id}`, "search", "x"],
        ["/campaigns", "status", "draft"],
        ["/unibox/threads?tab=replies", "cursor", "x"],
        ["/unibox/threads", "tab", "replies"],
        [`/analytics/campaigns/${id}/activity`, "types", "sent"],
        [`/analytics/campaigns/${id}/activity`, "lead_id", "1"],
        [`/analytics/campaigns/${id}/summary`, "period", "today"],
        [`/analytics/campaigns/${id}/summary?end_date=2026-01-01`, "start_date", "2026-01-01"],
        ["/attachments/1?signature=x", "expires", "1"]
      ]
      for (const [target, name, value] of parameters) {
        const twice = `${name}=${value}&${name}=${value}`
        const { detail, errors } = yield* faultsOf("GET", `${target}${target.includes("?") ? "&" : "?"}${twice}`)
        assert.deepStrictEqual(errors, [{ pointer: `/query/${name}`, message: "is given more than once" }], target)
        assert.strictEqual(detail, `${name}: is given more than once`)
      }
      const flag = yield* faultsOf("POST", "/inbound/messages?vouched=true&vouched=true", mail)
      assert.strictEqual(flag.detail, "vouched: is given more than once")
      const ids = yield* faultsOf("DELETE", "/blacklist/emails?ids=1,2&ids=3")
      assert.strictEqual(ids.detail, "ids: is given more than once")
      for (const target of ["/livez?x=1&x=1", "/campaigns?x=1&x=1"]) {
        const { errors } = yield* faultsOf("GET", target)
        assert.deepStrictEqual(
          errors.map(({ message }) => message),
          ["is an unknown field", "is given more than once"]
        )
      }
    })
  )

  it.effect("says what a parameter or a field must be", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* faultsOf("POST", "/inbound/messages?vouched=yes", mail)).detail,
        "vouched: must be true or false"
      )
      assert.strictEqual((yield* faultsOf("GET", "/campaigns?limit=x")).detail, "limit: must be an integer")
      assert.strictEqual((yield* faultsOf("GET", "/unibox/threads?tab=x")).detail, "tab: must be replies or other")
      const body = { emial: "a@example.com", last_name: null, company: 1, custom_fields: [], stop_sending: "yes" }
      const { errors } = yield* faultsOf("PATCH", "/leads/1", { body })
      assert.deepStrictEqual(Object.fromEntries(errors.map(({ message, pointer }) => [pointer, message])), {
        "/body/emial": "is an unknown field: did you mean email?",
        "/body/last_name": "must be a string",
        "/body/company": "must be a string",
        "/body/custom_fields": "must be an object",
        "/body/stop_sending": "must be true or false"
      })
    })
  )

  it.effect("says that a body must be an object", () =>
    Effect.gen(function* () {
      const routes = [
        ["PATCH", "/leads/1"],
        ["PUT", "/leads/1/tag"],
        ["POST", "/leads"],
        ["DELETE", "/leads"],
        ["POST", "/events"],
        ["POST", "/campaigns"],
        ["POST", "/accounts"],
        ["POST", "/tags"],
        ["POST", "/keys"],
        ["POST", "/keys/1/rotate"],
        ["POST", "/blacklist/emails"],
        ["DELETE", "/blacklist/domains"],
        ["PATCH", "/unibox/threads/1"]
      ] as const
      for (const [method, target] of routes) {
        for (const body of ["[]", '"x"', "null", "5", "true"]) {
          const call = { body, headers: { "content-type": "application/json" } }
          const { detail, errors } = yield* faultsOf(method, target, call)
          assert.deepStrictEqual(errors, [{ pointer: "/body", message: "must be an object" }], `${method} ${target}`)
          assert.strictEqual(detail, "the body must be an object")
        }
      }
    })
  )
})

/** Rules about people: pauses of many leads, colleagues who answered, and settings. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("many leads", (it) => {
  it.effect("are paused in one call, under a key, and by filters", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [a, b] = yield* Fixtures.leads(campaign_id, ["a@people.example", "b@people.example"])
      const until = "2999-01-01T00:00:00.000Z"
      const body = { ids: [b, 999_999, a], until }
      const headers = { "idempotency-key": Fixtures.unique("pause") }
      const { json, status } = yield* call("POST", "/leads/pause", { body, headers })
      assert.deepStrictEqual([status, json.updated, json.not_found], [200, 2, 1])
      assert.deepStrictEqual(json.data[0], { id: b, status: "updated", paused_until: null })
      assert.deepStrictEqual((yield* call("POST", "/leads/pause", { body, headers })).json, json)
      const filter = { campaign_id }
      yield* call("POST", "/leads/matching", { body: { filter, action: "pause", until: null } })
      const again = yield* call("POST", "/leads/pause", { body: { ids: [a], until } })
      assert.deepStrictEqual(again.json.data, [{ id: a, status: "updated", paused_until: null }])
      const { effective_state } = (yield* call("GET", `/leads/${a}`)).json
      assert.deepInclude(effective_state, { reason: "lead_paused", paused_until: until, paused_by: "person" })
      for (const [body, pointer] of [
        [{ ids: [a], until: "2001-01-01T00:00:00Z" }, "/body/until"],
        [{ ids: [], until }, "/body/ids"],
        [{ ids: [a] }, "/body/until"]
      ] as const) {
        const { json, status } = yield* call("POST", "/leads/pause", { body })
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, pointer])
      }
    })
  )
})

onEveryStorage("colleagues", (it) => {
  it.effect("are stopped by an answer, with who answered, and one can be resumed alone", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      yield* call("PATCH", `/campaigns/${campaign_id}`, { body: { stop_scope: "company" } })
      const [a, b, c] = yield* Fixtures.leads(campaign_id, [
        "a@company.example",
        "b@sales.company.example",
        "c@elsewhere.example"
      ])
      yield* call("POST", "/events", {
        body: { events: [{ type: "replied", lead_id: a, occurred_at: "2026-03-02T10:00:00Z" }] }
      })
      const typeOf = (id: number | undefined) =>
        Effect.map(call("GET", `/leads/${id}`), ({ json }) => [json.stop_sending_type, json.effective_state.stopped_by])
      assert.deepStrictEqual(yield* typeOf(b), ["colleague", { lead_id: a, email: "a@company.example" }])
      assert.deepStrictEqual(yield* typeOf(c), [null, null])
      yield* call("PATCH", `/leads/${b}`, { body: { stop_sending: false } })
      assert.deepStrictEqual(yield* typeOf(b), [null, null])
      assert.deepStrictEqual(yield* typeOf(a), ["reply", null])
    })
  )
})

onEveryStorage("the settings about people", (it) => {
  it.effect("are stored each alone, and checked", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const patch = (body: object) => call("PATCH", "/organization", { body })
      const { json } = yield* patch({ domain_daily_limit: 3, seed_addresses: ["Seed@One.example"] })
      assert.deepInclude(json, { domain_daily_limit: 3, seed_addresses: ["Seed@One.example"], contact_rule: null })
      assert.deepInclude((yield* patch({ contact_rule: { gap_days: 7 } })).json, { domain_daily_limit: 3 })
      for (const body of [{ domain_daily_limit: 0 }, { domain_daily_limit: 1.5 }, { seed_addresses: ["x"] }]) {
        assert.strictEqual((yield* patch(body)).status, 400, JSON.stringify(body))
      }
      const { json: ended } = yield* patch({ contact_rule: null, domain_daily_limit: null, seed_addresses: [] })
      assert.deepInclude(ended, { domain_daily_limit: null, seed_addresses: [], contact_rule: null })
    })
  )
})

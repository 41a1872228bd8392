/** Rules by which leads move to another campaign, over HTTP and every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("moves to another campaign", (it) => {
  const campaign = Effect.fnUntraced(function* (name: string) {
    const { call } = yield* TestServer
    return (yield* call("POST", "/campaigns", { body: { name } })).json
  })
  /** The tag that labels leads as interested. */
  const tagged = Effect.gen(function* () {
    const { call } = yield* TestServer
    const { data } = (yield* call("GET", "/tags?limit=200")).json
    const known = data.find(({ label }: { readonly label?: string }) => label === "interested")
    if (known !== undefined) return known.id
    const body = { name: Fixtures.unique("Interested "), sentiment: "positive", label: "interested" }
    return (yield* call("POST", "/tags", { body })).json.id
  })

  it.effect("follow the label of a lead", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const to = yield* campaign("Follow-up")
      const from = yield* campaign("Spring")
      assert.deepStrictEqual(from.moves, [])
      const moves = [
        { when: "labelled", label: "interested", campaign_id: to.id, after_days: 0 },
        { when: "finished", campaign_id: to.id.toUpperCase(), after_days: 5 }
      ]
      const set = yield* call("PATCH", `/campaigns/${from.id}`, { body: { moves } })
      assert.deepStrictEqual(set.json.moves, [moves[0], { ...moves[1], campaign_id: to.id }])
      const upcoming = (yield* call("GET", `/campaigns/${from.id}/upcoming`)).json
      assert.deepStrictEqual(upcoming.moves, [
        { ...moves[0], name: "Follow-up", status: "draft" },
        { ...moves[1], campaign_id: to.id, name: "Follow-up", status: "draft" }
      ])
      const body = {
        campaign_id: from.id,
        leads: [
          { email: "ada@lead.example", first_name: "Ada", custom_fields: { city: "Oslo" }, timezone: "Asia/Tokyo" }
        ]
      }
      const { id } = (yield* call("POST", "/leads", { body })).json.data[0]
      assert.strictEqual((yield* call("PUT", `/leads/${id}/tag`, { body: { tag_id: yield* tagged } })).status, 200)
      const find = Effect.map(call("GET", `/leads/${id}`), ({ json }) => json)
      let lead = yield* find
      while (lead.moved_to === null) lead = yield* Effect.andThen(Effect.yieldNow, find)
      assert.deepInclude(lead, { stop_sending_type: "moved", moved_from: null })
      assert.isNull(lead.effective_state.next_move)
      assert.strictEqual(lead.moved_to.campaign_id, to.id)
      const there = (yield* call("GET", `/leads/${lead.moved_to.lead_id}`)).json
      assert.deepInclude(there, { first_name: "Ada", timezone: "Asia/Tokyo", stop_sending: false, moved_to: null })
      assert.deepStrictEqual(there.custom_fields, { city: "Oslo" })
      assert.deepInclude(there.moved_from, { lead_id: id, campaign_id: from.id })
      yield* call("PATCH", `/leads/${id}`, { body: { stop_sending: true } })
      const stopped = (yield* call("GET", `/leads/${lead.moved_to.lead_id}`)).json
      assert.strictEqual(stopped.stop_sending_type, "manual")
    })
  )

  it.effect("show the move that is ahead of a lead", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const to = yield* campaign("Follow-up")
      const from = yield* campaign("Spring")
      const moves = [{ when: "labelled", label: "interested", campaign_id: to.id, after_days: 300 }]
      yield* call("PATCH", `/campaigns/${from.id}`, { body: { moves } })
      const id = yield* Fixtures.lead(from.id)
      const move = Effect.map(call("GET", `/leads/${id}`), ({ json }) => json.effective_state.next_move)
      assert.isNull(yield* move)
      yield* call("PUT", `/leads/${id}/tag`, { body: { tag_id: yield* tagged } })
      const next = yield* move
      assert.deepInclude(next, { campaign_id: to.id, name: "Follow-up", status: "draft" })
      const moving = Effect.map(call("GET", `/campaigns/${from.id}/upcoming`), ({ json }) => json.leads_moving)
      const { email } = (yield* call("GET", `/leads/${id}`)).json
      assert.deepStrictEqual(yield* moving, [{ lead_id: id, email, ...next }])
      yield* call("PATCH", `/leads/${id}`, { body: { stop_sending: true } })
      assert.isNull(yield* move)
      assert.deepStrictEqual(yield* moving, [])
    })
  )

  it.effect("never lead in a circle, also when two rules are set at the same time", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const a = yield* campaign("A")
      const b = yield* campaign("B")
      const lead = (from: string, to: string) =>
        call("PATCH", `/campaigns/${from}`, {
          body: { moves: [{ when: "finished", campaign_id: to, after_days: 0 }] }
        })
      for (let round = 0; round < 5; round++) {
        const answers = yield* Effect.all([lead(a.id, b.id), lead(b.id, a.id)], { concurrency: "unbounded" })
        const bad = answers.filter(({ status }) => status === 400)
        assert.strictEqual(bad.length, 1)
        assert.match(
          bad[0]?.json.errors[0].message,
          /^would lead a lead back to its campaign, from "[AB]" to "[AB]" to "[AB]":/u
        )
        assert.strictEqual(bad[0]?.json.errors[0].pointer, "/body/moves/0/campaign_id")
        for (const { id } of [a, b]) yield* call("PATCH", `/campaigns/${id}`, { body: { moves: [] } })
      }
      assert.strictEqual((yield* lead(a.id, a.id)).status, 400)
      assert.strictEqual((yield* lead(a.id, "00000000-0000-4000-8000-000000000000")).status, 400)
    })
  )
})

/** A variant that more leads answer gets all further leads of its step. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEveryStorage, TestServer } from "./TestServer.ts"

interface Row {
  readonly id: number
  readonly won: { readonly figures: ReadonlyArray<unknown>; readonly goal: string } | null
  readonly winner_rule: { readonly goal: string; readonly minimum_contacted: number; readonly since: string } | null
}

interface Figures {
  readonly variant: string
  readonly contacted: number
  readonly opened: number
  readonly answered: number
  readonly missing: number
}

onEveryStorage("a step with a rule for a winner", (it) => {
  it.effect("gets a winner by the answers, until a person splits its leads again", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id: campaign_id } = (yield* call("POST", "/campaigns", { body: { name: "Compared" } })).json
      const target = `/campaigns/${campaign_id}/sequences`
      const a = (yield* call("POST", target, { body: { subject: "Apples", body: "One" } })).json
      const b = (yield* call("POST", target, { body: { subject: "Pears", body: "Other", variant_of: a.id } })).json
      assert.deepStrictEqual([b.winner_rule, b.won], [null, null])
      /** The comparison of the step: its figures as [variant, contacted, opened, answered, missing]. */
      const comparison = Effect.map(call("GET", `/campaigns/${campaign_id}/comparisons`), ({ json: { data } }) => {
        assert.strictEqual(data.length, 1)
        const { certainty, leader, position, state, variants, winner_rule, won } = data[0]
        assert.strictEqual(position, 1)
        const rows = (variants as ReadonlyArray<Figures>).map(({ answered, contacted, missing, opened, variant }) => [
          variant,
          contacted,
          opened,
          answered,
          missing
        ])
        return { certainty, goal: winner_rule?.goal ?? null, leader, rows, state, won }
      })
      const none = { certainty: null, goal: null, leader: null, state: "not_compared", won: null }
      assert.deepStrictEqual(yield* comparison, {
        ...none,
        rows: [
          ["A", 0, 0, 0, 0],
          ["B", 0, 0, 0, 0]
        ]
      })
      const rows = Effect.map(call("GET", target), ({ json }) => json.data as ReadonlyArray<Row>)
      const rule = { goal: "replied", minimum_contacted: 20 }
      const set = (winner_rule: unknown) => call("PATCH", `${target}/${a.id}`, { body: { winner_rule } })
      assert.strictEqual((yield* set({ goal: "opened" })).status, 400)
      assert.strictEqual((yield* set({ ...rule, minimum_contacted: 19 })).status, 400)
      assert.strictEqual((yield* set(rule)).status, 200)
      const [first] = yield* rows
      const since = first?.winner_rule?.since ?? assert.fail()
      assert.deepStrictEqual(
        (yield* rows).map(({ winner_rule }) => winner_rule),
        [
          { ...rule, since },
          { ...rule, since }
        ]
      )
      const leads = Array.from({ length: 50 }, (_, i) => ({ email: `lead${i}@lead.example` }))
      const { data } = (yield* call("POST", "/leads", { body: { campaign_id, leads } })).json
      const ids: ReadonlyArray<number> = data.map(({ id }: { readonly id: number }) => id)
      const sequenceOf = (i: number) => (i % 2 === 0 ? a.id : b.id)
      const at = (minutes: number) => new Date(Date.parse(since) + minutes * 60_000).toISOString()
      const record = Effect.fnUntraced(function* (type: string, chosen: ReadonlyArray<number>, minutes: number) {
        const events = chosen.map((i) => ({
          type,
          lead_id: ids[i],
          sequence_id: sequenceOf(i),
          occurred_at: at(minutes)
        }))
        const { json } = yield* call("POST", "/events", { body: { events } })
        assert.strictEqual(json.recorded, chosen.length)
      })
      const open = { certainty: 0, goal: "replied", leader: null, won: null }
      assert.deepStrictEqual(yield* comparison, {
        ...open,
        state: "collecting",
        rows: [
          ["A", 0, 0, 0, 20],
          ["B", 0, 0, 0, 20]
        ]
      })
      yield* record("sent", [...ids.keys()].slice(0, 30), 1)
      assert.deepStrictEqual(yield* comparison, {
        ...open,
        state: "collecting",
        rows: [
          ["A", 15, 0, 0, 5],
          ["B", 15, 0, 0, 5]
        ]
      })
      yield* record("sent", [...ids.keys()].slice(30), 1)
      const odd = [...ids.keys()].filter((i) => i % 2 === 1)
      yield* record("opened", odd, 2)
      yield* record("replied", odd.slice(0, 5), 3)
      assert.deepStrictEqual(
        (yield* rows).map(({ won }) => won),
        [null, null]
      )
      const undecided = yield* comparison
      assert.deepStrictEqual(undecided.rows, [
        ["A", 25, 0, 0, 0],
        ["B", 25, 25, 5, 0]
      ])
      assert.deepStrictEqual([undecided.state, undecided.leader], ["undecided", "B"])
      assert.isAbove(undecided.certainty, 0)
      assert.isBelow(undecided.certainty, 0.95)
      yield* record("replied", odd.slice(5, 18), 4)
      const decided = yield* comparison
      assert.deepStrictEqual(decided.rows, [
        ["A", 25, 0, 0, 0],
        ["B", 25, 25, 18, 0]
      ])
      assert.deepStrictEqual([decided.state, decided.leader], ["decided", "B"])
      assert.isAtLeast(decided.certainty, 0.95)
      assert.deepInclude(decided.won, { sequence_id: b.id, variant: "B", goal: "replied" })
      const [loser, winner] = yield* rows
      assert.isNull(loser?.won)
      assert.deepInclude(winner?.won, {
        goal: "replied",
        figures: [
          { variant: "A", contacted: 25, answered: 0 },
          { variant: "B", contacted: 25, answered: 18 }
        ]
      })
      // The same rule again changes nothing, and neither does another text.
      yield* set(rule)
      yield* call("PATCH", `${target}/${b.id}`, { body: { subject: "Ripe pears" } })
      assert.isNotNull((yield* rows)[1]?.won)
      // The copy of a campaign begins without the decision.
      const copy = (yield* call("POST", `/campaigns/${campaign_id}/duplicate`, { body: {} })).json
      const { json: copied } = yield* call("GET", `/campaigns/${copy.id}/sequences`)
      assert.deepStrictEqual(
        copied.data.map(({ winner_rule, won }: Row) => [winner_rule?.goal, won]),
        [
          ["replied", null],
          ["replied", null]
        ]
      )
      assert.strictEqual((yield* set(null)).status, 200)
      assert.deepStrictEqual(
        (yield* rows).map(({ winner_rule, won }) => [winner_rule, won]),
        [
          [null, null],
          [null, null]
        ]
      )
      // Without a rule, all leads count.
      assert.deepStrictEqual(yield* comparison, {
        ...none,
        rows: [
          ["A", 25, 0, 0, 0],
          ["B", 25, 25, 18, 0]
        ]
      })
      const strange = "00000000-0000-4000-8000-000000000000"
      assert.strictEqual((yield* call("GET", `/campaigns/${strange}/comparisons`)).status, 404)
    })
  )
})

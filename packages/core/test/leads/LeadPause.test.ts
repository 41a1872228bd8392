/** Pauses of many leads at once. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { LeadId } from "../../src/ids.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "../sending/Mailing.ts"

const inDays = (days: number) => Effect.map(Timestamp.now, (now) => Timestamp.plus(now, days * 86_400_000))
const states = ({ asTenant, lead_ids, leads, sending }: Mailing) =>
  Effect.forEach(lead_ids, (id) => asTenant(Effect.flatMap(leads.find(id), sending.effectiveState)))

describe("Many leads", () => {
  test("wait, and go on when their pauses end", { leads: 3 }, function* (given) {
    const { asTenant, lead_ids, leads } = given
    const [first = assert.fail(), second = assert.fail()] = lead_ids
    const until = yield* inDays(2)
    const missing = LeadId.make(999_999)
    const result = yield* asTenant(leads.pauseMany({ ids: [second, missing, first, second], until }))
    assert.deepStrictEqual(result, {
      counts: { updated: 2, not_found: 1 },
      data: [
        { id: second, status: "updated", paused_until: null },
        { id: missing, status: "not_found" },
        { id: first, status: "updated", paused_until: null }
      ]
    })
    yield* given.work
    assert.deepStrictEqual(yield* given.mails, ["lead2@lead.example: Hello there"])
    assert.deepStrictEqual(
      (yield* states(given)).map(({ paused_by, paused_until }) => [paused_until, paused_by]),
      [
        [until, "person"],
        [until, "person"],
        [null, null]
      ]
    )
    const { data } = yield* asTenant(leads.pauseMany({ ids: [first], until: null }))
    assert.deepStrictEqual(data, [{ id: first, status: "updated", paused_until: until }])
    yield* given.work
    assert.lengthOf(yield* given.mails, 2)
    yield* TestClock.adjust("2 days")
    yield* given.work
    assert.lengthOf(yield* given.mails, 3)
  })

  test("do not wait until the past, and none of them changes", { leads: 2 }, function* (given) {
    const { asTenant, lead_ids, leads } = given
    const before = yield* Timestamp.now
    const fault = yield* Effect.flip(asTenant(leads.pauseMany({ ids: [...lead_ids], until: before })))
    assert.deepInclude(fault, { _tag: "InvalidInput" })
    assert.include(JSON.stringify(fault), "must be later than now")
    for (const input of [{ ids: [] }, { ids: [1], until: "soon" }, { ids: [1] }]) {
      const { _tag } = yield* Effect.flip(asTenant(leads.pauseMany(input as never)))
      assert.strictEqual(_tag, "InvalidInput")
    }
    assert.deepStrictEqual(
      (yield* states(given)).map(({ paused_until }) => paused_until),
      [null, null]
    )
  })

  test("that pass filters wait, in one call after the other", { leads: 3 }, function* (given) {
    const { asTenant, campaign_id, lead_ids, leads } = given
    const until = yield* inDays(1)
    const change = { filter: { campaign_id, status: "Not contacted" }, action: "pause", limit: 2 } as const
    const { changed, next_before_id } = yield* asTenant(leads.changeMatching({ ...change, until }))
    assert.deepStrictEqual([changed, next_before_id], [2, lead_ids[1] ?? null])
    yield* asTenant(leads.changeMatching({ ...change, until, before_id: lead_ids[1] ?? assert.fail() }))
    yield* given.work
    assert.lengthOf(yield* given.mails, 0)
    yield* asTenant(leads.changeMatching({ ...change, limit: 3, until: null }))
    yield* given.work
    assert.lengthOf(yield* given.mails, 3)
  })

  test("need an instant with the action pause, and only with it", { leads: 1 }, function* ({ asTenant, leads }) {
    const filter = { status: "Sent" } as const
    for (const input of [
      { filter, action: "pause" },
      { filter, action: "stop", until: null }
    ] as const) {
      const fault = yield* Effect.flip(asTenant(leads.changeMatching(input)))
      assert.include(JSON.stringify(fault), "/until")
    }
  })
})

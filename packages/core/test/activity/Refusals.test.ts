/** Events that blacklist an address, and their effect on all leads that have it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { BlacklistStore } from "../../src/blacklist/BlacklistStore.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { resume } from "../../src/leads/StopSending.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { at, idsOf, leadRow, missing, newCampaign, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { toMillis } from "../../src/Timestamp.ts"
import { test } from "../Tenant.ts"
import type { LeadId } from "../../src/ids.ts"

/** One address in two spellings as a lead of two campaigns, and a lead with another address. */
const newAddress = Effect.gen(function* () {
  yield* TestClock.setTime(toMillis(at(1_000)))
  const { id } = yield* CurrentOrganization
  const first = yield* newCampaign(id)
  const second = yield* newCampaign(id)
  const spelled = leadRow("Zoë@xn--mnchen-3ya.example", resume(at(10)))
  const leads = [
    ...(yield* newLeads(id, first, "zoë@MÜNCHEN.example", "other@x.test")),
    ...(yield* newLeads(id, second, spelled))
  ]
  const [own = missing.lead, other = missing.lead, same = missing.lead] = idsOf(leads)
  const record = Effect.fnUntraced(function* (...events: ReadonlyArray<Record<string, unknown>>) {
    const results = yield* (yield* Activity).record(events)
    return results.data.map(({ status }) => status)
  })
  const stopOf = Effect.fnUntraced(function* (lead_id: LeadId) {
    const [lead] = yield* (yield* LeadStore).findMany(id, [lead_id])
    const rule = lead?.stop_sending_type
    return [rule, rule === null || rule === undefined || rule === "manual" ? null : lead?.stops[rule]]
  })
  const entries = Effect.gen(function* () {
    const { data } = yield* (yield* BlacklistStore).page(id, "email", { offset: 0, limit: 10 })
    return data.map(({ campaign_id, created_at, reason, source, value }) => ({
      campaign_id,
      created_at,
      reason,
      source,
      value
    }))
  })
  return { first, own, other, same, record, stopOf, entries }
})

const refusal = (lead_id: LeadId, type: string, seconds: number, data: Record<string, unknown> = {}) => ({
  type,
  lead_id,
  occurred_at: at(seconds),
  idempotency_key: `${type} ${lead_id} ${seconds}`,
  data
})
const sent = (lead_id: LeadId, seconds: number) => ({ type: "sent", lead_id, occurred_at: at(seconds) })
const nothing = [null, null]

/** Removes all addresses from the blacklist, as a person does. */
const takeOff = Effect.gen(function* () {
  const blacklist = yield* Blacklist
  const { data } = yield* blacklist.page("email", { offset: 0, limit: 10 })
  yield* blacklist.remove("email", { ids: idsOf(data) })
})

test("the address is on the blacklist under its one spelling, and every lead of it is stopped", function* () {
  const { entries, first, other, own, record, same, stopOf } = yield* newAddress
  assert.deepStrictEqual(yield* record(refusal(own, "unsubscribed", 20, { reason: "No more" })), ["recorded"])
  assert.deepStrictEqual(yield* entries, [
    {
      campaign_id: first,
      created_at: at(20),
      reason: "No more",
      source: "unsubscribe",
      value: "zoë@xn--mnchen-3ya.example"
    }
  ])
  assert.deepStrictEqual(yield* stopOf(own), ["unsubscribe", at(20)])
  assert.deepStrictEqual(yield* stopOf(same), ["blacklist", at(20)])
  assert.deepStrictEqual(yield* stopOf(other), nothing)
})

test("a bounce that names its mail is about the address that the mail went to, though the lead has another one", function* () {
  for (const type of ["bounced", "complained"]) {
    for (const message_id of ["<m1@ours.example>", "m1@ours.example"]) {
      const { entries, own, record, same, stopOf } = yield* newAddress
      const sent = { type: "sent", lead_id: own, occurred_at: at(10), message_id: "<m1@ours.example>" }
      assert.deepStrictEqual(yield* record(sent), ["recorded"])
      yield* (yield* Leads).update(own, { email: "new@x.test" })
      const { idempotency_key: _, ...unkeyed } = refusal(own, type, 20)
      assert.deepStrictEqual(yield* record({ ...unkeyed, message_id }), ["recorded"])
      assert.deepStrictEqual(
        (yield* entries).map(({ value }) => value),
        ["zoë@xn--mnchen-3ya.example"]
      )
      assert.deepStrictEqual(yield* stopOf(same), ["blacklist", at(20)])
      yield* takeOff
    }
  }
})

test("no reason and an empty one are the same", function* () {
  const { entries, own, record } = yield* newAddress
  yield* record(refusal(own, "complained", 20, { reason: "" }))
  assert.deepStrictEqual(
    (yield* entries).map(({ reason, source }) => [reason, source]),
    [[null, "complaint"]]
  )
})

test("a refusal by policy, a soft bounce and a reply leave the address and its other leads alone", function* () {
  const { entries, own, record, same, stopOf } = yield* newAddress
  yield* record(
    refusal(own, "soft_bounced", 20, { status: "4.2.2" }),
    refusal(own, "bounced", 30, { status: "5.7.1" }),
    refusal(own, "replied", 40)
  )
  assert.deepStrictEqual(yield* entries, [])
  assert.deepStrictEqual(yield* stopOf(own), ["bounce", at(30)])
  assert.deepStrictEqual(yield* stopOf(same), nothing)
})

test("a lead that a person resumed is stopped by what occurred since, though the entry is older", function* () {
  for (const seconds of [
    [5, 20],
    [20, 5]
  ]) {
    const { entries, own, record, same, stopOf } = yield* newAddress
    for (const second of seconds) yield* record(refusal(own, "bounced", second))
    assert.deepStrictEqual(
      (yield* entries).map(({ created_at }) => created_at),
      [at(5)]
    )
    assert.deepStrictEqual(yield* stopOf(same), ["blacklist", at(20)])
    yield* takeOff
  }
})

test("reported again, after a person took the address off, it changes nothing", function* () {
  const { entries, own, record, same, stopOf } = yield* newAddress
  yield* record(refusal(own, "bounced", 20))
  yield* takeOff
  assert.deepStrictEqual(yield* record(refusal(own, "bounced", 20)), ["duplicate"])
  assert.deepStrictEqual(yield* entries, [])
  assert.deepStrictEqual(yield* stopOf(same), nothing)
})

test("of a lead that is gone and was not mailed there is no event, and the others of the call are recorded", function* () {
  const { entries, other, own, record, same, stopOf } = yield* newAddress
  const { id } = yield* CurrentOrganization
  yield* (yield* LeadStore).remove(id, [own])
  assert.deepStrictEqual(yield* record(refusal(own, "bounced", 20), refusal(other, "complained", 30)), [
    "rejected",
    "recorded"
  ])
  assert.deepStrictEqual(
    (yield* entries).map(({ value }) => value),
    ["other@x.test"]
  )
  assert.deepStrictEqual(yield* stopOf(same), nothing)
  assert.strictEqual(yield* (yield* Analytics).rebuild, 1)
})

test("of a removed lead that was mailed it counts once, and as it would be counted anew", function* () {
  const { entries, first, own, record, same, stopOf } = yield* newAddress
  const { id } = yield* CurrentOrganization
  yield* record(sent(own, 10), refusal(own, "unsubscribed", 40))
  yield* takeOff
  yield* (yield* LeadStore).remove(id, [own])
  const refusals = [refusal(own, "unsubscribed", 30), refusal(own, "bounced", 20), refusal(own, "bounced", 50)]
  assert.deepStrictEqual(yield* record(...refusals), ["recorded", "recorded", "recorded"])
  assert.deepStrictEqual(
    (yield* entries).map(({ campaign_id, created_at, source }) => [campaign_id, created_at, source]),
    [[first, at(20), "bounce"]]
  )
  assert.deepStrictEqual(yield* stopOf(same), ["blacklist", at(20)])
  assert.deepStrictEqual(yield* record(...refusals), ["duplicate", "duplicate", "duplicate"])
  const analytics = yield* Analytics
  const counted = Effect.map(analytics.summary(first, {}), ({ metrics, rates }) => ({ metrics, rates }))
  const before = yield* counted
  assert.deepInclude(before.metrics, { sent: 1, bounced: 1, unsubscribed: 1 })
  assert.deepInclude(before.rates, { bounce_rate: 1, unsubscribe_rate: 1 })
  yield* analytics.rebuild
  assert.deepStrictEqual(yield* counted, before)
})

test("that names no mail is about the last address that was mailed until then", function* () {
  for (const [seconds, value] of [
    [15, "first@x.test"],
    [25, "second@x.test"],
    [5, "first@x.test"]
  ] as const) {
    const { entries, own, record } = yield* newAddress
    const leads = yield* Leads
    yield* leads.update(own, { email: "first@x.test" })
    yield* record(sent(own, 10))
    yield* leads.update(own, { email: "second@x.test" })
    yield* record(sent(own, 20))
    yield* leads.update(own, { email: "third@x.test" })
    assert.deepStrictEqual(yield* record(refusal(own, "unsubscribed", seconds)), ["recorded"])
    assert.deepStrictEqual(
      (yield* entries).map((entry) => entry.value),
      [value]
    )
    yield* takeOff
  }
})

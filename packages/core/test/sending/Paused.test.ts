import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { LeadId } from "../../src/ids.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

const steps = [
  { subject: "Hello", body: "One" },
  { subject: null, body: "Two", delay_days: 1 }
]

const pause = ({ asTenant, lead_ids, leads }: Mailing, until: string | null, id: LeadId | undefined = lead_ids[0]) =>
  asTenant(leads.pause(id ?? assert.fail(), { until }))
const stateOf = ({ asTenant, lead_ids: [id = assert.fail()], leads, sending }: Mailing) =>
  asTenant(Effect.flatMap(leads.find(id), sending.effectiveState))
/** The lead answers automatically. */
const answerAutomatically = Effect.fnUntraced(function* ({ asTenant, lead_ids: [lead_id] }: Mailing, data: object) {
  const occurred_at = yield* Timestamp.now
  const event = { type: "auto_replied", lead_id, occurred_at, data }
  return yield* asTenant(Activity.use((activity) => activity.record([event])))
})
const count = ({ outgoing }: Mailing) => Effect.sync(() => outgoing.submitted.length)

describe("A paused lead", () => {
  test("gets its next step when the pause is over", { leads: 1, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-03-09T09:00:00Z")
    yield* TestClock.adjust("6 days")
    yield* given.work
    assert.strictEqual(yield* count(given), 1)
    assert.strictEqual(yield* given.status, "active")
    yield* TestClock.adjust("1 day")
    yield* given.work
    assert.strictEqual(yield* count(given), 2)
    assert.deepStrictEqual(yield* given.rows, ["done 2"])
  })

  test("gets its first mail when the pause is over", { leads: 2, steps }, function* (given) {
    yield* pause(given, "2026-03-04T09:00:00Z")
    yield* given.work
    assert.deepStrictEqual(yield* given.mails, ["lead1@lead.example: Hello"])
    yield* TestClock.adjust("2 days")
    yield* given.work
    assert.deepStrictEqual((yield* given.mails).toSorted(), [
      "lead0@lead.example: Hello",
      "lead1@lead.example: Hello",
      "lead1@lead.example: Re: Hello"
    ])
  })

  test("goes on at once when a person ends its pause", { leads: 1, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-04-01T09:00:00Z")
    yield* TestClock.adjust("3 days")
    yield* given.work
    assert.strictEqual(yield* count(given), 1)
    yield* given.rest
    yield* pause(given, null)
    assert.isTrue(yield* given.isDue)
    yield* given.work
    assert.strictEqual(yield* count(given), 2)
  })

  test("goes on earlier when a person shortens its pause", { leads: 1, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-04-01T09:00:00Z")
    yield* TestClock.adjust("3 days")
    yield* given.work
    yield* pause(given, "2026-03-06T09:00:00Z")
    yield* given.work
    assert.strictEqual(yield* count(given), 1)
    yield* TestClock.adjust("1 day")
    yield* given.work
    assert.strictEqual(yield* count(given), 2)
  })

  test("gets no step before it is due, when its pause ends earlier", { leads: 1, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-03-02T10:00:00Z")
    yield* TestClock.adjust("2 hours")
    yield* given.work
    assert.strictEqual(yield* count(given), 1)
  })

  test("is shown with the end of its pause", { leads: 2, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-03-09T09:00:00Z")
    const state = yield* stateOf(given)
    assert.deepInclude(state, {
      may_be_mailed: false,
      reason: "lead_paused",
      obstacles: ["lead_paused"],
      paused_until: Timestamp.Timestamp.make("2026-03-09T09:00:00.000Z"),
      paused_by: "person"
    })
    assert.strictEqual((yield* given.upcoming).paused, 1)
    yield* TestClock.adjust("7 days")
    assert.deepInclude(yield* stateOf(given), { reason: null, paused_until: null, paused_by: null })
    assert.strictEqual((yield* given.upcoming).paused, 0)
  })

  test("is foreseen when its pause is over", { leads: 1, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-03-09T09:00:00Z")
    const { accounts, reason } = yield* given.upcoming
    assert.strictEqual(reason, null)
    assert.deepInclude(accounts[0], { next_at: Timestamp.Timestamp.make("2026-03-09T09:00:00.000Z") })
  })

  test("that was stopped, too, stays stopped", { leads: 1, steps }, function* (given) {
    yield* given.work
    yield* pause(given, "2026-03-03T09:00:00Z")
    const [id = assert.fail()] = given.lead_ids
    yield* given.asTenant(given.leads.update(id, { stop_sending: true }))
    yield* TestClock.adjust("4 days")
    yield* pause(given, null)
    yield* given.work
    assert.strictEqual(yield* count(given), 1)
  })

  test("cannot wait until an instant that has passed", { leads: 1, steps }, function* (given) {
    const error = yield* Effect.flip(pause(given, "2026-03-02T09:00:00Z"))
    assert.deepInclude(error, { _tag: "InvalidInput" })
    assert.match(String(error.message), /until: must be later than now/u)
  })
})

describe("An automatic reply that names its return", () => {
  const campaign = { timezone: "America/Los_Angeles" }

  test("makes the lead wait until that day is over in the campaign", { leads: 1, steps, campaign }, function* (given) {
    yield* given.work
    yield* answerAutomatically(given, { returns_on: "2026-03-16" })
    assert.deepInclude(yield* stateOf(given), {
      reason: "lead_paused",
      paused_until: Timestamp.Timestamp.make("2026-03-17T07:00:00.000Z"),
      paused_by: "auto_reply"
    })
    yield* TestClock.setTime(Date.UTC(2026, 2, 17, 6, 59))
    yield* given.work
    assert.strictEqual(yield* count(given), 1)
    yield* TestClock.setTime(Date.UTC(2026, 2, 17, 7))
    yield* given.work
    assert.strictEqual(yield* count(given), 2)
  })

  test("does not change what a person decided later", { leads: 1, steps, campaign }, function* (given) {
    yield* given.work
    yield* answerAutomatically(given, { returns_on: "2026-03-16" })
    yield* TestClock.adjust("2 days")
    yield* pause(given, null)
    yield* given.work
    assert.strictEqual(yield* count(given), 2)
  })

  test("without a day changes nothing", { leads: 1, steps, campaign }, function* (given) {
    yield* given.work
    yield* answerAutomatically(given, {})
    assert.deepInclude(yield* stateOf(given), { reason: null, paused_until: null })
  })
})

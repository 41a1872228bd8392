import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import type { LeadId } from "../../src/ids.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

const at = (text: string) => Timestamp.Timestamp.make(new Date(text).toISOString())

/** The effective state of a lead, by default the first one. */
const stateOf = ({ asTenant, lead_ids, leads, sending }: Mailing, id: LeadId = lead_ids[0] ?? assert.fail()) =>
  asTenant(Effect.flatMap(leads.find(id), sending.effectiveState))
const record = Effect.fnUntraced(function* ({ asTenant, lead_ids: [lead_id] }: Mailing, type: string) {
  const occurred_at = yield* Timestamp.now
  return yield* asTenant(Activity.use((activity) => activity.record([{ type, lead_id, occurred_at }])))
})
const resume = ({ asTenant, lead_ids, leads }: Mailing) =>
  asTenant(leads.update(lead_ids[0] ?? assert.fail(), { stop_sending: false }))
const twoSteps = [
  { subject: "Hello", body: "One" },
  { subject: null, body: "Two", delay_days: 3 }
]

describe("The effective state of a lead", () => {
  test("is that it may be mailed", { leads: 1 }, function* (given) {
    const { sequence_id = assert.fail() } = (yield* stateOf(given)).next_step ?? {}
    assert.deepStrictEqual(yield* stateOf(given), {
      may_be_mailed: true,
      reason: null,
      obstacles: [],
      paused_until: null,
      paused_by: null,
      other_campaign_id: null,
      stopped_by: null,
      window: { timezone: "UTC", of: "campaign", is_open: true, opens_at: null },
      waits_for: null,
      missing: null,
      next_step: { sequence_id, position: 1, at: null },
      next_move: null,
      entry: null
    })
  })

  test(
    "shows the window by the clock of the lead",
    {
      leads: 2,
      campaign: { window_zone: "lead", send_window: { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" } }
    },
    function* (given) {
      const { asTenant, lead_ids, leads, sending } = given
      const [nepal = assert.fail(), other = assert.fail()] = lead_ids
      yield* asTenant(leads.update(nepal, { timezone: "Asia/Kathmandu", custom_fields: { country: "Norway" } }))
      yield* asTenant(leads.update(other, { custom_fields: { country: "USA", state: "California" } }))
      const windows = Effect.map(asTenant(sending.effectiveStates(lead_ids)), (states) =>
        lead_ids.map((id) => states.get(id)?.window)
      )
      // Monday, March 2, 2026, 9:00 UTC.
      assert.deepStrictEqual(yield* windows, [
        { timezone: "Asia/Kathmandu", of: "lead", is_open: true, opens_at: null },
        { timezone: "America/Los_Angeles", of: "lead", is_open: false, opens_at: at("2026-03-02T17:00Z") }
      ])
      yield* asTenant(leads.update(other, { custom_fields: { state: null } }))
      yield* asTenant(leads.update(nepal, { timezone: null }))
      assert.deepStrictEqual(yield* windows, [
        { timezone: "Europe/Oslo", of: "lead", is_open: true, opens_at: null },
        { timezone: "UTC", of: "campaign", is_open: true, opens_at: null }
      ])
    }
  )

  /** The position and the instant of the next step of the first lead. */
  const nextOf = (given: Mailing) =>
    Effect.map(stateOf(given), ({ next_step: next }) => (next === null ? null : [next.position, next.at]))
  const weekdays = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }

  // The tests begin on Monday, March 2, 2026, at 9:00 UTC.
  test("has the next step, by delay and window", { leads: 1, steps: twoSteps }, function* (given) {
    assert.deepStrictEqual(yield* nextOf(given), [1, null])
    yield* given.turn()
    assert.deepStrictEqual(yield* nextOf(given), [2, at("2026-03-05T09:00Z")])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* nextOf(given), [2, at("2026-03-05T09:00Z")])
    yield* TestClock.adjust("2 days")
    assert.deepStrictEqual(yield* nextOf(given), [2, null])
    yield* given.turn()
    const done = yield* stateOf(given)
    assert.deepStrictEqual([done.reason, done.next_step], ["no_step", null])
  })

  test(
    "has the next step when the window opens, by the clock of the lead",
    { leads: 1, campaign: { window_zone: "lead", send_window: weekdays } },
    function* (given) {
      const [id = assert.fail()] = given.lead_ids
      yield* given.asTenant(given.leads.update(id, { timezone: "America/Los_Angeles" }))
      assert.deepStrictEqual(yield* nextOf(given), [1, at("2026-03-02T17:00Z")])
    }
  )

  test(
    "has the next step on Monday, if its delay ends on a weekend",
    {
      leads: 1,
      steps: twoSteps.map((step) => ({ ...step, ...(step.delay_days !== undefined && { delay_days: 5 }) })),
      campaign: { send_window: weekdays }
    },
    function* (given) {
      yield* given.turn()
      assert.deepStrictEqual(yield* nextOf(given), [2, at("2026-03-09T09:00Z")])
    }
  )

  test("has the next step after a pause", { leads: 1, steps: twoSteps }, function* (given) {
    const [id = assert.fail()] = given.lead_ids
    const until = at("2026-03-10T07:00Z")
    yield* given.asTenant(given.leads.pause(id, { until }))
    assert.deepStrictEqual(yield* nextOf(given), [1, until])
  })

  test("has no next step while something else than a pause stands in the way", { leads: 1 }, function* (given) {
    const [id = assert.fail()] = given.lead_ids
    yield* given.asTenant(given.leads.update(id, { stop_sending: true }))
    assert.isNull(yield* nextOf(given))
    yield* given.asTenant(given.leads.update(id, { stop_sending: false }))
    assert.deepStrictEqual(yield* nextOf(given), [1, null])
    yield* given.asTenant(Campaigns.use((campaigns) => campaigns.pause(given.campaign_id)))
    assert.isNull(yield* nextOf(given))
  })

  test("has the next step when a mail that was deferred is tried again", { leads: 1 }, function* (given) {
    given.outgoing.next({ outcome: "refused", at: "recipient", code: 450, reply: "450 4.2.1 Try again later" })
    yield* given.turn()
    const { next_step: next } = yield* stateOf(given)
    assert.strictEqual(next?.position, 1)
    assert.isAbove(Timestamp.toMillis(next?.at ?? assert.fail()), Timestamp.toMillis(yield* Timestamp.now))
  })

  for (const type of ["unsubscribed", "complained"] as const) {
    test(
      `names the blacklist after a person resumed who had ${type}`,
      { leads: 1, steps: twoSteps },
      function* (given) {
        yield* given.turn()
        yield* record(given, type)
        const stopped = yield* stateOf(given)
        assert.deepStrictEqual(stopped.obstacles, ["lead_stopped", "blacklisted"])
        const lead = yield* resume(given)
        assert.deepStrictEqual([lead.stop_sending, lead.stop_sending_type], [false, null])
        const state = yield* stateOf(given)
        assert.deepStrictEqual(
          [state.may_be_mailed, state.reason, state.obstacles],
          [false, "blacklisted", ["blacklisted"]]
        )
        const source = type === "unsubscribed" ? "unsubscribe" : "complaint"
        assert.deepInclude(state.entry, { kind: "email", value: "lead0@lead.example", source })
        assert.deepStrictEqual(stopped.entry, state.entry)
        // The engine says the same: nothing is sent.
        yield* TestClock.adjust("4 days")
        yield* given.turn()
        assert.lengthOf(given.outgoing.submitted, 1)
      }
    )
  }

  test("names the colleague who answered, also after a resumption of that one", { leads: 2 }, function* (given) {
    const { asTenant, campaign_id, lead_ids } = given
    const [answering = assert.fail(), other = assert.fail()] = lead_ids
    yield* asTenant(Campaigns.use((campaigns) => campaigns.update(campaign_id, { stop_scope: "company" })))
    yield* record(given, "replied")
    assert.isNull((yield* stateOf(given)).stopped_by)
    yield* resume(given)
    const state = yield* stateOf(given, other)
    assert.deepStrictEqual(state.obstacles, ["lead_stopped"])
    assert.deepStrictEqual(state.stopped_by, { lead_id: answering, email: "lead0@lead.example" })
    yield* asTenant(given.leads.remove({ ids: [answering] }))
    assert.deepStrictEqual((yield* stateOf(given, other)).stopped_by, { lead_id: answering, email: null })
    yield* asTenant(given.leads.update(other, { stop_sending: false }))
    assert.deepInclude(yield* stateOf(given, other), { may_be_mailed: true, stopped_by: null })
  })

  test("names the entry of the longest domain, and its id", { leads: 1 }, function* (given) {
    const { asTenant } = given
    yield* asTenant(Blacklist.use((blacklist) => blacklist.add("domain", ["example", "lead.example"])))
    yield* resume(given)
    const { entry } = yield* stateOf(given)
    const { data } = yield* asTenant(
      Blacklist.use((blacklist) => blacklist.page("domain", { search: "lead.", limit: 1, offset: 0 }))
    )
    assert.deepStrictEqual(entry, {
      id: data[0]?.id ?? assert.fail(),
      kind: "domain",
      value: "lead.example",
      source: "manual"
    })
  })

  test("follows the campaign, the steps and the accounts", { leads: 1 }, function* (given) {
    const { account_ids, accounts, asTenant, campaign_id, campaigns } = given
    const reasons = Effect.map(stateOf(given), ({ obstacles }) => obstacles)
    yield* asTenant(accounts.update({ ids: account_ids, settings: { sending_enabled: false } }))
    assert.deepStrictEqual(yield* reasons, ["account_disabled"])
    yield* asTenant(campaigns.pause(campaign_id))
    assert.deepStrictEqual(yield* reasons, ["campaign_not_active", "account_disabled"])
    yield* asTenant(accounts.update({ ids: account_ids, settings: { sending_enabled: true } }))
    yield* asTenant(campaigns.start(campaign_id))
    yield* given.turn()
    assert.deepStrictEqual(yield* reasons, ["no_step", "campaign_not_active"])
  })

  test(
    "names a value that is missing",
    { leads: 1, steps: [{ subject: "Hi", body: "{{company}}" }] },
    function* (given) {
      assert.deepStrictEqual((yield* stateOf(given)).obstacles, ["missing_variable"])
    }
  )

  test(
    "does not count what passes within the day",
    {
      leads: 3,
      accounts: [{ daily_limit: 1, min_delay_minutes: 30 }],
      campaign: { send_window: { days: [1, 2], from: "08:00", to: "10:00" }, daily_limit: 1 }
    },
    function* (given) {
      yield* given.turn()
      assert.lengthOf(given.outgoing.submitted, 1)
      const { asTenant, lead_ids, sending } = given
      const states = yield* asTenant(sending.effectiveStates([...lead_ids, 999 as LeadId]))
      assert.deepStrictEqual(
        lead_ids.map((id) => states.get(id)?.reason),
        ["no_step", null, null]
      )
      assert.strictEqual(states.size, 3)
    }
  )
})

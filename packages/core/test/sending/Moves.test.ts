/** Leads that move to another campaign, from the event that causes it to the mail of the other campaign. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { LeadId } from "../../src/ids.ts"
import { notificationsOf } from "../../src/integrations/Notification.ts"
import { LeadMoved } from "../../src/leads/LeadChange.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"
import {
  address,
  answers,
  find,
  finished,
  first,
  followed,
  interested,
  label,
  leadsIn,
  move,
  moveFinished,
  other,
  record,
  rules,
  steps
} from "./Moving.ts"

describe("A lead that is labelled", () => {
  test("moves, and gets the mail of the other campaign", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to))
    yield* answers(given)
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    yield* given.asTenant(given.campaigns.start(to))
    yield* given.work
    assert.deepStrictEqual(yield* given.mails, [`${address}: Hello`, `${address}: More`])
    const before = yield* find(given, first(given))
    const after = yield* followed(given, first(given))
    assert.deepInclude(before, { stop_sending_type: "reply", reply_status: "interested" })
    assert.deepInclude(before.moved_to, { lead_id: after.id, campaign_id: to })
    assert.deepInclude(after.moved_from, { lead_id: before.id, campaign_id: given.campaign_id })
  })

  test("moves after the days of the rule", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to, 3))
    yield* answers(given)
    yield* move(given)
    yield* TestClock.adjust("71 hours")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [])
    yield* TestClock.adjust("1 hour")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
  })

  test("is foreseen with its date and its target", { leads: 1, steps }, function* (given) {
    const { asTenant, campaign_id, sending } = given
    const to = yield* other(given)
    yield* rules(given, interested(to, 3))
    const moving = Effect.map(asTenant(sending.upcoming(campaign_id)), ({ leads_moving }) => leads_moving)
    assert.deepStrictEqual(yield* moving, [])
    yield* answers(given)
    const [lead = assert.fail()] = yield* moving
    assert.deepInclude(lead, { lead_id: first(given), email: address, campaign_id: to, name: "Follow-up" })
    yield* TestClock.adjust("71 hours")
    yield* move(given)
    assert.deepStrictEqual(yield* moving, [lead])
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(lead.at, yield* Timestamp.now)
    yield* move(given)
    assert.deepStrictEqual(yield* moving, [])
  })

  test("of a completed campaign is foreseen, too", { leads: 2, steps }, function* (given) {
    const { asTenant, campaign_id, campaigns, sending } = given
    const to = yield* other(given)
    yield* rules(given, finished(to, 5))
    yield* given.work
    assert.strictEqual((yield* asTenant(campaigns.find(campaign_id))).status, "completed")
    const { leads_moving } = yield* asTenant(sending.upcoming(campaign_id))
    assert.deepStrictEqual(
      leads_moving.map((lead) => [lead.campaign_id, lead.name, lead.status]),
      [
        [to, "Follow-up", "draft"],
        [to, "Follow-up", "draft"]
      ]
    )
  })

  test("stays when the label is taken back before", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to, 3))
    yield* answers(given)
    yield* move(given)
    yield* label(given, first(given), null)
    yield* TestClock.adjust("4 days")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [])
  })

  test("goes where the last label says, and not again after the move", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    const later = yield* other(given, "Later")
    yield* rules(given, interested(to, 3), { when: "labelled", label: "not_now", campaign_id: later, after_days: 1 })
    yield* answers(given)
    yield* move(given)
    yield* label(given, first(given), "not_now")
    yield* TestClock.adjust("4 days")
    yield* move(given)
    yield* label(given, first(given), "interested")
    yield* TestClock.adjust("4 days")
    yield* move(given)
    assert.deepStrictEqual([yield* leadsIn(given, to), yield* leadsIn(given, later)], [[], [[address, null]]])
  })

  test("moves once, whatever happens at the same time", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to), finished(to))
    yield* answers(given)
    yield* Effect.all([move(given), move(given), label(given, first(given), "interested")], {
      concurrency: "unbounded"
    })
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
  })

  test("keeps its data, its sender and its pause", { leads: 1, steps, accounts: [{}, {}] }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to))
    const id = first(given)
    const custom_fields = { city: "Oslo" }
    yield* given.asTenant(given.leads.update(id, { first_name: "Ada", timezone: "Asia/Tokyo", custom_fields }))
    yield* answers(given)
    yield* given.asTenant(given.leads.pause(id, { until: "2026-03-09T09:00:00Z" }))
    const [mail] = yield* given.sendsOf
    yield* move(given)
    const moved = yield* followed(given, id)
    assert.deepInclude(moved, { first_name: "Ada", timezone: "Asia/Tokyo", custom_fields, paused_by: "person" })
    assert.strictEqual(moved.chosen_sender, mail?.account_id)
    assert.deepInclude(moved, { status: "Not contacted", reply_status: null, amount_sequences_sent: 0 })
  })
})

describe("A lead that must not be mailed never moves:", () => {
  const stays = (name: string, stop: (given: Mailing, id: LeadId) => Effect.Effect<unknown, unknown, any>) =>
    test(name, { leads: 1, steps }, function* (given) {
      const to = yield* other(given)
      yield* rules(given, interested(to, 1), finished(to, 2))
      yield* answers(given)
      yield* move(given)
      yield* stop(given, first(given))
      yield* TestClock.adjust("5 days")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
    })
  stays("it unsubscribed", (given, id) => record(given, "unsubscribed", id))
  stays("it complained", (given, id) => record(given, "complained", id))
  stays("its address is dead", (given, id) => record(given, "bounced", id))
  stays("its mail was refused by policy", (given, id) => record(given, "bounced", id, { status: "5.7.1" }))
  stays("its domain is on the blacklist", ({ asTenant }) =>
    asTenant(Blacklist.use((blacklist) => blacklist.add("domain", ["lead.example"])))
  )
  stays("a person stopped it", ({ asTenant, leads }, id) => asTenant(leads.update(id, { stop_sending: true })))
  stays("it was deleted", ({ asTenant, leads }, id) => asTenant(leads.remove({ ids: [id] })))

  test("a colleague answered", { leads: 2, steps, campaign: { stop_scope: "company" } }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to, 1))
    yield* given.work
    yield* move(given)
    yield* TestClock.adjust("1 hour")
    yield* record(given, "replied", given.lead_ids[1] ?? assert.fail())
    yield* TestClock.adjust("5 days")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [])
  })
})

describe("A lead that got its last step", () => {
  test("moves when it does not answer", { leads: 2, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to, 5))
    yield* given.work
    yield* move(given)
    yield* record(given, "replied", given.lead_ids[1] ?? assert.fail())
    yield* TestClock.adjust("5 days")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    assert.deepInclude(yield* find(given, first(given)), { stop_sending_type: "moved" })
    assert.strictEqual(yield* given.status, "completed")
  })

  test(
    "moves on its click, and all others later",
    { leads: 2, steps, campaign: { track_clicks: true } },
    function* (given) {
      const clicked = yield* other(given, "Clicked")
      const rest = yield* other(given, "Rest")
      yield* rules(given, { when: "clicked", campaign_id: clicked, after_days: 0 }, finished(rest, 5))
      yield* given.work
      yield* move(given)
      yield* TestClock.adjust("2 days")
      yield* record(given, "clicked", first(given))
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, clicked), [[address, null]])
      yield* TestClock.adjust("3 days")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, rest), [["lead1@lead.example", null]])
    }
  )

  test(
    "has not finished while steps are left",
    { leads: 1, steps: [...steps, { body: "Two", delay_days: 2 }] },
    function* (given) {
      const to = yield* other(given)
      yield* rules(given, finished(to))
      yield* given.work
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
      yield* TestClock.adjust("2 days")
      yield* given.work
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    }
  )

  test(
    "has finished when the condition of the last step is false",
    {
      leads: 1,
      steps: [...steps, { body: "Two", delay_days: 2, condition: { kind: "clicked", otherwise: "end" } }],
      campaign: { track_clicks: true },
      publicUrl: "https://mail.example"
    },
    function* (given) {
      const to = yield* other(given)
      yield* rules(given, finished(to))
      yield* given.work
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
      yield* TestClock.adjust("2 days")
      yield* TestClock.adjust("1 second")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    }
  )
})

describe("The other campaign", () => {
  test("that is completed becomes active again", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* given.asTenant(given.leads.create({ campaign_id: to, leads: [{ email: "other@lead.example" }] }))
    yield* given.asTenant(given.campaigns.start(to))
    yield* given.work
    yield* rules(given, finished(to))
    yield* given.work
    assert.strictEqual((yield* given.asTenant(given.campaigns.find(to))).status, "completed")
    yield* label(given, first(given), "interested")
    yield* move(given)
    assert.strictEqual((yield* given.asTenant(given.campaigns.find(to))).status, "active")
  })

  test("that was deleted gets nobody, and the next rule counts", { leads: 1, steps }, function* (given) {
    const gone = yield* other(given, "Gone")
    const to = yield* other(given)
    yield* rules(given, interested(gone), interested(to, 1))
    yield* given.asTenant(given.campaigns.remove(gone))
    yield* answers(given)
    yield* move(given)
    assert.deepInclude(yield* find(given, first(given)), { moved_to: null })
    yield* TestClock.adjust("1 day")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
  })

  test("that has the address already keeps its lead as it is", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    const made = yield* given.asTenant(
      given.leads.create({ campaign_id: to, leads: [{ email: "LEAD0@lead.example", first_name: "Old" }] })
    )
    const id = LeadId.make(made.data[0]?.id ?? assert.fail())
    yield* given.asTenant(given.leads.update(id, { stop_sending: true }))
    yield* rules(given, interested(to))
    yield* answers(given)
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [["LEAD0@lead.example", "manual"]])
    assert.strictEqual((yield* find(given, first(given))).moved_to?.lead_id, id)
  })

  test(
    "keeps no lead of a paused campaign waiting for ever",
    { leads: 1, steps: [...steps, { body: "2" }] },
    function* (given) {
      const to = yield* other(given)
      yield* rules(given, interested(to))
      yield* answers(given)
      yield* given.asTenant(given.campaigns.pause(given.campaign_id))
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
      yield* given.asTenant(given.campaigns.start(given.campaign_id))
      yield* TestClock.adjust("1 hour")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    }
  )
})

describe("After a move", () => {
  test("an answer in the campaign before stops the lead", { leads: 1, steps }, function* (given) {
    const to = yield* moveFinished(given)
    yield* TestClock.adjust("1 minute")
    yield* record(given, "replied", first(given), { reply_text: "No" })
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "reply"]])
  })

  test("an answer stops it through several moves", { leads: 1, steps }, function* (given) {
    const second = yield* other(given)
    const third = yield* other(given, "Third")
    yield* given.asTenant(given.campaigns.update(second, { moves: [finished(third)] }))
    yield* rules(given, finished(second))
    yield* given.work
    yield* move(given)
    yield* given.asTenant(given.campaigns.start(second))
    yield* given.work
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, third), [[address, null]])
    yield* TestClock.adjust("1 minute")
    yield* record(given, "replied", first(given), { reply_text: "No" })
    assert.deepStrictEqual(yield* leadsIn(given, third), [[address, "reply"]])
  })

  test("a person who stops the lead of the campaign before stops it", { leads: 1, steps }, function* (given) {
    const to = yield* moveFinished(given)
    yield* given.asTenant(given.leads.update(first(given), { stop_sending: true }))
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "manual"]])
  })

  test("so does one who stops many", { leads: 1, steps }, function* (given) {
    const to = yield* moveFinished(given)
    yield* given.asTenant(given.leads.updateMany({ ids: [first(given)], stop_sending: true }))
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "manual"]])
  })

  test("a bounce that is no reason for the blacklist stops it", { leads: 1, steps }, function* (given) {
    const to = yield* moveFinished(given)
    yield* TestClock.adjust("1 minute")
    yield* record(given, "bounced", first(given), { status: "5.7.1" })
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "bounce"]])
  })

  test("integrations are told where the lead is", { leads: 1, steps }, function* (given) {
    yield* moveFinished(given)
    const lead = yield* find(given, first(given))
    const [notification] = notificationsOf([new LeadMoved({ lead })])
    const payload = notification?.toPayload({
      organization_id: given.organization_id,
      now: lead.updated_at,
      newId: () => "id",
      nameOf: () => "Spring",
      with_custom_fields: false
    })
    assert.deepInclude(payload, { type: "lead_moved", timestamp: lead.updated_at })
    assert.deepInclude(payload?.data, {
      campaign: { id: given.campaign_id, name: "Spring" },
      moved_to: lead.moved_to ?? assert.fail()
    })
  })

  test("an unsubscription stops it", { leads: 1, steps }, function* (given) {
    const to = yield* moveFinished(given)
    yield* record(given, "unsubscribed", first(given))
    const [[, stopped] = []] = yield* leadsIn(given, to)
    assert.include(["unsubscribe", "blacklist"], stopped)
  })
})

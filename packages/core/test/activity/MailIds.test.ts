/** The message ids of events, in all the forms that hosts write. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { idSpellingsOf, mailId } from "../../src/activity/Event.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { at, idsOf, missing, newCampaign, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { toMillis } from "../../src/Timestamp.ts"
import { test } from "../Tenant.ts"

/** A lead, and functions that record events of it and read them. */
const newLead = Effect.gen(function* () {
  yield* TestClock.setTime(toMillis(at(1_000)))
  const { id: organization_id } = yield* CurrentOrganization
  const campaign_id = yield* newCampaign(organization_id)
  const [lead_id = missing.lead] = idsOf(yield* newLeads(organization_id, campaign_id, "ada@x.test"))
  const activity = yield* Activity
  const record = Effect.fnUntraced(function* (...events: ReadonlyArray<Record<string, unknown>>) {
    const { data } = yield* activity.record(events.map((event) => ({ lead_id, occurred_at: at(1), ...event })))
    return data.map(({ status }) => status)
  })
  const log = Effect.map(activity.log(campaign_id, { limit: 100 }), ({ data }) => data)
  const counted = Effect.map((yield* Analytics).summary(campaign_id, {}), ({ metrics }) => metrics)
  return { organization_id, campaign_id, lead_id, record, log, counted }
})

const spellings = ["<m1@ours.example>", "m1@ours.example", " <m1@ours.example> "]

for (const type of ["sent", "opened", "replied", "bounced", "complained", "unsubscribed"]) {
  test(`a ${type} counts once, with and without the angle brackets of its Message-ID`, function* () {
    for (const first of spellings) {
      const { counted, log, record } = yield* newLead
      assert.deepStrictEqual(yield* record({ type, message_id: first }), ["recorded"])
      const repeats = spellings.map((message_id) => ({ type, message_id, occurred_at: at(2) }))
      assert.deepStrictEqual(
        yield* record(...repeats),
        repeats.map(() => "duplicate")
      )
      assert.deepStrictEqual(
        (yield* log).map(({ message_id }) => message_id),
        ["<m1@ours.example>"]
      )
      assert.strictEqual(Math.max(...Object.values(yield* counted)), 1)
    }
  })
}

test("the same event of one call counts once, however its id is written", function* () {
  const { record } = yield* newLead
  assert.deepStrictEqual(yield* record(...spellings.map((message_id) => ({ type: "bounced", message_id }))), [
    "recorded",
    "duplicate",
    "duplicate"
  ])
})

test("the id of a relay counts once, however it is written", function* () {
  const written = ["<0100@relay.test>", "0100@relay.test", "0100", "<0100>"]
  for (const first of written) {
    const { record } = yield* newLead
    assert.deepStrictEqual(yield* record({ type: "sent", provider_message_id: first }), ["recorded"])
    const repeats = written.map((provider_message_id) => ({ type: "sent", provider_message_id }))
    assert.deepStrictEqual(
      yield* record(...repeats),
      repeats.map(() => "duplicate")
    )
  }
})

test("other mails, types and leads are other events", function* () {
  const { campaign_id, organization_id, record } = yield* newLead
  const [other = missing.lead] = idsOf(yield* newLeads(organization_id, campaign_id, "bob@x.test"))
  const results = yield* record(
    { type: "opened", message_id: "<m1@ours.example>" },
    { type: "opened", message_id: "M1@ours.example" },
    { type: "opened", message_id: "m1@theirs.example" },
    { type: "opened", message_id: "m1" },
    { type: "opened", message_id: "m 1" },
    { type: "opened", message_id: "" },
    { type: "clicked", message_id: "m1@ours.example" },
    { type: "opened", message_id: "m1@ours.example", lead_id: other },
    { type: "opened", message_id: "m1@ours.example", idempotency_key: "second" }
  )
  assert.deepStrictEqual(
    results,
    results.map(() => "recorded")
  )
})

test("the log has a Message-ID with its brackets, also of a mail that the event carries", function* () {
  const { log, record } = yield* newLead
  const mail = { subject: "", body_text: "", from_email: "me@ours.test", to_email: "ada@x.test" }
  yield* record({ type: "sent", message: { ...mail, message_id: "m1@ours.example" } })
  yield* record({ type: "delivered", message_id: "" })
  assert.deepStrictEqual(
    (yield* log).map(({ message_id }) => message_id),
    ["", "<m1@ours.example>"]
  )
})

test("a bounce or a complaint is about the mail that either of its ids names", function* () {
  const relayed = { message_id: "<m1@ours.example>", provider_message_id: "0100@relay.test" }
  const reports = [
    { message_id: "<m1@ours.example>", provider_message_id: "unknown" },
    { message_id: "<unknown@ours.example>", provider_message_id: "<0100@relay.test>" },
    { provider_message_id: "0100" },
    { message_id: "0100" }
  ]
  const blacklist = yield* Blacklist
  for (const type of ["bounced", "complained"]) {
    for (const ids of reports) {
      const { lead_id, record } = yield* newLead
      yield* record({ type: "sent", ...relayed })
      yield* (yield* Leads).update(lead_id, { email: "new@x.test" })
      assert.deepStrictEqual(yield* record({ type, ...ids, occurred_at: at(2) }), ["recorded"])
      const { data } = yield* blacklist.page("email", { offset: 0, limit: 10 })
      assert.deepStrictEqual(
        data.map(({ value }) => value),
        ["ada@x.test"]
      )
      yield* blacklist.remove("email", { ids: idsOf(data) })
    }
  }
})

test("of the mails that the two ids of a bounce name, the one of its Message-ID counts", function* () {
  const { lead_id, record } = yield* newLead
  const leads = yield* Leads
  yield* record({ type: "sent", message_id: "<m1@ours.example>", provider_message_id: "0100" })
  yield* leads.update(lead_id, { email: "bob@x.test" })
  yield* record({ type: "sent", message_id: "<m2@ours.example>", provider_message_id: "0200" })
  yield* leads.update(lead_id, { email: "new@x.test" })
  yield* record({ type: "bounced", message_id: "m2@ours.example", provider_message_id: "0100" })
  const { data } = yield* (yield* Blacklist).page("email", { offset: 0, limit: 10 })
  assert.deepStrictEqual(
    data.map(({ value }) => value),
    ["bob@x.test"]
  )
})

test("mailId has one pair of brackets, and is empty for an id without text", function* () {
  yield* Effect.void
  const ids = ["a@x", "<a@x>", "<a@x", "a@x>", " a@x\n", "", "<>", " ", "a b"]
  assert.deepStrictEqual(ids.map(mailId), [...Array.from({ length: 5 }, () => "<a@x>"), "", "", "", "<a b>"])
})

test("idSpellingsOf has every form in which an id is stored", function* () {
  yield* Effect.void
  for (const id of ["<0100@relay.test>", "0100@relay.test"]) {
    assert.sameMembers(
      [...idSpellingsOf(id)],
      // The last is an id of a relay that was reported as a Message-ID.
      ["<0100@relay.test>", "0100", "<0100>"]
    )
  }
  assert.deepStrictEqual(idSpellingsOf(""), [])
  assert.deepStrictEqual(idSpellingsOf("<>"), [])
})

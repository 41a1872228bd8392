import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { CampaignId, LeadId } from "../../src/ids.ts"
import { Settings } from "../../src/organization/Settings.ts"
import { type Mailing, test } from "./Mailing.ts"

const steps = [
  { subject: "Hello", body: "One" },
  { subject: null, body: "Two", delay_days: 2 }
]

const setRule = ({ asTenant }: Mailing, contact_rule: { readonly gap_days: number } | null) =>
  asTenant(Settings.use((settings) => settings.update({ contact_rule })))

/** A second campaign of the same account, which writes to these addresses. */
const second = Effect.fnUntraced(function* (
  { account_ids, asTenant, campaigns, leads, sequences }: Mailing,
  emails: ReadonlyArray<string>
) {
  const send_window = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
  const { id } = yield* asTenant(campaigns.create({ name: "Summer", account_ids, send_window }))
  yield* asTenant(sequences.create(id, { subject: "Summer", body: "Three" }))
  const { data } = yield* asTenant(leads.create({ campaign_id: id, leads: emails.map((email) => ({ email })) }))
  yield* asTenant(campaigns.start(id))
  return { id, lead_ids: data.flatMap((lead): ReadonlyArray<LeadId> => (lead.id === null ? [] : [lead.id])) }
})
const stateOf = ({ asTenant, leads, sending }: Mailing, id: LeadId | undefined) =>
  asTenant(Effect.flatMap(leads.find(id ?? assert.fail()), sending.effectiveState))
const days = (count: number) => TestClock.adjust(`${count} days`)
const subjects = (given: Mailing) =>
  Effect.map(given.mails, (mails) => mails.map((mail) => mail.slice(mail.indexOf(": ") + 2)))
const held = (id: CampaignId) => ({ may_be_mailed: false, reason: "other_campaign", other_campaign_id: id }) as const

describe("Without a contact rule", () => {
  test("two campaigns write to a person at once", { leads: 1, steps }, function* (given) {
    yield* second(given, ["lead0@lead.example"])
    yield* given.work
    assert.sameMembers(yield* subjects(given), ["Hello", "Summer"])
  })
})

describe("With a contact rule", () => {
  test(
    "a person gets the first mail of a campaign after the last one of another",
    { leads: 1, steps },
    function* (given) {
      yield* setRule(given, { gap_days: 7 })
      yield* given.work
      const { lead_ids } = yield* second(given, ["Lead0@lead.example"])
      yield* given.work
      assert.deepInclude(yield* stateOf(given, lead_ids[0]), held(given.campaign_id))
      assert.deepStrictEqual(yield* subjects(given), ["Hello"])
      yield* days(2)
      yield* given.work
      assert.deepStrictEqual(yield* subjects(given), ["Hello", "Re: Hello"])
      assert.deepInclude(yield* stateOf(given, lead_ids[0]), held(given.campaign_id))
      yield* days(6)
      yield* given.work
      assert.lengthOf(yield* given.mails, 2)
      yield* days(1)
      yield* given.work
      assert.deepStrictEqual(yield* subjects(given), ["Hello", "Re: Hello", "Summer"])
    }
  )

  test("campaigns that begin together never write to the same person", { leads: 3, steps }, function* (given) {
    yield* setRule(given, { gap_days: 0 })
    yield* second(given, ["lead0@lead.example", "lead1@lead.example", "lead2@lead.example"])
    yield* given.work
    assert.lengthOf(yield* given.mails, 3)
    const people = new Set((yield* given.mails).map((mail) => mail.split(": ")[0]))
    assert.strictEqual(people.size, 3)
  })

  test(
    "two accounts in one transaction do not write to the same person",
    { accounts: [{}, {}], leads: 1, steps },
    function* (given) {
      yield* setRule(given, { gap_days: 0 })
      yield* second(given, ["lead0@lead.example"])
      const [a, b] = given.account_ids
      yield* Effect.all([given.turn(a), given.turn(b), given.turn(a), given.turn(b)], { concurrency: "unbounded" })
      yield* given.work
      assert.lengthOf(yield* given.mails, 1)
    }
  )

  test("two spellings of a mailbox are one person, in one campaign, too", { leads: 1, steps }, function* (given) {
    yield* setRule(given, { gap_days: 3 })
    yield* given.addLeads(["ada.lovelace@gmail.com", "adalovelace+x@googlemail.com", "bob@lead.example"])
    yield* given.work
    const people = (yield* given.mails).map((mail) => mail.split(": ")[0])
    assert.sameMembers(people, ["lead0@lead.example", "ada.lovelace@gmail.com", "bob@lead.example"])
  })

  test("follow-ups of a campaign that has begun go on", { leads: 1, steps }, function* (given) {
    yield* second(given, ["lead0@lead.example"])
    yield* given.work
    yield* setRule(given, { gap_days: 100 })
    yield* days(2)
    yield* given.work
    assert.sameMembers(yield* subjects(given), ["Hello", "Summer", "Re: Hello"])
  })

  test("a lead that answered has its person no longer, after the gap", { leads: 1, steps }, function* (given) {
    yield* setRule(given, { gap_days: 1 })
    yield* given.work
    const [lead_id = assert.fail()] = given.lead_ids
    yield* given.asTenant(given.leads.update(lead_id, { stop_sending: true }))
    yield* second(given, ["lead0@lead.example"])
    yield* given.work
    assert.lengthOf(yield* given.mails, 1)
    yield* days(1)
    yield* given.work
    assert.deepStrictEqual(yield* subjects(given), ["Hello", "Summer"])
  })

  test("is foreseen", { leads: 1, steps }, function* (given) {
    yield* setRule(given, { gap_days: 7 })
    yield* given.work
    const { id } = yield* second(given, ["lead0@lead.example"])
    yield* given.work
    const { accounts } = yield* given.asTenant(given.sending.upcoming(id))
    assert.isNull(accounts[0]?.next ?? null)
    const spring = { campaign_id: given.campaign_id, name: "Spring" }
    assert.deepInclude(accounts[0], { reason: "other_campaign", other_campaign: spring })
    const { held } = yield* given.asTenant(given.sending.outlook({}))
    assert.deepInclude(held[0], { email: "lead0@lead.example", reason: "other_campaign", other_campaign: spring })
  })

  test("ends when it is removed", { leads: 1, steps }, function* (given) {
    yield* setRule(given, { gap_days: 7 })
    yield* given.work
    yield* second(given, ["lead0@lead.example"])
    yield* given.work
    yield* setRule(given, null)
    yield* days(1)
    yield* given.work
    assert.deepStrictEqual(yield* subjects(given), ["Hello", "Summer"])
  })
})

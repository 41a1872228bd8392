/** New leads beside many follow-ups that are due: they get a share of the mails of each account. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { newLeadsFirstOf } from "../../src/sending/Decision.ts"
import type { ActiveCampaign } from "../../src/sending/SendingAccount.ts"
import { type Mailing, test } from "./Mailing.ts"

const steps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 1 }
]
const setting = (campaign: { readonly new_lead_share?: number; readonly daily_limit?: number }) => ({
  leads: 40,
  steps,
  accounts: [{ daily_limit: 100 }],
  campaign: { daily_limit: 100, ...campaign }
})

/** Writes to 40 leads, and adds five further ones on the day on which all follow-ups are due, for an account with ten mails. */
const fillUp = Effect.fnUntraced(function* ({ account_ids, accounts, addLeads, asTenant, outgoing, turn }: Mailing) {
  yield* turn()
  assert.lengthOf(outgoing.submitted, 40)
  yield* asTenant(accounts.update({ ids: account_ids, settings: { daily_limit: 10 } }))
  yield* TestClock.adjust("1 day")
  yield* addLeads(["a", "b", "c", "d", "e"].map((name) => `${name}@new.example`))
})
/** The texts of the mails of a day, in order. */
const dayOf = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing) {
  const before = outgoing.submitted.length
  yield* turn()
  return outgoing.submitted.slice(before).map(({ mail }) => mail.text)
})
const isNew = (text: string) => text === "One"

describe("A lead without a value", () => {
  test(
    "is looked at again each day, although follow-ups are always due",
    {
      ...setting({ new_lead_share: 100 }),
      leads: 13,
      steps: [{ subject: "Hello", body: "{{company}}" }, ...steps.slice(1)]
    },
    function* (given) {
      const { account_ids, accounts, asTenant, lead_ids, leads, turn } = given
      const [late = assert.fail(), ...others] = lead_ids.toReversed()
      for (const id of others) yield* asTenant(leads.update(id, { company: "Known" }))
      yield* turn()
      yield* asTenant(accounts.update({ ids: account_ids, settings: { daily_limit: 2 } }))
      yield* asTenant(leads.update(late, { company: "Late" }))
      yield* TestClock.adjust("25 hours")
      assert.include(yield* dayOf(given), "Late")
    }
  )
})

describe("Five new leads beside 40 follow-ups that are due", () => {
  test("get a fifth of the mails by default", setting({}), function* (given) {
    yield* fillUp(given)
    const days: Array<number> = []
    for (let day = 0; day < 3; day++) {
      const mails = yield* dayOf(given)
      assert.lengthOf(mails, 10)
      days.push(mails.filter(isNew).length)
      yield* TestClock.adjust("1 day")
    }
    assert.deepStrictEqual(days, [2, 2, 1])
  })

  test("go first with all mails", setting({ new_lead_share: 100 }), function* (given) {
    yield* fillUp(given)
    const mails = yield* dayOf(given)
    assert.deepStrictEqual(mails.map(isNew).lastIndexOf(true), 4)
    assert.lengthOf(mails, 10)
  })

  test("wait for the follow-ups without a share", setting({ new_lead_share: 0 }), function* (given) {
    yield* fillUp(given)
    for (let day = 0; day < 4; day++) {
      assert.lengthOf((yield* dayOf(given)).filter(isNew), 0)
      yield* TestClock.adjust("1 day")
    }
    assert.lengthOf((yield* dayOf(given)).filter(isNew), 5)
  })

  test("keep to the limit of their campaign", setting({ new_lead_share: 100 }), function* (given) {
    yield* fillUp(given)
    yield* given.asTenant(given.campaigns.update(given.campaign_id, { daily_limit: 1 }))
    const mails = yield* dayOf(given)
    assert.deepStrictEqual([mails.length, mails.filter(isNew).length], [10, 1])
  })

  test("get their share also where another account has taken them for their sender", setting({}), function* (given) {
    yield* fillUp(given)
    const { account_ids, asTenant, campaign_id, leads, turn } = given
    const chosen = { email: "chosen@new.example", chosen_sender: account_ids[0] ?? null }
    yield* asTenant(leads.create({ campaign_id, leads: [chosen] }))
    for (let day = 0; day < 3; day++) {
      yield* turn()
      yield* TestClock.adjust("1 day")
    }
    assert.isTrue(given.outgoing.submitted.some(({ mail }) => mail.to.email === chosen.email))
  })
})

describe("The share of new leads", () => {
  const of = (new_lead_share: number, contactedToday = 0) =>
    ({ campaign: { new_lead_share, daily_limit: 50 }, contactedToday }) as ActiveCampaign
  const turns = (share: number) => {
    const order: Array<boolean> = []
    for (let sent = 0; sent < 20; sent++) {
      const contactedToday = order.filter(Boolean).length
      order.push(newLeadsFirstOf({ contactedToday, sentToday: sent }, [of(share)]).length > 0)
    }
    return order.map((isNew) => (isNew ? "n" : ".")).join("")
  }
  it("is spread over the mails of the day, and begins with a new lead", () => {
    assert.deepStrictEqual([0, 10, 20, 50, 100].map(turns), [
      "....................",
      "n.........n.........",
      "n....n....n....n....",
      "n.n.n.n.n.n.n.n.n.n.",
      "nnnnnnnnnnnnnnnnnnnn"
    ])
  })
  it("is none where the campaign may write to no further lead today", () => {
    assert.deepStrictEqual(newLeadsFirstOf({ contactedToday: 0, sentToday: 0 }, [of(20, 50)]), [])
  })
})

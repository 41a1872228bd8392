/** A campaign whose steps, accounts and limits change while leads wait for their next step. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import { type Mailing, test } from "./Mailing.ts"

const threeSteps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 2 },
  { body: "Three", delay_days: 2 }
]

/** The texts of the mails so far. */
const texts = ({ outgoing }: Mailing) => outgoing.submitted.map(({ mail }) => mail.text)
const idsOf = ({ asTenant, campaign_id, sequences }: Mailing) =>
  Effect.map(asTenant(sequences.list(campaign_id)), (steps) => steps.map(({ id }) => id))
/** The reasons of the campaign and of its accounts, with their instants, as two reads show them. */
const shownTwice = Effect.fnUntraced(function* ({ upcoming }: Mailing) {
  const first = yield* upcoming
  assert.deepStrictEqual(yield* upcoming, first)
  return [first.reason, ...first.accounts.map(({ next_at, reason }) => `${reason} ${next_at}`)]
})

describe("While leads wait", () => {
  test(
    "a step that is edited is sent as it is then, and a longer delay holds",
    { leads: 1, steps: threeSteps },
    function* (given) {
      const { asTenant, campaign_id, sequences, turn } = given
      yield* turn()
      const [, second = assert.fail()] = yield* idsOf(given)
      yield* asTenant(sequences.update(campaign_id, second, { body: "Edited", delay_days: 4 }))
      yield* TestClock.adjust("2 days")
      yield* turn()
      assert.deepStrictEqual(texts(given), ["One"])
      assert.deepStrictEqual(yield* shownTwice(given), [null, "null 2026-03-06T09:00:00.000Z"])
      yield* TestClock.adjust("2 days")
      yield* turn()
      assert.deepStrictEqual(texts(given), ["One", "Edited"])
    }
  )

  test(
    "a shorter delay holds for leads that wait, but not for one whose mail is tried again later",
    { leads: 3, steps: [threeSteps[0] ?? assert.fail(), { subject: null, body: "Two", delay_days: 10 }] },
    function* (given) {
      const { asTenant, campaign_id, outgoing, sequences, turn } = given
      yield* turn()
      const [, second = assert.fail()] = yield* idsOf(given)
      assert.deepStrictEqual(yield* shownTwice(given), [null, "null 2026-03-12T09:00:00.000Z"])
      yield* asTenant(sequences.update(campaign_id, second, { delay_days: 2 }))
      yield* turn()
      assert.deepStrictEqual(yield* shownTwice(given), [null, "null 2026-03-04T09:00:00.000Z"])
      yield* TestClock.adjust("2 days")
      outgoing.next({ outcome: "refused", at: "recipient", code: 450, reply: "450 4.2.0 Greylisted" })
      yield* turn()
      assert.deepStrictEqual(texts(given), ["One", "One", "One", "Two", "Two", "Two"])
      // The first of them waits for another try.
      yield* asTenant(sequences.update(campaign_id, second, { delay_days: 1 }))
      yield* turn()
      assert.lengthOf(texts(given), 6)
    }
  )

  test(
    "a lead is due earlier when its next step is another one with a shorter delay",
    {
      leads: 1,
      steps: [
        { subject: "One", body: "One", delay_days: 5 },
        { subject: null, body: "Two", delay_days: 5 },
        { subject: null, body: "Three", delay_days: 1 }
      ]
    },
    function* (given) {
      const { asTenant, campaign_id, sequences, turn } = given
      yield* turn()
      const [first = assert.fail()] = yield* idsOf(given)
      assert.deepStrictEqual(yield* shownTwice(given), [null, "null 2026-03-07T09:00:00.000Z"])
      yield* asTenant(sequences.update(campaign_id, first, { position: 2 }))
      yield* turn()
      assert.deepStrictEqual(yield* shownTwice(given), [null, "null 2026-03-03T09:00:00.000Z"])
      yield* TestClock.adjust("1 day")
      yield* turn()
      assert.deepStrictEqual(texts(given), ["One", "Three"])
    }
  )

  test(
    "steps that change places are sent in their new order, each once",
    { leads: 1, steps: threeSteps },
    function* (given) {
      const { asTenant, campaign_id, sequences, status, turn } = given
      yield* turn()
      const [, , third = assert.fail()] = yield* idsOf(given)
      yield* asTenant(sequences.update(campaign_id, third, { position: 2 }))
      for (let i = 0; i < 3; i++) {
        yield* TestClock.adjust("2 days")
        yield* turn()
      }
      assert.deepStrictEqual(texts(given), ["One", "Three", "Two"])
      assert.strictEqual(yield* status, "completed")
    }
  )

  test(
    "a step that is moved before the last one of a lead is not sent to it",
    { leads: 1, steps: threeSteps },
    function* (given) {
      const { asTenant, campaign_id, sequences, status, turn } = given
      yield* turn()
      const [, , third = assert.fail()] = yield* idsOf(given)
      yield* asTenant(sequences.update(campaign_id, third, { position: 1 }))
      for (let i = 0; i < 3; i++) {
        yield* TestClock.adjust("2 days")
        yield* turn()
      }
      assert.deepStrictEqual(
        texts(given).filter((text) => text === "One"),
        ["One"]
      )
      assert.strictEqual(yield* status, "completed")
    }
  )

  test(
    "a lead whose chosen sender leaves the campaign is sent to by another account",
    { leads: 1, accounts: [{}, {}] },
    function* (given) {
      const { account_ids, asTenant, campaign_id, campaigns, leads, turn } = given
      const [first = assert.fail(), second = assert.fail()] = account_ids
      const data = [0, 1].map((i) => ({ email: `chose${i}@lead.example`, chosen_sender: first }))
      yield* asTenant(leads.create({ campaign_id, leads: data }))
      // The second account takes the leads for the first one, which does not send any more.
      yield* turn(second)
      assert.deepStrictEqual(texts(given), ["One"])
      yield* asTenant(campaigns.update(campaign_id, { account_ids: [second] }))
      yield* turn(first)
      for (let i = 0; i < 3; i++) yield* turn(second)
      assert.deepStrictEqual(texts(given), ["One", "One", "One"])
    }
  )

  test("a step that is deleted is not sent", { leads: 1, steps: threeSteps }, function* (given) {
    const { asTenant, campaign_id, sequences, status, turn } = given
    yield* turn()
    const [, second = assert.fail()] = yield* idsOf(given)
    yield* asTenant(sequences.remove(campaign_id, second))
    for (let i = 0; i < 2; i++) {
      yield* TestClock.adjust("2 days")
      yield* turn()
    }
    assert.deepStrictEqual([texts(given), yield* status], [["One", "Three"], "completed"])
  })

  test(
    "an account that is over its limit sends nothing until its next day, and goes on at once when the limit is raised",
    { leads: 3, accounts: [{ daily_limit: 2, timezone: "America/New_York" }] },
    function* (given) {
      const { account_ids, accounts, asTenant, isDue, turn } = given
      yield* turn()
      assert.deepStrictEqual(
        [texts(given).length, yield* shownTwice(given)],
        [2, ["limit_reached", "limit_reached 2026-03-03T05:00:00.000Z"]]
      )
      // Once the limit is below the number of mails sent today, no more are sent.
      const [id = assert.fail()] = account_ids
      yield* asTenant(accounts.update({ ids: [id], settings: { daily_limit: 1 } }))
      yield* turn()
      assert.deepStrictEqual(
        [texts(given).length, yield* shownTwice(given)],
        [2, ["limit_reached", "limit_reached 2026-03-03T05:00:00.000Z"]]
      )
      yield* asTenant(accounts.update({ ids: [id], settings: { daily_limit: 3 } }))
      assert.isTrue(yield* isDue)
      yield* turn()
      assert.lengthOf(texts(given), 3)
    }
  )

  test(
    "accounts that have used up their day do not all begin at midnight",
    { leads: 40, accounts: Array.from({ length: 20 }, () => ({ daily_limit: 1, min_delay_minutes: 5 })) },
    function* (given) {
      const { account_ids, isDue, organization_id, outgoing, turn, work } = given
      const mailboxes = MailboxStore.use((store) => store.findMany(organization_id, account_ids))
      for (const id of account_ids) yield* turn(id)
      assert.lengthOf(outgoing.submitted, 20)
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 23, 55))
      for (const id of account_ids) yield* turn(id)
      const drawn = (yield* mailboxes).map(({ next_at }) => next_at ?? "")
      assert.deepStrictEqual(
        drawn.filter((at) => !at.startsWith("2026-03-03T")),
        []
      )
      // One mail a day: the first one comes at any time of the day.
      assert.isAtLeast(new Set(drawn.map((at) => at.slice(0, 13))).size, 8)
      yield* TestClock.setTime(Date.UTC(2026, 2, 3, 0, 1))
      yield* work
      assert.isBelow(outgoing.submitted.length, 22)
      assert.isFalse(yield* isDue)
      yield* TestClock.setTime(Date.UTC(2026, 2, 3, 23, 59))
      for (const id of account_ids) yield* turn(id)
      assert.lengthOf(outgoing.submitted, 40)
    }
  )

  test(
    "reads of what is upcoming show the drawn instant of the pace",
    { leads: 5, accounts: [{ min_delay_minutes: 30 }] },
    function* (given) {
      yield* given.turn()
      const [reason, account = assert.fail()] = yield* shownTwice(given)
      assert.deepStrictEqual([texts(given).length, reason], [1, "pace"])
      assert.match(account ?? "", /^pace 2026-03-02T/u)
      yield* TestClock.adjust("1 minute")
      yield* given.turn()
      assert.deepStrictEqual(yield* shownTwice(given), [reason, account])
    }
  )

  test(
    "an account that waits for a distant window sends at once when another one opens",
    {
      leads: 1,
      accounts: [{ min_delay_minutes: 5 }],
      campaign: { send_window: { days: [6], from: "08:00", to: "18:00" } }
    },
    function* (given) {
      const { asTenant, campaign_id, campaigns, isDue, turn } = given
      yield* turn()
      const [reason, account] = yield* shownTwice(given)
      assert.strictEqual(reason, "outside_window")
      assert.match(account ?? "", /^outside_window 2026-03-07T(?:0[89]|1\d):/u)
      yield* asTenant(campaigns.update(campaign_id, { send_window: { days: [1], from: "08:00", to: "18:00" } }))
      assert.isTrue(yield* isDue)
      yield* turn()
      assert.lengthOf(texts(given), 1)
    }
  )

  test(
    "a step whose HTML is emptied is sent as plain text, with its text where opens are counted",
    { leads: 2, steps: [{ subject: "Hello", body: "One", body_html: " " }], publicUrl: "https://mail.ours.example" },
    function* (given) {
      const { asTenant, campaign_id, campaigns, outgoing, sequences, turn } = given
      const [first = assert.fail()] = yield* idsOf(given)
      yield* asTenant(sequences.update(campaign_id, first, { body_html: "<p>One</p>" }))
      yield* asTenant(sequences.update(campaign_id, first, { body_html: "" }))
      yield* asTenant(campaigns.update(campaign_id, { track_opens: true }))
      yield* turn()
      for (const { mail } of outgoing.submitted) assert.match(mail.html ?? "", /^<div>One.*<\/div>\n<img src=/su)
      assert.strictEqual(outgoing.submitted.length, 2)
      yield* asTenant(campaigns.update(campaign_id, { track_opens: false }))
      yield* given.addLeads(["late@lead.example"])
      yield* turn()
      assert.isNull(outgoing.submitted[2]?.mail.html)
    }
  )

  test(
    "the first mail after an opening is drawn shortly before it, and waits for its instant",
    {
      leads: 1,
      accounts: [{ min_delay_minutes: 60 }],
      campaign: { send_window: { days: [1], from: "10:00", to: "18:00" } }
    },
    function* (given) {
      yield* given.turn()
      const [, shown = ""] = yield* shownTwice(given)
      yield* TestClock.adjust("55 minutes")
      yield* given.turn()
      const [, drawn = ""] = yield* shownTwice(given)
      // The instant is known before it is drawn.
      assert.strictEqual(drawn, shown?.replace("outside_window", "pace"))
      assert.notInclude(drawn ?? "", "T10:00:00.000Z")
      yield* TestClock.adjust("5 minutes")
      yield* given.turn()
      assert.lengthOf(texts(given), 0)
      yield* TestClock.setTime(Date.parse((drawn ?? "").split(" ")[1] ?? ""))
      yield* given.turn()
      assert.lengthOf(texts(given), 1)
    }
  )
})

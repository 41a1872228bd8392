/** A campaign runs: what is sent, to whom, and what becomes of its leads. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { AgendaRecord } from "../../src/agenda/Agenda.ts"
import { AgendaStore } from "../../src/agenda/AgendaStore.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"
import { test } from "./Mailing.ts"

const twoSteps = [
  { subject: "Hello {{first_name|there}}", body: "One" },
  { body: "Two", delay_days: 3 }
]
const refused = (reply: string, at: "data" | "recipient" = "recipient"): MailOutcome => ({
  outcome: "refused",
  at,
  code: Number(reply.slice(0, 3)),
  reply
})

describe("A campaign", () => {
  test("sends its steps in order, each after its delay, and is completed", { steps: twoSteps }, function* (given) {
    const { mails, outgoing, rows, sendsOf, status, turn } = given
    assert.strictEqual(yield* turn(), 10)
    assert.deepStrictEqual(yield* mails, ["lead0@lead.example: Hello there", "lead1@lead.example: Hello there"])
    assert.deepStrictEqual(yield* rows, ["waiting 1", "waiting 1"])
    assert.strictEqual(yield* status, "active")
    yield* TestClock.adjust("2 days")
    yield* turn()
    assert.strictEqual(outgoing.submitted.length, 2)
    yield* TestClock.adjust("1 day")
    yield* turn()
    const [first, , third] = outgoing.submitted.map(({ mail }) => mail)
    assert.deepStrictEqual(
      [third?.subject, third?.text, third?.in_reply_to, third?.references],
      ["Re: Hello there", "Two", first?.message_id, [first?.message_id]]
    )
    assert.deepStrictEqual(yield* rows, ["done 2", "done 2"])
    assert.strictEqual(yield* status, "completed")
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ kind, outcome, position }) => `${kind} ${outcome} ${position}`),
      ["step sent 1", "step sent 1", "step sent 2", "step sent 2"]
    )
    assert.strictEqual(yield* turn(), null)
  })

  test("shows no mail to a stopped lead as the next one", { steps: twoSteps }, function* (given) {
    const { asTenant, lead_ids, leads, turn, upcoming } = given
    const next = Effect.map(upcoming, ({ accounts }) => accounts.map(({ next }) => next?.lead_id ?? null))
    const [one = assert.fail(), other = assert.fail()] = lead_ids
    yield* turn()
    assert.deepStrictEqual(yield* next, [one])
    yield* asTenant(leads.update(one, { stop_sending: true }))
    assert.deepStrictEqual(yield* next, [other])
    yield* asTenant(leads.update(other, { stop_sending: true }))
    assert.deepStrictEqual(yield* next, [null])
    yield* asTenant(leads.update(one, { stop_sending: false }))
    assert.deepStrictEqual(yield* next, [one])
  })

  test(
    "counts what it sends, and puts it into threads",
    { leads: 1 },
    function* ({ asTenant, campaigns, leadStates, sends, sendsOf, turn }) {
      yield* turn()
      const [sent = assert.fail()] = yield* sendsOf
      const { data } = yield* asTenant(
        Unibox.use((unibox) => unibox.thread(sent.thread_id ?? assert.fail(), { limit: 5 }))
      )
      assert.deepStrictEqual(
        data.map(({ message_id }) => message_id),
        [sent.message_id]
      )
      assert.deepStrictEqual(yield* asTenant(sends.find(sent.id)), sent)
      assert.deepStrictEqual(yield* leadStates, [["Sent", null]])
      const page = yield* asTenant(campaigns.page({ limit: 10, offset: 0 }))
      assert.strictEqual(page.data[0]?.counts.sent, 1)
    }
  )

  test("does not store again what was erased while its mail was being sent", { leads: 1 }, function* (given) {
    const { asTenant, lead_ids, leads, outgoing, sendsOf, turn } = given
    const erase = Effect.orDie(asTenant(leads.remove({ ids: lead_ids, erase: true })))
    outgoing.next(Effect.as(erase, { outcome: "sent", reply: "250 lead0@lead.example Ok" }))
    yield* turn()
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome, reply, subject, to_email }) => [outcome, reply, subject, to_email]),
      [["sent", null, "", ""]]
    )
  })

  test("does not send a queued answer to a lead that was erased", { leads: 1 }, function* (given) {
    const { account_ids, asTenant, campaigns, campaign_id, lead_ids, leads, organization_id, outgoing, sendsOf } = given
    yield* asTenant(campaigns.pause(campaign_id))
    const [account_id = assert.fail()] = account_ids
    const [lead_id = assert.fail()] = lead_ids
    yield* (yield* SendStore).insert(organization_id, [queued({ account_id, lead_id, to_email: "lead0@lead.example" })])
    yield* asTenant(leads.remove({ ids: lead_ids, erase: true }))
    yield* given.turn()
    assert.deepStrictEqual(outgoing.submitted, [])
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome, reply }) => [outcome, reply]),
      [["refused", "The data about the recipient were erased"]]
    )
  })

  test("sends nobody the same step twice, although its process died while it sent", { leads: 1 }, function* (given) {
    const { outgoing, rows, sendsOf, turn } = given
    outgoing.next(Effect.die(new Error("killed")))
    yield* Effect.exit(turn())
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome }) => outcome),
      ["begun"]
    )
    yield* turn()
    assert.strictEqual(outgoing.submitted.length, 1)
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome }) => outcome),
      ["unknown"]
    )
    assert.deepStrictEqual(yield* rows, ["unknown 0"])
    yield* TestClock.adjust("24 hours")
    yield* turn()
    assert.deepStrictEqual([outgoing.submitted.length, yield* rows], [1, ["done 1"]])
  })

  test("stops a lead whose address is dead, and blacklists it", { leads: 1, steps: twoSteps }, function* (given) {
    given.outgoing.next(refused("550 5.1.1 <lead0@lead.example>: user unknown"))
    yield* given.turn()
    assert.deepStrictEqual(yield* given.leadStates, [["Bounce", "bounce"]])
    yield* TestClock.adjust("4 days")
    yield* given.turn()
    assert.strictEqual(given.outgoing.submitted.length, 1)
    assert.deepStrictEqual(yield* given.rows, ["stopped 0"])
  })

  test("tries a deferred mail again with the same Message-ID", { leads: 1 }, function* ({ outgoing, rows, turn }) {
    outgoing.next(refused("450 4.2.0 Greylisted, try again"))
    assert.strictEqual(yield* turn(), 10)
    assert.deepStrictEqual(yield* rows, ["waiting 0"])
    yield* TestClock.adjust("15 minutes")
    yield* turn()
    const [first, second] = outgoing.submitted.map(({ mail }) => mail.message_id)
    assert.strictEqual(first, second)
    assert.deepStrictEqual(yield* rows, ["done 1"])
  })

  test("waits for its account after a fault, and blames no lead", { leads: 1 }, function* (given) {
    const { leadStates, outgoing, rows, turn, upcoming } = given
    outgoing.next({ outcome: "unsent", reason: "The port is closed" })
    assert.strictEqual(yield* turn(), 1)
    assert.deepStrictEqual(yield* leadStates, [["Not contacted", null]])
    assert.deepStrictEqual(
      (yield* upcoming).accounts.map(({ reason }) => reason),
      ["account_failing"]
    )
    yield* TestClock.adjust("1 minute")
    yield* turn()
    assert.deepStrictEqual([outgoing.submitted.length, yield* rows], [2, ["done 1"]])
  })

  test(
    "passes over leads without a value, and says how many",
    { steps: [{ subject: "Hi", body: "Dear {{first_name}}" }] },
    function* (given) {
      yield* given.turn()
      assert.strictEqual(given.outgoing.submitted.length, 0)
      assert.strictEqual((yield* given.upcoming).skipped, 2)
      assert.strictEqual(yield* given.status, "completed")
    }
  )

  test("goes on with new leads after it was completed", {}, function* ({ addLeads, isDue, mails, status, turn }) {
    yield* turn()
    assert.strictEqual(yield* status, "completed")
    yield* addLeads(["late@lead.example"])
    assert.deepStrictEqual([yield* status, yield* isDue], ["active", true])
    yield* turn()
    assert.strictEqual((yield* mails).at(-1), "late@lead.example: Hello there")
  })

  test(
    "sends nothing after a stop, a pause or an entry of the blacklist that was answered",
    { leads: 3 },
    function* (given) {
      const { asTenant, campaigns, campaign_id, lead_ids, leads, mails, turn } = given
      const [first = assert.fail()] = lead_ids
      yield* asTenant(leads.update(first, { stop_sending: true }))
      yield* asTenant(Blacklist.use((blacklist) => blacklist.add("email", ["lead1@lead.example"])))
      yield* turn()
      assert.deepStrictEqual(yield* mails, ["lead2@lead.example: Hello there"])
      yield* asTenant(leads.update(first, { stop_sending: false }))
      assert.strictEqual(yield* given.status, "completed")
      yield* given.addLeads(["lead4@lead.example"])
      yield* asTenant(campaigns.pause(campaign_id))
      assert.strictEqual(yield* turn(), null)
      assert.lengthOf(yield* mails, 1)
      yield* asTenant(campaigns.start(campaign_id))
      assert.isTrue(yield* given.isDue)
      yield* turn()
      assert.sameMembers(yield* mails, [
        "lead2@lead.example: Hello there",
        "lead0@lead.example: Hello there",
        "lead4@lead.example: Hello there"
      ])
    }
  )

  test(
    "waits for a lead that a person resumed, until the blacklist covers it no more",
    { leads: 1 },
    function* (given) {
      const { asTenant, lead_ids, leads, mails, rows, status, turn } = given
      const [one = assert.fail()] = lead_ids
      const address = "lead0@lead.example"
      yield* asTenant(Blacklist.use((blacklist) => blacklist.add("email", [address])))
      yield* asTenant(leads.update(one, { stop_sending: false }))
      yield* turn()
      assert.deepStrictEqual([yield* mails, yield* rows, yield* status], [[], ["waiting 0"], "active"])
      yield* asTenant(Blacklist.use((blacklist) => blacklist.remove("email", { values: [address] })))
      yield* TestClock.adjust("1 day")
      yield* turn()
      assert.deepStrictEqual([yield* mails, yield* status], [[`${address}: Hello there`], "completed"])
    }
  )

  test(
    "keeps to its window and to the limit of its account, and says why it waits",
    {
      leads: 5,
      accounts: [{ daily_limit: 3 }],
      campaign: { send_window: { days: [1, 2], from: "08:00", to: "10:00" } }
    },
    function* ({ outgoing, turn, upcoming }) {
      yield* turn()
      assert.lengthOf(outgoing.submitted, 3)
      const reasons = Effect.map(upcoming, ({ accounts, reason }): ReadonlyArray<string | null> => [
        reason,
        ...accounts.map((one) => one.next_at)
      ])
      assert.deepStrictEqual(yield* reasons, ["limit_reached", "2026-03-03T08:00:00.000Z"])
      yield* TestClock.adjust("15 hours")
      yield* turn()
      assert.lengthOf(outgoing.submitted, 3)
      assert.strictEqual((yield* reasons)[0], "outside_window")
      assert.deepStrictEqual(yield* reasons, yield* reasons)
      yield* TestClock.adjust("8 hours")
      yield* turn()
      assert.lengthOf(outgoing.submitted, 5)
    }
  )

  test(
    "keeps to the limit of its day when several accounts send at once",
    { accounts: [{}, {}, {}, {}], leads: 8, campaign: { daily_limit: 2 } },
    function* ({ account_ids, campaign_id, lead_ids, organization_id, outgoing, status, turn, work }) {
      // Each account has taken two leads before.
      const rows = lead_ids.map((lead_id, i): AgendaRecord => {
        const account_id = account_ids[i % 4] ?? assert.fail()
        return { account_id, campaign_id, lead_id, state: "waiting", due_at: at(0), step_id: null }
      })
      yield* AgendaStore.use((agenda) => agenda.insert(organization_id, rows))
      yield* Effect.all(account_ids.map(turn), { concurrency: "unbounded" })
      assert.lengthOf(outgoing.submitted, 2)
      for (let day = 2; day <= 4; day++) {
        yield* TestClock.adjust("1 day")
        yield* work
        assert.lengthOf(outgoing.submitted, 2 * day)
      }
      assert.strictEqual(yield* status, "completed")
    }
  )

  test(
    "takes no leads in place of those whose first mail may have gone out",
    { leads: 5, campaign: { daily_limit: 2 } },
    function* ({ outgoing, rows, turn }) {
      outgoing.next({ outcome: "unknown", reason: "No answer" })
      yield* turn()
      assert.deepStrictEqual([outgoing.submitted.length, yield* rows], [2, ["unknown 0", "done 1"]])
    }
  )

  test(
    "paces its mails over the rest of the window",
    {
      leads: 30,
      accounts: [{ min_delay_minutes: 5, daily_limit: 20 }],
      campaign: { send_window: { days: [1], from: "08:00", to: "18:00" } }
    },
    function* ({ outgoing, turn }) {
      const instants: Array<number> = []
      for (let minute = 0; minute < 9 * 60; minute++) {
        const before = outgoing.submitted.length
        yield* turn()
        if (outgoing.submitted.length > before) instants.push(minute)
        yield* TestClock.adjust("1 minute")
      }
      assert.isAtLeast(instants.length, 15)
      assert.isAtMost(instants.length, 20)
      const gaps = instants.slice(1).map((instant, i) => instant - (instants[i] ?? 0))
      assert.isAtLeast(Math.min(...gaps), 5)
    }
  )

  test(
    "lets another account continue a thread only if the first has left the campaign",
    { leads: 1, accounts: [{}, {}], steps: twoSteps },
    function* ({ account_ids, asTenant, campaign_id, campaigns, outgoing, turn }) {
      const [first, second = assert.fail()] = account_ids
      yield* turn(first)
      yield* TestClock.adjust("3 days")
      yield* turn(second)
      assert.lengthOf(outgoing.submitted, 1)
      yield* asTenant(campaigns.update(campaign_id, { account_ids: [second] }))
      yield* turn(first)
      yield* turn(second)
      assert.deepStrictEqual(
        outgoing.submitted.map(({ mail }) => [mail.from.email, mail.in_reply_to === null]),
        [
          ["sender0@house.example", true],
          ["sender1@house.example", false]
        ]
      )
    }
  )

  test("sends a step that is added later to leads that had finished", { leads: 1 }, function* (given) {
    const { asTenant, campaign_id, outgoing, sequences, status, turn } = given
    yield* turn()
    assert.strictEqual(yield* status, "completed")
    yield* asTenant(sequences.create(campaign_id, { body: "Later", delay_days: 1 }))
    assert.strictEqual(yield* status, "active")
    yield* turn()
    assert.lengthOf(outgoing.submitted, 1)
    yield* TestClock.adjust("1 day")
    yield* turn()
    assert.deepStrictEqual([outgoing.submitted.length, yield* status], [2, "completed"])
  })

  test("of deleted leads sends nothing, and forgets them", { leads: 2, steps: twoSteps }, function* (given) {
    const { asTenant, lead_ids, leads, outgoing, rows, status, turn } = given
    yield* turn()
    yield* asTenant(leads.remove({ ids: lead_ids }))
    assert.deepStrictEqual(yield* rows, [])
    yield* TestClock.adjust("4 days")
    yield* turn()
    assert.strictEqual(outgoing.submitted.length, 2)
    assert.strictEqual(yield* status, "active")
  })

  test(
    "is paused when too many of its mails bounce, and says so",
    { leads: 80, accounts: [{ daily_limit: 200 }], campaign: { daily_limit: 200 } },
    function* (given) {
      const { asTenant, campaign_id, campaigns, outgoing, turn } = given
      const dead = refused("550 5.1.1 <x@lead.example>: user unknown")
      outgoing.next({ outcome: "sent", reply: "250 Ok" }, dead, dead, dead)
      yield* turn()
      const { status, status_reason } = yield* asTenant(campaigns.find(campaign_id))
      assert.deepStrictEqual([status, status_reason], ["paused", "bounces"])
      assert.isBelow(outgoing.submitted.length, 80)
    }
  )

  test("goes on when a person says what became of an unknown mail", { leads: 2 }, function* (given) {
    const { asTenant, isDue, leadStates, outgoing, rows, sends, sendsOf, turn } = given
    const lost: MailOutcome = { outcome: "unknown", reason: "The connection was lost" }
    outgoing.next(lost, lost)
    yield* turn()
    assert.deepStrictEqual(yield* rows, ["unknown 0", "unknown 0"])
    const [first = assert.fail(), second = assert.fail()] = yield* sendsOf
    yield* asTenant(sends.resolve(first.id, { outcome: "sent" }))
    yield* asTenant(sends.resolve(second.id, { outcome: "unsent" }))
    assert.deepStrictEqual([yield* rows, yield* isDue], [["done 1", "waiting 0"], true])
    assert.deepStrictEqual((yield* leadStates)[0], ["Sent", null])
    yield* turn()
    assert.deepStrictEqual([outgoing.submitted.length, yield* rows], [3, ["done 1", "done 1"]])
    assert.strictEqual(outgoing.submitted[2]?.mail.message_id, second.message_id)
  })
})

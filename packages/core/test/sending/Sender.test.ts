/** A campaign runs: what is sent, to whom, and what becomes of its leads. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
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

  test(
    "counts what it sends, and puts it into threads",
    { leads: 1 },
    function* ({ asTenant, campaigns, leadStates, turn }) {
      yield* turn()
      assert.deepStrictEqual(yield* leadStates, [["Sent", null]])
      const page = yield* asTenant(campaigns.page({ limit: 10, offset: 0 }))
      assert.strictEqual(page.data[0]?.counts.sent, 1)
    }
  )

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
    assert.deepStrictEqual(yield* given.rows, ["stopped 1"])
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
})

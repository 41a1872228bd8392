/** A mail whose refusal counts as a fault of its account, and the mails after it. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { type Mailing, test } from "./Mailing.ts"

const policy: MailOutcome = {
  outcome: "refused",
  at: "recipient",
  code: 550,
  reply: "550 5.7.1 Message rejected due to policy"
}

/** Lets time pass, and gives the account two turns. */
const after = Effect.fnUntraced(function* ({ turn }: Mailing, time: "1 day" | "2 days" | "6 days" | "30 minutes") {
  yield* TestClock.adjust(time)
  yield* turn()
  yield* turn()
})
const names = ({ outgoing }: Mailing) => outgoing.submitted.map(({ mail }) => mail.to.email.split("@")[0])

describe("After a refusal that counts as the account's", () => {
  test("a new lead is tried first, and then the refusals count as the lead's", { leads: 1 }, function* (given) {
    const { addLeads, leadStates, outgoing, sendsOf, status, turn } = given
    outgoing.next(policy)
    yield* turn()
    assert.strictEqual((yield* given.upcoming).accounts[0]?.reason, "account_failing")
    yield* addLeads(["late@lead.example"])
    yield* after(given, "1 day")
    assert.deepStrictEqual(names(given), ["lead0", "late"])
    outgoing.next(policy, policy, policy)
    yield* after(given, "30 minutes")
    yield* after(given, "30 minutes")
    assert.deepStrictEqual(names(given), ["lead0", "late", "lead0"])
    assert.strictEqual((yield* given.upcoming).accounts[0]?.reason, null)
    yield* after(given, "1 day")
    yield* after(given, "2 days")
    assert.deepStrictEqual(names(given), ["lead0", "late", "lead0", "lead0", "lead0"])
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome }) => outcome),
      ["refused", "sent"]
    )
    assert.deepStrictEqual([(yield* leadStates)[0]?.[0], yield* status], ["Bounce", "completed"])
  })

  test(
    "a new lead is tried first, also in a window of one day a week",
    { leads: 1, campaign: { send_window: { days: [1], from: "08:00", to: "18:00" } } },
    function* (given) {
      given.outgoing.next(policy)
      yield* given.turn()
      yield* given.addLeads(["late@lead.example"])
      yield* after(given, "1 day")
      yield* after(given, "6 days")
      assert.deepStrictEqual(names(given), ["lead0", "late"])
    }
  )

  test("each of two that are refused gets its turn", { leads: 2 }, function* (given) {
    const { leadStates, outgoing, rows, turn } = given
    outgoing.next(policy, policy, policy)
    yield* turn()
    assert.deepStrictEqual(names(given), ["lead0"])
    yield* after(given, "1 day")
    assert.deepStrictEqual(names(given), ["lead0", "lead1"])
    // Both were refused: the one that has waited longer is tried first.
    yield* after(given, "1 day")
    assert.lengthOf(names(given), 2)
    yield* after(given, "30 minutes")
    assert.deepStrictEqual(names(given), ["lead0", "lead1", "lead0"])
    yield* after(given, "1 day")
    yield* after(given, "30 minutes")
    assert.deepStrictEqual(names(given), ["lead0", "lead1", "lead0", "lead1"])
    outgoing.next(policy, policy, policy)
    yield* after(given, "30 minutes")
    assert.deepStrictEqual(names(given), ["lead0", "lead1", "lead0", "lead1", "lead0"])
    yield* after(given, "1 day")
    yield* after(given, "2 days")
    assert.lengthOf(names(given), 7)
    assert.deepStrictEqual(
      [(yield* leadStates).map(([status]) => status), yield* rows],
      [
        ["Bounce", "Sent"],
        ["done 1", "done 1"]
      ]
    )
  })

  test("a mail that is alone is tried again, and at once with new credentials", { leads: 1 }, function* (given) {
    const { account_ids, asTenant, outgoing, turn } = given
    const [account_id = assert.fail()] = account_ids
    outgoing.next(policy, policy)
    yield* turn()
    yield* after(given, "1 day")
    yield* after(given, "30 minutes")
    yield* after(given, "30 minutes")
    assert.lengthOf(names(given), 2)
    const smtp = { host: "smtp.x.test", auth: { type: "password", password: "hunter2-secret" } } as const
    yield* asTenant(Mailboxes.use((mailboxes) => mailboxes.connect(account_id, { smtp })))
    yield* turn()
    assert.lengthOf(names(given), 3)
  })
})

describe("A refusal of the size of one mail", () => {
  test("before its recipient is named keeps only this mail waiting", { leads: 2 }, function* (given) {
    given.outgoing.next({
      outcome: "refused",
      at: "sender",
      code: 552,
      reply: "552 5.3.4 Message size exceeds fixed limit"
    })
    yield* given.turn()
    assert.deepStrictEqual(names(given), ["lead0", "lead1"])
    assert.deepStrictEqual(
      (yield* given.sendsOf).map(({ outcome }) => outcome),
      ["deferred", "sent"]
    )
    assert.strictEqual((yield* given.upcoming).accounts[0]?.reason, null)
  })
})

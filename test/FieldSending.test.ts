/** Situations of the field with a real SMTP server: an account that fails for a while, and whom its mails reach afterwards. */
import { assert, describe } from "@effect/vitest"
import { acceptsFirst, refuses, test, works } from "./ScriptedCampaign.ts"

/** Each lead once, with the same words. */
const each = (count: number, text: string) => Array.from({ length: count }, (_, i) => `lead${i} ${text}`)
const sent = (count: number) => Array.from({ length: count }, () => "Sent null")

describe("An account that is blocked, and works again after two hours", () => {
  for (const reply of [
    "550 5.1.8 Access denied, bad outbound sender AS(42004)",
    "550 5.7.708 Access denied, traffic not accepted from this IP",
    "535 5.7.3 Account disabled",
    "550 You have exceeded your daily quota",
    "554 Rejected"
  ]) {
    test(
      `sends to all others once, and stops no lead: ${reply}`,
      { body: acceptsFirst(5, reply) },
      20,
      function* ({ accepted, ends, leadStates, pass, smtp, work }) {
        yield* work
        yield* pass(2, 10)
        assert.deepStrictEqual(
          (yield* ends).filter((outcome) => outcome !== "sent" && outcome !== "queued"),
          []
        )
        smtp.change(works)
        yield* pass(28)
        assert.deepStrictEqual(accepted().toSorted(), each(20, "Question").toSorted())
        // Mails that were refused, or began with one that was, are tried at their own times; all others keep their order.
        const untried = accepted().filter((one) => /^lead1[1-9] /u.test(one))
        assert.deepStrictEqual(untried, each(20, "Question").slice(11))
        assert.deepStrictEqual(
          yield* leadStates,
          Array.from({ length: 20 }, () => ["Sent", null])
        )
      }
    )
  }
})

describe("A server that asks to slow down in the middle of a turn", () => {
  for (const reply of [
    "451 4.7.500 Server busy. Please try again later",
    "421 4.7.0 Temporarily deferred due to unexpected volume",
    "452 Too many emails sent in a short period of time",
    "450 4.3.2 Not now"
  ]) {
    test(
      `waits, and then goes on with the rest: ${reply}`,
      { body: acceptsFirst(8, reply) },
      20,
      function* ({ accepted, leadStates, pass, smtp, tries, work }) {
        yield* work
        assert.isAtMost(tries().length, 11)
        smtp.change(works)
        yield* pass(4, 5)
        assert.deepStrictEqual(accepted().toSorted(), each(20, "Question").toSorted())
        assert.deepStrictEqual(
          (yield* leadStates).map(([status, stop]) => `${status} ${stop}`),
          sent(20)
        )
      }
    )
  }
})

describe("A run of refusals", () => {
  test(
    "that ends with an accepted mail holds nobody up, and all mails come",
    {},
    6,
    function* ({ account_state, leadStates, pass, smtp, tries, work }) {
      refuses(smtp, ["lead0", "lead1"], "554 5.0.0 Transaction failed")
      yield* work
      assert.lengthOf(tries(), 6)
      assert.strictEqual(yield* account_state, "active")
      smtp.change(works)
      yield* pass(48)
      assert.deepStrictEqual(
        (yield* leadStates).map(([status, stop]) => `${status} ${stop}`),
        sent(6)
      )
    }
  )
})

describe("A mailbox that is full at a follow-up", () => {
  test(
    "gets the follow-up later, as an answer to the first mail",
    {},
    1,
    function* ({ accepted, events, leadStates, pass, smtp, work }) {
      yield* work
      refuses(smtp, ["lead0"], "552 5.2.2 Over quota")
      yield* pass(73)
      assert.deepStrictEqual(yield* events, ["sent", "soft_bounced"])
      smtp.change(works)
      yield* pass(48)
      assert.deepStrictEqual(accepted(), ["lead0 Question", "lead0 Re: Question"])
      assert.deepStrictEqual(yield* leadStates, [["Sent", null]])
    }
  )
})

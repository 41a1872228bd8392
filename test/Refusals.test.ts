/** Refusals of a real SMTP server in a running campaign: who is at fault, what waits, and what goes out later. */
import { assert, describe } from "@effect/vitest"
import { Campaigns, Leads } from "@mailroom/core"
import { acceptsFirst, refuses, test, works } from "./ScriptedCampaign.ts"

/** The mailbox is blocked, or at its limit, in the middle of the day: the name, and the reply at DATA. */
const blocked: Readonly<Record<string, string>> = {
  "outlook-bad-sender": "550 5.1.8 Access denied, this outbound sender is bad. AS(9001)",
  "outlook-spam-abuse": "550 5.7.501 Access denied, abuse by spam was seen",
  "account-suspended": "554 5.7.1 This account is suspended from sending",
  "cpanel-defer-limit":
    "550 Domain ours.example is over the max defers and failures per hour (5/5 (100%)). Message discarded.",
  "ses-daily": "554 The daily message quota is exceeded.",
  "exchange-submission-quota":
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; not processed because of a permanent exception",
  "without-words": "554 5.0.0 Transaction failed",
  "without-words-policy": "550 5.7.1 Message rejected due to local policy"
}

describe("A mailbox that is blocked in the middle of the day", () => {
  for (const [name, reply] of Object.entries(blocked)) {
    test(
      `blames the account, and no lead: ${name}`,
      { body: acceptsFirst(2, reply) },
      8,
      function* ({ account_state, ends, leadStates, pass, smtp, tries, upcoming, work }) {
        yield* work
        assert.isAtMost(tries().length, 5)
        assert.deepStrictEqual(
          (yield* leadStates).filter(([, stop]) => stop !== null),
          []
        )
        assert.strictEqual((yield* upcoming).accounts[0]?.reason, "account_failing")
        assert.include(["sending_error", "limit_reached"], yield* account_state)
        yield* pass(24)
        assert.isAtMost(tries().length, 30)
        assert.deepStrictEqual(
          (yield* ends).filter((outcome) => outcome !== "sent" && outcome !== "queued"),
          []
        )
        smtp.change(works)
        yield* pass(27)
        assert.deepStrictEqual(
          (yield* leadStates).map(([status, stop]) => `${status} ${stop}`),
          Array.from({ length: 8 }, () => "Sent null")
        )
        assert.strictEqual(yield* account_state, "active")
      }
    )
  }
})

describe("Leads that the server of one company refuses", () => {
  for (const reply of ["550 5.7.1 Rejected by local policy", "554 Transaction failed", "451 4.3.0 Try again"]) {
    test(
      `hold the account up for a while only, and end after days: ${reply}`,
      {},
      9,
      function* ({ account_state, leadStates, pass, smtp, tries, work }) {
        refuses(smtp, ["lead1", "lead2", "lead3"], reply)
        yield* work
        yield* pass(6)
        assert.lengthOf(
          (yield* leadStates).filter(([status]) => status === "Sent"),
          6
        )
        yield* pass(12 * 24)
        assert.deepStrictEqual(
          (yield* leadStates).map(([status, stop]) => `${status} ${stop}`),
          [
            "Sent null",
            ...Array.from({ length: 3 }, () => "Bounce bounce"),
            ...Array.from({ length: 5 }, () => "Sent null")
          ]
        )
        assert.strictEqual(yield* account_state, "active")
        assert.isAtMost(tries().filter((one) => /^lead[123]/u.test(one)).length, 40)
      }
    )
  }
})

/** The provider asks to slow down: the name, and the reply to RCPT or DATA. */
const throttled: Readonly<Record<string, string>> = {
  "outlook-432": "432 4.3.2 STOREDRV.ClientSubmit; too many threads of this sender",
  "ses-454": "454 Throttling failure: the maximum rate of sending is exceeded.",
  "without-words": "451 4.3.0 Temporary error",
  "closes the channel": "421 Service not available"
}

describe("A server that asks to slow down", () => {
  for (const [name, reply] of Object.entries(throttled)) {
    for (const step of ["rcpt", "body"] as const) {
      test(
        `pauses the account, and no mail loses a try: ${name} at ${step}`,
        { [step]: reply },
        20,
        function* ({ leadStates, mailbox, pass, sends, smtp, tries, upcoming, work }) {
          yield* work
          assert.isAtMost(tries().length, 3)
          assert.strictEqual((yield* upcoming).accounts[0]?.reason, "account_failing")
          assert.strictEqual((yield* mailbox).fault, "throttled")
          yield* pass(3, 5)
          assert.isAtMost(tries().length, 12)
          for (const { attempts } of yield* sends) assert.isAtMost(attempts, 0)
          smtp.change(works)
          yield* pass(3, 5)
          assert.deepStrictEqual(
            (yield* leadStates).map(([status, stop]) => `${status} ${stop}`),
            Array.from({ length: 20 }, () => "Sent null")
          )
        }
      )
    }
  }

  test(
    "goes on at once after a greylisted mail",
    { rcpt: "450 4.2.0 Greylisted, try again" },
    4,
    function* ({ pass, smtp, tries, upcoming, work }) {
      yield* work
      assert.lengthOf(tries(), 4)
      assert.strictEqual((yield* upcoming).accounts[0]?.reason, null)
      smtp.change(works)
      yield* pass(1, 15)
      assert.lengthOf(tries(), 8)
    }
  )
})

describe("A lead that never got the first mail", () => {
  const isAnswer = (one: string) => one.includes("Re:")

  test(
    "gets it again, when its mailbox was full: followup-without-first-mailbox-full",
    { rcpt: acceptsFirst(0, "552 5.2.2 Mailbox full") },
    1,
    function* ({ events, leadStates, pass, smtp, tries, work }) {
      yield* work
      assert.deepStrictEqual(yield* events, ["soft_bounced"])
      smtp.change(works)
      yield* pass(24)
      assert.deepStrictEqual(tries(), ["lead0 ", "lead0 Question"])
      assert.deepStrictEqual(yield* leadStates, [["Sent", null]])
      yield* pass(72)
      assert.strictEqual(tries().at(-1), "lead0 Re: Question")
    }
  )

  test(
    "ends after three soft bounces, with the reason: full-mailbox-again-and-again",
    { rcpt: "552 5.2.2 Mailbox full" },
    1,
    function* ({ account_state, asTenant, campaign_id, events, lead_ids, leadStates, pass, sends, smtp, tries, work }) {
      yield* work
      yield* pass(10 * 24)
      assert.deepStrictEqual(tries(), ["lead0 ", "lead0 ", "lead0 "])
      assert.deepStrictEqual(yield* events, ["soft_bounced", "soft_bounced", "bounced"])
      assert.deepStrictEqual(yield* leadStates, [["Bounce", "bounce"]])
      assert.deepStrictEqual(
        (yield* sends).map(({ outcome, reply }) => [outcome, reply]),
        [["refused", "552 5.2.2 Mailbox full"]]
      )
      assert.strictEqual(yield* account_state, "active")
      // A person who resumes the lead begins again: with the first step.
      smtp.change(works)
      const [id = assert.fail("There is a lead")] = lead_ids
      yield* asTenant(Leads.use((leads) => leads.update(id, { stop_sending: false })))
      yield* asTenant(Campaigns.use((campaigns) => campaigns.start(campaign_id)))
      yield* pass(24)
      assert.deepStrictEqual(tries().slice(3), ["lead0 Question"])
    }
  )

  test(
    "gets it when the server works again: deferred-to-the-end",
    { body: "451 4.3.0 Try again" },
    1,
    function* ({ pass, smtp, tries, work }) {
      yield* work
      yield* pass(72)
      assert.deepStrictEqual(tries().filter(isAnswer), [])
      smtp.change(works)
      const before = tries().length
      yield* pass(48)
      assert.deepStrictEqual(tries().slice(before), ["lead0 Question"])
      yield* pass(72)
      assert.strictEqual(tries().at(-1), "lead0 Re: Question")
    }
  )

  test(
    "keeps nobody else waiting, when only its mail is too large",
    {},
    3,
    function* ({ leadStates, pass, smtp, tries, work }) {
      refuses(smtp, ["lead0"], "552 5.3.4 Message size exceeds fixed limit")
      yield* work
      assert.deepStrictEqual(
        tries().map((one) => one.split(" ")[0]),
        ["lead0", "lead1", "lead2"]
      )
      yield* pass(12)
      assert.deepStrictEqual(yield* leadStates, [
        ["Not contacted", null],
        ["Sent", null],
        ["Sent", null]
      ])
    }
  )
})

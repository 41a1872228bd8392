/** Mails of an account without a pace that begin together. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { burstAfter } from "../../src/sending/Burst.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

const sent: MailOutcome = { outcome: "sent", reply: "250 2.0.0 Ok" }
const refused = (reply: string): MailOutcome => ({ outcome: "refused", at: "data", code: 550, reply })
const unclear = refused("550 5.7.0 Message refused")

/** The outcomes of all mails, in the order in which they began. */
const outcomesOf = ({ sendsOf }: Mailing) => Effect.map(sendsOf, (all) => all.map(({ outcome }) => outcome))

/** Waits until the outcomes of all mails are as the test needs them, and the fibers that sent them wait for something else. */
const reached = (given: Mailing, are: (outcomes: ReadonlyArray<string>) => boolean) =>
  outcomesOf(given).pipe(
    Effect.tap(Effect.yieldNow),
    Effect.repeat({ until: are }),
    Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 50 }))
  )

/** The outcomes of all mails while a mail is with its server, which then answers. */
const looking = (given: Mailing, seen: Array<ReadonlyArray<string>>, outcome = sent) =>
  Effect.as(
    Effect.tap(Effect.orDie(outcomesOf(given)), (outcomes) => Effect.sync(() => seen.push(outcomes))),
    outcome
  )

describe("The number of mails that begin together", () => {
  const cases: ReadonlyArray<readonly [took: number | undefined, mails: number, why: string]> = [
    [undefined, 1, "the first mail of a turn shows how fast the server is"],
    [0, 5, "never more than five"],
    [20, 5, "a server that is near"],
    [100, 5, "five take half of a second"],
    [101, 4, "four of a slower one do"],
    [125, 4, "the same"],
    [166, 3, "three"],
    [200, 2, "two"],
    [250, 2, "the last of two begins to be sent after a quarter of a second"],
    [251, 1, "a server that takes longer gets each mail as it begins"],
    [2_000, 1, "as most servers of providers do"],
    [600_000, 1, "and one that hardly answers"]
  ]
  it.each(cases)("after %s ms is %i: %s", (took, mails) => {
    assert.strictEqual(burstAfter(took), mails)
  })
})

describe("Mails that begin together", () => {
  test(
    "are stored as begun before the first one is sent, and sent one after the other",
    { leads: 7 },
    function* (given) {
      const { outgoing, turn } = given
      const seen: Array<ReadonlyArray<string>> = []
      outgoing.next(looking(given, seen), looking(given, seen))
      yield* turn()
      assert.deepStrictEqual(seen, [["begun"], ["sent", "begun", "begun", "begun", "begun", "begun"]])
      assert.deepStrictEqual(
        yield* outcomesOf(given),
        Array.from({ length: 7 }, () => "sent")
      )
      const to = outgoing.submitted.map(({ mail }) => mail.to.email)
      assert.deepStrictEqual(
        to,
        [0, 1, 2, 3, 4, 5, 6].map((n) => `lead${n}@lead.example`)
      )
    }
  )

  test("are not of an account with a pace", { leads: 3, accounts: [{ min_delay_minutes: 1 }] }, function* (given) {
    yield* given.turn()
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent"])
  })

  test("are not more than the account may send today", { leads: 7, accounts: [{ daily_limit: 3 }] }, function* (given) {
    yield* given.turn()
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "sent", "sent"])
  })

  test(
    "are not more than the campaign may contact today",
    { leads: 7, campaign: { daily_limit: 4 } },
    function* (given) {
      yield* given.turn()
      assert.strictEqual((yield* outcomesOf(given)).length, 4)
    }
  )

  test("leave out a lead that was stopped before they began", { leads: 4 }, function* (given) {
    const { asTenant, lead_ids, leads, outgoing, turn } = given
    const stop = Effect.orDie(asTenant(leads.update(lead_ids[2] ?? assert.fail(), { stop_sending: true })))
    outgoing.next(Effect.as(stop, sent))
    yield* turn()
    assert.deepStrictEqual(
      outgoing.submitted.map(({ mail }) => mail.to.email),
      ["lead0@lead.example", "lead1@lead.example", "lead3@lead.example"]
    )
  })

  test("wait again behind one that is refused, and go out afterwards", { leads: 4 }, function* (given) {
    const { outgoing, turn } = given
    const seen: Array<ReadonlyArray<string>> = []
    outgoing.next(sent, sent, refused("550 5.1.1 No such user"), looking(given, seen))
    yield* turn()
    assert.deepStrictEqual(seen, [["sent", "sent", "refused", "begun"]])
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "sent", "refused", "sent"])
    const attempts = (yield* given.sendsOf).map(({ attempts }) => attempts)
    assert.deepStrictEqual(attempts, [1, 1, 1, 1])
  })

  test("wait with their account when the server is gone, and blame it once", { leads: 6 }, function* (given) {
    const { accounts, account_ids, asTenant, outgoing, turn } = given
    outgoing.next(sent, sent, { outcome: "unsent", reason: "The connection was closed" })
    assert.strictEqual(yield* turn(), 1)
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "sent", "queued", "queued", "queued", "queued"])
    assert.strictEqual(outgoing.submitted.length, 3)
    const account = yield* asTenant(accounts.find(account_ids[0] ?? assert.fail()))
    assert.strictEqual(account.state.status, "active")
    yield* TestClock.adjust("1 minute")
    yield* turn()
    assert.deepStrictEqual(
      yield* outcomesOf(given),
      Array.from({ length: 6 }, () => "sent")
    )
  })

  test("begin a run of refusals anew after one that was accepted", { leads: 8 }, function* (given) {
    const { accounts, account_ids, asTenant, outgoing, turn } = given
    // Two refusals of a run, then a burst with a mail that is accepted, and one that is refused.
    outgoing.next(sent, unclear, unclear, sent, unclear)
    yield* turn()
    const account = yield* asTenant(accounts.find(account_ids[0] ?? assert.fail()))
    assert.strictEqual(account.state.status, "active")
    assert.deepStrictEqual((yield* outcomesOf(given)).toSorted(), [
      ...Array.from({ length: 3 }, () => "deferred"),
      ...Array.from({ length: 5 }, () => "sent")
    ])
  })

  test("are not offered later than a second after they began", { leads: 6 }, function* (given) {
    const { outgoing, turn } = given
    const seen: Array<ReadonlyArray<string>> = []
    outgoing.next(sent, Effect.as(TestClock.adjust("3 seconds"), sent), looking(given, seen))
    yield* turn()
    assert.deepStrictEqual(seen, [["sent", "sent", "begun", "queued", "queued", "queued"]])
    assert.deepStrictEqual(
      yield* outcomesOf(given),
      Array.from({ length: 6 }, () => "sent")
    )
  })

  test(
    "are left for later when a mail has no reply after a second, and go out also after a stop",
    { leads: 6 },
    function* (given) {
      const { elsewhere, outgoing, turn } = given
      const isWithServer = yield* Deferred.make<void>()
      outgoing.next(sent, sent, Effect.andThen(Deferred.succeed(isWithServer, undefined), Effect.never))
      const stopping = yield* Effect.forkChild(turn())
      yield* Deferred.await(isWithServer)
      yield* reached(given, ([, second]) => second === "sent")
      yield* TestClock.adjust("1 second")
      yield* reached(given, (outcomes) => !outcomes.slice(3).includes("begun"))
      assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "sent", "begun", "queued", "queued", "queued"])
      // The time ends that a process has to stop.
      yield* Fiber.interrupt(stopping)
      const other = yield* elsewhere
      yield* other()
      assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "sent", "unknown", "sent", "sent", "sent"])
      assert.strictEqual(outgoing.submitted.length, 6)
    }
  )

  test("are left for the next process when this one stops", { leads: 6 }, function* (given) {
    const { elsewhere, outgoing, turnUntil } = given
    let isStopping = false
    outgoing.next(
      sent,
      Effect.as(
        Effect.sync(() => void (isStopping = true)),
        sent
      )
    )
    yield* turnUntil(() => isStopping)
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "sent", "queued", "queued", "queued", "queued"])
    const other = yield* elsewhere
    yield* other()
    assert.deepStrictEqual(
      yield* outcomesOf(given),
      Array.from({ length: 6 }, () => "sent")
    )
  })

  test("remember that a server refused them for now", { leads: 4 }, function* (given) {
    const { outgoing, turn } = given
    const full: MailOutcome = { outcome: "refused", at: "recipient", code: 452, reply: "452 4.2.2 Mailbox full" }
    outgoing.next(sent, full, full, full)
    yield* turn()
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent", "deferred", "deferred", "deferred"])
    yield* TestClock.adjust("15 minutes")
    outgoing.next(sent, refused("550 5.1.1 No such user"), unclear)
    yield* turn()
    // Refusals for now do not count against the mail that is refused for good: it waits for a day, as after its first try.
    const [, , , last = assert.fail()] = yield* given.sendsOf
    assert.deepStrictEqual(
      [last.outcome, last.attempts, last.next_attempt_at],
      ["deferred", 1, Timestamp.plus(yield* Timestamp.now, 86_400_000)]
    )
  })

  test("are unknown after a crash while they are offered, and none is sent twice", { leads: 6 }, function* (given) {
    const { elsewhere, outgoing, turn } = given
    const isWithServer = yield* Deferred.make<void>()
    outgoing.next(sent, Effect.andThen(Deferred.succeed(isWithServer, undefined), Effect.never))
    const crashing = yield* Effect.forkChild(turn())
    yield* Deferred.await(isWithServer)
    // Before a second has passed: a process that stops has more time.
    yield* Fiber.interrupt(crashing)
    const other = yield* elsewhere
    yield* other()
    assert.deepStrictEqual(yield* outcomesOf(given), ["sent", ...Array.from({ length: 5 }, () => "unknown")])
    assert.strictEqual(outgoing.submitted.length, 2)
  })
})

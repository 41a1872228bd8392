/** A person found out that a step with an unknown outcome was not sent. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { AccountId } from "../../src/ids.ts"
import { kind } from "../../src/mailboxes/SendingWork.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { type Mailing, test } from "./Mailing.ts"

const lost: MailOutcome = { outcome: "unknown", reason: "The connection was lost" }
const twoSteps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 3 }
]

const texts = ({ outgoing }: Mailing) => outgoing.submitted.map(({ mail }) => mail.text)
/** Says that the first mail was not sent. Returns what became of it. */
const unsent = Effect.fnUntraced(function* ({ asTenant, sends, sendsOf }: Mailing, place = 0) {
  const { id } = (yield* sendsOf)[place] ?? assert.fail()
  const { outcome, reply } = yield* asTenant(sends.resolve(id, { outcome: "unsent" }))
  return [outcome, reply]
})
const later = ["refused", "A later step has gone out, or may have"]

/** Loses the first mail, and lets its campaign end a day later. */
const loseLast = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing, account?: AccountId) {
  outgoing.next(lost)
  yield* turn(account)
  yield* TestClock.adjust("25 hours")
  yield* turn(account)
})

describe("A step that was not sent", () => {
  test("goes out although its campaign was completed meanwhile", { leads: 1 }, function* (given) {
    const { isDue, outgoing, rest, rows, sendsOf, status, turn } = given
    yield* loseLast(given)
    assert.deepStrictEqual([yield* rows, yield* status], [["done 1"], "completed"])
    yield* rest
    assert.isFalse(yield* isDue)
    assert.strictEqual((yield* unsent(given))[0], "queued")
    assert.deepStrictEqual([yield* rows, yield* status, yield* isDue], [["waiting 0"], "active", true])
    yield* turn()
    const [first, second] = outgoing.submitted.map(({ mail }) => mail.message_id)
    assert.strictEqual(second, first)
    assert.deepStrictEqual([yield* rows, yield* status], [["done 1"], "completed"])
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome }) => outcome),
      ["sent"]
    )
  })

  test(
    "goes out from another account, if the one that tried has left the completed campaign",
    { leads: 1, accounts: [{}, {}] },
    function* (given) {
      const { account_ids, asTenant, campaign_id, campaigns, organization_id, outgoing, rest, status, turn } = given
      const [first, second = assert.fail()] = account_ids
      yield* loseLast(given, first)
      assert.strictEqual(yield* status, "completed")
      yield* asTenant(campaigns.update(campaign_id, { account_ids: [second] }))
      yield* turn(first)
      yield* turn(second)
      yield* rest
      yield* unsent(given)
      const due = yield* (yield* WorkStore).due(kind, { now: yield* Timestamp.now, limit: 100 })
      const lanes = due.filter((lane) => lane.organization_id === organization_id).map(({ lane }) => lane)
      assert.include(lanes, String(second))
      yield* turn(second)
      assert.deepStrictEqual(
        outgoing.submitted.map(({ mail }) => mail.from.email),
        ["sender0@house.example", "sender1@house.example"]
      )
    }
  )

  test("is refused if its lead is stopped and the campaign was completed", { leads: 1 }, function* (given) {
    const { asTenant, lead_ids, leads, status } = given
    yield* loseLast(given)
    yield* asTenant(leads.updateMany({ ids: lead_ids, stop_sending: true }))
    assert.deepStrictEqual(yield* unsent(given), ["refused", "Sending to the lead was stopped"])
    assert.strictEqual(yield* status, "completed")
  })

  test("waits for its lead to be resumed while the campaign is active", { leads: 1 }, function* (given) {
    const { asTenant, lead_ids, leads, outgoing, turn } = given
    const stop = (stop_sending: boolean) => asTenant(leads.updateMany({ ids: lead_ids, stop_sending }))
    outgoing.next(lost)
    yield* turn()
    yield* stop(true)
    assert.strictEqual((yield* unsent(given))[0], "queued")
    yield* stop(false)
    yield* turn()
    assert.deepStrictEqual(texts(given), ["One", "One"])
  })

  test("leaves a paused campaign paused", { leads: 1 }, function* (given) {
    const { asTenant, campaign_id, campaigns, outgoing, status, turn } = given
    outgoing.next(lost)
    yield* turn()
    yield* asTenant(campaigns.pause(campaign_id))
    assert.deepStrictEqual([(yield* unsent(given))[0], yield* status], ["queued", "paused"])
    yield* asTenant(campaigns.start(campaign_id))
    yield* turn()
    assert.deepStrictEqual(texts(given), ["One", "One"])
  })

  test("wakes its account for the next step, if it was deleted", { leads: 1, steps: twoSteps }, function* (given) {
    const { asTenant, campaign_id, isDue, outgoing, rest, rows, sequences, turn } = given
    const [first = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
    outgoing.next(lost)
    yield* turn()
    yield* asTenant(sequences.remove(campaign_id, first.id))
    yield* rest
    assert.deepStrictEqual(yield* unsent(given), ["refused", "The step was deleted or moved"])
    assert.deepStrictEqual([yield* rows, yield* isDue], [["waiting 0"], true])
  })

  test("is refused once a later step has gone out", { leads: 1, steps: twoSteps }, function* (given) {
    const { outgoing, rows, status, turn } = given
    outgoing.next(lost)
    yield* turn()
    yield* TestClock.adjust("4 days")
    yield* turn()
    yield* turn()
    assert.deepStrictEqual([texts(given), yield* rows, yield* status], [["One", "Two"], ["done 2"], "completed"])
    assert.deepStrictEqual(yield* unsent(given), later)
    yield* turn()
    assert.deepStrictEqual([texts(given), yield* rows, yield* status], [["One", "Two"], ["done 2"], "completed"])
  })

  test("is refused while a later step is being sent", { leads: 1, steps: twoSteps }, function* (given) {
    const { outgoing, rows, turn } = given
    const resolved: Array<unknown> = []
    outgoing.next(
      lost,
      Effect.gen(function* () {
        resolved.push(yield* Effect.orDie(unsent(given)), yield* Effect.orDie(rows))
        return { outcome: "sent", reply: "250 Ok" } as const
      })
    )
    yield* turn()
    yield* TestClock.adjust("4 days")
    yield* turn()
    yield* turn()
    assert.deepStrictEqual(
      [texts(given), resolved],
      [
        ["One", "Two"],
        [later, ["begun 1"]]
      ]
    )
    assert.deepStrictEqual(yield* rows, ["done 2"])
  })

  test("of two steps is sent again after the later one was resolved", { leads: 1, steps: twoSteps }, function* (given) {
    const { outgoing, rows, turn } = given
    outgoing.next(lost, lost)
    yield* turn()
    yield* TestClock.adjust("4 days")
    yield* turn()
    yield* turn()
    assert.deepStrictEqual([texts(given), yield* rows], [["One", "Two"], ["unknown 1"]])
    assert.strictEqual((yield* unsent(given, 1))[0], "queued")
    assert.strictEqual((yield* unsent(given))[0], "queued")
    yield* turn()
    yield* TestClock.adjust("3 days")
    yield* turn()
    assert.deepStrictEqual([texts(given), yield* rows], [["One", "Two", "One", "Two"], ["done 2"]])
  })

  test("is refused if the step was deleted, and its lead goes on", { leads: 1, steps: twoSteps }, function* (given) {
    const { asTenant, campaign_id, outgoing, sequences, turn } = given
    outgoing.next(lost)
    yield* turn()
    const [first = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
    yield* asTenant(sequences.remove(campaign_id, first.id))
    assert.deepStrictEqual(yield* unsent(given), ["refused", "The step was deleted or moved"])
    yield* TestClock.adjust("3 days")
    yield* turn()
    assert.deepStrictEqual(texts(given), ["One", "Two"])
  })

  test(
    "is refused if the step was moved before the last one of its lead",
    { leads: 1, steps: [...twoSteps, { body: "Three", delay_days: 3 }] },
    function* (given) {
      const { asTenant, campaign_id, outgoing, sequences, turn } = given
      yield* turn()
      yield* TestClock.adjust("3 days")
      outgoing.next(lost)
      yield* turn()
      const [, second = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
      yield* asTenant(sequences.update(campaign_id, second.id, { position: 1 }))
      assert.deepStrictEqual(yield* unsent(given, 1), ["refused", "The step was deleted or moved"])
      yield* TestClock.adjust("3 days")
      yield* turn()
      assert.deepStrictEqual(texts(given), ["One", "Two", "Three"])
    }
  )

  test("is refused if its lead was deleted", { leads: 1 }, function* (given) {
    const { asTenant, lead_ids, leads, outgoing, turn } = given
    outgoing.next(lost)
    yield* turn()
    yield* asTenant(leads.remove({ ids: lead_ids }))
    assert.deepStrictEqual(yield* unsent(given), ["refused", "The lead was deleted"])
  })

  test("is refused if its campaign was deleted", { leads: 1 }, function* (given) {
    const { asTenant, campaign_id, campaigns, outgoing, turn } = given
    outgoing.next(lost)
    yield* turn()
    yield* asTenant(campaigns.pause(campaign_id))
    yield* asTenant(campaigns.remove(campaign_id))
    assert.deepStrictEqual(yield* unsent(given), ["refused", "The campaign was deleted"])
  })
})

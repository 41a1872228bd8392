/** Retention of mails: which mails retire, what stays of them, and retention that is interrupted, or runs twice. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import { areYoung, isAged, retiredSend } from "../../src/retention/Retention.ts"
import { retired } from "../../src/retention/RetentionMetrics.ts"
import { SendId, type SendRecord } from "../../src/sends/Send.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { test } from "../sending/Mailing.ts"
import { keep, retireAll, setting, story } from "./Story.ts"

const sends = { keep_sends_days: 30 }

describe("Retention of mails", () => {
  test("takes a mail off every list, and the reply of the server with it", setting, function* (given) {
    const { asTenant, organization_id } = given
    yield* story(given)
    const [first = assert.fail()] = yield* given.sendsOf
    assert.strictEqual(first.reply, "250 2.0.0 Ok")
    yield* TestClock.adjust("31 days")
    yield* keep(given, sends)
    yield* retireAll(given)
    assert.deepStrictEqual(yield* given.sendsOf, [])
    const query = { lead_id: given.lead_ids[0] ?? assert.fail(), limit: 10 }
    assert.deepStrictEqual((yield* asTenant(given.sends.page(query))).data, [])
    const [kept] = yield* (yield* SendStore).findMany(organization_id, [first.id])
    const { message_id, outcome, subject, to_email } = first
    assert.deepInclude(kept, { message_id, outcome, subject, to_email, reply: null, company: null, retired: true })
  })

  test("goes on after an interruption, and counts each mail once", { ...setting, leads: 1 }, function* (given) {
    const { asTenant, organization_id } = given
    const store = yield* SendStore
    const old = yield* Timestamp.now
    const sent = { outcome: "sent", begun_at: old, ended_at: old, reply: "250 Ok" } as const
    yield* store.insert(
      organization_id,
      Array.from({ length: 2_500 }, () => queued(sent))
    )
    const [unknown] = yield* store.insert(organization_id, [queued({ outcome: "unknown", begun_at: old })])
    yield* TestClock.adjust("31 days")
    yield* keep(given, sends)
    const before = yield* Metric.value(retired("sends"))
    yield* Effect.all([retireAll(given), retireAll(given)], { concurrency: 2 })
    assert.strictEqual((yield* Metric.value(retired("sends"))).count - before.count, 2_500)
    const { data } = yield* asTenant(given.sends.page({ limit: 100 }))
    assert.deepStrictEqual(
      data.map(({ id }) => id),
      [unknown?.id]
    )
  })

  test("finds old mails behind more than a batch that stays", { ...setting, leads: 1 }, function* (given) {
    const store = yield* SendStore
    const old = yield* Timestamp.now
    const refused = queued({ outcome: "refused", begun_at: old, ended_at: old })
    yield* store.insert(
      given.organization_id,
      Array.from({ length: 1_500 }, (_, n) => ({
        ...refused,
        // The first thousand was refused before it was begun.
        ...(n < 1_000 && { begun_at: null }),
        message_id: `<${crypto.randomUUID()}@x.test>`
      }))
    )
    const [sent] = yield* store.insert(given.organization_id, [
      queued({ outcome: "sent", begun_at: old, ended_at: old })
    ])
    yield* TestClock.adjust("31 days")
    yield* keep(given, sends)
    yield* retireAll(given)
    const [found] = yield* store.findMany(given.organization_id, [sent?.id ?? assert.fail()])
    assert.isTrue(found?.retired)
  })
})

describe("The rule", () => {
  const content = { body_text: "Hi", body_html: null, in_reply_to: null, references: [] }
  const send = (changes: Partial<SendRecord>): SendRecord => ({
    id: SendId.make(1),
    ...queued({ kind: "step", outcome: "sent", begun_at: at(1), ended_at: at(2) }),
    ...changes
  })
  for (const [name, changes, right] of [
    ["a mail that was sent before", {}, true],
    ["one that was sent at the instant", { ended_at: at(10) }, false],
    ["one that was sent after it", { ended_at: at(11) }, false],
    ["one whose copy is not stored yet", { content }, false],
    ["one that was refused", { outcome: "refused" }, false],
    ["one whose outcome nobody knows", { outcome: "unknown", ended_at: null }, false],
    ["one that is being sent", { outcome: "begun", ended_at: null }, false],
    ["one that is tried again", { outcome: "deferred", ended_at: null }, false],
    ["an answer that waits for its time", { kind: "reply", outcome: "queued", ended_at: null }, false],
    ["an answer that was sent", { kind: "reply" }, true],
    ["a test that was sent", { kind: "test" }, true],
    ["a forwarded message that was sent", { kind: "forward" }, true],
    ["one that a person resolved late", { begun_at: at(1), ended_at: at(12) }, false]
  ] as const) {
    it(`${right ? "retires" : "keeps"} ${name}`, () => {
      assert.strictEqual(isAged(send(changes), at(10)), right)
    })
  }
  it("keeps all that rules read", () => {
    const whole = send({ reply: "250 Ok", company: "x.test", provider_message_id: "<r@x.test>" })
    assert.deepStrictEqual(retiredSend(whole), { ...whole, reply: null, company: null, retired: true })
  })
  it("ends its search at mails that are all young", () => {
    assert.isTrue(areYoung([send({ begun_at: at(10) }), send({ begun_at: null })], at(10)))
    assert.isFalse(areYoung([send({ begun_at: at(9) }), send({ begun_at: at(10) })], at(10)))
    assert.isFalse(areYoung([send({ begun_at: null })], at(10)))
  })
})

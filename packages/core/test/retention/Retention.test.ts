/** Retention of a campaign that runs: it removes old events and texts, and nothing else changes. */
import { assert, describe } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { EventStore } from "../../src/activity/EventStore.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { Settings } from "../../src/organization/Settings.ts"
import { retired } from "../../src/retention/RetentionMetrics.ts"
import { kind } from "../../src/retention/RetentionWork.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { Unsubscribes } from "../../src/unsubscribes/Unsubscribes.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { type Mailing, test } from "../sending/Mailing.ts"
import { all, keep, known, logOf, publicUrl, retireAll, setting, story } from "./Story.ts"

/** The texts of all messages. */
const textsOf = Effect.fnUntraced(function* ({ asTenant }: Mailing) {
  const unibox = yield* Unibox
  const { data } = yield* asTenant(unibox.threads({ tab: "replies", limit: 100 }))
  const found = yield* Effect.forEach(data, ({ id }) => asTenant(unibox.thread(id, { limit: 100 })))
  return found.flatMap(({ data }) => data)
})

describe("Retention", () => {
  test("removes nothing by default, after years", setting, function* (given) {
    yield* story(given)
    yield* TestClock.adjust("1000 days")
    const [log, texts] = [yield* logOf(given), yield* textsOf(given)]
    assert.isAbove(log.length, 8)
    yield* retireAll(given)
    assert.deepStrictEqual(yield* logOf(given), log)
    assert.deepStrictEqual(yield* textsOf(given), texts)
  })

  test("removes events and texts, and changes nothing that counts", setting, function* (given) {
    yield* story(given)
    yield* TestClock.adjust("31 days")
    const before = yield* known(given)
    assert.deepInclude(before.summary.metrics, {
      sent: 5,
      opened: 1,
      clicked: 1,
      replied: 1,
      bounced: 1,
      unsubscribed: 1
    })
    yield* keep(given, all)
    yield* retireAll(given)
    assert.deepStrictEqual(yield* logOf(given), [])
    const texts = yield* textsOf(given)
    assert.deepStrictEqual(
      texts.map(({ is_our_email, reply_text, text_removed }) => [is_our_email, reply_text, text_removed]),
      [
        [true, "", true],
        [false, "", true]
      ]
    )
    assert.notInclude(JSON.stringify(texts.map(({ body_html, body_text }) => [body_html, body_text])), "secret")
    assert.deepStrictEqual(yield* known(given), before)
  })

  test("leaves the sums as they are when they are made again", setting, function* (given) {
    yield* story(given)
    yield* TestClock.adjust("31 days")
    const before = yield* known(given)
    yield* keep(given, all)
    yield* retireAll(given)
    assert.isAbove(yield* given.asTenant(Analytics.use(({ rebuild }) => rebuild)), 8)
    assert.deepStrictEqual(yield* known(given), before)
  })

  test("keeps what is younger, to the millisecond", setting, function* (given) {
    const activity = yield* Activity
    const [lead_id = assert.fail()] = given.lead_ids
    const now = yield* Timestamp.now
    const old = [-1, 0, 1].map((ms) => Timestamp.plus(now, ms))
    yield* given.asTenant(
      activity.record(old.map((occurred_at) => ({ type: "delivered", lead_id, occurred_at }) as const))
    )
    yield* TestClock.adjust("30 days")
    yield* keep(given, all)
    yield* retireAll(given)
    assert.deepStrictEqual((yield* logOf(given)).map(({ occurred_at }) => occurred_at).toSorted(), old.slice(1))
  })

  test("counts no report and no mail twice", setting, function* (given) {
    const { answer, bounce, receive } = yield* story(given)
    yield* TestClock.adjust("31 days")
    yield* keep(given, all)
    yield* retireAll(given)
    const before = yield* known(given)
    const { data } = yield* given.asTenant(Activity.use((activity) => activity.record([bounce])))
    assert.deepStrictEqual(
      data.map(({ status }) => status),
      ["duplicate"]
    )
    assert.deepInclude(yield* receive(answer), { kind: "duplicate" })
    assert.deepStrictEqual(yield* known(given), before)
  })

  for (const [name, patch] of [
    ["as they do without it", {}],
    ["and counts a later open and click, but not as the first", all]
  ] as const) {
    test(`lets links lead on, ${name}`, setting, function* (given) {
      const { click, open } = yield* story(given)
      yield* TestClock.adjust("31 days")
      yield* keep(given, patch)
      yield* retireAll(given)
      assert.strictEqual(yield* click(0), "https://a.test/x")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* click(1), "https://b.test/?a=1&b=2")
      yield* open
      const { links, summary } = yield* known(given)
      assert.deepInclude(summary.metrics, { opened: 2, unique_opened: 1, clicked: 3, unique_clicked: 1 })
      assert.deepStrictEqual(
        links.data.map(({ clicked, unique_clicked }) => [clicked, unique_clicked]),
        [
          [2, 1],
          [1, 1]
        ]
      )
    })
  }

  test("lets an old mail be answered, and an old link unsubscribe", setting, function* (given) {
    const { answer, mails, receive } = yield* story(given)
    yield* TestClock.adjust("31 days")
    yield* keep(given, all)
    yield* retireAll(given)
    const [reader] = mails
    const late = { ...answer, from: { name: "", email: reader?.to.email ?? "" }, in_reply_to: reader?.message_id }
    yield* receive({ ...late, message_id: "<late@lead.example>" })
    const [lead] = yield* (yield* LeadStore).findMany(given.organization_id, given.lead_ids.slice(0, 1))
    assert.strictEqual(lead?.stop_sending_type, "reply")
    const quiet = mails[4]
    const token = new RegExp(`"${publicUrl}/u/([^"]+)"`, "u").exec(quiet?.html ?? "")?.[1] ?? assert.fail()
    yield* (yield* Unsubscribes).unsubscribe(token)
    const listed = yield* given.asTenant(
      Blacklist.use((blacklist) => blacklist.page("email", { limit: 100, offset: 0 }))
    )
    assert.include(JSON.stringify(listed), quiet?.to.email ?? assert.fail())
  })

  test(
    "lets a late notice about a deleted lead blacklist the address that the mail went to",
    setting,
    function* (given) {
      const { mails } = yield* story(given)
      yield* TestClock.adjust("31 days")
      yield* keep(given, all)
      yield* retireAll(given)
      const lead_id = given.lead_ids[4] ?? assert.fail()
      yield* given.asTenant(given.leads.remove({ ids: [lead_id] }))
      const event = { type: "complained", lead_id, occurred_at: yield* Timestamp.now, message_id: mails[4]?.message_id }
      const { data } = yield* given.asTenant(Activity.use((activity) => activity.record([event as never])))
      assert.deepStrictEqual(
        data.map(({ status }) => status),
        ["recorded"]
      )
      const listed = yield* given.asTenant(
        Blacklist.use((blacklist) => blacklist.page("email", { limit: 100, offset: 0 }))
      )
      assert.include(JSON.stringify(listed), mails[4]?.to.email ?? assert.fail())
    }
  )

  test(
    "sends the next step only to the lead that nothing stopped, in the thread of the first",
    setting,
    function* (given) {
      const { mails } = yield* story(given)
      yield* TestClock.adjust("31 days")
      yield* keep(given, all)
      yield* retireAll(given)
      yield* TestClock.adjust("30 days")
      for (let round = 0; round < 6; round++) {
        yield* given.turn()
        yield* TestClock.adjust("5 minutes")
      }
      const later = given.outgoing.submitted.slice(5).map(({ mail }) => mail)
      assert.deepStrictEqual(
        later.map(({ in_reply_to, subject, to }) => [to.email, subject, in_reply_to]),
        [0, 4].map((i) => [mails[i]?.to.email ?? "", "Re: Hello", mails[i]?.message_id ?? ""])
      )
    }
  )

  test("goes on from batch to batch, and then looks again each hour", { ...setting, leads: 1 }, function* (given) {
    const activity = yield* Activity
    const events = yield* EventStore
    const work = yield* WorkStore
    const [lead_id = assert.fail()] = given.lead_ids
    const occurred_at = yield* Timestamp.now
    const report = (count: number) =>
      Effect.forEach(
        Array.from({ length: count / 500 }, (_, batch) => batch),
        () =>
          given.asTenant(
            activity.record(
              Array.from({ length: 500 }, () => ({
                type: "delivered" as const,
                lead_id,
                occurred_at,
                idempotency_key: crypto.randomUUID()
              }))
            )
          )
      )
    yield* report(2_500)
    yield* TestClock.adjust("30 days")
    yield* TestClock.adjust("1 second")
    yield* keep(given, { keep_events_days: 30 })
    const before = yield* Metric.value(retired("events"))
    assert.strictEqual(yield* retireAll(given), 3)
    assert.strictEqual((yield* Metric.value(retired("events"))).count - before.count, 2_500)
    const listed = yield* events.page(given.organization_id, given.campaign_id, { limit: 1 })
    assert.deepStrictEqual(listed, [])
    assert.isNotNull(yield* work.next(kind))
  })

  test("ends when the settings are taken back, and does not undo what it did", setting, function* (given) {
    yield* story(given)
    yield* TestClock.adjust("31 days")
    yield* keep(given, all)
    yield* retireAll(given)
    yield* keep(given, { keep_events_days: null, keep_messages_days: null, keep_sends_days: null })
    assert.strictEqual(yield* retireAll(given), 1)
    assert.deepStrictEqual(yield* logOf(given), [])
    yield* TestClock.adjust("100 days")
    const activity = yield* Activity
    const event = {
      type: "opened",
      lead_id: given.lead_ids[0] ?? assert.fail(),
      occurred_at: yield* Timestamp.now
    } as const
    yield* given.asTenant(activity.record([event]))
    yield* TestClock.adjust("100 days")
    yield* retireAll(given)
    assert.strictEqual((yield* logOf(given)).length, 1)
  })
})

describe("The settings of retention", () => {
  test("name the fault and the bounds", setting, function* (given) {
    for (const days of [0, 29, -1, 30.5, 36_501, "90", true, {}]) {
      for (const field of ["keep_events_days", "keep_messages_days", "keep_sends_days"]) {
        const error = yield* Effect.flip(keep(given, { [field]: days }))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.match(String(error.message), new RegExp(`${field}`, "u"))
      }
    }
    yield* keep(given, { keep_events_days: 36_500, keep_messages_days: 30 })
    const { settings } = yield* given.asTenant(Settings.use(({ find }) => find))
    assert.deepInclude(settings, { keep_events_days: 36_500, keep_messages_days: 30 })
  })

  test("make the work due at once, and only where something is not kept for ever", setting, function* (given) {
    const work = yield* WorkStore
    yield* keep(given, { contact_rule: { gap_days: 3 } })
    assert.isNull(yield* work.next(kind))
    yield* keep(given, { keep_messages_days: 90 })
    assert.strictEqual(yield* work.next(kind), yield* Timestamp.now)
  })
})

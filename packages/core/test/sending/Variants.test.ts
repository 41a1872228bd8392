/** A campaign whose steps have variants. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { LeadId, SequenceId } from "../../src/ids.ts"
import { choose } from "../../src/sending/Variant.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, seeded, test } from "./Mailing.ts"

const steps = [
  { subject: "Apples", body: "One" },
  { body: "Two", delay_days: 2 }
]
const setting = { leads: 12, steps }

/** Adds a variant with another subject to the first step. */
const withVariant = Effect.fnUntraced(function* ({ asTenant, campaign_id, sequences }: Mailing, weight: number) {
  const [a = assert.fail(), next = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
  const b = yield* asTenant(
    sequences.create(campaign_id, { subject: "Pears", body: "Other", variant_of: a.id, weight })
  )
  return { a, b, next }
})
/** Turns until nothing more is due. */
const run = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing) {
  for (let before = -1; before < outgoing.submitted.length;) {
    before = outgoing.submitted.length
    yield* turn()
  }
})
/** The subjects of each lead's mails. */
const subjects = ({ outgoing }: Mailing) =>
  Object.fromEntries(
    [...Map.groupBy(outgoing.submitted, ({ mail }) => mail.to.email)].map(([email, mails]) => [
      email,
      mails.map(({ mail }) => mail.subject).join()
    ])
  )

describe("A step with variants", () => {
  test("is sent to each lead once, and followed up in the thread of its variant", setting, function* (given) {
    const { asTenant, campaign_id, lead_ids, outgoing, sendsOf, sequences, status } = given
    const { a, b } = yield* withVariant(given, 1)
    const expected = lead_ids.map((lead, i) => {
      const subject = choose([a, b], lead)?.id === b.id ? "Pears" : "Apples"
      return [`lead${i}@lead.example`, `${subject},Re: ${subject}`]
    })
    yield* run(given)
    // Follow-ups continue the thread of the variant that was sent, whatever the weights are.
    yield* asTenant(sequences.update(campaign_id, b.id, { weight: 100 }))
    yield* asTenant(sequences.update(campaign_id, a.id, { weight: 0 }))
    yield* TestClock.adjust("2 days")
    yield* run(given)
    assert.deepStrictEqual(subjects(given), Object.fromEntries(expected))
    assert.sameMembers([...new Set(expected.map(([, texts]) => texts))], ["Apples,Re: Apples", "Pears,Re: Pears"])
    const firsts = new Map(outgoing.submitted.slice(0, 12).map(({ mail }) => [mail.to.email, mail.message_id]))
    for (const { mail } of outgoing.submitted.slice(12)) {
      assert.strictEqual(mail.in_reply_to, firsts.get(mail.to.email))
    }
    assert.sameMembers(
      (yield* sendsOf).slice(0, 12).map(({ sequence_id }) => sequence_id),
      expected.map(([, texts]) => (texts?.startsWith("P") === true ? b.id : a.id))
    )
    assert.strictEqual(yield* status, "completed")
  })

  test("goes on when its first variant is deleted, and nobody gets it twice", setting, function* (given) {
    const { asTenant, campaign_id, sequences, turn } = given
    const { a, next } = yield* withVariant(given, 1)
    yield* turn()
    const before = subjects(given)
    yield* asTenant(sequences.remove(campaign_id, a.id))
    // Even a step that is moved behind the mail of a lead is not sent to it again.
    yield* asTenant(sequences.update(campaign_id, next.id, { position: 1 }))
    for (let i = 0; i < 3; i++) {
      yield* run(given)
      yield* TestClock.adjust("2 days")
    }
    const after = subjects(given)
    for (const [email, texts] of Object.entries(after)) {
      const mails = texts.split(",").filter((subject) => subject === "Apples" || subject === "Pears")
      assert.deepStrictEqual(mails, [before[email] ?? "Pears"])
    }
    assert.strictEqual(Object.keys(after).length, 12)
  })

  test(
    "keeps the variant of a mail that was deferred, and takes another once that is deleted",
    { ...setting, leads: 1 },
    function* (given) {
      const { asTenant, campaign_id, outgoing, sendsOf, sequences, turn } = given
      const { a, b } = yield* withVariant(given, 0)
      const greylisted = { outcome: "refused", at: "recipient", code: 450, reply: "450 4.2.0 Greylisted" } as const
      outgoing.next(greylisted, greylisted)
      yield* turn()
      yield* asTenant(sequences.update(campaign_id, b.id, { weight: 1 }))
      yield* asTenant(sequences.update(campaign_id, a.id, { weight: 0 }))
      yield* TestClock.adjust("15 minutes")
      yield* turn()
      yield* asTenant(sequences.remove(campaign_id, a.id))
      yield* TestClock.adjust("1 hour")
      yield* turn()
      const subjects = outgoing.submitted.map(({ mail }) => mail.subject)
      assert.deepStrictEqual(subjects, ["Apples", "Apples", "Pears"])
      assert.strictEqual(new Set(outgoing.submitted.map(({ mail }) => mail.message_id)).size, 1)
      const sends = (yield* sendsOf).map(({ outcome, sequence_id, subject }) => [outcome, sequence_id, subject])
      assert.deepStrictEqual(sends, [["sent", b.id, "Pears"]])
    }
  )

  test("is previewed as the lead gets it, or in the variant that is asked for", setting, function* (given) {
    const { asTenant, campaign_id, lead_ids, sending } = given
    const { a, b, next } = yield* withVariant(given, 1)
    const shown = (lead_id: (typeof lead_ids)[number], sequence_id?: typeof a.id) =>
      Effect.map(
        asTenant(sending.preview(campaign_id, { lead_id, ...(sequence_id === undefined ? {} : { sequence_id }) })),
        ({ data }) => data.map((mail) => [mail.sequence_id, mail.position, mail.subject])
      )
    for (const lead of lead_ids) {
      const [own, subject] = choose([a, b], lead)?.id === b.id ? [b.id, "Pears"] : [a.id, "Apples"]
      assert.deepStrictEqual(yield* shown(lead), [
        [own, 1, subject],
        [next.id, 2, `Re: ${subject}`]
      ])
      assert.deepStrictEqual(yield* shown(lead, a.id), [[a.id, 1, "Apples"]])
      assert.deepStrictEqual(yield* shown(lead, b.id), [[b.id, 1, "Pears"]])
    }
  })

  for (const seed of [1, 2, 3, 4, 5]) {
    const some = {
      leads: 16,
      accounts: [{ min_delay_minutes: 10 }],
      steps: [
        { subject: "One", body: "1" },
        { body: "2", delay_days: 0 },
        { body: "3", delay_days: 1 }
      ]
    }
    test(`is got once, in one variant, whoever sends it and whatever is edited (${seed})`, some, function* (given) {
      const { asTenant, campaign_id, lead_ids, outgoing, sending, sequences, turn } = given
      const random = seeded(seed)
      const activity = yield* Activity
      const list = asTenant(sequences.list(campaign_id))
      /** The step of each variant, also of deleted ones: the texts of all its variants begin with the same number. */
      const stepOf = new Map<SequenceId, string>()
      const got = new Map(lead_ids.map((id) => [id, new Map<string, SequenceId>()]))
      const counts = { mailed: 0, reported: 0, deleted: 0 }
      const gets = (lead: LeadId, sequence: SequenceId) => {
        const step = stepOf.get(sequence) ?? assert.fail()
        const steps = got.get(lead) ?? assert.fail()
        assert.isFalse(steps.has(step), `lead ${lead} gets step ${step} again`)
        steps.set(step, sequence)
      }
      const edit = Effect.fnUntraced(function* () {
        const all = yield* list
        const one = all[random(all.length)] ?? assert.fail()
        const others = all.filter(({ id, position }) => position === one.position && id !== one.id)
        switch (random(4)) {
          case 0:
            return others.length > 3
              ? undefined
              : yield* sequences.create(campaign_id, { body: `${one.body}+`, variant_of: one.id, weight: random(4) })
          case 1:
            if (!others.some(({ weight }) => weight > 0)) return undefined
            counts.deleted++
            return yield* sequences.remove(campaign_id, one.id)
          case 2:
            return yield* sequences.update(campaign_id, one.id, {
              weight: random(4) + (others.some(({ weight }) => weight > 0) ? 0 : 1)
            })
          default:
            return yield* sequences.update(campaign_id, one.id, { position: 1 + random(3) })
        }
      })
      const look = Effect.gen(function* () {
        for (const { body, id } of yield* list) stepOf.set(id, body.charAt(0))
      })
      /** The host sends a variant of a step to a lead that has not got the step. */
      const report = Effect.fnUntraced(function* () {
        const all = yield* list
        const lead_id = lead_ids[random(lead_ids.length)] ?? assert.fail()
        const { id: sequence_id } = all[random(all.length)] ?? assert.fail()
        if (got.get(lead_id)?.has(stepOf.get(sequence_id) ?? "") === true) return
        const occurred_at = yield* Timestamp.now
        const { counts: recorded } = yield* activity.record([
          { type: "sent", lead_id, sequence_id, occurred_at, idempotency_key: `${lead_id} ${sequence_id}` }
        ])
        assert.strictEqual(recorded.recorded, 1)
        counts.reported++
        gets(lead_id, sequence_id)
      })
      const send = Effect.gen(function* () {
        const before = outgoing.submitted.length
        yield* turn()
        const mails = new Set(outgoing.submitted.slice(before).map(({ mail }) => mail.message_id))
        for (const { lead_id, message_id, sequence_id } of yield* given.sendsOf) {
          if (!mails.has(message_id)) continue
          counts.mailed++
          gets(lead_id ?? assert.fail(), sequence_id ?? assert.fail())
        }
      })
      yield* look
      for (let i = 0; i < 80; i++) {
        yield* asTenant(edit())
        yield* look
        if (random(3) === 0) yield* asTenant(report())
        yield* send
        yield* TestClock.adjust(random(10) === 0 ? "1 day" : "10 minutes")
        // A lead keeps the variant that it got, until that is deleted.
        const now = new Map((yield* list).map(({ id }) => [id, stepOf.get(id)]))
        const lead_id = lead_ids[random(lead_ids.length)] ?? assert.fail()
        const { data } = yield* asTenant(sending.preview(campaign_id, { lead_id }))
        for (const [step, sequence] of got.get(lead_id) ?? []) {
          if (!now.has(sequence)) continue
          assert.strictEqual(data.find(({ sequence_id }) => now.get(sequence_id) === step)?.sequence_id, sequence)
        }
      }
      for (let i = 0; i < 30; i++) {
        yield* TestClock.adjust("6 hours")
        yield* send
      }
      for (const count of Object.values(counts)) assert.isAbove(count, 5, JSON.stringify(counts))
    })
  }
})

/** A step whose better variant gets all further leads. */
import { assert, describe } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { RollupStore } from "../../src/analytics/RollupStore.ts"
import type { LeadId, SequenceId } from "../../src/ids.ts"
import { Tags } from "../../src/tags/Tags.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { layerOn, type Mailing, test } from "./Mailing.ts"

const steps = [
  { subject: "Apples", body: "One" },
  { body: "Two", delay_days: 2 }
]
const setting = { leads: 100, steps, accounts: [{ daily_limit: 1_000 }], campaign: { daily_limit: 60 }, isDraft: true }

/** Adds a variant and a rule for a winner, and starts the campaign. */
const begin = Effect.fnUntraced(function* (given: Mailing, goal: "positive_replied" | "replied" = "replied") {
  const { asTenant, campaign_id, campaigns, sequences } = given
  const [a = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
  const b = yield* asTenant(sequences.create(campaign_id, { subject: "Pears", body: "Other", variant_of: a.id }))
  yield* asTenant(sequences.update(campaign_id, a.id, { winner_rule: { goal, minimum_contacted: 20 } }))
  yield* asTenant(campaigns.start(campaign_id))
  return { a, b }
})

/** Turns until nothing more is due. */
const run = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing) {
  for (let before = -1; before < outgoing.submitted.length;) {
    before = outgoing.submitted.length
    yield* turn()
  }
})

/** The leads who were sent a variant, by ascending id. */
const sentTo = Effect.fnUntraced(function* ({ sendsOf }: Mailing, id: SequenceId) {
  return (yield* sendsOf).flatMap(({ lead_id, sequence_id }) =>
    sequence_id === id && lead_id !== null ? [lead_id] : []
  )
})

const reply = Effect.fnUntraced(function* ({ asTenant }: Mailing, lead_id: LeadId, sequence_id: SequenceId) {
  const occurred_at = yield* Timestamp.now
  const events = [{ type: "replied" as const, lead_id, sequence_id, occurred_at }]
  const { data } = yield* asTenant(Activity.use((activity) => activity.record(events)))
  assert.deepStrictEqual(
    data.map(({ status }) => status),
    ["recorded"]
  )
})

const wonOf = Effect.fnUntraced(function* ({ asTenant, campaign_id, sequences }: Mailing) {
  return (yield* asTenant(sequences.list(campaign_id))).map(({ won }) => won)
})

/** The subjects of the first mails of a day, without repetitions. */
const subjectsSince = ({ outgoing }: Mailing, from: number) => [
  ...new Set(outgoing.submitted.slice(from).map(({ mail }) => mail.subject))
]

describe("A step with a rule for a winner", () => {
  test("gives further leads the variant that more answer, and leads keep their thread", setting, function* (given) {
    const { asTenant, campaign_id, outgoing, sending, sequences } = given
    const { a, b } = yield* begin(given)
    yield* run(given)
    assert.strictEqual(outgoing.submitted.length, 60)
    const [ofA, ofB] = [yield* sentTo(given, a.id), yield* sentTo(given, b.id)]
    yield* TestClock.adjust("1 hour")
    // Seventeen leads with the pears answer, and one with the apples.
    yield* reply(given, ofA[0] ?? assert.fail(), a.id)
    for (const lead of ofB.slice(0, 17)) yield* reply(given, lead, b.id)
    const [, won] = yield* wonOf(given)
    assert.deepInclude(won, { at: yield* Timestamp.now, goal: "replied" })
    const [figuresA, figuresB] = won?.figures ?? []
    assert.deepStrictEqual(figuresA, { variant: "A", contacted: ofA.length, answered: 1 })
    assert.deepInclude(figuresB, { variant: "B", contacted: ofB.length })
    // It was decided as soon as it was sure.
    assert.isBelow(figuresB?.answered ?? 0, 17)
    // The forecast and the rehearsal give all leads the winner.
    const { mails } = yield* asTenant(sending.outlook({}))
    const firsts = mails.filter(({ position }) => position === 1)
    assert.isAbove(firsts.length, 30)
    assert.deepStrictEqual([...new Set(firsts.map(({ sequence_id }) => sequence_id))], [b.id])
    const rehearsal = yield* asTenant(sending.rehearse(campaign_id, { check_links: false }))
    const rehearsed = rehearsal.days.flatMap(({ steps }) => steps.filter(({ position }) => position === 1))
    assert.deepStrictEqual([...new Set(rehearsed.map(({ sequence_id }) => sequence_id))], [b.id])

    yield* TestClock.adjust("23 hours")
    yield* run(given)
    assert.strictEqual(outgoing.submitted.length, 100)
    assert.deepStrictEqual(subjectsSince(given, 60), ["Pears"])
    yield* TestClock.adjust("2 days")
    yield* run(given)
    const followed = outgoing.submitted.slice(100).filter(({ mail }) => mail.subject === "Re: Apples")
    assert.strictEqual(followed.length, ofA.length - 1)

    // A person switches the splitting on again.
    const [after] = yield* asTenant(
      Effect.all([sequences.update(campaign_id, b.id, { winner_rule: null }), sequences.list(campaign_id)])
    )
    assert.deepStrictEqual([after.winner_rule, after.won], [null, null])
    yield* given.addLeads(Array.from({ length: 30 }, (_, i) => `later${i}@lead.example`))
    const before = outgoing.submitted.length
    yield* TestClock.adjust("1 day")
    yield* run(given)
    assert.includeMembers(subjectsSince(given, before), ["Apples", "Pears"])
    assert.deepStrictEqual(yield* wonOf(given), [null, null, null])
  })

  test("counts leads with a positive tag only, where that is the goal", setting, function* (given) {
    const { a, b } = yield* begin(given, "positive_replied")
    yield* run(given)
    const [ofA, ofB] = [yield* sentTo(given, a.id), yield* sentTo(given, b.id)]
    for (const lead of ofB.slice(0, 17)) yield* reply(given, lead, b.id)
    assert.deepStrictEqual(yield* wonOf(given), [null, null, null])
    for (const lead of ofA.slice(0, 16)) yield* reply(given, lead, a.id)
    const tags = yield* Tags
    const no = yield* given.asTenant(tags.create({ name: "No thanks", sentiment: "negative" }))
    const yes = yield* given.asTenant(tags.create({ name: "Tell me more", sentiment: "positive" }))
    for (const lead of ofB.slice(0, 17)) yield* given.asTenant(tags.assign(lead, no.id))
    assert.deepStrictEqual(yield* wonOf(given), [null, null, null])
    for (const lead of ofA.slice(0, 16)) yield* given.asTenant(tags.assign(lead, yes.id))
    const [won] = yield* wonOf(given)
    assert.strictEqual(won?.goal, "positive_replied")
    assert.strictEqual(won?.figures[1]?.answered, 0)
  })

  test("counts only leads who got their mail in the comparison", setting, function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const { a, b } = yield* begin(given)
    yield* run(given)
    yield* TestClock.adjust("1 hour")
    // Another weight begins the comparison again: what was sent before says nothing about it.
    yield* asTenant(sequences.update(campaign_id, a.id, { weight: 2 }))
    for (const lead of (yield* sentTo(given, b.id)).slice(0, 20)) yield* reply(given, lead, b.id)
    assert.deepStrictEqual(yield* wonOf(given), [null, null, null])
    yield* TestClock.adjust("1 day")
    yield* run(given)
    for (const lead of (yield* sentTo(given, b.id)).slice(20, 24)) yield* reply(given, lead, b.id)
    assert.deepStrictEqual(yield* wonOf(given), [null, null, null])
  })

  test("decides nothing without a rule", { ...setting, isDraft: true }, function* (given) {
    const { asTenant, campaign_id, sequences } = given
    const { b } = yield* begin(given)
    yield* asTenant(sequences.update(campaign_id, b.id, { winner_rule: null }))
    yield* run(given)
    for (const lead of (yield* sentTo(given, b.id)).slice(0, 25)) yield* reply(given, lead, b.id)
    assert.deepStrictEqual(yield* wonOf(given), [null, null, null])
  })

  const sums: Array<unknown> = []
  const counted = Layer.effect(
    RollupStore,
    Effect.map(RollupStore, (store) => ({
      ...store,
      sum: (...args: Parameters<typeof store.sum>) => {
        sums.push(args)
        return store.sum(...args)
      }
    }))
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

  test(
    "is compared with others without a rule by the same sums",
    { ...setting, isDraft: true },
    function* ({ asTenant, campaign_id, sending, sequences }) {
      for (const { id } of yield* asTenant(sequences.list(campaign_id))) {
        yield* asTenant(sequences.create(campaign_id, { subject: "Pears", body: "Other", variant_of: id }))
      }
      sums.length = 0
      assert.lengthOf(yield* asTenant(sending.comparisons(campaign_id)), 2)
      assert.lengthOf(sums, 1)
    },
    layerOn(counted)
  )
})

/** The variant that a lead gets. */
import { assert, describe, it } from "@effect/vitest"
import { defaultWindow } from "../../src/campaigns/SendWindow.ts"
import { LeadId, SequenceId } from "../../src/ids.ts"
import { nextStep } from "../../src/sending/NextStep.ts"
import { choose, stepsFor } from "../../src/sending/Variant.ts"
import type { Won } from "../../src/sequences/Sequence.ts"
import type { Timestamp } from "../../src/Timestamp.ts"
import { seeded } from "./Mailing.ts"

interface Variant {
  readonly id: SequenceId
  readonly step_id: SequenceId | null
  readonly weight: number
  readonly won: Won | null
}
const step_id = SequenceId.make(101)
const variant = (id: number, weight: number): Variant => ({ id: SequenceId.make(id), step_id, weight, won: null })
const leads = Array.from({ length: 10_000 }, (_, i) => LeadId.make(i + 1))

/** The number of leads for each variant. */
const counted = (siblings: ReadonlyArray<Variant>, of = leads) => {
  const counts = new Map(siblings.map(({ id }) => [id, 0]))
  for (const lead of of) {
    const { id } = choose(siblings, lead) ?? assert.fail("every lead gets a variant")
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return siblings.map(({ id }) => counts.get(id) ?? 0)
}
const chiSquare = (counts: ReadonlyArray<number>, weights: ReadonlyArray<number>) => {
  const [all, total] = [counts.reduce((a, b) => a + b), weights.reduce((a, b) => a + b)]
  return counts.reduce((sum, count, i) => {
    const expected = (all * (weights[i] ?? 0)) / total
    return expected === 0 ? sum + count * Infinity || sum : sum + (count - expected) ** 2 / expected
  }, 0)
}

describe("The variants of 10 000 leads", () => {
  // The 99.9 % quantiles of χ² with 1 to 4 degrees of freedom.
  const bounds = [0, 10.83, 13.82, 16.27, 18.47]

  it.each([[[1, 1]], [[1, 9]], [[100, 1]], [[1, 2, 3]], [[5, 0, 5]], [[1, 1, 1, 1, 1]], [[10, 20, 30, 40, 100]]])(
    "are divided by the weights %j, in every step",
    (weights) => {
      const used = weights.filter((weight) => weight > 0).length
      for (const first of [101, 3_000_000_017, 2 ** 40]) {
        const siblings = weights.map((weight, i) => variant(first + i, weight))
        assert.isBelow(chiSquare(counted(siblings), weights), bounds[used - 1] ?? 0)
      }
    }
  )

  it("are divided evenly also where ids have gaps", () => {
    const pair = [variant(7, 1), variant(8, 1)]
    for (const gap of [2, 64, 1_000, 2 ** 32]) {
      const some = leads.map((lead) => LeadId.make(lead * gap))
      assert.isBelow(chiSquare(counted(pair, some), [1, 1]), 10.83)
    }
  })

  it("do not depend on the variants in another step", () => {
    const [one, other] = [
      [variant(11, 1), variant(12, 1)],
      [variant(13, 1), variant(14, 1)]
    ]
    const both = [0, 0, 0, 0]
    for (const lead of leads) {
      const index = 2 * (choose(one, lead)?.id === 12 ? 1 : 0) + (choose(other, lead)?.id === 14 ? 1 : 0)
      both[index] = (both[index] ?? 0) + 1
    }
    assert.isBelow(chiSquare(both, [1, 1, 1, 1]), 16.27)
  })
})

describe("The variant of a lead", () => {
  it("stays the same under 10 000 random weights and edits, but for the variant that is edited", () => {
    const random = seeded(46)
    let siblings: ReadonlyArray<Variant> = [variant(1, 1)]
    let ids = 1
    let moved = 0
    for (let edit = 0; edit < 10_000; edit++) {
      const lead = LeadId.make(1 + random(1_000_000))
      const before = choose(siblings, lead)
      const which = siblings[random(siblings.length)] ?? assert.fail()
      const rest = siblings.filter((one) => one !== which)
      const weight = random(101)
      const edits = [[...rest, { ...which, weight }], rest, [...siblings, variant(++ids, weight)]] as const
      const next = edits[random(3)] ?? assert.fail()
      if (next.length > 5 || !next.some((one) => one.weight > 0)) continue
      // The order of the variants does not matter, nor does a factor of all weights.
      const after = choose(next, lead) ?? assert.fail()
      assert.strictEqual(choose(next.toReversed(), lead)?.id, after.id)
      assert.strictEqual(
        choose(
          next.map((one) => ({ ...one, weight: one.weight * 3 })),
          lead
        )?.id,
        after.id
      )
      assert.isAbove(after.weight, 0)
      if (before !== undefined && after.id !== before.id) {
        moved++
        const old = siblings.find(({ id }) => id === after.id)
        const raised = after.weight > (old?.weight ?? 0)
        const lowered = (next.find(({ id }) => id === before.id)?.weight ?? 0) < before.weight
        assert.isTrue(raised || lowered, `${JSON.stringify(siblings)} → ${JSON.stringify(next)}`)
      }
      siblings = next
    }
    assert.isAbove(moved, 500)
  })

  it("is the one that it was given, whatever the weights are, until that one is deleted", () => {
    const siblings = [variant(102, 1), variant(103, 0), variant(104, 0)]
    const given = (of: ReadonlyArray<Variant>, sequence: number) =>
      stepsFor(of, {
        lead_id: LeadId.make(1),
        sends: [{ step_id, sequence_id: SequenceId.make(sequence) }],
        firsts: {}
      })
    assert.deepStrictEqual(given(siblings, 103), [variant(103, 0)])
    assert.deepStrictEqual(given(siblings, 101), [variant(102, 1)])
    const reported = {
      "sent:104": { occurred_at: "2026-01-01T00:00:00.000Z" as Timestamp, identity: "", account_id: null }
    }
    const none = { lead_id: LeadId.make(1), sends: [] }
    assert.deepStrictEqual(stepsFor(siblings, { ...none, firsts: reported as never }), [variant(104, 0)])
    assert.deepStrictEqual(stepsFor(siblings, { ...none, firsts: {} }), [variant(102, 1)])
  })

  it("is the one that has won, unless the lead was given another one", () => {
    const at = "2026-01-01T00:00:00.000Z" as Timestamp
    const siblings = [variant(102, 100), { ...variant(103, 1), won: { at, goal: "replied" as const, figures: [] } }]
    for (const lead of leads.slice(0, 100)) assert.strictEqual(choose(siblings, lead)?.id, 103)
    const sends = [{ step_id, sequence_id: SequenceId.make(102) }]
    assert.deepStrictEqual(stepsFor(siblings, { lead_id: LeadId.make(1), sends, firsts: {} }), siblings.slice(0, 1))
  })

  it("is no further step: who got one variant, also a deleted one, goes on with the next step", () => {
    const of = (id: number, position: number, step: number | null) => ({
      id: SequenceId.make(id),
      step_id: step === null ? null : SequenceId.make(step),
      position,
      weight: 1,
      condition: null,
      won: null,
      delay_days: 1,
      delay_unit: "days" as const
    })
    const now = "2026-01-01T00:00:00.000Z" as Timestamp
    const clock = { zone: "UTC", window: defaultWindow }
    const steps = [of(102, 1, 101), of(103, 1, 101), of(110, 2, null)]
    for (const sequence of [101, 102, 103]) {
      const sent = {
        step_id,
        sequence_id: SequenceId.make(sequence),
        outcome: "sent",
        begun_at: now,
        ended_at: now
      } as const
      const progress = { lead_id: LeadId.make(1), sends: [sent], firsts: {} }
      assert.strictEqual(nextStep(steps, progress, clock, now)?.step.id, 110)
    }
  })
})

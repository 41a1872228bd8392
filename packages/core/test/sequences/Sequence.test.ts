/** Positions of steps. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { move, number, type SequenceRecord } from "../../src/sequences/Sequence.ts"
import { SequenceId } from "../../src/ids.ts"

const step = (id: number, position: number, of?: number): SequenceRecord => ({
  id: SequenceId.make(id),
  step_id: of === undefined ? null : SequenceId.make(of),
  position,
  variant: "A",
  weight: 1,
  subject: null,
  body: `${id}`,
  body_html: null,
  attachments: [],
  delay_days: 1,
  delay_unit: "days",
  condition: null,
  winner_rule: null,
  won: null
})
const steps = [1, 2, 3, 4].map((id) => step(id, id))
const idsOf = (sequences: ReadonlyArray<SequenceRecord>) => sequences.map(({ id }) => id as number)

describe("move", () => {
  it.each([
    [1, 1, [1, 2, 3, 4]],
    [1, 3, [2, 3, 1, 4]],
    [3, 1, [3, 1, 2, 4]],
    [4, 2, [1, 4, 2, 3]],
    [2, 4, [1, 3, 4, 2]],
    [2, 99, [1, 3, 4, 2]],
    [9, 1, [1, 2, 3, 4]]
  ])("puts step %i at place %i", (id, position, order) => {
    const moved = move(steps, SequenceId.make(id), position)
    assert.deepStrictEqual(idsOf(moved), order)
    assert.deepStrictEqual(
      moved.map((sequence) => sequence.position),
      [1, 2, 3, 4]
    )
  })

  it.each([
    [2, 3, [6, 7, 1, 2, 5]],
    [5, 3, [6, 7, 1, 2, 5]],
    [7, 1, [7, 1, 2, 5, 6]]
  ])("moves step %i to place %i with all its variants", (id, position, order) => {
    // The first variant of the step of 2 and 5, and that of 6, are deleted.
    const variants = [step(1, 1, 1), step(2, 1, 1), step(5, 1, 1), step(6, 2, 4), step(7, 3)]
    const moved = move(variants, SequenceId.make(id), position)
    assert.deepStrictEqual(idsOf(moved), order)
    assert.deepStrictEqual(
      moved.map((sequence) => sequence.position),
      id === 7 ? [1, 2, 2, 2, 3] : [1, 2, 3, 3, 3]
    )
  })

  it("leaves steps unchanged that keep their positions", () => {
    const moved = move(steps, SequenceId.make(2), 3)
    assert.deepStrictEqual(
      moved.map((sequence) => steps.includes(sequence)),
      [true, false, false, true]
    )
  })

  const Place = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 }))

  it.prop("keeps all steps, and the others in their order", { count: Place, which: Place, to: Place }, (given) => {
    const before = Array.from({ length: given.count }, (_, i) => step(i + 1, i + 1))
    const which = Math.min(given.which, given.count)
    const after = move(before, SequenceId.make(which), given.to)
    assert.deepStrictEqual(
      after.map(({ position }) => position),
      before.map(({ position }) => position)
    )
    assert.strictEqual(idsOf(after).indexOf(which) + 1, Math.min(given.to, given.count))
    assert.deepStrictEqual(
      idsOf(after).filter((id) => id !== which),
      idsOf(before).filter((id) => id !== which)
    )
  })
})

it("number closes gaps and changes nothing that is in its place", () => {
  const [a, b, c] = [step(7, 1), step(3, 4), step(5, 9)]
  const numbered = number([a, b, c])
  assert.deepStrictEqual(numbered, [a, step(3, 2), step(5, 3)])
  assert.strictEqual(numbered[0], a)
  assert.deepStrictEqual(number([]), [])
})

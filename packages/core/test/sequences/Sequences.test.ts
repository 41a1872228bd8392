/** The variables in the texts of steps, and their variants. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { toSequence } from "../../src/sequences/Sequence.ts"
import { Sequences } from "../../src/sequences/Sequences.ts"
import { SequenceStore } from "../../src/sequences/SequenceStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { InvalidInput } from "../../src/InvalidInput.ts"
import { newStep } from "../../src/testing/fixtures/SequenceFixtures.ts"
import { test } from "../Tenant.ts"

describe("the texts of a step", () => {
  test("use known variables only, when they are created or changed", function* () {
    const sequences = yield* Sequences
    const { id } = yield* (yield* Campaigns).create({ name: "Spring" })
    const texts = {
      subject: "{{fist_name}}",
      body: "{{company}} {{nonsense|you}} {{custom.city}} {{custom.City}}",
      body_html: '<a href="{{website}}">{{company}}</a>'
    }
    const expected = [
      ["/subject", "{{fist_name}}, which is not a variable: did you mean {{first_name}}?"],
      ["/body", "{{nonsense}}, which is not a variable. Variables: email, first_name,"],
      ["/body", "{{custom.City}}, which is not a variable"],
      ["/body_html", "has a link that begins with the value of {{website}}"]
    ] as const
    const step = yield* sequences.create(id, {
      subject: "{{company}}",
      body: "{{first_name|you}}, {{unsubscribe_link}}"
    })
    for (const faulty of [sequences.create(id, texts), sequences.update(id, step.id, texts)]) {
      const error = yield* Effect.flip<unknown, { readonly _tag: string }, CurrentOrganization>(faulty)
      const faults = error instanceof InvalidInput ? error.faults : []
      assert.deepStrictEqual(
        faults.map(({ pointer }) => pointer),
        expected.map(([pointer]) => pointer)
      )
      for (const [index, [, message]] of expected.entries()) assert.include(faults[index]?.message, message)
    }
    assert.deepStrictEqual(yield* sequences.list(id), [step])
  })

  test("have no HTML when it is empty or white space", function* () {
    const sequences = yield* Sequences
    const { id } = yield* (yield* Campaigns).create({ name: "Spring" })
    for (const body_html of ["", " \n\u00a0"]) {
      const plain = yield* sequences.create(id, { body: "Hello", body_html })
      assert.isNull(plain.body_html)
      yield* sequences.update(id, plain.id, { body_html: "<p>Hello</p>" })
      assert.isNull((yield* sequences.update(id, plain.id, { body_html })).body_html)
    }
  })

  test("are shown, and may stay, as they were stored", function* () {
    const sequences = yield* Sequences
    const organization = yield* CurrentOrganization
    const { id } = yield* (yield* Campaigns).create({ name: "Spring" })
    const stored = newStep({ body: "{{nonsense}}" })
    const step = toSequence(yield* (yield* SequenceStore).insert(organization.id, id, stored))
    assert.deepStrictEqual(yield* sequences.update(id, step.id, { delay_days: 3 }), { ...step, delay_days: 3 })
  })
})

const faultsOf = <A, R>(effect: Effect.Effect<A, unknown, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error instanceof InvalidInput ? error.faults.map(({ pointer }) => pointer) : (error as { _tag: string })._tag
  )

describe("the variants of a step", () => {
  /** A campaign whose first step has the variants A and B, and the second one variant. */
  const given = Effect.gen(function* () {
    const sequences = yield* Sequences
    const { id } = yield* (yield* Campaigns).create({ name: "Spring" })
    const a = yield* sequences.create(id, { body: "A", delay_days: 3 })
    const next = yield* sequences.create(id, { body: "Next", weight: 5 })
    const b = yield* sequences.create(id, { body: "B", variant_of: a.id, weight: 0 })
    const shown = Effect.map(sequences.list(id), (list) =>
      list.map(({ body, delay_days, position, variant, weight }) =>
        [position, variant, body, delay_days, weight].join(" ")
      )
    )
    return { sequences, id, a, b, next, shown }
  })

  test("have position and delay of the step, and letters that stay", function* () {
    const { a, b, id, next, sequences, shown } = yield* given
    assert.deepInclude(b, { position: 1, variant: "B", delay_days: 3, weight: 0, subject: null })
    assert.deepStrictEqual(yield* shown, ["1 A A 3 1", "1 B B 3 0", "2 A Next 1 5"])
    yield* sequences.create(id, { body: "C", variant_of: b.id })
    yield* sequences.update(id, b.id, { delay_days: 8, weight: 100 })
    assert.deepStrictEqual(yield* shown, ["1 A A 8 1", "1 B B 8 100", "1 C C 8 1", "2 A Next 1 5"])
    yield* sequences.update(id, b.id, { position: 2 })
    yield* sequences.remove(id, a.id)
    assert.deepStrictEqual(yield* shown, ["1 A Next 1 5", "2 B B 8 100", "2 C C 8 1"])
    yield* sequences.create(id, { body: "New", variant_of: b.id })
    yield* sequences.remove(id, next.id)
    assert.deepStrictEqual(yield* shown, ["1 A New 8 1", "1 B B 8 100", "1 C C 8 1"])
    assert.strictEqual((yield* sequences.create(id, { body: "Last" })).position, 2)
  })

  test("are at most five, of the same campaign, and one of them has a weight", function* () {
    const { a, b, id, next, sequences, shown } = yield* given
    const other = yield* (yield* Campaigns).create({ name: "Autumn" })
    const before = yield* shown
    const refused = [
      sequences.create(other.id, { body: "", variant_of: a.id }),
      sequences.create(id, { body: "", variant_of: a.id, delay_days: 3 }),
      sequences.create(id, { body: "", weight: 0 }),
      sequences.create(id, { body: "", weight: 101 }),
      sequences.update(id, a.id, { weight: 0 }),
      sequences.update(id, next.id, { weight: 0 }),
      sequences.remove(id, a.id)
    ]
    assert.deepStrictEqual(yield* Effect.forEach(refused, (one) => faultsOf<unknown, CurrentOrganization>(one)), [
      ["/variant_of"],
      ["/delay_days"],
      ["/weight"],
      ["/weight"],
      ["/weight"],
      ["/weight"],
      "StepWithoutWeight"
    ])
    assert.deepStrictEqual(yield* shown, before)
    for (const body of ["C", "D", "E"]) yield* sequences.create(id, { body, variant_of: b.id })
    assert.strictEqual(yield* faultsOf(sequences.create(id, { body: "F", variant_of: b.id })), "TooManyVariants")
  })
})

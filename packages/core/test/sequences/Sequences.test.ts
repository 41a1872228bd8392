/** The variables in the texts of steps. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { Sequences } from "../../src/sequences/Sequences.ts"
import { SequenceStore } from "../../src/sequences/SequenceStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { InvalidInput } from "../../src/InvalidInput.ts"
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
    for (const faulty of [
      Effect.flip(sequences.create(id, texts)),
      Effect.flip(sequences.update(id, step.id, texts))
    ]) {
      const error = yield* faulty
      const faults = error instanceof InvalidInput ? error.faults : []
      assert.deepStrictEqual(
        faults.map(({ pointer }) => pointer),
        expected.map(([pointer]) => pointer)
      )
      for (const [index, [, message]] of expected.entries()) assert.include(faults[index]?.message, message)
    }
    assert.deepStrictEqual(yield* sequences.list(id), [step])
  })

  test("are shown, and may stay, as they were stored", function* () {
    const sequences = yield* Sequences
    const organization = yield* CurrentOrganization
    const { id } = yield* (yield* Campaigns).create({ name: "Spring" })
    const stored = { subject: null, body: "{{nonsense}}", body_html: null, delay_days: 1, position: 1 }
    const step = yield* (yield* SequenceStore).insert(organization.id, id, stored)
    assert.deepStrictEqual(yield* sequences.update(id, step.id, { delay_days: 3 }), { ...step, delay_days: 3 })
  })
})

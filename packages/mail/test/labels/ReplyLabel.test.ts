/** The rules of labels, by labelled answers (`answers/README.md`): precise before complete. */
import { assert, describe, it } from "@effect/vitest"
import { replyLabels } from "../../src/labels/ReplyLabel.ts"
import { labelWords } from "../../src/words/labels/index.ts"
import { answers, labelOf, measure } from "./Answers.ts"

/** The least precision of a label that the rules set: a label with less is left out of them. */
const leastPrecision = 0.95

const tuned = answers.filter(({ isHeldOut }) => !isHeldOut)
const heldOut = answers.filter(({ isHeldOut }) => isHeldOut)

describe("the rules of labels", () => {
  it("are measured by enough answers, half of which are held out", () => {
    assert.isAtLeast(answers.length, 600)
    assert.isAtLeast(heldOut.length, 300)
    assert.sameMembers([...new Set(answers.map(({ label }) => label))], [...replyLabels, "none"])
    const languages = new Set(answers.map(({ language }) => language))
    for (const { language } of labelWords) assert(languages.has(language), language)
  })

  it("give no wrong label to the answers that they were tuned on", () => {
    const wrong = tuned.filter((answer) => ![null, answer.label].includes(labelOf(answer)))
    assert.deepStrictEqual(wrong, [])
  })

  for (const label of replyLabels) {
    it(`are precise for ${label}, also for answers that are held out`, () => {
      const { missed = 0, right = 0, wrong = 0 } = measure(heldOut)[label] ?? {}
      assert.isAtLeast(right, 30)
      assert.isAtLeast(right / (right + wrong), leastPrecision)
      assert.isAtLeast(right / (right + missed), 0.85)
    })
  }

  it("judge no answer that is longer than one that says one thing", () => {
    const body = `I'm interested, let's schedule a call. ${"The weather was fine here last week. ".repeat(60)}`
    assert.isNull(labelOf({ body, isAutomatic: false, subject: "Re: A question" }))
  })
})

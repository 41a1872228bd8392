/** How sure a winner is, while the figures come in. */
import { assert, describe, it } from "@effect/vitest"
import type { VariantFigures } from "../../src/sequences/Sequence.ts"
import { certaintyOf, winnerOf } from "../../src/sequences/Winner.ts"

/** The figures of variants: "100/5" was sent to 100 leads, 5 of whom answered. */
const figuresOf = (text: string): ReadonlyArray<VariantFigures> =>
  text === ""
    ? []
    : text.split(" ").map((pair, i) => {
        const [contacted = 0, answered = 0] = pair.split("/").map(Number)
        return { variant: (["A", "B", "C", "D", "E"] as const)[i]!, contacted, answered }
      })

describe("certaintyOf", () => {
  // Each case: the figures, the variant that leads, the least and the greatest certainty.
  it.each<[string, string, string | null, number, number]>([
    ["no variant", "", null, 0, 0],
    ["one variant", "1000/100", null, 0, 0],
    ["nothing was sent", "0/0 0/0", null, 0, 0],
    ["only one variant was sent", "50/5 0/0", null, 0, 0],
    ["answers to a variant that was not sent", "0/3 100/5", null, 0, 0],
    ["answers, and nothing was sent", "0/3 0/1", null, 0, 0],
    ["answers to one that was not sent, beside two", "0/3 1000/50 1000/110", null, 0, 0],
    ["nobody answered", "500/0 500/0", null, 0, 0],
    ["the same figures", "500/25 500/25", null, 0, 0],
    ["the same rates", "3000/150 1000/50", null, 0, 0],
    ["everybody answers all", "100/100 100/100", null, 0, 0],
    ["one answer against none", "100/1 100/0", "A", 0, 0.1],
    ["two answers against none", "100/0 100/2", "B", 0, 0.5],
    ["a small difference", "500/25 500/32", "B", 0, 0.1],
    ["five answers against none", "100/5 100/0", "A", 0.3, 0.9],
    ["twelve answers against none", "100/12 100/0", "A", 0.95, 1],
    ["twice as many, of few", "100/5 100/10", "B", 0, 0.5],
    ["twice as many, of many", "1000/50 1000/100", "B", 0.95, 1],
    ["sure, before the minimum", "50/30 50/2", "A", 0.95, 1],
    ["fewer answers, of far fewer mails", "3000/90 1000/90", "B", 0.95, 1],
    ["three, one clearly best", "1000/50 1000/50 1000/110", "C", 0.95, 1],
    ["three, two of them equally good", "1000/20 1000/100 1000/100", null, 0, 0],
    ["three, the best only beats the worst", "1000/20 1000/90 1000/100", "C", 0, 0.5],
    ["as two, sure", "1000/50 1000/86", "B", 0.95, 1],
    ["as three, less sure", "1000/50 1000/86 1000/50", "B", 0.5, 0.95],
    ["everybody answers one of very many", "100000/100000 100000/0", "A", 1, 1]
  ])("%s", (_, figures, leader, least, greatest) => {
    const found = certaintyOf(figuresOf(figures))
    assert.strictEqual(found.leader, leader)
    assert.isAtLeast(found.certainty, least)
    assert.isAtMost(found.certainty, greatest)
  })

  it("reaches 0.95 with the answer that decides", () => {
    for (let answered = 0; answered <= 1000; answered++) {
      const figures = figuresOf(`1000/50 1000/${answered} 1000/40`)
      const isWon = winnerOf(figures, { minimum_contacted: 100 }) !== undefined
      assert.strictEqual(certaintyOf(figures).certainty >= 0.95, isWon, String(answered))
    }
  })
})

/** When a variant wins, and what begins its comparison again. */
import { assert, describe, it } from "@effect/vitest"
import { SequenceId } from "../../src/ids.ts"
import type { SequenceRecord, VariantFigures } from "../../src/sequences/Sequence.ts"
import {
  beginningAt,
  comparedOf,
  isRestarted,
  logRatio,
  restarted,
  winnerOf,
  withRule
} from "../../src/sequences/Winner.ts"
import type { Timestamp } from "../../src/Timestamp.ts"
import { newStep } from "../../src/testing/fixtures/SequenceFixtures.ts"
import { chance, play } from "./WinnerPlay.ts"

const figuresOf = (...pairs: ReadonlyArray<readonly [number, number]>) =>
  pairs.map(([contacted, answered], i): VariantFigures => ({
    variant: (["A", "B", "C", "D", "E"] as const)[i]!,
    contacted,
    answered
  }))

describe("winnerOf", () => {
  it.each([
    [
      "nothing was sent",
      [
        [0, 0],
        [0, 0]
      ],
      undefined
    ],
    [
      "nobody answered",
      [
        [500, 0],
        [500, 0]
      ],
      undefined
    ],
    [
      "the same figures",
      [
        [500, 25],
        [500, 25]
      ],
      undefined
    ],
    [
      "a small difference",
      [
        [500, 25],
        [500, 32]
      ],
      undefined
    ],
    [
      "two answers against none",
      [
        [100, 0],
        [100, 2]
      ],
      undefined
    ],
    [
      "five answers against none: still chance",
      [
        [100, 5],
        [100, 0]
      ],
      undefined
    ],
    [
      "twelve answers against none",
      [
        [100, 12],
        [100, 0]
      ],
      "A"
    ],
    [
      "twice as many, of few",
      [
        [100, 5],
        [100, 10]
      ],
      undefined
    ],
    [
      "twice as many, of many",
      [
        [1000, 50],
        [1000, 100]
      ],
      "B"
    ],
    [
      "the first is better",
      [
        [1000, 100],
        [1000, 50]
      ],
      "A"
    ],
    [
      "less than the minimum of one variant",
      [
        [99, 40],
        [1000, 10]
      ],
      undefined
    ],
    [
      "exactly the minimum",
      [
        [100, 40],
        [1000, 10]
      ],
      "A"
    ],
    [
      "more answers, of more mails",
      [
        [3000, 150],
        [1000, 50]
      ],
      undefined
    ],
    [
      "fewer answers, of far fewer mails",
      [
        [3000, 90],
        [1000, 90]
      ],
      "B"
    ],
    [
      "everybody answers all",
      [
        [100, 100],
        [100, 100]
      ],
      undefined
    ],
    ["one variant", [[1000, 100]], undefined],
    ["no variant", [], undefined],
    [
      "three, one clearly best",
      [
        [1000, 50],
        [1000, 50],
        [1000, 110]
      ],
      "C"
    ],
    [
      "three, two of them equally good",
      [
        [1000, 20],
        [1000, 100],
        [1000, 100]
      ],
      undefined
    ],
    [
      "three, the best only beats the worst",
      [
        [1000, 20],
        [1000, 90],
        [1000, 100]
      ],
      undefined
    ],
    [
      "three need more than two: two",
      [
        [1000, 50],
        [1000, 86]
      ],
      "B"
    ],
    [
      "three need more than two: three",
      [
        [1000, 50],
        [1000, 86],
        [1000, 50]
      ],
      undefined
    ],
    [
      "five, one clearly best",
      [
        [500, 10],
        [500, 12],
        [500, 60],
        [500, 9],
        [500, 11]
      ],
      "C"
    ],
    [
      "a rate so high that chance varies little",
      [
        [200, 180],
        [200, 190]
      ],
      undefined
    ]
  ] as const)("%s", (_, pairs, expected) => {
    assert.strictEqual(winnerOf(figuresOf(...pairs), { minimum_contacted: 100 })?.variant, expected)
  })
})

describe("logRatio", () => {
  it("is 0 without answers, symmetric, and the same for other orders of the variants", () => {
    assert.strictEqual(logRatio(0, 0, 0.3), 0)
    assert.closeTo(logRatio(12, 5, 0.3), logRatio(5, 12, 0.7), 1e-9)
  })

  it("is a martingale under equal variants: its mean over the next answer is its value", () => {
    for (const share of [0.1, 0.5, 0.8]) {
      for (const [first, second] of [
        [0, 0],
        [3, 1],
        [2, 9]
      ] as const) {
        const mean =
          share * Math.exp(logRatio(first + 1, second, share)) +
          (1 - share) * Math.exp(logRatio(first, second + 1, share))
        assert.closeTo(mean, Math.exp(logRatio(first, second, share)), 1e-9)
      }
    }
  })
})

describe("A comparison that is looked at after each answer", () => {
  const campaigns = 1_000
  const shareOf = (
    isCounted: (winner: number | undefined) => boolean,
    setting: Omit<Parameters<typeof play>[0], "random">
  ) => {
    const random = chance(2026)
    return Array.from({ length: campaigns }, () => play({ ...setting, random })).filter(isCounted).length / campaigns
  }
  it("finds a winner among equal variants in at most 5 of 100 campaigns", () => {
    for (const rates of [
      [0.05, 0.05],
      [0.2, 0.2, 0.2]
    ]) {
      assert.isAtMost(
        shareOf((winner) => winner !== undefined, { rates, mails: 1_500 }),
        0.05
      )
    }
  })

  it("finds 5 % against 10 % in most campaigns of 2000 mails", () => {
    assert.isAtLeast(
      shareOf((winner) => winner === 1, { rates: [0.05, 0.1], mails: 2_000 }),
      0.8
    )
  })
})

const now = "2026-03-02T08:07:00.000Z" as Timestamp
const since = "2026-03-01T00:00:00.000Z" as Timestamp
const rule = { goal: "replied", minimum_contacted: 100, since } as const
const won = { at: since, goal: "replied", figures: [] } as const
const variant = (id: number, changes: Partial<SequenceRecord> = {}): SequenceRecord => ({
  ...newStep(),
  id: SequenceId.make(id),
  step_id: id === 1 ? null : SequenceId.make(1),
  variant: id === 1 ? "A" : "B",
  winner_rule: rule,
  ...changes
})
const [a, b] = [variant(1), variant(2)]

describe("A step with a rule", () => {
  it("compares the variants that get leads, until one has won", () => {
    assert.deepStrictEqual(comparedOf([a, b]), [a, b])
    assert.deepStrictEqual(comparedOf([a]), [])
    assert.deepStrictEqual(comparedOf([a, variant(2, { weight: 0 })]), [])
    assert.deepStrictEqual(comparedOf([a, variant(2, { won })]), [])
    assert.deepStrictEqual(comparedOf([variant(1, { winner_rule: null }), variant(2, { winner_rule: null })]), [])
  })

  it("counts from the next quarter of an hour on", () => {
    assert.strictEqual(beginningAt(now), "2026-03-02T08:15:00.000Z")
    assert.strictEqual(beginningAt(since), since)
  })

  it.each([
    ["nothing changes", [a, b], [a, b], false],
    ["a weight", [a, b], [a, variant(2, { weight: 3 })], true],
    ["a weight after the decision", [variant(1, { won }), b], [variant(1, { won }), variant(2, { weight: 3 })], true],
    ["the subject", [a, b], [variant(1, { subject: "Other" }), b], true],
    ["the text", [a, b], [a, variant(2, { body: "Other" })], true],
    ["the HTML", [a, b], [a, variant(2, { body_html: "Other" })], true],
    ["a text after the decision", [variant(1, { won }), b], [variant(1, { won, body: "Other" }), b], false],
    ["the delay", [a, b], [variant(1, { delay_days: 9 }), variant(2, { delay_days: 9 })], false],
    ["the position", [a, b], [variant(1, { position: 2 }), variant(2, { position: 2 })], false],
    ["a variant is deleted", [a, b], [a], true],
    ["a loser is deleted", [variant(1, { won }), b], [variant(1, { won })], false],
    ["the winner is deleted", [variant(1, { won }), b], [b], true],
    ["a variant is added", [a], [a, b], true]
  ])("begins again: %s", (_, before, after, expected) => {
    assert.strictEqual(isRestarted(before, after), expected)
  })

  it("begins again without the decision, and later", () => {
    const again = { ...rule, since: "2026-03-02T08:15:00.000Z" }
    assert.deepStrictEqual(
      restarted([variant(1, { won }), b], now).map(({ winner_rule, won }) => ({ winner_rule, won })),
      [
        { winner_rule: again, won: null },
        { winner_rule: again, won: null }
      ] as never
    )
    const plain = [variant(1, { winner_rule: null })]
    assert.deepStrictEqual(restarted(plain, now), plain)
  })

  it("keeps its comparison when the same rule is set again", () => {
    const decided = [variant(1, { won }), b]
    assert.deepStrictEqual(withRule(decided, { goal: "replied" }, now), decided)
    assert.deepStrictEqual(
      withRule(decided, { goal: "replied", minimum_contacted: 50 }, now).map(({ won }) => won),
      [null, null]
    )
  })

  it("is split by the weights again without the rule", () => {
    assert.deepStrictEqual(withRule([variant(1, { won }), b], null, now), [
      variant(1, { winner_rule: null }),
      variant(2, { winner_rule: null })
    ])
  })
})

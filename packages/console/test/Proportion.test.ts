/** The comparison of variants, with the values that Newcombe printed (1998). */
import { assert, describe, it } from "@effect/vitest"
import { compare, newcombe, wilson } from "../page/pages/analytics/proportion.ts"

const of = (answered: number, recipients: number) => ({ answered, recipients })
const rounded = ({ high, low }: { readonly high: number; readonly low: number }) =>
  [low, high].map((bound) => Number(bound.toFixed(4)))

describe("the range of a share", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718]
  ])("of %i of %i is Wilson's", (answered, recipients, low, high) => {
    assert.deepStrictEqual(rounded(wilson(of(answered, recipients))), [low, high])
  })
})

describe("the range of a difference", () => {
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339, "more"],
    [9, 10, 3, 10, 0.1705, 0.809, "more"],
    [6, 7, 2, 7, 0.0582, 0.8062, "more"],
    [5, 56, 0, 29, -0.0381, 0.1926, "none"],
    [0, 10, 0, 20, -0.1611, 0.2775, "none"],
    [10, 10, 0, 20, 0.6791, 1, "more"],
    [48, 80, 56, 70, -0.3339, -0.0524, "fewer"]
  ] as const)("of %i/%i and %i/%i is Newcombe's", (a, m, b, n, low, high, finding) => {
    const difference = newcombe(of(a, m), of(b, n))
    assert.deepStrictEqual(rounded(difference), [low, high])
    assert.strictEqual(difference.finding, finding)
  })
})

describe("variants", () => {
  it("are compared with the first one that was sent", () => {
    const [unsent, first, second] = [of(0, 0), of(48, 80), of(56, 70)]
    assert.deepStrictEqual(compare([unsent, first, second]), [
      { variant: unsent },
      { variant: first, share: wilson(first) },
      { variant: second, share: wilson(second), difference: newcombe(second, first) }
    ])
    assert.deepStrictEqual(compare([unsent]), [{ variant: unsent }])
  })

  it("are not compared where more answered than got the mail", () => {
    const [first, incomplete, second] = [of(48, 80), of(40, 5), of(56, 70)]
    assert.deepStrictEqual(compare([first, incomplete, second]), [
      { variant: first, share: wilson(first) },
      { variant: incomplete },
      { variant: second, share: wilson(second), difference: newcombe(second, first) }
    ])
    assert.deepStrictEqual(compare([incomplete, first]), [
      { variant: incomplete },
      { variant: first, share: wilson(first) }
    ])
  })

  it("have wider ranges the more there are, so that all are right together", () => {
    const variants = [of(48, 80), ...Array.from({ length: 4 }, () => of(54, 70))]
    const widths = [2, 3, 4, 5].map((count) => {
      const { high = NaN, low = NaN } = compare(variants.slice(0, count))[1]?.difference ?? {}
      return high - low
    })
    assert.deepStrictEqual(
      widths,
      widths.toSorted((a, b) => a - b)
    )
    // 54/70 and 48/80 differ when they are the only ones. Of five, chance explains as much.
    const findings = [2, 5].map((count) => compare(variants.slice(0, count))[1]?.difference?.finding)
    assert.deepStrictEqual(findings, ["more", "none"])
  })
})

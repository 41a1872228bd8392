/**
 * Compares the variants of a step: the shares of their recipients who answered. Pure functions. Sources: R. G. Newcombe,
 * Statistics in Medicine 17 (1998), 857–872 (Wilson's interval, method 3) and 873–890 (of differences, method 10).
 */

export interface Answers {
  readonly recipients: number
  /** With more than `recipients`, the figures are incomplete, and nothing is said about them. */
  readonly answered: number
}

/** An estimate and its interval, as shares: 0.05 is 5 %. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface Difference extends Estimate {
  /** `none`: the interval contains 0. */
  readonly finding: "fewer" | "more" | "none"
}

export interface Compared<Variant> {
  readonly variant: Variant
  /** Absent without recipients, and if the figures are incomplete. */
  readonly share?: Estimate
  /** The share less that of the first variant with a share, which has none itself. */
  readonly difference?: Difference
}

/**
 * The quantiles of the normal distribution for two-sided 95 %, shared by 1 to 4 comparisons (Bonferroni): so all
 * intervals of a step together are right in 95 of 100 tests.
 */
const quantiles = [1.959964, 2.241403, 2.39398, 2.497705] as const

/** Wilson's interval of a share, of at least one recipient. */
export const wilson = ({ answered, recipients: n }: Answers, z: number = quantiles[0]): Estimate => {
  const value = answered / n
  const scale = 1 + (z * z) / n
  const center = (value + (z * z) / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((value * (1 - value)) / n + (z * z) / (4 * n * n))
  return { value, low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/** Newcombe's interval of the first share less the second, each of at least one recipient. */
export const newcombe = (first: Answers, second: Answers, z: number = quantiles[0]): Difference => {
  const [a, b] = [wilson(first, z), wilson(second, z)]
  const value = a.value - b.value
  const low = value - Math.hypot(a.value - a.low, b.high - b.value)
  const high = value + Math.hypot(a.high - a.value, b.value - b.low)
  return { value, low, high, finding: low > 0 ? "more" : high < 0 ? "fewer" : "none" }
}

const isComplete = ({ answered, recipients }: Answers) => recipients > 0 && answered <= recipients

/** Compares variants with the first one that has recipients. */
export const compare = <Variant extends Answers>(
  variants: ReadonlyArray<Variant>
): ReadonlyArray<Compared<Variant>> => {
  const [first, ...others] = variants.filter(isComplete)
  const z = quantiles[others.length - 1] ?? quantiles[quantiles.length - 1]
  return variants.map((variant) => {
    if (first === undefined || !isComplete(variant)) return { variant }
    const share = wilson(variant)
    return variant === first ? { variant, share } : { variant, share, difference: newcombe(variant, first, z) }
  })
}

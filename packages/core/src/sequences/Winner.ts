/**
 * The winner of a step with variants: when the figures rule out chance, and what begins a comparison again. Pure functions.
 *
 * Each answer is a draw: if the variants were equally good, it would fall on one of them as often as that variant was sent. A
 * mixture sequential probability ratio test (Robbins 1970), in its form for counts (Lindon and Malek, "Anytime-Valid Inference
 * For Multinomial Count Data", NeurIPS 2022), compares two variants. Its ratio may be looked at after each answer: under equal
 * variants, the probability that it ever reaches a bound is at most one divided by the bound (Ville's inequality).
 */
import { Equal } from "effect"
import { minute } from "../Durations.ts"
import { fromMillis, type Timestamp, toMillis } from "../Timestamp.ts"
import type { SequenceRecord, VariantFigures, WinnerRule, WinnerRuleInput } from "./Sequence.ts"

/** The maximum share of steps with equally good variants in which a variant wins by chance. */
export const alpha = 0.05

/**
 * How much the prior of the test is concentrated on equal variants. It changes only how soon a difference is found: a greater
 * number finds small differences earlier, and large ones later.
 */
const concentration = 10

/** The default of `minimum_contacted`. */
const defaultMinimum = 100

/**
 * The logarithm of the ratio of two probabilities of these numbers of answers, `first` and `second`: if the variants differ, and if they are
 * equally good. `share`: the probability that an answer falls on the first variant if they are equal; above 0 and below 1.
 */
export const logRatio = (first: number, second: number, share: number): number => {
  let sum = 0
  for (let i = 0; i < first; i++) sum += Math.log(concentration + i / share)
  for (let i = 0; i < second; i++) sum += Math.log(concentration + i / (1 - share))
  for (let i = 0; i < first + second; i++) sum -= Math.log(concentration + i)
  return sum
}

/** Whether the first variant has the higher rate of answers. A variant that was sent to nobody has no rate. */
const isBetter = (first: VariantFigures, second: VariantFigures): boolean =>
  first.contacted > 0 && first.answered * second.contacted > second.answered * first.contacted

/** The evidence that a variant is better than each other one: the smallest `logRatio`; `-Infinity` if another one is as good. */
const evidenceFor = (first: VariantFigures, figures: ReadonlyArray<VariantFigures>): number =>
  Math.min(
    ...figures.flatMap((second) => {
      if (second === first) return []
      const share = first.contacted / (first.contacted + second.contacted)
      return isBetter(first, second) ? logRatio(first.answered, second.answered, share) : -Infinity
    })
  )

/**
 * The variant that is better than each other one; `undefined`: none is yet. May be asked after each answer: of equal variants, and of
 * variants that are worse than another one, at most `alpha` ever win. With more variants the bound is higher, because more of
 * them could win by chance.
 */
export const winnerOf = (
  figures: ReadonlyArray<VariantFigures>,
  { minimum_contacted }: Pick<WinnerRule, "minimum_contacted">
): VariantFigures | undefined => {
  if (figures.length < 2 || figures.some(({ contacted }) => contacted < minimum_contacted)) return undefined
  const bound = (figures.length - 1) / alpha
  return figures.find((first) => evidenceFor(first, figures) >= Math.log(bound))
}

/**
 * The variant with the highest rate, and how surely it is better than each other one: from 0 to 1, rounded down to four
 * decimals. `winnerOf` needs `1 - alpha`. `leader` is `null` if several variants have the highest rate.
 */
export const certaintyOf = (
  figures: ReadonlyArray<VariantFigures>
): { readonly leader: VariantFigures["variant"] | null; readonly certainty: number } => {
  const leader = figures.find((first) => figures.every((second) => first === second || isBetter(first, second)))
  if (leader === undefined || figures.length < 2) return { leader: null, certainty: 0 }
  const chance = (figures.length - 1) / Math.exp(evidenceFor(leader, figures))
  return { leader: leader.variant, certainty: Math.floor(Math.max(0, 1 - chance) * 10_000) / 10_000 }
}

/** The variants of a step that are compared now: all with a weight, if the step has a rule and no variant has won. */
export const comparedOf = <S extends Pick<SequenceRecord, "weight" | "winner_rule" | "won">>(
  siblings: ReadonlyArray<S>
): ReadonlyArray<S> => {
  const weighted = siblings.filter(({ weight }) => weight > 0)
  const isOpen = siblings.every(({ winner_rule, won }) => winner_rule !== null && won === null)
  return isOpen && weighted.length > 1 ? weighted : []
}

/**
 * From when on mails count in a comparison that begins now: from the next quarter of an hour, by which sums are kept. Before, leads
 * were split in another way, so their answers would favor one variant.
 */
export const beginningAt = (now: Timestamp): Timestamp => fromMillis(Math.ceil(toMillis(now) / quarter) * quarter)

/** A quarter of an hour in milliseconds. */
const quarter = 15 * minute

/** The variants of a step whose comparison begins again. */
export const restarted = <S extends Pick<SequenceRecord, "winner_rule" | "won">>(
  siblings: ReadonlyArray<S>,
  now: Timestamp
): ReadonlyArray<S> =>
  siblings.map((sequence) => {
    const { winner_rule, won } = sequence
    if (winner_rule === null && won === null) return sequence
    return { ...sequence, winner_rule: winner_rule && { ...winner_rule, since: beginningAt(now) }, won: null }
  })

/** The variants of a step with another rule, or without one (`null`). A variant that has this rule already stays as it is. */
export const withRule = (
  siblings: ReadonlyArray<SequenceRecord>,
  rule: WinnerRuleInput | null,
  now: Timestamp
): ReadonlyArray<SequenceRecord> => {
  if (rule === null) {
    return siblings.map((sequence) =>
      sequence.winner_rule === null ? sequence : { ...sequence, winner_rule: null, won: null }
    )
  }
  const { goal, minimum_contacted = defaultMinimum } = rule
  const winner_rule = { goal, minimum_contacted, since: beginningAt(now) }
  return siblings.map((sequence) =>
    sequence.winner_rule?.goal === goal && sequence.winner_rule.minimum_contacted === minimum_contacted
      ? sequence
      : { ...sequence, winner_rule, won: null }
  )
}

const texts = ["subject", "body", "body_html"] as const

/**
 * Whether the comparison of a step begins again after its variants have changed: leads are split in another way, or get another
 * text or other files. Texts and files of a step that is decided may change: the winner stays.
 */
export const isRestarted = (before: ReadonlyArray<SequenceRecord>, after: ReadonlyArray<SequenceRecord>): boolean => {
  const old = new Map(before.map((sequence) => [sequence.id, sequence]))
  const isDecided = after.some(({ won }) => won !== null)
  const wasRemoved = before.length > after.length && !isDecided
  return (
    wasRemoved ||
    after.some((sequence) => {
      const known = old.get(sequence.id)
      if (known === undefined || known.weight !== sequence.weight) return true
      return (
        !isDecided &&
        (texts.some((text) => known[text] !== sequence[text]) || !Equal.equals(known.attachments, sequence.attachments))
      )
    })
  )
}

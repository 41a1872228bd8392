/** Campaigns whose leads answer by chance, to see how often a variant wins. */
import type { VariantFigures } from "../../src/sequences/Sequence.ts"
import { winnerOf } from "../../src/sequences/Winner.ts"

/** Numbers of at least 0 and below 1, as if drawn by chance: the same at every run (Mulberry32). */
export const chance = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Play {
  /** The probability that a lead answers each variant, at the begin of the campaign. */
  readonly rates: ReadonlyArray<number>
  /** The shares of the variants. Default: all get as many leads. */
  readonly weights?: ReadonlyArray<number>
  readonly mails: number
  readonly random: () => number
  /** Leads answer after at most as many further mails. Default: at once. */
  readonly delay?: number
  /** The rates rise or fall to this multiple until the end. Default: they stay. */
  readonly trend?: number
  readonly minimum?: number
  /** Whether the figures are also looked at after each mail. Default: after each answer. */
  readonly isImpatient?: boolean
}

/** The index of the variant that wins; `undefined`: none. */
export const play = ({
  delay = 1,
  isImpatient = false,
  mails,
  minimum = 20,
  random,
  rates,
  trend = 1,
  weights = rates.map(() => 1)
}: Play): number | undefined => {
  const contacted = rates.map(() => 0)
  const answered = rates.map(() => 0)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const later = new Map<number, Array<number>>()
  for (let mail = 0; mail < mails; mail++) {
    let left = random() * total
    const index = weights.findIndex((weight) => (left -= weight) < 0)
    contacted[index]!++
    const factor = 1 + ((trend - 1) * mail) / mails
    if (random() < (rates[index] ?? 0) * factor) {
      const at = mail + Math.floor(random() * delay)
      later.set(at, [...(later.get(at) ?? []), index])
    }
    const answers = later.get(mail) ?? []
    for (const answer of answers) answered[answer]!++
    if (answers.length === 0 && !isImpatient) continue
    const figures = rates.map((_, i): VariantFigures => ({
      variant: (["A", "B", "C", "D", "E"] as const)[i]!,
      contacted: contacted[i]!,
      answered: answered[i]!
    }))
    const winner = winnerOf(figures, { minimum_contacted: minimum })
    if (winner !== undefined) return figures.indexOf(winner)
  }
  return undefined
}

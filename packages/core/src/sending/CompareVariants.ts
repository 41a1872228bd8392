/** Reads the figures by which the variants of a step are compared: for the decision, and for the comparisons that the API shows. */
import { Effect } from "effect"
import { firstKeys } from "../activity/Transition.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import type { CampaignId, LeadId, OrganizationId, SequenceId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { byStep, type CampaignStep, type VariantFigures, type WinnerRule } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { certaintyOf, comparedOf } from "../sequences/Winner.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ComparedVariant, Comparison } from "./Comparison.ts"

/** The number of leads that are read at a time. */
const batch = 500

/** Whether the variant was sent to the lead since the comparison began, and the lead has reached its goal: an answer, or a positive one. */
const hasReachedGoal = (
  { activity: { firsts, positive } }: Pick<LeadRecord, "activity">,
  sequence_id: SequenceId,
  { goal, since }: Pick<WinnerRule, "goal" | "since">
): boolean => {
  const sent = firsts[firstKeys("sent", { sequence_id }).sequence]
  const replied = firsts[firstKeys("replied", { sequence_id }).sequence]
  if (sent === undefined || sent.occurred_at < since || replied === undefined) return false
  return goal === "replied" || positive
}

export const makeFigures = Effect.gen(function* () {
  const leads = yield* LeadStore
  const rollups = yield* RollupStore

  /** The sums of each sequence of a campaign from `since` on; `null`: of all time. */
  const sumsOf = Effect.fnUntraced(function* (id: OrganizationId, campaign_id: CampaignId, since: Timestamp | null) {
    const stored = yield* rollups.sum(id, [campaign_id], "sequence", { start: since, end: null })
    return new Map<number | null, Metrics>(stored.map(({ id, metrics }) => [id, metrics]))
  })

  /** The number of leads that were sent a variant in the comparison, and have reached its goal. */
  const countAnswered = Effect.fnUntraced(function* (id: OrganizationId, variant: CampaignStep, rule: WinnerRule) {
    const { campaign_id } = variant
    const first = {
      key: firstKeys("replied", { sequence_id: variant.id }).sequence,
      type: "replied",
      since: rule.since
    } as const
    let count = 0
    let before: LeadId | undefined
    while (true) {
      const page = yield* leads.list(id, { campaign_id, first, limit: batch, ...(before !== undefined && { before }) })
      const found = yield* leads.findMany(
        id,
        page.map((lead) => lead.id)
      )
      count += found.filter((lead) => hasReachedGoal(lead, variant.id, rule)).length
      if (page.length < batch) return count
      before = page.at(-1)?.id
    }
  })

  return { countAnswered, sumsOf }
})

/** The variants of a step. */
type Siblings = readonly [CampaignStep, ...ReadonlyArray<CampaignStep>]

/** The instant since which the variants of a step are compared; `null`: from the first mail on. */
const sinceOf = ([{ winner_rule }]: Siblings): Timestamp | null => winner_rule?.since ?? null

/** The comparison of the variants of a step (`siblings`) by their figures. */
const comparisonOf = (
  siblings: Siblings,
  figures: ReadonlyMap<SequenceId, Pick<ComparedVariant, "answered" | "contacted" | "opened">>
): Comparison => {
  const [{ position, winner_rule }] = siblings
  const compared = comparedOf(siblings)
  const minimum = winner_rule?.minimum_contacted ?? 0
  const variants = siblings.map((step): ComparedVariant => {
    const { answered, contacted, opened } = figures.get(step.id) ?? { answered: 0, contacted: 0, opened: 0 }
    const missing = compared.includes(step) ? Math.max(0, minimum - contacted) : 0
    return { sequence_id: step.id, variant: step.variant, weight: step.weight, contacted, opened, answered, missing }
  })
  const winner = siblings.find(({ won }) => won !== null)
  const won = winner?.won ? { sequence_id: winner.id, variant: winner.variant, ...winner.won } : null
  const step = { position, winner_rule, variants, won }
  if (won !== null) {
    return { ...step, state: "decided", leader: won.variant, certainty: certaintyOf(won.figures).certainty }
  }
  if (compared.length === 0) return { ...step, state: "not_compared", leader: null, certainty: null }
  const isCollecting = variants.some(({ missing }) => missing > 0)
  const seen = variants.filter(({ weight }) => weight > 0) satisfies ReadonlyArray<VariantFigures>
  return { ...step, state: isCollecting ? "collecting" : "undecided", ...certaintyOf(seen) }
}

/** Reads the comparisons of a campaign: one for each step with several variants, by position. */
export const makeComparisons = Effect.gen(function* () {
  const { countAnswered, sumsOf } = yield* makeFigures
  const sequences = yield* SequenceStore

  const read = Effect.fnUntraced(function* (
    id: OrganizationId,
    siblings: Siblings,
    sums: ReadonlyMap<number | null, Metrics>
  ) {
    const [{ winner_rule }] = siblings
    const figures = yield* Effect.forEach(siblings, (step) =>
      Effect.gen(function* () {
        const { contacted = 0, unique_opened: opened = 0, unique_replied = 0 } = sums.get(step.id) ?? {}
        const answered = winner_rule === null ? unique_replied : yield* countAnswered(id, step, winner_rule)
        return [step.id, { answered, contacted, opened }] as const
      })
    )
    return comparisonOf(siblings, new Map(figures))
  })

  return Effect.fnUntraced(function* (id: OrganizationId, campaign_id: CampaignId) {
    const steps = byStep(yield* sequences.ofCampaigns(id, [campaign_id]))
    const withVariants = steps.flatMap(([first, ...others]) =>
      first === undefined || others.length === 0 ? [] : [[first, ...others] as const]
    )
    // Steps without a rule have the same sums.
    const sums = new Map<Timestamp | null, ReadonlyMap<number | null, Metrics>>()
    for (const since of new Set(withVariants.map(sinceOf))) sums.set(since, yield* sumsOf(id, campaign_id, since))
    return yield* Effect.forEach(withVariants, (siblings) =>
      read(id, siblings, sums.get(sinceOf(siblings)) ?? new Map())
    )
  })
})

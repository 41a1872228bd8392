/** Decides which variant of a step gets all further leads, each time that a lead answers. */
import { Effect, Option } from "effect"
import { EventRecorded } from "../activity/ActivityChange.ts"
import { rowsOf } from "../analytics/Sums.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Change, ChangeKind, Consumer } from "../Changes.ts"
import type { CampaignId, OrganizationId } from "../ids.ts"
import { LeadTagged, TagChanged } from "../leads/LeadChange.ts"
import { byStep, type CampaignStep, type VariantFigures, type WinnerRule } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { comparedOf, winnerOf } from "../sequences/Winner.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeFigures } from "./CompareVariants.ts"

/** The campaigns in which a variant may reach its goal by the change. */
const campaignsOf = (change: Change): ReadonlyArray<CampaignId> => {
  if (change instanceof EventRecorded) {
    const { campaign_id, sequence_id, type } = change.event
    return type === "replied" && sequence_id !== null ? [campaign_id] : []
  }
  if (change instanceof LeadTagged) return [change.lead.campaign_id]
  return change instanceof TagChanged ? change.leads.map(({ lead }) => lead.campaign_id) : []
}

/**
 * The consumer that decides winners. It looks at the figures of a step with each answer and each tag. It locks the campaign only to
 * store a decision.
 */
export const winnerConsumer = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const { countAnswered, sumsOf } = yield* makeFigures
  const sequences = yield* SequenceStore

  /** The number of leads to whom each variant was sent in the comparison, including the leads that the changes add. */
  const countContacted = Effect.fnUntraced(function* (
    id: OrganizationId,
    { campaign_id }: Pick<CampaignStep, "campaign_id">,
    since: Timestamp.Timestamp,
    changes: ReadonlyArray<Change>
  ) {
    const stored = yield* sumsOf(id, campaign_id, since)
    const counts = new Map([...stored].map(([id, { contacted }]) => [id, contacted]))
    for (const { bucket, campaign_id: of, dimension, dimension_id, metrics } of rowsOf(changes)) {
      if (of !== campaign_id || dimension !== "sequence" || bucket < since) continue
      counts.set(dimension_id, (counts.get(dimension_id) ?? 0) + (metrics.contacted ?? 0))
    }
    return counts
  })

  /** Stores that a variant has won, unless the comparison began again or ended meanwhile. */
  const decide = Effect.fnUntraced(function* (
    id: OrganizationId,
    winner: CampaignStep,
    { goal, since }: WinnerRule,
    figures: ReadonlyArray<VariantFigures>
  ) {
    const { campaign_id } = winner
    if (Option.isNone(yield* campaigns.lock(id, campaign_id))) return
    const current = yield* sequences.ofCampaigns(id, [campaign_id])
    const step = byStep(current)
      .map(comparedOf)
      .find((variants) => variants.some((one) => one.id === winner.id))
    const stored = step?.find((one) => one.id === winner.id)
    if (stored?.winner_rule?.goal !== goal || stored.winner_rule.since !== since) return
    const { campaign_id: _, ...sequence } = stored
    yield* sequences.replace(id, campaign_id, [{ ...sequence, won: { at: yield* Timestamp.now, goal, figures } }])
  })

  return {
    kinds: new Set<ChangeKind>([EventRecorded, LeadTagged, TagChanged]),
    consume: Effect.fnUntraced(function* (id, changes) {
      const ids = new Set(changes.flatMap(campaignsOf))
      if (ids.size === 0) return
      for (const variants of byStep(yield* sequences.ofCampaigns(id, [...ids])).map(comparedOf)) {
        const [first] = variants
        const rule = first?.winner_rule
        if (first === undefined || rule === undefined || rule === null) continue
        const contacted = yield* countContacted(id, first, rule.since, changes)
        const countOf = (variant: CampaignStep) => contacted.get(variant.id) ?? 0
        if (variants.some((variant) => countOf(variant) < rule.minimum_contacted)) continue
        const figures: Array<VariantFigures> = []
        for (const variant of variants) {
          const answered = yield* countAnswered(id, variant, rule)
          figures.push({ variant: variant.variant, contacted: countOf(variant), answered })
        }
        const won = winnerOf(figures, rule)
        const winner = variants.find(({ variant }) => variant === won?.variant)
        if (winner !== undefined) yield* decide(id, winner, rule, figures)
      }
    })
  } satisfies Consumer
})

/** Checks the rules by which leads move to other campaigns, against the campaigns that are stored. */
import { Effect } from "effect"
import { GuardStore } from "../guards/GuardStore.ts"
import type { CampaignId } from "../ids.ts"
import { type Fault, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { CampaignPatch, CampaignRecord } from "./Campaign.ts"
import { CampaignStore } from "./CampaignStore.ts"
import { circleOf, type MoveRule } from "./MoveRule.ts"

type Campaigns = ReadonlyMap<CampaignId, CampaignRecord>
/** The campaign whose rules are checked. */
type Origin = Pick<CampaignRecord, "id" | "name">

const targetsOf = (rules: ReadonlyArray<MoveRule>) => rules.map((rule) => rule.campaign_id)

/**
 * The fault of a rule that moves leads to `target`; `undefined`: none. The target must exist, and must not lead back to the campaign. `known`:
 * the existing campaigns that can be reached. `kept`: the targets of rules that the campaign has already, which may have been deleted.
 */
const faultOf = (
  { id, name }: Origin,
  target: CampaignId,
  known: Campaigns,
  kept: ReadonlySet<CampaignId>
): string | undefined => {
  const circle = circleOf(id, [{ campaign_id: target }], (campaign) => targetsOf(known.get(campaign)?.moves ?? []))
  if (circle === undefined) return known.has(target) || kept.has(target) ? undefined : "the campaign does not exist"
  const names = circle.map((one) => JSON.stringify(one === id ? name : (known.get(one)?.name ?? one)))
  return `would lead a lead back to its campaign, from ${names.join(" to ")}: remove one of the rules on this way`
}

export const makeCampaignMoves = Effect.gen(function* () {
  const guards = yield* GuardStore
  const store = yield* CampaignStore

  /** The existing campaigns to which these rules lead, directly or by the rules of other campaigns. `id`: the campaign with the rules. */
  const findReached = Effect.fnUntraced(function* (id: CampaignId, rules: ReadonlyArray<MoveRule>) {
    const organization = yield* CurrentOrganization
    const known = new Map<CampaignId, CampaignRecord>()
    const asked = new Set<CampaignId>([id])
    let ids = targetsOf(rules)
    while (ids.length > 0) {
      const found = yield* store.findMany(organization.id, ids)
      for (const campaign of found) known.set(campaign.id, campaign)
      for (const one of ids) asked.add(one)
      const next = found.flatMap(({ moves }) => targetsOf(moves))
      ids = [...new Set(next)].filter((one) => !asked.has(one))
    }
    return known
  })

  return {
    /** Locks the guard if the input has rules of moves. Call it before anything else is locked. */
    guardMoves: Effect.fnUntraced(function* ({ moves }: CampaignPatch) {
      const organization = yield* CurrentOrganization
      if (moves !== undefined && moves.length > 0) yield* guards.lock(organization.id, "exclusive")
    }),
    /**
     * Fails if a rule leads to a campaign that does not exist, or back to its campaign. The caller has called `guardMoves`, so no other
     * transaction changes rules meanwhile. `before`: the rules that the campaign has already, which may lead to a deleted campaign.
     */
    requireMoves: Effect.fnUntraced(function* (
      campaign: Origin,
      rules: ReadonlyArray<MoveRule>,
      before: ReadonlyArray<MoveRule>
    ) {
      const known = yield* findReached(campaign.id, rules)
      const kept = new Set(targetsOf(before))
      const faults = rules.flatMap(({ campaign_id }, index): ReadonlyArray<Fault> => {
        const message = faultOf(campaign, campaign_id, known, kept)
        return message === undefined ? [] : [{ pointer: `/moves/${index}/campaign_id`, message }]
      })
      if (faults.length > 0) return yield* new InvalidInput({ faults })
    })
  }
})

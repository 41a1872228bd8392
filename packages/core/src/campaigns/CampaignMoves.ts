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
type Origin = Pick<CampaignRecord, "id" | "name">

const targetsOf = (rules: ReadonlyArray<MoveRule>) => rules.map((rule) => rule.campaign_id)

/** The fault of a rule that leads back to its campaign, or to a campaign that is not in `known`. */
const faultOf = ({ id, name }: Origin, target: CampaignId, known: Campaigns, isKept: boolean): string | undefined => {
  const circle = circleOf(id, [{ campaign_id: target }], (campaign) => targetsOf(known.get(campaign)?.moves ?? []))
  if (circle === undefined) return known.has(target) || isKept ? undefined : "the campaign does not exist"
  const names = circle.map((one) => JSON.stringify(one === id ? name : (known.get(one)?.name ?? one)))
  return `would lead a lead back to its campaign, from ${names.join(" to ")}: remove one of the rules on this way`
}

export const makeCampaignMoves = Effect.gen(function* () {
  const guards = yield* GuardStore
  const store = yield* CampaignStore

  /** The campaigns to which these rules lead, directly or by the rules of other campaigns. Does not look beyond `id`. */
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
    /** Locks the guard before everything else if rules of moves are given. */
    guardMoves: Effect.fnUntraced(function* ({ moves }: CampaignPatch) {
      const organization = yield* CurrentOrganization
      if (moves !== undefined && moves.length > 0) yield* guards.lock(organization.id, "exclusive")
    }),
    /**
     * Fails if a rule leads to a campaign that does not exist, or if the rules would lead a lead back to its campaign. The exclusive
     * guard keeps other rules as they are until the end of the transaction. `before`: rules that the campaign has, which may lead to
     * a campaign that was deleted.
     */
    requireMoves: Effect.fnUntraced(function* (
      campaign: Origin,
      rules: ReadonlyArray<MoveRule>,
      before: ReadonlyArray<MoveRule>
    ) {
      const known = yield* findReached(campaign.id, rules)
      const kept = new Set(targetsOf(before))
      const faults = rules.flatMap(({ campaign_id }, index): ReadonlyArray<Fault> => {
        const message = faultOf(campaign, campaign_id, known, kept.has(campaign_id))
        return message === undefined ? [] : [{ pointer: `/moves/${index}/campaign_id`, message }]
      })
      if (faults.length > 0) return yield* new InvalidInput({ faults })
    })
  }
})

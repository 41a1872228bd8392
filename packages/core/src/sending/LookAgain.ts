/** Sets back the plans of campaigns, so that their leads are looked at again. */
import { Effect } from "effect"
import type { PlanRecord } from "../agenda/Agenda.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"

/** The campaigns with changes for which leads may be taken. */
export interface ChangedCampaigns {
  /** The campaigns that got further leads. */
  readonly grown: ReadonlyArray<CampaignId>
  /** The campaigns whose leads have to be looked at again from the first one. */
  readonly anew: ReadonlyArray<CampaignId>
  /** The campaigns of which steps may be due earlier: their waiting leads are looked at. */
  readonly earlier: ReadonlySet<CampaignId>
}

/** The plan of a campaign whose leads are looked at again: all of them, or new ones and `leads`. */
const rewound = (
  plan: PlanRecord,
  { anew, earlier, grown }: ChangedCampaigns,
  leads: ReadonlyArray<LeadRecord>
): PlanRecord => {
  const { campaign_id } = plan
  const redated = earlier.has(campaign_id) ? { ...plan, redated_to: 0 } : plan
  if (anew.includes(campaign_id)) return { ...redated, scanned_to: null, passed_at: null, skipped: 0 }
  if (!grown.includes(campaign_id) && leads.every((lead) => lead.campaign_id !== campaign_id)) return redated
  const before = leads.flatMap((lead) => (lead.campaign_id === campaign_id ? [lead.id - 1] : []))
  const scanned_to = Math.min(plan.scanned_to ?? 0, ...before)
  return { ...redated, scanned_to: scanned_to === 0 ? null : (scanned_to as LeadId), passed_at: null }
}

export const makeLookAgain = Effect.gen(function* () {
  const plans = yield* PlanStore

  /**
   * Looks at all leads of these campaigns again, and at the given leads, which no account has taken. A campaign
   * without a plan was never looked at.
   */
  return Effect.fnUntraced(function* (id: OrganizationId, changed: ChangedCampaigns, leads: ReadonlyArray<LeadRecord>) {
    const campaign_ids = new Set([
      ...changed.anew,
      ...changed.grown,
      ...changed.earlier,
      ...leads.map(({ campaign_id }) => campaign_id)
    ])
    if (campaign_ids.size === 0) return
    const known = yield* plans.findMany(id, [...campaign_ids])
    if (known.length === 0) return
    const locked = yield* plans.lock(
      id,
      known.map(({ campaign_id }) => campaign_id)
    )
    yield* plans.write(
      id,
      locked.map((plan) => rewound(plan, changed, leads))
    )
  })
})

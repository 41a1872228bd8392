/** Sets back the plans of campaigns (`PlanRecord`), so that accounts look at their leads again. */
import { Effect } from "effect"
import type { PlanRecord } from "../agenda/Agenda.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"

/** The campaigns in which accounts may now take leads, or send steps earlier. */
export interface ChangedCampaigns {
  /** The campaigns that got further leads. */
  readonly withNewLeads: ReadonlyArray<CampaignId>
  /** The campaigns whose leads have to be looked at again from the first one. */
  readonly toRescan: ReadonlyArray<CampaignId>
  /** The campaigns whose steps may be due earlier: the instants of their waiting leads are computed again (`Redating.ts`). */
  readonly toRedate: ReadonlySet<CampaignId>
}

/** The plan of a campaign after changes: all its leads are looked at again, or only new ones and those in `leads`. */
const rewound = (
  plan: PlanRecord,
  { toRedate, toRescan, withNewLeads }: ChangedCampaigns,
  leads: ReadonlyArray<LeadRecord>
): PlanRecord => {
  const { campaign_id } = plan
  const redated = toRedate.has(campaign_id) ? { ...plan, redated_to: 0 } : plan
  if (toRescan.includes(campaign_id)) return { ...redated, scanned_to: null, passed_at: null, skipped: 0 }
  const own = leads.filter((lead) => lead.campaign_id === campaign_id)
  if (own.length === 0 && !withNewLeads.includes(campaign_id)) return redated
  // New leads have greater ids than all before: the look only has to go back before leads that it has passed.
  const scanned_to = Math.min(plan.scanned_to ?? 0, ...own.map(({ id }) => id - 1))
  return { ...redated, scanned_to: scanned_to === 0 ? null : (scanned_to as LeadId), passed_at: null }
}

export const makeLookAgain = Effect.gen(function* () {
  const plans = yield* PlanStore

  /**
   * Sets back the plans of these campaigns, and of the campaigns of `leads`, which no account has taken. A campaign without a plan
   * was never looked at.
   */
  return Effect.fnUntraced(function* (id: OrganizationId, changed: ChangedCampaigns, leads: ReadonlyArray<LeadRecord>) {
    const campaign_ids = new Set([
      ...changed.toRescan,
      ...changed.withNewLeads,
      ...changed.toRedate,
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

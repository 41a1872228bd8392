/** Makes leads due earlier when their next step may go out earlier: because its delay got shorter, or the hours of the campaign changed. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { Changes } from "../Changes.ts"
import type { LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { isWaiting } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { batch } from "./GoingOn.ts"
import { clockFor, dueFor, type Hours } from "./Hours.ts"
import { nextStep, type Progress } from "./NextStep.ts"

/** When a lead is due by the delay of its next step; `undefined`: it has none, or waits for another try of a mail. */
const dueOf = (
  progress: Progress,
  steps: ReadonlyArray<SequenceRecord>,
  hours: Hours,
  lead: LeadRecord | undefined,
  now: Timestamp.Timestamp
): Timestamp.Timestamp | undefined => {
  const next = nextStep(steps, progress, clockFor(hours, lead), now)
  if (next === undefined || progress.sends.some(isWaiting)) return undefined
  // A first mail may wait for something else, such as a verification: then its turn comes earlier, and it waits again.
  return dueFor(next.step, next.last_at, hours, lead, now)
}

export const makeRedating = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const readHours = yield* makeCampaignHours
  const leads = yield* LeadStore
  const plans = yield* PlanStore
  const sends = yield* SendStore
  const { transactional } = yield* Changes

  /**
   * Looks at the next waiting leads of a campaign, by ascending id, at most `batch`, from where the plan says (`redated_to`). Returns how
   * many it looked at. A longer delay is found when the lead is due (`Decision.verdictOf`).
   */
  return transactional(function* (campaign: CampaignRecord, steps: ReadonlyArray<SequenceRecord>) {
    const { id } = yield* CurrentOrganization
    const { id: campaign_id } = campaign
    const hours = yield* readHours.of(campaign)
    const [plan] = yield* plans.lock(id, [campaign_id])
    if (plan === undefined || plan.redated_to === null) return 0
    const after = plan.redated_to === 0 ? null : (plan.redated_to as LeadId)
    const page = yield* agenda.page(id, campaign_id, { state: "waiting", after, limit: batch })
    const lead_ids = page.map(({ lead_id }) => lead_id)
    const found = lead_ids.length === 0 ? [] : yield* leads.findMany(id, lead_ids)
    const leadOf = new Map(found.map((lead): [LeadId, LeadRecord] => [lead.id, lead]))
    const rows = lead_ids.length === 0 ? [] : yield* agenda.lock(id, lead_ids)
    const mails = Map.groupBy(
      lead_ids.length === 0 ? [] : yield* sends.findOfLeads(id, lead_ids),
      ({ lead_id }) => lead_id
    )
    const now = yield* Timestamp.now
    const changed = rows.flatMap((row): ReadonlyArray<AgendaRecord> => {
      const { lead_id } = row
      const lead = leadOf.get(lead_id)
      const progress = { lead_id, sends: mails.get(lead_id) ?? [], firsts: lead?.activity.firsts ?? {} }
      const due_at = row.state === "waiting" ? dueOf(progress, steps, hours, lead, now) : undefined
      return due_at === undefined || due_at >= row.due_at ? [] : [{ ...row, due_at }]
    })
    if (changed.length > 0) yield* agenda.write(id, changed)
    yield* plans.write(id, [{ ...plan, redated_to: page.length < batch ? null : (lead_ids.at(-1) ?? null) }])
    return page.length
  })
})

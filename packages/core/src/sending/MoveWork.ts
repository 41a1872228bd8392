/** The work of moving leads to other campaigns: one item for each lead that a rule of its campaign may move. */
import { Effect } from "effect"
import { EventRecorded } from "../activity/ActivityChange.ts"
import type { EventType } from "../activity/Event.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Change, Consumer } from "../Changes.ts"
import type { CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadResumed, LeadsReleased, LeadTagged, TagChanged } from "../leads/LeadChange.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { MovableMailed } from "./SendingChange.ts"

export const kind = "move"

/** The lead that a work item is about. */
export const leadOf = (key: string) => Number(key) as LeadId

/** The types of events whose first occurrence may move a lead. Answers move it by their label (`LeadTagged`). */
const types: ReadonlySet<EventType> = new Set<EventType>(["opened", "clicked"])

/** The leads that may move by the change, if their campaigns have rules. */
const leadsOf = (change: Change): ReadonlyArray<LeadRecord> => {
  if (change instanceof EventRecorded) {
    const { before, event, lead } = change
    const isFirst = types.has(event.type) && before.firsts[event.type] === undefined
    return isFirst ? [lead] : []
  }
  if (change instanceof LeadTagged || change instanceof LeadResumed) return [change.lead]
  if (change instanceof LeadsReleased) return change.leads
  return change instanceof TagChanged ? change.leads.map(({ lead }) => lead) : []
}

/**
 * The consumer that makes a lead due when something happened by which it may move. It is one of the last consumers, because work is locked
 * last.
 */
export const moveConsumer: Effect.Effect<Consumer, never, CampaignStore | WorkStore> = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const work = yield* WorkStore
  return {
    kinds: new Set([EventRecorded, LeadResumed, LeadsReleased, LeadTagged, MovableMailed, TagChanged]),
    wants: () => Effect.succeed(false),
    consume: Effect.fnUntraced(function* (organization_id, changes) {
      const found = changes.flatMap(leadsOf).filter(({ moved_to }) => moved_to === null)
      const known = new Map<CampaignId, Pick<CampaignRecord, "id" | "moves">>()
      for (const change of changes) {
        if (change instanceof EventRecorded && change.campaign !== undefined)
          known.set(change.campaign.id, change.campaign)
      }
      const campaign_ids = [...new Set(found.map(({ campaign_id }): CampaignId => campaign_id))]
      const unknown = campaign_ids.filter((id) => !known.has(id))
      const read = unknown.length === 0 ? [] : yield* campaigns.findMany(organization_id, unknown)
      const all = [...campaign_ids.flatMap((id) => known.get(id) ?? []), ...read]
      const withRules = new Set(all.filter(({ moves }) => moves.length > 0).map(({ id }) => id))
      const lead_ids = new Set([
        ...found.flatMap(({ campaign_id, id }) => (withRules.has(campaign_id) ? [id] : [])),
        ...changes.flatMap((change) => (change instanceof MovableMailed ? change.lead_ids : []))
      ])
      if (lead_ids.size === 0) return
      const due_at = yield* Timestamp.now
      yield* work.put(
        organization_id,
        kind,
        Array.from(lead_ids, (id) => ({ lane: kind, key: String(id), due_at }))
      )
    })
  }
})

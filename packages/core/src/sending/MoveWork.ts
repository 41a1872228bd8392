/** The work of moving: one item for each lead that a rule of its campaign may move. Consumers of work come last, because work is locked last. */
import { Effect } from "effect"
import { EventRecorded } from "../activity/ActivityChange.ts"
import type { EventType } from "../activity/Event.ts"
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

/** Types of events of which the first may move a lead. Answers move it by their label (`LeadTagged`). */
const types: ReadonlySet<EventType> = new Set<EventType>(["opened", "clicked"])

/** The leads that may move by the change, before their campaigns are known. */
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

/** The consumer that makes a lead due when something happened by which it may move. */
export const moveConsumer: Effect.Effect<Consumer, never, CampaignStore | WorkStore> = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const work = yield* WorkStore
  return {
    kinds: new Set([EventRecorded, LeadResumed, LeadsReleased, LeadTagged, MovableMailed, TagChanged]),
    wants: () => Effect.succeed(false),
    consume: Effect.fnUntraced(function* (organization_id, changes) {
      const found = changes.flatMap(leadsOf).filter(({ moved_to }) => moved_to === null)
      const read = new Map(
        changes.flatMap((change) =>
          change instanceof EventRecorded && change.campaign !== undefined
            ? [[change.campaign.id, change.campaign] as const]
            : []
        )
      )
      const campaign_ids = [...new Set(found.map(({ campaign_id }): CampaignId => campaign_id))]
      const unread = campaign_ids.filter((id) => !read.has(id))
      const moving = new Set(
        [
          ...campaign_ids.flatMap((id) => read.get(id) ?? []),
          ...(unread.length === 0 ? [] : yield* campaigns.findMany(organization_id, unread))
        ].flatMap(({ id, moves }) => (moves.length === 0 ? [] : [id]))
      )
      const lead_ids = new Set([
        ...found.flatMap(({ campaign_id, id }) => (moving.has(campaign_id) ? [id] : [])),
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

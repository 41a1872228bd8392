/** Stops a lead that was moved in its new campaign, too, when an event or a person stops it in the campaign that it has left. */
import { Effect } from "effect"
import { EventRecorded } from "../activity/ActivityChange.ts"
import type { EventType } from "../activity/Event.ts"
import { ruleOf } from "../activity/Transition.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Change, ChangeKind, Consumer } from "../Changes.ts"
import type { OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStopped, stopChanges } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import * as StopSending from "../leads/StopSending.ts"
import * as Timestamp from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"

/** The types of events by which a lead may stop. */
const stopping: ReadonlySet<EventType> = new Set<EventType>([
  "auto_replied",
  "bounced",
  "complained",
  "replied",
  "unsubscribed"
])

/** The changes by which leads that were moved may stop. */
const movedOf = (changes: ReadonlyArray<Change>): ReadonlyArray<EventRecorded | LeadStopped> =>
  changes.filter((change): change is EventRecorded | LeadStopped => {
    if (change instanceof EventRecorded) return change.lead.moved_to !== null && stopping.has(change.event.type)
    return change instanceof LeadStopped && change.lead.moved_to !== null && change.lead.stop_sending_type === "manual"
  })

/** The consumer that stops the leads to which a stopped lead was moved: in each campaign on its way. Without moved leads it reads nothing. */
export const movedStopConsumer = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore

  /**
   * The stop of `lead`, which another lead has become by a move. `change` is about that other lead. `undefined` if no rule of the
   * campaign of the change stops leads for it.
   */
  const stopBy = Effect.fnUntraced(function* (
    id: OrganizationId,
    change: EventRecorded | LeadStopped,
    lead: LeadRecord,
    now: Timestamp.Timestamp
  ) {
    if (change instanceof LeadStopped) return StopSending.stop(now)
    const { campaign_id, occurred_at, type } = change.event
    const campaign = change.campaign ?? (yield* campaigns.findMany(id, [campaign_id], { with_hidden: true }))[0]
    const rule = ruleOf(type, campaign)
    return rule === undefined ? undefined : StopSending.apply(lead, rule, occurred_at)
  })

  return {
    kinds: new Set<ChangeKind>([EventRecorded, LeadStopped]),
    wants: () => Effect.succeed(false),
    consume: Effect.fnUntraced(function* (id, changes) {
      const stopped: Array<LeadStopped> = []
      for (const change of movedOf(changes)) {
        let to = change.lead.moved_to
        while (to !== null) {
          const [lead]: ReadonlyArray<LeadRecord> = yield* leads.lock(id, [to.lead_id])
          if (lead === undefined) break
          const now = yield* Timestamp.now
          const stop = yield* stopBy(id, change, lead, now)
          const next = stop === undefined ? lead : nextVersion(lead, { ...lead, ...stop }, now)
          if (next !== lead) yield* leads.writeState(id, [next])
          stopped.push(...stopChanges(lead, next).filter((one) => one instanceof LeadStopped))
          to = lead.moved_to
        }
      }
      return stopped
    })
  } satisfies Consumer
})

/** Keeps the agenda true when mails end, and when leads, steps and campaigns change, in the transaction of the change. */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { CampaignStarted, CampaignUpdated } from "../campaigns/CampaignChange.ts"
import type { Change, Consumer } from "../Changes.ts"
import type { CampaignId, LeadId, SequenceId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import {
  LeadPaused,
  LeadRemoved,
  LeadResumed,
  LeadsCreated,
  LeadsReleased,
  LeadsRetimed,
  LeadsVerified
} from "../leads/LeadChange.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import { isWaiting, type SendRecord } from "../sends/Send.ts"
import { StepsChanged } from "../sequences/SequenceChange.ts"
import { makeEndWaiting } from "./EndWaiting.ts"
import { type ChangedCampaigns, makeLookAgain } from "./LookAgain.ts"
import { makeMoveOn } from "./MoveOn.ts"

/** The changes of a transaction that the agenda has to follow. */
interface Facts extends ChangedCampaigns {
  /** The leads whose next step is looked for again: their mails have ended, they were verified, or their pause or time zone was changed. */
  readonly ended: ReadonlySet<LeadId>
  /** The mails among them that wait to be sent again. */
  readonly waiting: ReadonlyArray<SendRecord>
  readonly removed: ReadonlyArray<LeadId>
  readonly removedSteps: ReadonlyArray<SequenceId>
  readonly resumed: ReadonlyArray<LeadRecord>
  /** Leads whose verification has another result. */
  readonly verified: ReadonlyArray<LeadRecord>
}

/** Collects from changes which leads and campaigns need new rows of the agenda. */
const factsOf = (changes: ReadonlyArray<Change>): Facts => {
  const ended = new Set<LeadId>()
  const waiting: Array<SendRecord> = []
  const removed: Array<LeadId> = []
  const removedSteps: Array<SequenceId> = []
  const resumed: Array<LeadRecord> = []
  const verified: Array<LeadRecord> = []
  const grown: Array<CampaignId> = []
  const anew: Array<CampaignId> = []
  const earlier = new Set<CampaignId>()
  for (const change of changes) {
    if (change instanceof SendsEnded) {
      for (const send of change.sends) {
        if (send.kind !== "step" || send.lead_id === null) continue
        ended.add(send.lead_id)
        if (isWaiting(send)) waiting.push(send)
      }
    } else if (change instanceof LeadsVerified) {
      for (const lead of change.leads) ended.add(lead.id)
      verified.push(...change.leads)
    } else if (change instanceof LeadPaused) ended.add(change.lead.id)
    else if (change instanceof LeadsRetimed) for (const lead of change.leads) ended.add(lead.id)
    else if (change instanceof LeadRemoved) removed.push(change.lead.id)
    else if (change instanceof LeadResumed) resumed.push(change.lead)
    else if (change instanceof LeadsReleased) resumed.push(...change.leads)
    else if (change instanceof LeadsCreated) grown.push(change.campaign_id)
    else if (change instanceof CampaignStarted) anew.push(change.campaign.id)
    else if (change instanceof CampaignUpdated) {
      const isRequirementChanged = change.isRequirementChanged === true
      if (isRequirementChanged) anew.push(change.campaign.id)
      // Leads that wait for the requirement are looked at, too.
      if (change.isEarlier || isRequirementChanged) earlier.add(change.campaign.id)
    } else if (change instanceof StepsChanged) {
      anew.push(change.campaign_id)
      if (change.removed !== null) removedSteps.push(change.removed)
      if (change.isEarlier) earlier.add(change.campaign_id)
    }
  }
  return { ended, waiting, removed, removedSteps, resumed, verified, grown, anew, earlier }
}

/**
 * The consumer that writes the agenda. It locks mails, then plans, then the agenda. An organization that sends no campaign
 * costs a short read.
 */
export const agendaConsumer = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const { endOfLeads, endOfSteps, endStranded } = yield* makeEndWaiting
  const lookAgain = yield* makeLookAgain
  const moveOn = yield* makeMoveOn
  const plans = yield* PlanStore

  return {
    kinds: new Set([
      CampaignStarted,
      CampaignUpdated,
      LeadPaused,
      LeadRemoved,
      LeadResumed,
      LeadsCreated,
      LeadsReleased,
      LeadsRetimed,
      LeadsVerified,
      SendsEnded,
      StepsChanged
    ]),
    wants: (id) => plans.any(id),
    consume: Effect.fnUntraced(function* (id, changes) {
      const facts = factsOf(changes)
      const { ended, removed, removedSteps, resumed, verified, waiting } = facts
      yield* endOfLeads(id, removed)
      yield* endStranded(id, waiting)
      const freed = yield* endOfSteps(id, removedSteps)
      const again = [...resumed, ...verified]
      const ids = again.map((lead) => lead.id)
      const taken = new Set(
        ids.length === 0 ? [] : (yield* agenda.findMany(id, ids)).map(({ lead_id }): LeadId => lead_id)
      )
      yield* lookAgain(
        id,
        facts,
        again.filter((lead) => !taken.has(lead.id))
      )
      const resumedRows = resumed.flatMap((lead) => (taken.has(lead.id) ? [lead.id] : []))
      const movable = yield* moveOn(id, new Set([...ended, ...freed]), new Set(resumedRows))
      if (removed.length > 0) yield* agenda.removeLeads(id, removed)
      return movable
    })
  } satisfies Consumer
})

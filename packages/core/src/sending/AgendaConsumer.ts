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

/** The meaning of the changes of a transaction for the agenda. */
interface AgendaChanges extends ChangedCampaigns {
  /** The leads whose next step is computed again: their mails have ended, they were verified, or their pause or time zone was changed. */
  readonly toAdvance: ReadonlySet<LeadId>
  /** The mails that have ended their try, and wait to be sent again. */
  readonly waiting: ReadonlyArray<SendRecord>
  readonly removed: ReadonlyArray<LeadId>
  readonly removedSteps: ReadonlyArray<SequenceId>
  readonly resumed: ReadonlyArray<LeadRecord>
  /** Leads whose verification has another result. */
  readonly verified: ReadonlyArray<LeadRecord>
}

/** Collects from changes which leads and campaigns need new rows of the agenda. */
const agendaChangesOf = (changes: ReadonlyArray<Change>): AgendaChanges => {
  const toAdvance = new Set<LeadId>()
  const waiting: Array<SendRecord> = []
  const removed: Array<LeadId> = []
  const removedSteps: Array<SequenceId> = []
  const resumed: Array<LeadRecord> = []
  const verified: Array<LeadRecord> = []
  const withNewLeads: Array<CampaignId> = []
  const toRescan: Array<CampaignId> = []
  const toRedate = new Set<CampaignId>()
  for (const change of changes) {
    if (change instanceof SendsEnded) {
      for (const send of change.sends) {
        if (send.kind !== "step" || send.lead_id === null) continue
        toAdvance.add(send.lead_id)
        if (isWaiting(send)) waiting.push(send)
      }
    } else if (change instanceof LeadsVerified) {
      for (const lead of change.leads) toAdvance.add(lead.id)
      verified.push(...change.leads)
    } else if (change instanceof LeadPaused) toAdvance.add(change.lead.id)
    else if (change instanceof LeadsRetimed) for (const lead of change.leads) toAdvance.add(lead.id)
    else if (change instanceof LeadRemoved) removed.push(change.lead.id)
    else if (change instanceof LeadResumed) resumed.push(change.lead)
    else if (change instanceof LeadsReleased) resumed.push(...change.leads)
    else if (change instanceof LeadsCreated) withNewLeads.push(change.campaign_id)
    else if (change instanceof CampaignStarted) toRescan.push(change.campaign.id)
    else if (change instanceof CampaignUpdated) {
      const isRequirementChanged = change.isRequirementChanged === true
      if (isRequirementChanged) toRescan.push(change.campaign.id)
      // Leads that have waited for the verification may be due now.
      if (change.isEarlier || isRequirementChanged) toRedate.add(change.campaign.id)
    } else if (change instanceof StepsChanged) {
      toRescan.push(change.campaign_id)
      if (change.removed !== null) removedSteps.push(change.removed)
      if (change.isEarlier) toRedate.add(change.campaign_id)
    }
  }
  return { toAdvance, waiting, removed, removedSteps, resumed, verified, withNewLeads, toRescan, toRedate }
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
      const changed = agendaChangesOf(changes)
      const { removed, removedSteps, resumed, toAdvance, verified, waiting } = changed
      yield* endOfLeads(id, removed)
      yield* endStranded(id, waiting)
      const withoutStep = yield* endOfSteps(id, removedSteps)
      const mailable = [...resumed, ...verified]
      const ids = mailable.map((lead) => lead.id)
      const rows = ids.length === 0 ? [] : yield* agenda.findMany(id, ids)
      const taken = new Set(rows.map(({ lead_id }): LeadId => lead_id))
      yield* lookAgain(
        id,
        changed,
        mailable.filter((lead) => !taken.has(lead.id))
      )
      const resumedRows = resumed.flatMap((lead) => (taken.has(lead.id) ? [lead.id] : []))
      const movable = yield* moveOn(id, new Set([...toAdvance, ...withoutStep]), new Set(resumedRows))
      if (removed.length > 0) yield* agenda.removeLeads(id, removed)
      return movable
    })
  } satisfies Consumer
})

/** Keeps the agenda true when mails end, and when leads, steps and campaigns change, in the transaction of the change. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { CampaignStarted } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Change, Consumer } from "../Changes.ts"
import type { CampaignId, LeadId, OrganizationId, SequenceId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadRemoved, LeadResumed, LeadsCreated, LeadsReleased } from "../leads/LeadChange.ts"
import { refuse } from "../sends/Progress.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import { isWaiting, type SendId, type SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { stepIdOf } from "../sequences/Sequence.ts"
import { StepsChanged } from "../sequences/SequenceChange.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { advance } from "./Advance.ts"
import { batch } from "./GoingOn.ts"
import { stepDeleted } from "./NextStep.ts"

/** The changes of a transaction that the agenda has to follow. */
interface Facts {
  /** The leads whose mails have ended. */
  readonly ended: ReadonlySet<LeadId>
  /** The mails among them that wait to be sent again. */
  readonly waiting: ReadonlyArray<SendRecord>
  readonly removed: ReadonlyArray<LeadId>
  readonly removedSteps: ReadonlyArray<SequenceId>
  readonly resumed: ReadonlyArray<LeadRecord>
  /** The campaigns that got further leads. */
  readonly grown: ReadonlyArray<CampaignId>
  /** The campaigns whose leads have to be looked at again from the first one. */
  readonly anew: ReadonlyArray<CampaignId>
  /** The campaigns of which steps may be due earlier. */
  readonly earlier: ReadonlySet<CampaignId>
}

const factsOf = (changes: ReadonlyArray<Change>): Facts => {
  const ended = new Set<LeadId>()
  const waiting: Array<SendRecord> = []
  const removed: Array<LeadId> = []
  const removedSteps: Array<SequenceId> = []
  const resumed: Array<LeadRecord> = []
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
    } else if (change instanceof LeadRemoved) removed.push(change.lead.id)
    else if (change instanceof LeadResumed) resumed.push(change.lead)
    else if (change instanceof LeadsReleased) resumed.push(...change.leads)
    else if (change instanceof LeadsCreated) grown.push(change.campaign_id)
    else if (change instanceof CampaignStarted) anew.push(change.campaign.id)
    else if (change instanceof StepsChanged) {
      anew.push(change.campaign_id)
      if (change.removed !== null) removedSteps.push(change.removed)
      if (change.isEarlier) earlier.add(change.campaign_id)
    }
  }
  return { ended, waiting, removed, removedSteps, resumed, grown, anew, earlier }
}

/**
 * The consumer that writes the agenda. It locks mails, then plans, then the agenda. An organization that sends no campaign
 * costs a short read.
 */
export const agendaConsumer = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const plans = yield* PlanStore
  const sends = yield* SendStore
  const sequences = yield* SequenceStore

  /** Refuses mails that still wait to be sent. Returns their leads. */
  const end = Effect.fnUntraced(function* (id: OrganizationId, found: ReadonlyArray<SendRecord>, reason: string) {
    if (found.length === 0) return []
    const locked = yield* sends.lock(
      id,
      found.map((send) => send.id)
    )
    const now = yield* Timestamp.now
    const refused = locked.filter(isWaiting).map((send) => refuse(send, reason, now))
    if (refused.length > 0) yield* sends.write(id, refused)
    return refused.flatMap(({ lead_id }) => lead_id ?? [])
  })

  /** Ends the steps of removed leads that are not sent yet. */
  const endOfLeads = Effect.fnUntraced(function* (id: OrganizationId, removed: ReadonlyArray<LeadId>) {
    if (removed.length === 0) return
    yield* end(id, (yield* sends.findOfLeads(id, removed)).filter(isWaiting), "The lead was deleted")
  })

  /**
   * Ends the mails of removed steps that are not sent yet. One that is being sent is locked, so it ends before, or sees that
   * its step is removed. Returns the leads.
   */
  const endOfSteps = Effect.fnUntraced(function* (id: OrganizationId, removed: ReadonlyArray<SequenceId>) {
    const leads: Array<LeadId> = []
    for (const step_id of removed) {
      let after: SendId | null = null
      while (true) {
        const found: ReadonlyArray<SendRecord> = yield* sends.findOfStep(id, step_id, { after, limit: batch })
        leads.push(...(yield* end(id, found, stepDeleted)))
        after = found.at(-1)?.id ?? null
        if (found.length < batch) break
      }
    }
    return leads
  })

  /** Ends mails that would be sent again if their step had not been removed meanwhile. */
  const endStranded = Effect.fnUntraced(function* (id: OrganizationId, waiting: ReadonlyArray<SendRecord>) {
    const campaign_ids = [...new Set(waiting.flatMap(({ campaign_id }) => campaign_id ?? []))]
    if (campaign_ids.length === 0) return
    const steps = new Set((yield* sequences.ofCampaigns(id, campaign_ids)).map(stepIdOf))
    const isRemoved = ({ step_id }: SendRecord) => step_id !== null && !steps.has(step_id)
    yield* end(id, waiting.filter(isRemoved), stepDeleted)
  })

  /**
   * Looks at all leads of these campaigns again, and at the given leads, which no account has taken. A campaign
   * without a plan was never looked at.
   */
  const lookAgain = Effect.fnUntraced(function* (
    id: OrganizationId,
    { anew, earlier, grown }: Pick<Facts, "anew" | "earlier" | "grown">,
    leads: ReadonlyArray<LeadRecord>
  ) {
    const campaign_ids = new Set([...anew, ...grown, ...leads.map(({ campaign_id }) => campaign_id)])
    if (campaign_ids.size === 0) return
    const known = yield* plans.findMany(id, [...campaign_ids])
    if (known.length === 0) return
    const locked = yield* plans.lock(
      id,
      known.map(({ campaign_id }) => campaign_id)
    )
    const fromStart = new Set(anew)
    yield* plans.write(
      id,
      locked.map((plan) => {
        if (fromStart.has(plan.campaign_id)) {
          const redated = earlier.has(plan.campaign_id) ? { redated_to: 0 } : {}
          return { ...plan, scanned_to: null, passed_at: null, skipped: 0, ...redated }
        }
        const before = leads.flatMap(({ campaign_id, id }) => (campaign_id === plan.campaign_id ? [id - 1] : []))
        const scanned_to = Math.min(plan.scanned_to ?? 0, ...before)
        return { ...plan, scanned_to: scanned_to === 0 ? null : (scanned_to as LeadId), passed_at: null }
      })
    )
  })

  /** Writes the rows of leads whose mails ended, and of resumed ones. */
  const moveOn = Effect.fnUntraced(function* (
    id: OrganizationId,
    ended: ReadonlySet<LeadId>,
    resumed: ReadonlySet<LeadId>
  ) {
    if (ended.size + resumed.size === 0) return
    const rows = yield* agenda.lock(id, [...new Set([...ended, ...resumed])])
    const sentIn = new Set(rows.flatMap(({ campaign_id, lead_id }) => (ended.has(lead_id) ? [campaign_id] : [])))
    const found = sentIn.size === 0 ? [] : yield* campaigns.findMany(id, [...sentIn], { with_hidden: true })
    const zones = new Map(found.map((campaign) => [campaign.id, campaign.timezone]))
    const steps = sentIn.size === 0 ? [] : yield* sequences.ofCampaigns(id, [...sentIn])
    const stepsOf = Map.groupBy(steps, ({ campaign_id }) => campaign_id)
    const mails = Map.groupBy(
      ended.size === 0 ? [] : yield* sends.findOfLeads(id, [...ended]),
      ({ lead_id }) => lead_id
    )
    const now = yield* Timestamp.now
    const next = rows.map((row): AgendaRecord => {
      const { campaign_id, lead_id, state } = row
      const current =
        resumed.has(lead_id) && state === "stopped" ? { ...row, state: "waiting" as const, due_at: now } : row
      if (!ended.has(lead_id)) return current
      // A step that the host reported is skipped when it is due.
      const course = { sends: mails.get(lead_id) ?? [], firsts: {}, steps: stepsOf.get(campaign_id) ?? [] }
      return advance(current, { ...course, timezone: zones.get(campaign_id) ?? "UTC" }, now)
    })
    const changed = next.filter((row, i) => row !== rows[i])
    if (changed.length > 0) yield* agenda.write(id, changed)
  })

  return {
    kinds: new Set([CampaignStarted, LeadRemoved, LeadResumed, LeadsCreated, LeadsReleased, SendsEnded, StepsChanged]),
    wants: (id) => plans.any(id),
    consume: Effect.fnUntraced(function* (id, changes) {
      const facts = factsOf(changes)
      const { ended, removed, removedSteps, resumed, waiting } = facts
      yield* endOfLeads(id, removed)
      yield* endStranded(id, waiting)
      const freed = yield* endOfSteps(id, removedSteps)
      const ids = resumed.map((lead) => lead.id)
      const taken = new Set(
        ids.length === 0 ? [] : (yield* agenda.findMany(id, ids)).map(({ lead_id }): LeadId => lead_id)
      )
      yield* lookAgain(
        id,
        facts,
        resumed.filter((lead) => !taken.has(lead.id))
      )
      yield* moveOn(id, new Set([...ended, ...freed]), taken)
      if (removed.length > 0) yield* agenda.removeLeads(id, removed)
    })
  } satisfies Consumer
})

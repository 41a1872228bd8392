/** Keeps the agenda true when mails end, and when leads, steps and campaigns change, in the transaction of the change. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { CampaignStarted } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Change, Consumer } from "../Changes.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadRemoved, LeadResumed, LeadsReleased } from "../leads/LeadChange.ts"
import { refuse } from "../sends/Progress.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { StepsChanged } from "../sequences/SequenceChange.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { advance } from "./Advance.ts"

/** The changes of a transaction that the agenda has to follow. */
interface Facts {
  /** The latest ended step of each lead. */
  readonly ended: ReadonlyMap<LeadId, SendRecord>
  readonly removed: ReadonlyArray<LeadId>
  readonly resumed: ReadonlyArray<LeadRecord>
  /** The campaigns whose leads have to be looked at again from the first one. */
  readonly anew: ReadonlyArray<CampaignId>
  /** The campaigns of which steps may be due earlier. */
  readonly earlier: ReadonlySet<CampaignId>
}

const factsOf = (changes: ReadonlyArray<Change>): Facts => {
  const ended = new Map<LeadId, SendRecord>()
  const removed: Array<LeadId> = []
  const resumed: Array<LeadRecord> = []
  const anew: Array<CampaignId> = []
  const earlier = new Set<CampaignId>()
  for (const change of changes) {
    if (change instanceof SendsEnded) {
      for (const send of change.sends) if (send.kind === "step" && send.lead_id !== null) ended.set(send.lead_id, send)
    } else if (change instanceof LeadRemoved) removed.push(change.lead.id)
    else if (change instanceof LeadResumed) resumed.push(change.lead)
    else if (change instanceof LeadsReleased) resumed.push(...change.leads)
    else if (change instanceof CampaignStarted) anew.push(change.campaign.id)
    else if (change instanceof StepsChanged) {
      anew.push(change.campaign_id)
      if (change.isEarlier) earlier.add(change.campaign_id)
    }
  }
  return { ended, removed, resumed, anew, earlier }
}

/** Whether a step waits to be sent for the first time, or again. */
const isWaiting = ({ outcome }: SendRecord) => outcome === "queued" || outcome === "deferred"

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

  /** Ends the steps of removed leads that are not sent yet. */
  const endWaiting = Effect.fnUntraced(function* (id: OrganizationId, removed: ReadonlyArray<LeadId>) {
    if (removed.length === 0) return
    const waiting = (yield* sends.findOfLeads(id, removed)).filter(isWaiting)
    if (waiting.length === 0) return
    const locked = yield* sends.lock(
      id,
      waiting.map((send) => send.id)
    )
    const now = yield* Timestamp.now
    yield* sends.write(
      id,
      locked.filter(isWaiting).map((send) => refuse(send, "The lead was deleted", now))
    )
  })

  /**
   * Looks at all leads of these campaigns again, and at the given leads, which no account has taken. A campaign
   * without a plan was never looked at.
   */
  const lookAgain = Effect.fnUntraced(function* (
    id: OrganizationId,
    { anew, earlier }: Pick<Facts, "anew" | "earlier">,
    leads: ReadonlyArray<LeadRecord>
  ) {
    const campaign_ids = new Set([...anew, ...leads.map(({ campaign_id }) => campaign_id)])
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
    ended: ReadonlyMap<LeadId, SendRecord>,
    resumed: ReadonlySet<LeadId>
  ) {
    if (ended.size + resumed.size === 0) return
    const rows = yield* agenda.lock(id, [...new Set([...ended.keys(), ...resumed])])
    const sentIn = new Set(rows.flatMap(({ campaign_id, lead_id }) => (ended.has(lead_id) ? [campaign_id] : [])))
    const found = sentIn.size === 0 ? [] : yield* campaigns.findMany(id, [...sentIn], { with_hidden: true })
    const zones = new Map(found.map((campaign) => [campaign.id, campaign.timezone]))
    const steps = sentIn.size === 0 ? [] : yield* sequences.ofCampaigns(id, [...sentIn])
    const stepsOf = Map.groupBy(steps, ({ campaign_id }) => campaign_id)
    const now = yield* Timestamp.now
    const next = rows.map((row): AgendaRecord => {
      const { campaign_id, lead_id, state } = row
      const current =
        resumed.has(lead_id) && state === "stopped" ? { ...row, state: "waiting" as const, due_at: now } : row
      const send = ended.get(lead_id)
      if (send === undefined) return current
      return advance(current, send, stepsOf.get(campaign_id) ?? [], zones.get(campaign_id) ?? "UTC", now)
    })
    const changed = next.filter((row, i) => row !== rows[i])
    if (changed.length > 0) yield* agenda.write(id, changed)
  })

  return {
    kinds: new Set([CampaignStarted, LeadRemoved, LeadResumed, LeadsReleased, SendsEnded, StepsChanged]),
    wants: (id) => plans.any(id),
    consume: Effect.fnUntraced(function* (id, changes) {
      const { ended, removed, resumed, ...again } = factsOf(changes)
      yield* endWaiting(id, removed)
      const ids = resumed.map((lead) => lead.id)
      const taken = new Set(
        ids.length === 0 ? [] : (yield* agenda.findMany(id, ids)).map(({ lead_id }): LeadId => lead_id)
      )
      yield* lookAgain(
        id,
        again,
        resumed.filter((lead) => !taken.has(lead.id))
      )
      yield* moveOn(id, ended, taken)
      if (removed.length > 0) yield* agenda.removeLeads(id, removed)
    })
  } satisfies Consumer
})

/** Gives leads their next step without a new event: after an unknown outcome, and after a change of the steps. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { Changes } from "../Changes.ts"
import type { AccountId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { advance, lastStepOf } from "./Advance.ts"
import { makeCampaignHours } from "./CampaignHours.ts"

/** The maximum number of rows that one transaction changes. */
export const batch = 1_000

export const makeGoingOn = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const readHours = yield* makeCampaignHours
  const leads = yield* LeadStore
  const sends = yield* SendStore
  const work = yield* WorkStore
  const { transactional } = yield* Changes

  /** Computes the next step of these leads, if their row is one that goes on. Returns how many rows changed. */
  const goOn = transactional(function* (
    campaign: CampaignRecord,
    steps: ReadonlyArray<SequenceRecord>,
    lead_ids: ReadonlyArray<LeadId>
  ) {
    const { id } = yield* CurrentOrganization
    const { account_ids, id: campaign_id } = campaign
    const hours = yield* readHours.of(campaign)
    const found = yield* leads.findMany(id, lead_ids)
    const leadOf = new Map(found.map((lead): [LeadId, LeadRecord] => [lead.id, lead]))
    const locked = yield* agenda.lock(id, lead_ids)
    const mails = Map.groupBy(yield* sends.findOfLeads(id, lead_ids), ({ lead_id }) => lead_id)
    const now = yield* Timestamp.now
    const goesOn = ({ due_at, state, step_id }: AgendaRecord) =>
      state === "unknown" ? due_at <= now : state === "done" && step_id !== lastStepOf(steps)
    const changed = locked
      .filter((row) => row.campaign_id === campaign_id && goesOn(row))
      .map((row) => {
        const lead = leadOf.get(row.lead_id)
        const firsts = lead?.activity.firsts ?? {}
        return advance(row, { sends: mails.get(row.lead_id) ?? [], firsts, steps, hours, lead }, now)
      })
    if (changed.length === 0) return 0
    yield* agenda.write(id, changed)
    const waiting = changed.filter(({ state }) => state === "waiting")
    const woken = waiting.flatMap(({ account_id }) => (account_id === null ? account_ids : [account_id]))
    if (woken.length > 0) yield* dueFor(work, id, [...new Set(woken)], now)
    return changed.length
  })

  /**
   * Gives leads of a campaign their next step. Two kinds of leads get one:
   *
   * - leads whose last mail has been unknown for a day;
   * - finished leads of these accounts (`null` is the pool), if the campaign has another last step than when they finished.
   *
   * A lead for which there is no next step is done. Returns how many rows changed.
   */
  return Effect.fnUntraced(function* (
    campaign: CampaignRecord,
    steps: ReadonlyArray<SequenceRecord>,
    owners: ReadonlyArray<AccountId | null>
  ) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const unknown = yield* agenda.page(id, campaign.id, { state: "unknown", after: null, limit: batch })
    const lead_ids = unknown.filter(({ due_at }) => due_at <= now).map(({ lead_id }) => lead_id)
    const last = lastStepOf(steps)
    for (const account_id of last === undefined ? [] : owners) {
      const queue = { account_id, campaign_id: campaign.id }
      const limit = batch - lead_ids.length
      if (last !== undefined && limit > 0) lead_ids.push(...(yield* agenda.finishedBefore(id, queue, { last, limit })))
    }
    return lead_ids.length === 0 ? 0 : yield* goOn(campaign, steps, lead_ids)
  })
})

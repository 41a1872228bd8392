/** Updates the agenda rows of leads whose mails have ended, and of resumed leads. */
import { Effect, Record } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { SendStore } from "../sends/SendStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { advance } from "./Advance.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { MovableMailed } from "./SendingChange.ts"

/**
 * The first opening and click of a lead, for conditions. Mails that the host reported as sent are left out: a step that the host sent is
 * skipped when it is due.
 */
const opensAndClicks = (lead: LeadRecord | undefined) =>
  Record.filter(lead?.activity.firsts ?? {}, (_, key) => key === "opened" || key === "clicked")

export const makeMoveOn = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const readHours = yield* makeCampaignHours
  const leads = yield* LeadStore
  const sends = yield* SendStore
  const sequences = yield* SequenceStore

  /**
   * Writes the rows of the leads `ended`, whose next step is computed again, and of the leads `resumed`, which wait again. Returns the
   * change `MovableMailed`, if a rule of their campaign may move some of these leads.
   */
  return Effect.fnUntraced(function* (id: OrganizationId, ended: ReadonlySet<LeadId>, resumed: ReadonlySet<LeadId>) {
    if (ended.size + resumed.size === 0) return []
    const rows = yield* agenda.lock(id, [...new Set([...ended, ...resumed])])
    const campaign_ids = new Set(rows.flatMap(({ campaign_id, lead_id }) => (ended.has(lead_id) ? [campaign_id] : [])))
    const found = campaign_ids.size === 0 ? [] : yield* campaigns.findMany(id, [...campaign_ids], { with_hidden: true })
    const hoursOf = yield* readHours.ofAll(found)
    const hours = new Map(found.map((campaign) => [campaign.id, hoursOf(campaign)]))
    const steps = campaign_ids.size === 0 ? [] : yield* sequences.ofCampaigns(id, [...campaign_ids])
    const withConditions = new Set(
      steps.flatMap(({ campaign_id, condition }) => (condition === null ? [] : [campaign_id]))
    )
    // Only conditions and the clock of a lead depend on the lead: others are not read.
    const needed = rows.flatMap(({ campaign_id, lead_id }) =>
      ended.has(lead_id) && (withConditions.has(campaign_id) || hours.get(campaign_id)?.usesLeadClock === true)
        ? [lead_id]
        : []
    )
    const known = needed.length === 0 ? [] : yield* leads.findMany(id, needed)
    const leadOf = new Map(known.map((lead): [LeadId, LeadRecord] => [lead.id, lead]))
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
      const own = hours.get(campaign_id)
      if (!ended.has(lead_id) || own === undefined) return current
      const lead = leadOf.get(lead_id)
      const course = { sends: mails.get(lead_id) ?? [], steps: stepsOf.get(campaign_id) ?? [], hours: own }
      return advance(current, { ...course, firsts: opensAndClicks(lead), lead }, now)
    })
    const changed = next.filter((row, i) => row !== rows[i])
    if (changed.length > 0) yield* agenda.write(id, changed)
    const moving = new Set(found.flatMap(({ id, moves }) => (moves.length === 0 ? [] : [id])))
    const lead_ids = rows.flatMap(({ campaign_id, lead_id }) => (moving.has(campaign_id) ? [lead_id] : []))
    return lead_ids.length === 0 ? [] : [new MovableMailed({ lead_ids })]
  })
})

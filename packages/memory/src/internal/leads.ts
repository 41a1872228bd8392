/** A lead and what is found by it: every index, and the counts of its campaign. */
import { type AddressPlace, Domain, Lead, type LeadActivity, type RemovedLead, Text } from "@mailroom/core"
import { Record } from "effect"
import type { Mutable } from "./Database.ts"
import { distinct } from "./rows.ts"
import { campaignIn, type CampaignRow, type LeadRow, type Tenant } from "./State.ts"

/** Stores the lead in place of `before`; its campaign exists. */
export const putLead = (tenant: Mutable<Tenant>, before: LeadRow | undefined, after: LeadRow): void => {
  if (before?.lead.email !== after.lead.email) {
    if (before !== undefined) setFound(tenant, before, false)
    setFound(tenant, after, true)
  }
  if (before?.lead.reply_status_tag_id !== after.lead.reply_status_tag_id) {
    if (before !== undefined) setTagged(tenant, before, false)
    setTagged(tenant, after, true)
  }
  if (before?.lead.chosen_sender !== after.lead.chosen_sender) {
    if (before !== undefined) setChosen(tenant, before, false)
    setChosen(tenant, after, true)
  }
  if (before === undefined) tenant.leads = tenant.leads.set(after.lead.id, after.lead.campaign_id)
  changeCampaign(tenant, after, ({ counts, leads }) => ({
    leads: leads.set(after.lead.id, after),
    counts: recount(counts, before, after)
  }))
}

/** Each pair once, by ascending id. */
export const removedLeads = (found: ReadonlyArray<RemovedLead>): ReadonlyArray<RemovedLead> => {
  const pairs = new Map(found.map((pair) => [`${pair.lead_id} ${pair.address}`, pair]))
  return [...pairs.values()].sort((a, b) => a.lead_id - b.lead_id)
}

/** Removes the lead; its threads are another matter. */
export const dropLead = (tenant: Mutable<Tenant>, row: LeadRow): void => {
  setFound(tenant, row, false)
  setTagged(tenant, row, false)
  setChosen(tenant, row, false)
  tenant.leads = tenant.leads.remove(row.lead.id)
  changeCampaign(tenant, row, ({ counts, leads }) => ({
    leads: leads.remove(row.lead.id),
    counts: recount(counts, row, undefined)
  }))
}

/** The lead, unless its campaign is hidden. */
export const rowOf = (tenant: Tenant, id: Lead.LeadId): LeadRow | undefined => {
  const campaign_id = tenant.leads.get(id)
  return campaign_id && campaignIn(tenant, campaign_id)?.leads.get(id)
}

/** The leads of these ids that there are, ascending. */
export const rowsOf = (tenant: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<LeadRow> =>
  distinct(ids).flatMap((id) => rowOf(tenant, id) ?? [])

/** As `rowsOf`, with the leads of hidden campaigns. */
export const storedOf = ({ campaigns, leads }: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<LeadRow> =>
  distinct(ids).flatMap((id) => {
    const campaign_id = leads.get(id)
    return (campaign_id && campaigns.get(campaign_id)?.leads.get(id)) ?? []
  })

/** The first `limit` of these leads, without those of hidden campaigns. */
export const shownOf = (tenant: Tenant, ids: Iterable<Lead.LeadId>, limit = Infinity): ReadonlyArray<Lead.LeadId> => {
  const shown: Array<Lead.LeadId> = []
  for (const id of ids) {
    if (shown.length >= limit) break
    if (rowOf(tenant, id) !== undefined) shown.push(id)
  }
  return shown
}

/** The ids of the leads with this normalized address, in whatever campaign. */
export const leadsWithAddress = (tenant: Tenant, address: string, part?: Part): ReadonlyArray<Lead.LeadId> =>
  leadsBetween(tenant, placeOf(address), placeOf(address), part)

/** The ids of the leads whose normalized address is in this domain or in a subdomain of it, in whatever campaign. */
export const leadsInDomain = (tenant: Tenant, domain: string, part?: Part): ReadonlyArray<Lead.LeadId> =>
  leadsBetween(tenant, Domain.keyOf(domain), `${Domain.keyOf(domain)}\uffff`, part)

/** At most `limit` leads beyond `after`; all of them unless given. */
interface Part {
  readonly after?: AddressPlace | undefined
  readonly limit?: number
}

const leadsBetween = (tenant: Tenant, first: string, last: string, { after, limit }: Part = {}) => {
  const { leadsByPlace } = tenant
  const beyond = after === undefined ? 0 : leadsByPlace.rankAfter({ place: placeOf(after.address), lead_id: after.id })
  const start = Math.max(beyond, leadsByPlace.rank({ place: first, lead_id: -Infinity }))
  const end = leadsByPlace.rankAfter({ place: last, lead_id: Infinity })
  return shownOf(tenant, leadsByPlace.values(start, end), limit)
}

/** Orders leads as their place does, then by id. */
export const byAddress = (a: AddressPlace, b: AddressPlace): number => {
  const [left, right] = [placeOf(a.address), placeOf(b.address)]
  return left === right ? a.id - b.id : left < right ? -1 : 1
}

/** The domain from its top down, then the address, apart by what sorts before all that a domain can go on with. */
const placeOf = (address: string) => `${Domain.domainKeyOf(address)}\u0000${address}`

/** How the lead is spelled where it is looked for. */
export const spellingsOf = (lead: Parameters<typeof Lead.searchTextOf>[0] & Pick<Lead.Lead, "email">): Spellings => ({
  folded: Text.fold(lead.email),
  address: Domain.normalizeEmail(lead.email),
  searchText: Lead.searchTextOf(lead)
})
type Spellings = Pick<LeadRow, "address" | "folded" | "searchText">

/** `spellings` are those of the lead. */
export const toRow = (record: Lead.LeadRecord, { address, folded, searchText }: Spellings): LeadRow => {
  const { created_at, stop_decided_at, updated_at, version } = record
  const custom_fields = Object.freeze({ ...record.custom_fields })
  const activity = immutable(record.activity)
  const stops = frozen(record.stops)
  return {
    lead: Object.freeze(Lead.toLead(record)),
    hidden: { custom_fields, stop_decided_at, stops, activity, version, created_at, updated_at },
    folded,
    address,
    searchText
  }
}

export const toRecord = ({ hidden, lead }: LeadRow): Lead.LeadRecord => ({ ...lead, ...hidden })

/** Of most documents most parts were stored before, and are frozen. */
const immutable = (activity: LeadActivity): LeadActivity =>
  Object.isFrozen(activity)
    ? activity
    : Object.freeze({
        ...activity,
        firsts: Object.freeze(Record.map(activity.firsts, frozen)),
        last_sent: activity.last_sent && frozen(activity.last_sent)
      })
const frozen = <A extends object>(value: A): A => (Object.isFrozen(value) ? value : Object.freeze({ ...value }))

/** Puts the lead where its address is looked for, or takes it away. */
const setFound = (tenant: Mutable<Tenant>, { address, lead }: LeadRow, found: boolean) => {
  const email = { address, campaign_id: lead.campaign_id }
  const place = { place: placeOf(address), lead_id: lead.id }
  const { leadsByEmail, leadsByPlace } = tenant
  tenant.leadsByEmail = found ? leadsByEmail.set(email, lead.id) : leadsByEmail.remove(email)
  tenant.leadsByPlace = found ? leadsByPlace.set(place, lead.id) : leadsByPlace.remove(place)
}

/** Puts the lead to the others with its tag, or takes it away. */
const setTagged = (tenant: Mutable<Tenant>, { lead }: LeadRow, tagged: boolean) => {
  if (lead.reply_status_tag_id === null) return
  const key = { tag_id: lead.reply_status_tag_id, lead_id: lead.id }
  tenant.leadsByTag = tagged ? tenant.leadsByTag.set(key, lead.id) : tenant.leadsByTag.remove(key)
}

/** Puts the lead to the others with its `chosen_sender`, or takes it away. */
const setChosen = (tenant: Mutable<Tenant>, { lead }: LeadRow, chosen: boolean) => {
  if (lead.chosen_sender === null) return
  const key = { account_id: lead.chosen_sender, lead_id: lead.id }
  tenant.leadsBySender = chosen ? tenant.leadsBySender.set(key, lead.id) : tenant.leadsBySender.remove(key)
}

const changeCampaign = (
  tenant: Mutable<Tenant>,
  { lead: { campaign_id } }: LeadRow,
  f: (campaign: CampaignRow) => Pick<CampaignRow, "counts" | "leads">
) => {
  const campaign = tenant.campaigns.get(campaign_id)
  if (campaign !== undefined) tenant.campaigns = tenant.campaigns.set(campaign_id, { ...campaign, ...f(campaign) })
}

const recount = (counts: Lead.LeadCounts, before: LeadRow | undefined, after: LeadRow | undefined) => {
  const [old, lead] = [before?.lead, after?.lead]
  if (old?.status === lead?.status && old?.stop_sending === lead?.stop_sending) return counts
  const changed = { ...counts }
  if (old !== undefined) count(changed, old, -1)
  if (lead !== undefined) count(changed, lead, 1)
  return Object.freeze(changed)
}
const count = (counts: Mutable<Lead.LeadCounts>, { status, stop_sending }: Lead.Lead, amount: 1 | -1) => {
  counts.total += amount
  counts[countOf[status]] += amount
  if (stop_sending) counts.stopped += amount
}
const countOf = {
  "Not contacted": "not_contacted",
  Sent: "sent",
  Opened: "opened",
  Replied: "replied",
  Bounce: "bounced"
} as const satisfies Record<Lead.LeadStatus, keyof Lead.LeadCounts>

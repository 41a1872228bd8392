/** Stores a lead with every index that finds it, and updates the counts of its campaign. */
import { type AddressPlace, Domain, Lead, type LeadActivity, type RemovedLead, Text } from "@mailroom/core"
import { Record } from "effect"
import type { Mutable } from "./Database.ts"
import { distinct } from "./rows.ts"
import { campaignIn, type CampaignRow, type LeadRow, type Tenant } from "./State.ts"

/** Stores the lead, replacing `before`. Its campaign must exist. */
export const putLead = (tenant: Mutable<Tenant>, before: LeadRow | undefined, after: LeadRow): void => {
  if (before?.lead.email !== after.lead.email) {
    if (before !== undefined) setFound(tenant, before, false)
    setFound(tenant, after, true)
  }
  if (before?.lead.reply_status_tag_id !== after.lead.reply_status_tag_id) {
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

/** Removes duplicates, and sorts by ascending id. */
export const removedLeads = (found: ReadonlyArray<RemovedLead>): ReadonlyArray<RemovedLead> => {
  const pairs = new Map(found.map((pair) => [`${pair.lead_id} ${pair.address}`, pair]))
  return [...pairs.values()].sort((a, b) => a.lead_id - b.lead_id)
}

/** Removes the lead, but not its threads. */
export const dropLead = (tenant: Mutable<Tenant>, row: LeadRow): void => {
  setFound(tenant, row, false)
  setChosen(tenant, row, false)
  tenant.leads = tenant.leads.remove(row.lead.id)
  changeCampaign(tenant, row, ({ counts, leads }) => ({
    leads: leads.remove(row.lead.id),
    counts: recount(counts, row, undefined)
  }))
}

/** The row of the lead, unless its campaign is hidden. */
export const rowOf = (tenant: Tenant, id: Lead.LeadId): LeadRow | undefined => {
  const campaign_id = tenant.leads.get(id)
  return campaign_id && campaignIn(tenant, campaign_id)?.leads.get(id)
}

/** The rows of these leads by ascending id; ids that do not exist are skipped. */
export const rowsOf = (tenant: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<LeadRow> =>
  distinct(ids).flatMap((id) => rowOf(tenant, id) ?? [])

/** Like `rowsOf`, including leads of hidden campaigns. */
export const storedOf = ({ campaigns, leads }: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<LeadRow> =>
  distinct(ids).flatMap((id) => {
    const campaign_id = leads.get(id)
    return (campaign_id && campaigns.get(campaign_id)?.leads.get(id)) ?? []
  })

/** The first `limit` of these leads, except leads of hidden campaigns. */
export const shownOf = (tenant: Tenant, ids: Iterable<Lead.LeadId>, limit = Infinity): ReadonlyArray<Lead.LeadId> => {
  const shown: Array<Lead.LeadId> = []
  for (const id of ids) {
    if (shown.length >= limit) break
    if (rowOf(tenant, id) !== undefined) shown.push(id)
  }
  return shown
}

/** The ids of the leads with this normalized address, in any campaign. */
export const leadsWithAddress = (tenant: Tenant, address: string, part?: Part): ReadonlyArray<Lead.LeadId> =>
  leadsBetween(tenant, placeOf(address), placeOf(address), part)

/** The ids of the leads whose normalized address is in this domain or a subdomain, in any campaign. */
export const leadsInDomain = (tenant: Tenant, domain: string, part?: Part): ReadonlyArray<Lead.LeadId> =>
  leadsBetween(tenant, Domain.keyOf(domain), `${Domain.keyOf(domain)}\uffff`, part)

/** At most `limit` leads after `after`; by default all leads. */
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

/** Orders leads by the sort key of their address, then by id. */
export const byAddress = (a: AddressPlace, b: AddressPlace): number => {
  const [left, right] = [placeOf(a.address), placeOf(b.address)]
  return left === right ? a.id - b.id : left < right ? -1 : 1
}

/**
 * The sort key of an address: the domain from the top level down, then the address. The separator sorts before every
 * character that can continue a domain.
 */
const placeOf = (address: string) => `${Domain.domainKeyOf(address)}\u0000${address}`

/** The forms of the lead in which searches look. */
export const spellingsOf = (lead: Parameters<typeof Lead.searchTextOf>[0] & Pick<Lead.Lead, "email">): Spellings => ({
  folded: Text.fold(lead.email),
  address: Domain.normalizeEmail(lead.email),
  searchText: Lead.searchTextOf(lead)
})
type Spellings = Pick<LeadRow, "address" | "folded" | "searchText">

/** Creates the row of a lead. The second argument must be `spellingsOf` of the same lead. */
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

/** Freezes the activity. Most parts were stored before and are already frozen. */
const immutable = (activity: LeadActivity): LeadActivity =>
  Object.isFrozen(activity)
    ? activity
    : Object.freeze({
        ...activity,
        firsts: Object.freeze(Record.map(activity.firsts, frozen)),
        last_sent: activity.last_sent && frozen(activity.last_sent)
      })
const frozen = <A extends object>(value: A): A => (Object.isFrozen(value) ? value : Object.freeze({ ...value }))

/** Adds the lead to the indexes by address, or removes it. */
const setFound = (tenant: Mutable<Tenant>, { address, lead }: LeadRow, found: boolean) => {
  const email = { address, campaign_id: lead.campaign_id }
  const place = { place: placeOf(address), lead_id: lead.id }
  const { leadsByEmail, leadsByPlace } = tenant
  tenant.leadsByEmail = found ? leadsByEmail.set(email, lead.id) : leadsByEmail.remove(email)
  tenant.leadsByPlace = found ? leadsByPlace.set(place, lead.id) : leadsByPlace.remove(place)
}

/** Adds the lead to the index by `chosen_sender`, or removes it. */
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

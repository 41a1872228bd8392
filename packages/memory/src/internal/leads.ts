/** Stores a lead in its campaign and in the index that finds it by its address. */
import {
  type AddressKeyset,
  type CampaignAddress,
  Domain,
  Lead,
  type LeadActivity,
  type RemovedLead
} from "@mailroom/core"
import { Iterable, Record } from "effect"
import type { Mutable } from "./Database.ts"
import { distinct } from "./rows.ts"
import { campaignIn, type CampaignRow, type LeadRow, type Tenant } from "./State.ts"

/** Stores the lead, replacing `before`. Its campaign must exist. */
export const putLead = (tenant: Mutable<Tenant>, before: LeadRow | undefined, after: LeadRow): void => {
  if (before?.lead.email !== after.lead.email) {
    if (before !== undefined) removePlace(tenant, before)
    addPlace(tenant, after)
  }
  if (before === undefined) {
    const { campaign_id, id } = after.lead
    tenant.leads = tenant.leads.set(id, { id, campaign_id })
  }
  setInCampaign(tenant, after, (leads) => leads.set(after.lead.id, after))
}

/** The mentions of removed leads with one of these addresses, without duplicates, by ascending id. */
export const removedLeads = (
  { leads }: Tenant,
  addresses: ReadonlyArray<string>,
  mentions: ReadonlyArray<{ readonly lead_id: Lead.LeadId; readonly email: string }>
): ReadonlyArray<RemovedLead> => {
  const asked = new Set(addresses.map(Domain.normalizeEmail))
  const found = mentions
    .filter(({ lead_id }) => leads.get(lead_id) === undefined)
    .map(({ email, lead_id }) => ({ lead_id, address: Domain.normalizeEmail(email) }))
    .filter(({ address }) => asked.has(address))
  const pairs = new Map(found.map((pair) => [`${pair.lead_id} ${pair.address}`, pair]))
  return [...pairs.values()].sort((a, b) => a.lead_id - b.lead_id)
}

/** Removes the lead, but not its threads. */
export const dropLead = (tenant: Mutable<Tenant>, row: LeadRow): void => {
  removePlace(tenant, row)
  tenant.leads = tenant.leads.remove(row.lead.id)
  setInCampaign(tenant, row, (leads) => leads.remove(row.lead.id))
}

/** The row of the lead, unless its campaign is hidden. */
export const rowOf = (tenant: Tenant, id: Lead.LeadId): LeadRow | undefined => {
  const place = tenant.leads.get(id)
  return place && campaignIn(tenant, place.campaign_id)?.leads.get(id)
}

/** The rows of these leads by ascending id; ids that do not exist are skipped. */
export const rowsOf = (tenant: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<LeadRow> =>
  distinct(ids).flatMap((id) => rowOf(tenant, id) ?? [])

/** Like `rowsOf`, including leads of hidden campaigns. */
export const storedOf = ({ campaigns, leads }: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<LeadRow> =>
  distinct(ids).flatMap((id) => {
    const place = leads.get(id)
    return (place && campaigns.get(place.campaign_id)?.leads.get(id)) ?? []
  })

/** The ids of the leads with this normalized address, in any campaign. */
export const leadsWithAddress = (tenant: Tenant, address: string, part?: Part): ReadonlyArray<Lead.LeadId> =>
  leadsBetween(tenant, placeOf(address), placeOf(address), part)

/** The id of the campaign's lead with this normalized address, unless the campaign is hidden. */
export const leadIn = (tenant: Tenant, { address, campaign_id }: CampaignAddress): Lead.LeadId | undefined =>
  leadsWithAddress(tenant, address).find((id) => tenant.leads.get(id)?.campaign_id === campaign_id)

/** The ids of the leads whose normalized address is in this domain or a subdomain, in any campaign. */
export const leadsInDomain = (tenant: Tenant, domain: string, part?: Part): ReadonlyArray<Lead.LeadId> =>
  leadsBetween(tenant, Domain.keyOf(domain), `${Domain.keyOf(domain)}\uffff`, part)

/** The ids of the leads in one of these mailboxes, in any campaign. Reads all leads of Gmail if one is of Gmail. */
export const leadsInMailboxes = (
  tenant: Tenant,
  mailboxes: ReadonlyArray<string>,
  part?: Part
): ReadonlyArray<Lead.LeadId> => {
  const spelled = new Set(mailboxes.filter(Domain.hasSpellings))
  const isIn = (id: Lead.LeadId) => spelled.has(Domain.mailboxOf(rowOf(tenant, id)?.address ?? ""))
  const found = spelled.size === 0 ? [] : Domain.gmailDomains.flatMap((domain) => leadsInDomain(tenant, domain))
  const isAfter = (id: Lead.LeadId) => {
    const address = rowOf(tenant, id)?.address ?? ""
    return part?.after === undefined || byAddress({ address, id }, part.after) > 0
  }
  return [
    ...mailboxes
      .filter((mailbox) => !spelled.has(mailbox))
      .flatMap((mailbox) => leadsWithAddress(tenant, mailbox, part)),
    ...found.filter(isIn).filter(isAfter)
  ]
}

/** At most `limit` leads after `after`; by default all leads. */
interface Part {
  readonly after?: AddressKeyset | undefined
  readonly limit?: number
}

const leadsBetween = (tenant: Tenant, first: string, last: string, { after, limit = Infinity }: Part = {}) => {
  const { leadsByPlace } = tenant
  const beyond = after === undefined ? 0 : leadsByPlace.rankAfter({ place: placeOf(after.address), lead_id: after.id })
  const start = Math.max(beyond, leadsByPlace.rank({ place: first, lead_id: -Infinity }))
  const end = leadsByPlace.rankAfter({ place: last, lead_id: Infinity })
  const shown = Iterable.filter(leadsByPlace.values(start, end), (id) => rowOf(tenant, id) !== undefined)
  return [...Iterable.take(shown, limit)]
}

/** Orders leads by the sort key of their address, then by id. */
export const byAddress = (a: AddressKeyset, b: AddressKeyset): number => {
  const [left, right] = [placeOf(a.address), placeOf(b.address)]
  return left === right ? a.id - b.id : left < right ? -1 : 1
}

/**
 * The sort key of an address: the domain from the top level down, then the address. The separator sorts before every
 * character that can continue a domain.
 */
const placeOf = (address: string) => `${Domain.domainKeyOf(address)}\u0000${address}`

/** The forms of a lead's address by which it is found, and the text in which searches look. */
export const spellingsOf = (lead: Parameters<typeof Lead.searchTextOf>[0] & Pick<Lead.Lead, "email">): Spellings => ({
  address: Domain.normalizeEmail(lead.email),
  searchAddress: Domain.searchTextOfAddress(lead.email),
  searchText: Lead.searchTextOf(lead)
})
type Spellings = Pick<LeadRow, "address" | "searchAddress" | "searchText">

/** Creates the row of a lead. The second argument must be `spellingsOf` of the same lead. */
export const toRow = (record: Lead.LeadRecord, { address, searchAddress, searchText }: Spellings): LeadRow => {
  const { created_at, pause_decided_at, paused_by, paused_until, stop_decided_at, timezone, updated_at, version } =
    record
  const { moved_from, moved_to, reply_status_at, reply_status_by } = record
  const custom_fields = Object.freeze({ ...record.custom_fields })
  const activity = immutable(record.activity)
  const stops = frozen(record.stops)
  return {
    lead: Object.freeze(Lead.toLead(record)),
    hidden: {
      timezone,
      custom_fields,
      stop_decided_at,
      stops,
      paused_until,
      paused_by,
      pause_decided_at,
      verification: record.verification && frozen(record.verification),
      reply_status_by,
      reply_status_at,
      moved_to: moved_to && frozen(moved_to),
      moved_from: moved_from && frozen(moved_from),
      activity,
      version,
      created_at,
      updated_at
    },
    searchAddress,
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

/** The key of the lead in the index by address. */
const placeOfLead = ({ address, lead }: LeadRow) => ({ place: placeOf(address), lead_id: lead.id })

/** Adds the lead to the index by address. */
const addPlace = (tenant: Mutable<Tenant>, row: LeadRow) => {
  tenant.leadsByPlace = tenant.leadsByPlace.set(placeOfLead(row), row.lead.id)
}

/** Removes the lead from the index by address. */
const removePlace = (tenant: Mutable<Tenant>, row: LeadRow) => {
  tenant.leadsByPlace = tenant.leadsByPlace.remove(placeOfLead(row))
}

/** Changes the leads of the lead's campaign by `f`. */
const setInCampaign = (
  tenant: Mutable<Tenant>,
  { lead }: LeadRow,
  f: (leads: CampaignRow["leads"]) => CampaignRow["leads"]
) => {
  const campaign = tenant.campaigns.get(lead.campaign_id)
  if (campaign === undefined) return
  tenant.campaigns = tenant.campaigns.set(lead.campaign_id, { ...campaign, leads: f(campaign.leads) })
}

export const countsOf = ({ leads }: Pick<CampaignRow, "leads">): Lead.LeadCounts => {
  const counts = { total: leads.size, not_contacted: 0, sent: 0, opened: 0, replied: 0, bounced: 0, stopped: 0 }
  for (const { lead } of leads.values()) {
    counts[countOf[lead.status]]++
    if (lead.stop_sending) counts.stopped++
  }
  return counts
}
const countOf = {
  "Not contacted": "not_contacted",
  Sent: "sent",
  Opened: "opened",
  Replied: "replied",
  Bounce: "bounced"
} as const satisfies Record<Lead.LeadStatus, keyof Lead.LeadCounts>

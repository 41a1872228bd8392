/** Leads. They are stored with their campaign, so that a page reads nothing else. */
import {
  Campaign,
  type FirstFilter,
  Lead,
  type LeadListing,
  LeadStore,
  nextVersion,
  type Pagination,
  Pause,
  type Verification
} from "@mailroom/core"
import { Exit, Iterable, Option, Predicate, Struct } from "effect"
import type { Database } from "./internal/Database.ts"
import {
  byAddress,
  dropLead,
  leadIn,
  leadsInDomain,
  leadsInMailboxes,
  leadsWithAddress,
  putLead,
  rowOf,
  rowsOf,
  spellingsOf,
  storedOf,
  toRecord,
  toRow
} from "./internal/leads.ts"
import { distinct, pageOf, pageWhere } from "./internal/rows.ts"
import { campaignIn, emptyCampaign, type LeadRow, type Tenant } from "./internal/State.ts"
import { forgetLeads } from "./internal/threads.ts"
import { addingEntries } from "./log.ts"

export const leadStore = (database: Database): LeadStore["Service"] => {
  const { read, sequence, write } = database
  const { next: nextId } = sequence<Lead.LeadId>("leads")
  const addEntry = addingEntries(database)
  const findMany: LeadStore["Service"]["findMany"] = (organization_id, ids) =>
    read(organization_id, (tenant) => recordsOf(tenant, ids))

  return LeadStore.of({
    insert: (organization_id, campaign_id, leads) =>
      write(organization_id, "LeadStore.insert", (tenant) => {
        if (campaignIn(tenant, campaign_id) === undefined) {
          return Exit.fail(new Campaign.CampaignNotFound({ id: campaign_id }))
        }
        const ids = leads.map((lead) => {
          const spellings = spellingsOf(lead)
          if (leadIn(tenant, { address: spellings.address, campaign_id }) !== undefined) return null
          const id = nextId()
          putLead(tenant, undefined, toRow({ ...lead, campaign_id, id }, spellings))
          return id
        })
        return Exit.succeed(ids)
      }),

    findByEmails: (organization_id, addresses) =>
      read(organization_id, (tenant) =>
        recordsOf(
          tenant,
          addresses.flatMap((address) => leadIn(tenant, address) ?? [])
        )
      ),

    findMany,

    findMatching: (organization_id, { addresses, domains, mailboxes = [] }, part) =>
      read(organization_id, (tenant) => {
        const found = distinct([
          ...addresses.flatMap((address) => leadsWithAddress(tenant, address, part)),
          ...leadsInMailboxes(tenant, mailboxes, part),
          ...domains.flatMap((domain) => leadsInDomain(tenant, domain, part))
        ])
        const places = found.flatMap((id) => {
          const row = rowOf(tenant, id)
          return row === undefined ? [] : [{ id, address: row.address }]
        })
        return places.sort(byAddress).slice(0, part.limit)
      }),

    findSharing: (organization_id, ids) =>
      read(organization_id, (tenant) =>
        distinct(rowsOf(tenant, ids).flatMap(({ address }) => leadsWithAddress(tenant, address)))
      ),

    // No other transaction runs until this one ends.
    lock: findMany,

    writeState: (organization_id, leads) =>
      write(organization_id, "LeadStore.writeState", (tenant) => {
        for (const lead of leads) {
          const stored = rowOf(tenant, lead.id)
          if (stored === undefined) continue
          const { created_at, custom_fields, timezone, verification } = stored.hidden
          const kept = { ...pickTexts(stored.lead), created_at, custom_fields, timezone, verification }
          putLead(tenant, stored, toRow({ ...lead, ...kept, campaign_id: stored.lead.campaign_id }, stored))
        }
        return Exit.void
      }),

    writeTexts: (organization_id, leads) =>
      write(organization_id, "LeadStore.writeTexts", (tenant) => {
        for (const lead of leads) {
          const stored = rowOf(tenant, lead.id)
          if (stored === undefined) continue
          const { email: _email, ...texts } = pickTexts(lead)
          const written = Struct.pick(lead, [
            "chosen_sender",
            "custom_fields",
            "timezone",
            "updated_at",
            "verification",
            "version"
          ])
          const record = { ...toRecord(stored), ...texts, ...written }
          putLead(tenant, stored, toRow(record, { ...stored, searchText: Lead.searchTextOf(record) }))
        }
        return Exit.void
      }),

    set: (organization_id, id, { stop, texts }, updated_at, entry) =>
      write(organization_id, "LeadStore.set", (tenant) => {
        const [stored] = recordsOf(tenant, [id])
        if (
          stored === undefined ||
          (stop !== undefined && (stored.updated_at >= updated_at || stored.moved_to !== null))
        ) {
          return Exit.succeed(Option.none())
        }
        const lead = nextVersion(stored, { ...stored, ...texts, ...stop }, updated_at)
        if (lead === stored) return Exit.succeed(Option.none())
        const row = rowOf(tenant, id)
        if (row !== undefined) putLead(tenant, row, toRow(lead, { ...row, searchText: Lead.searchTextOf(lead) }))
        if (entry !== undefined) addEntry(tenant, entry)
        return Exit.succeed(Option.some(lead))
      }),

    lockOfCampaign: (organization_id, campaign_id, { after_id = 0, limit }) =>
      read(organization_id, ({ campaigns }) => {
        const leads = campaigns.get(campaign_id)?.leads ?? emptyCampaign.leads
        const start = leads.rankAfter(after_id as Lead.LeadId)
        return leads.slice(start, start + limit).map(toRecord)
      }),

    uncontacted: (organization_id, campaign_id, { after, limit }) =>
      read(organization_id, (tenant) => {
        const { leads } = campaignIn(tenant, campaign_id) ?? emptyCampaign
        const start = after === null ? 0 : leads.rankAfter(after)
        const matching = Iterable.filter(leads.values(start), (row) =>
          passes(row, { status: "Not contacted", stop_sending: false })
        )
        return Array.from(Iterable.take(matching, limit), toRecord)
      }),

    countPaused: (organization_id, campaign_id, now) =>
      read(organization_id, (tenant) => {
        const { leads } = campaignIn(tenant, campaign_id) ?? emptyCampaign
        return Iterable.size(Iterable.filter(leads.values(), ({ hidden }) => Pause.isPaused(hidden, now)))
      }),

    countByVerification: (organization_id, campaign_id, { after }) =>
      read(organization_id, (tenant) => {
        const { leads } = campaignIn(tenant, campaign_id) ?? emptyCampaign
        const counts: Partial<Record<Verification.VerificationStatus, number>> = {}
        for (const { lead } of leads.values(leads.rankAfter(after as Lead.LeadId))) {
          counts[lead.verification_status] = (counts[lead.verification_status] ?? 0) + 1
        }
        return counts
      }),

    findByChosenSender: (organization_id, account_ids, { limit }) =>
      read(organization_id, (tenant) =>
        Array.from(
          Iterable.take(
            leadsWhere(tenant, ({ lead }) => account_ids.some((id) => id === lead.chosen_sender)),
            limit
          ),
          ({ lead }) => lead.id
        )
      ),

    page: (
      organization_id,
      campaign_id,
      { address, after_id, custom_fields, limit, offset, search, sort, ...filter }
    ) =>
      read(organization_id, (tenant) => {
        const leads = campaignIn(tenant, campaign_id)?.leads
        if (leads === undefined) return Option.none()
        const query = { limit, offset, ...(after_id === undefined ? {} : { after_id }) }
        const isFiltered = search !== undefined || Struct.keys(filter).length > 0
        const matches = (row: LeadRow) => row.searchAddress.includes(search ?? "") && passes(row, filter)
        const findPage = (): Pagination.Rows<LeadRow> => {
          if (address !== undefined) {
            return pageAt(rowOf(tenant, leadIn(tenant, { address, campaign_id }) ?? noLead), query, matches)
          }
          if (sort !== undefined) return pageSorted(leads.values(), query, matches, sort)
          return isFiltered ? pageWhere(leads, query, matches) : pageOf(leads, query)
        }
        const { data, total } = findPage()
        return Option.some({ total, data: data.map((row) => listed(row, custom_fields)) })
      }),

    list: (
      organization_id,
      { address, before = Infinity, campaign_id, custom_fields, limit, search = "", ...filter }
    ) =>
      read(organization_id, (tenant) => {
        const found: Array<Lead.ListedLead> = []
        const rows =
          address === undefined
            ? newestFirst(tenant, before as Lead.LeadId, campaign_id)
            : rowsOf(tenant, leadsWithAddress(tenant, address))
                .filter(({ lead }) => lead.id < before && (campaign_id ?? lead.campaign_id) === lead.campaign_id)
                .toReversed()
        for (const row of rows) {
          if (found.length === limit) break
          if ((row.searchAddress.includes(search) || row.searchText.includes(search)) && passes(row, filter)) {
            found.push(listed(row, custom_fields))
          }
        }
        return found
      }),

    replace: (organization_id, lead, version) =>
      write(organization_id, "LeadStore.replace", (tenant) => {
        const stored = rowOf(tenant, lead.id)
        if (stored?.hidden.version !== version) return Exit.succeed(false)
        const { campaign_id } = stored.lead
        const { created_at } = stored.hidden
        const spellings = spellingsOf(lead)
        const holder = leadIn(tenant, { address: spellings.address, campaign_id })
        if (holder !== undefined && holder !== lead.id) {
          return Exit.fail(new Lead.DuplicateLead({ email: lead.email }))
        }
        putLead(tenant, stored, toRow({ ...lead, campaign_id, created_at }, spellings))
        return Exit.succeed(true)
      }),

    remove: (organization_id, ids) =>
      write(organization_id, "LeadStore.remove", (tenant) => {
        const rows = storedOf(tenant, ids)
        for (const row of rows) dropLead(tenant, row)
        const removed = rows.map(({ lead }) => lead.id)
        forgetLeads(tenant, removed)
        return Exit.succeed(removed)
      })
  })
}

const recordsOf = (tenant: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<Lead.LeadRecord> =>
  rowsOf(tenant, ids).map(toRecord)

/** The id of no lead. */
const noLead = 0 as Lead.LeadId

/** A page of a list that has at most this one row. */
const pageAt = (row: LeadRow | undefined, { after_id = 0, offset }: Page, matches: (row: LeadRow) => boolean) => {
  const found = row !== undefined && matches(row) ? [row] : []
  return { total: found.length, data: found.filter(({ lead }) => lead.id > after_id && offset === 0) }
}
interface Page {
  readonly after_id?: number
  readonly offset: number
}

/** The values of the orders; a lead without one is at the end. */
const sortKeys = {
  last_mail: ({ lead }: LeadRow) => lead.date_last_sequence_send,
  answer: ({ lead }: LeadRow) => lead.reply_status
} as const satisfies Record<Lead.LeadSort, (row: LeadRow) => string | null>

/** A page of the rows that match, in the order `sort`. Equal rows stay by ascending id. */
const pageSorted = (
  rows: Iterable<LeadRow>,
  { limit, offset }: Pagination.OffsetQuery,
  matches: (row: LeadRow) => boolean,
  sort: Lead.LeadSort
): Pagination.Rows<LeadRow> => {
  const keyed = [...rows].filter(matches).map((row) => ({ row, key: sortKeys[sort](row) }))
  const direction = sort === "last_mail" ? -1 : 1
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    return a.key === b.key ? 0 : direction * Buffer.from(a.key).compare(Buffer.from(b.key))
  })
  return { total: keyed.length, data: keyed.slice(offset, offset + limit).map(({ row }) => row) }
}

const listed = ({ hidden, lead }: LeadRow, custom_fields = false): Lead.ListedLead =>
  custom_fields ? { ...lead, custom_fields: hidden.custom_fields, timezone: hidden.timezone } : lead

/** Whether a lead passes all filters that are given. */
const passes = (
  { hidden, lead }: LeadRow,
  { first, is_positive, status, stop_sending, tag_id, updated_since, verification_status }: Selection
) =>
  (status === undefined || lead.status === status) &&
  (stop_sending === undefined || lead.stop_sending === stop_sending) &&
  (tag_id === undefined || lead.reply_status_tag_id === tag_id) &&
  (verification_status === undefined || lead.verification_status === verification_status) &&
  (updated_since === undefined || hidden.updated_at >= updated_since) &&
  (is_positive === undefined || hidden.activity.positive === is_positive) &&
  (first === undefined || hasFirst(hidden.activity.firsts[first.key], first))
type Selection = Pick<LeadListing, "first" | "is_positive" | keyof Lead.LeadFilter>

/** Whether there is a first event, and it passes all filters that are given. */
const hasFirst = (
  found: Lead.LeadRecord["activity"]["firsts"][string] | undefined,
  { account_id, sequence_id, since, until }: FirstFilter
): boolean =>
  found !== undefined &&
  (since === undefined || found.occurred_at >= since) &&
  (until === undefined || found.occurred_at < until) &&
  (account_id === undefined || found.account_id === account_id) &&
  (sequence_id === undefined || found.sequence_id === sequence_id)

/** The leads before an id, by descending id: of one campaign, or of all campaigns that are not hidden. */
const newestFirst = (
  tenant: Tenant,
  before: Lead.LeadId,
  campaign_id: Campaign.CampaignId | undefined
): Iterable<LeadRow> => {
  if (campaign_id === undefined) {
    const { leads } = tenant
    const rows = Iterable.map(leads.reversed(0, leads.rank(before)), ({ id }) => rowOf(tenant, id))
    return Iterable.filter(rows, Predicate.isNotUndefined)
  }
  const { leads } = campaignIn(tenant, campaign_id) ?? emptyCampaign
  return leads.reversed(0, leads.rank(before))
}

/** The leads after `after` that match, by ascending id, except leads of hidden campaigns. */
function* leadsWhere(tenant: Tenant, matches: (row: LeadRow) => boolean, after = 0 as Lead.LeadId) {
  for (const { id } of tenant.leads.values(tenant.leads.rankAfter(after))) {
    const row = rowOf(tenant, id)
    if (row !== undefined && matches(row)) yield row
  }
}

/** The fields of a lead that people write, and `verification_status`, which depends on them. */
const pickTexts = (lead: Lead.Lead) => Struct.pick(lead, ["email", ...Lead.texts, "verification_status"])

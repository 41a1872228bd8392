/** Leads. A campaign's leads are kept with the campaign, so that a page reads nothing else. */
import { type BlacklistMatch, Campaign, Lead, LeadStore, StopSending } from "@mailroom/core"
import { Exit, Option } from "effect"
import { isListed } from "./blacklist.ts"
import { type Database, type Mutable, sequence } from "./internal/Database.ts"
import {
  dropLead,
  leadsInDomain,
  leadsWithAddress,
  leadsWithEmail,
  putLead,
  rowOf,
  rowsOf,
  spellingsOf,
  toRecord,
  toRow
} from "./internal/leads.ts"
import { pageWhere } from "./internal/rows.ts"
import { emptyCampaign, type LeadRow, type Tenant } from "./internal/State.ts"
import { forgetLead } from "./internal/threads.ts"

export const leadStore = ({ read, write }: Database): LeadStore["Service"] => {
  const nextId = sequence<Lead.LeadId>()
  const findMany: LeadStore["Service"]["findMany"] = (organization_id, ids) =>
    read(organization_id, (tenant) => recordsOf(tenant, ids))

  return LeadStore.of({
    insert: (organization_id, campaign_id, leads) =>
      write(organization_id, "LeadStore.insert", (tenant) => {
        if (tenant.campaigns.get(campaign_id) === undefined) {
          return Exit.fail(new Campaign.CampaignNotFound({ id: campaign_id }))
        }
        const ids = leads.map((lead) => {
          const spellings = spellingsOf(lead.email)
          if (tenant.leadsByEmail.get({ folded: spellings.folded, campaign_id }) !== undefined) return null
          const id = nextId()
          putLead(tenant, undefined, toRow({ ...lead, campaign_id, id }, spellings))
          return id
        })
        return Exit.succeed(ids)
      }),

    find: (organization_id, id) =>
      read(organization_id, (tenant) => Option.map(Option.fromUndefinedOr(rowOf(tenant, id)), toRecord)),

    findByEmails: (organization_id, campaign_id, folded) =>
      read(organization_id, (tenant) => {
        const ids = folded.flatMap((email) => tenant.leadsByEmail.get({ folded: email, campaign_id }) ?? [])
        return recordsOf(tenant, ids)
      }),

    findByEmail: (organization_id, folded) =>
      read(organization_id, (tenant) => recordsOf(tenant, leadsWithEmail(tenant, folded))),

    findMany,

    findByAddresses: (organization_id, addresses) =>
      read(organization_id, (tenant) =>
        recordsOf(
          tenant,
          addresses.flatMap((address) => leadsWithAddress(tenant, address))
        )
      ),

    // No one else writes until the end of a transaction.
    hold: findMany,

    replaceHeld: (organization_id, leads) =>
      write(organization_id, "LeadStore.replaceHeld", (tenant) => {
        for (const lead of leads) {
          const stored = rowOf(tenant, lead.id)
          if (stored === undefined) continue
          const { campaign_id, email } = stored.lead
          const { created_at } = stored.hidden
          putLead(tenant, stored, toRow({ ...lead, campaign_id, email, created_at }, stored))
        }
        return Exit.void
      }),

    findByTag: (organization_id, tag_id, { after_id = 0, limit }) =>
      read(organization_id, (tenant) => {
        const { leadsByTag } = tenant
        const start = leadsByTag.rankAfter({ tag_id, lead_id: after_id })
        const end = leadsByTag.rankAfter({ tag_id, lead_id: Infinity })
        return recordsOf(tenant, leadsByTag.slice(start, Math.min(start + limit, end)))
      }),

    counts: (organization_id, campaign_id) =>
      read(organization_id, ({ campaigns }) => (campaigns.get(campaign_id) ?? emptyCampaign).counts),

    page: (organization_id, campaign_id, { after_id, search, ...query }) =>
      read(organization_id, ({ campaigns }) => {
        const leads = campaigns.get(campaign_id)?.leads
        if (leads === undefined) return Option.none()
        const start = after_id === undefined ? 0 : leads.rankAfter(after_id)
        if (search === undefined) {
          const from = start + query.offset
          return Option.some({ total: leads.size, data: leads.slice(from, from + query.limit).map(({ lead }) => lead) })
        }
        const matches = ({ folded }: LeadRow) => folded.includes(search)
        const before = pageWhere(leads.values(0, start), { offset: 0, limit: 0 }, matches)
        const { data, total } = pageWhere(leads.values(start), query, matches)
        return Option.some({ total: before.total + total, data: data.map(({ lead }) => lead) })
      }),

    replace: (organization_id, lead, version) =>
      write(organization_id, "LeadStore.replace", (tenant) => {
        const stored = rowOf(tenant, lead.id)
        if (stored?.hidden.version !== version) return Exit.succeed(false)
        const { campaign_id } = stored.lead
        const { created_at } = stored.hidden
        const spellings = lead.email === stored.lead.email ? stored : spellingsOf(lead.email)
        const holder = tenant.leadsByEmail.get({ folded: spellings.folded, campaign_id })
        if (holder !== undefined && holder !== lead.id) {
          return Exit.fail(new Lead.DuplicateLead({ email: lead.email }))
        }
        putLead(tenant, stored, toRow({ ...lead, campaign_id, created_at }, spellings))
        return Exit.succeed(true)
      }),

    stopBlacklisted: (organization_id, match, at) =>
      write(organization_id, "LeadStore.stopBlacklisted", (tenant) =>
        Exit.succeed(
          changeMatching(tenant, match, (lead) =>
            lead.stop_sending ? lead : Lead.succeed(lead, { ...lead, ...StopSending.apply(lead, "blacklist", at) }, at)
          )
        )
      ),

    resumeBlacklisted: (organization_id, match) =>
      write(organization_id, "LeadStore.resumeBlacklisted", (tenant) =>
        Exit.succeed(
          changeMatching(tenant, match, (lead, address) =>
            lead.stop_sending_type !== "blacklist" || isListed(tenant, address)
              ? lead
              : { ...lead, ...StopSending.release(lead), version: lead.version + 1 }
          )
        )
      ),

    remove: (organization_id, ids) =>
      write(organization_id, "LeadStore.remove", (tenant) =>
        Exit.succeed(
          rowsOf(tenant, ids).map((row) => {
            dropLead(tenant, row)
            forgetLead(tenant, row.lead.id)
            return row.lead.id
          })
        )
      )
  })
}

const recordsOf = (tenant: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<Lead.LeadRecord> =>
  rowsOf(tenant, ids).map(toRecord)

/** Stores what `f` makes of each lead that matches; answers how many it did not leave as they were. */
const changeMatching = (
  tenant: Mutable<Tenant>,
  { addresses, domains }: BlacklistMatch,
  f: (record: Lead.LeadRecord, address: string) => Lead.LeadRecord
): number => {
  const ids = [
    ...addresses.flatMap((address) => leadsWithAddress(tenant, address)),
    ...domains.flatMap((domain) => leadsInDomain(tenant, domain))
  ]
  let changed = 0
  for (const row of rowsOf(tenant, ids)) {
    const record = toRecord(row)
    const next = f(record, row.address)
    if (next === record) continue
    putLead(tenant, row, toRow(next, row))
    changed++
  }
  return changed
}

/** Leads. A campaign's leads are kept with the campaign, so that a page reads nothing else. */
import { Campaign, Lead, LeadStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import { type Database, type Mutable, sequence } from "./internal/Database.ts"
import { distinct, pageWhere } from "./internal/rows.ts"
import type { CampaignRow, LeadRow, Tenant } from "./internal/State.ts"
import { forgetLead } from "./internal/threads.ts"

export const leadStore = ({ read, write }: Database): LeadStore["Service"] => {
  const nextId = sequence<Lead.LeadId>()
  return LeadStore.of({
    insert: (organization_id, campaign_id, leads) =>
      write(organization_id, "LeadStore.insert", (tenant) => {
        const campaign = tenant.campaigns.get(campaign_id)
        if (campaign === undefined) return Exit.fail(new Campaign.CampaignNotFound({ id: campaign_id }))
        let rows = campaign.leads
        const ids = leads.map((lead) => {
          const address = { folded: Text.fold(lead.email), campaign_id }
          if (tenant.leadsByEmail.get(address) !== undefined) return null
          const id = nextId()
          rows = rows.set(id, toRow({ ...lead, campaign_id, id }, address.folded))
          tenant.leads = tenant.leads.set(id, campaign_id)
          tenant.leadsByEmail = tenant.leadsByEmail.set(address, id)
          return id
        })
        tenant.campaigns = tenant.campaigns.set(campaign_id, { ...campaign, leads: rows })
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
        const folded = Text.fold(lead.email)
        if (folded !== stored.folded) {
          if (tenant.leadsByEmail.get({ folded, campaign_id }) !== undefined) {
            return Exit.fail(new Lead.DuplicateLead({ email: lead.email }))
          }
          tenant.leadsByEmail = tenant.leadsByEmail
            .remove({ folded: stored.folded, campaign_id })
            .set({ folded, campaign_id }, lead.id)
        }
        const { created_at } = stored.hidden
        const row = toRow({ ...lead, campaign_id, created_at }, folded)
        changeLeads(tenant, campaign_id, (leads) => leads.set(lead.id, row))
        return Exit.succeed(true)
      }),

    remove: (organization_id, ids) =>
      write(organization_id, "LeadStore.remove", (tenant) =>
        Exit.succeed(
          distinct(ids).filter((id) => {
            const row = rowOf(tenant, id)
            if (row === undefined) return false
            const { campaign_id } = row.lead
            changeLeads(tenant, campaign_id, (leads) => leads.remove(id))
            tenant.leads = tenant.leads.remove(id)
            tenant.leadsByEmail = tenant.leadsByEmail.remove({ folded: row.folded, campaign_id })
            forgetLead(tenant, id)
            return true
          })
        )
      )
  })
}

/** The ids of the leads with this folded address, in whatever campaign. */
export const leadsWithEmail = ({ leadsByEmail }: Tenant, folded: string): ReadonlyArray<Lead.LeadId> =>
  leadsByEmail.slice(
    leadsByEmail.rank({ folded, campaign_id: "" }),
    leadsByEmail.rankAfter({ folded, campaign_id: "\uffff" })
  )

const rowOf = ({ campaigns, leads }: Tenant, id: Lead.LeadId): LeadRow | undefined => {
  const campaign_id = leads.get(id)
  return campaign_id && campaigns.get(campaign_id)?.leads.get(id)
}

const recordsOf = (tenant: Tenant, ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<Lead.LeadRecord> =>
  distinct(ids)
    .flatMap((id) => rowOf(tenant, id) ?? [])
    .map(toRecord)

const changeLeads = (
  tenant: Mutable<Tenant>,
  id: Campaign.CampaignId,
  f: (leads: CampaignRow["leads"]) => CampaignRow["leads"]
) => {
  const campaign = tenant.campaigns.get(id)
  if (campaign !== undefined) tenant.campaigns = tenant.campaigns.set(id, { ...campaign, leads: f(campaign.leads) })
}

const toRow = (record: Lead.LeadRecord, folded: string): LeadRow => {
  const { created_at, replied_at, stop_decided_at, stop_occurred_at, updated_at, version } = record
  const custom_fields = Object.freeze({ ...record.custom_fields })
  return {
    lead: Object.freeze(Lead.toLead(record)),
    hidden: { custom_fields, stop_occurred_at, stop_decided_at, replied_at, version, created_at, updated_at },
    folded
  }
}

const toRecord = ({ hidden, lead }: LeadRow): Lead.LeadRecord => ({ ...lead, ...hidden })

/** Campaigns. Their leads and sequences are stored with them: see `leads.ts` and `sequences.ts`. */
import { type Account, Campaign, CampaignStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import { totalOf } from "./analytics.ts"
import { corrupt, type Database } from "./internal/Database.ts"
import { dropLead } from "./internal/leads.ts"
import { pageWhere } from "./internal/rows.ts"
import { campaignIn, type CampaignRow, emptyCampaign, emptyTenant, type Tenant } from "./internal/State.ts"
import { forgetCampaign, forgetLead } from "./internal/threads.ts"

export const campaignStore = ({ read, readState, write }: Database): CampaignStore["Service"] => {
  const find: CampaignStore["Service"]["find"] = (organization_id, id) =>
    read(organization_id, (tenant) => Option.map(Option.fromUndefinedOr(campaignIn(tenant, id)), toRecord))

  return CampaignStore.of({
    insert: (organization_id, { account_ids, created_at, updated_at, version, ...fields }) =>
      write(organization_id, "CampaignStore.insert", (tenant) => {
        if (tenant.campaigns.get(fields.id) !== undefined) {
          return corrupt("CampaignStore.insert", `There is a campaign ${fields.id}`)
        }
        const campaign = {
          ...fields,
          account_ids: Object.freeze([...account_ids]),
          lead_count: 0,
          created_at,
          updated_at,
          version
        }
        tenant.campaigns = tenant.campaigns.set(campaign.id, {
          campaign,
          folded: Text.fold(campaign.name),
          ...emptyCampaign
        })
        return Exit.void
      }),
    find,
    findMany: (organization_id, ids, { with_hidden = false } = {}) =>
      read(organization_id, (tenant) =>
        recordsOf(ids, (id) => (with_hidden ? tenant.campaigns.get(id) : campaignIn(tenant, id)))
      ),
    list: (organization_id) =>
      read(organization_id, ({ campaigns }) =>
        [...campaigns.values()].flatMap((row) =>
          row.hiddenAt === null ? [{ ...toRecord(row), leads: row.counts }] : []
        )
      ),
    findByAccounts: (organization_id, account_ids) =>
      read(organization_id, ({ campaigns }) =>
        [...campaigns.values()]
          .filter(({ hiddenAt }) => hiddenAt === null)
          .filter(sendsFrom(new Set(account_ids)))
          .map(toRecord)
      ),
    page: (organization_id, { search = "", status, ...query }) =>
      read(organization_id, (tenant) => {
        const { data, total } = pageWhere(
          tenant.campaigns,
          query,
          ({ campaign, folded, hiddenAt }) =>
            hiddenAt === null && (status === undefined || campaign.status === status) && folded.includes(search)
        )
        return { total, data: data.map((row) => listed(tenant, row)) }
      }),
    // No other transaction runs until this one ends.
    lock: find,
    replace: (organization_id, { account_ids, ...campaign }) =>
      write(organization_id, "CampaignStore.replace", (tenant) => {
        const row = campaignIn(tenant, campaign.id)
        if (row === undefined) return Exit.void
        const { created_at, lead_count } = row.campaign
        tenant.campaigns = tenant.campaigns.set(campaign.id, {
          ...row,
          // Fields in the order of the schema, as in every storage.
          campaign: {
            ...row.campaign,
            ...campaign,
            account_ids: Object.freeze([...account_ids]),
            created_at,
            lead_count
          },
          folded: Text.fold(campaign.name)
        })
        return Exit.void
      }),
    hide: (organization_id, id, at) =>
      write(organization_id, "CampaignStore.hide", (tenant) => {
        const row = tenant.campaigns.get(id)
        if (row !== undefined) tenant.campaigns = tenant.campaigns.set(id, { ...row, hiddenAt: at })
        return Exit.void
      }),
    findHidden: (organization_id, before) =>
      read(organization_id, (tenant) => hiddenIn(tenant).flatMap(({ at, id }) => (at < before ? [id] : []))),
    organizationsWithHidden: readState(({ organizations, tenants }) =>
      [...organizations.values()].flatMap(({ id }) =>
        hiddenIn(tenants.get(id) ?? emptyTenant).length === 0 ? [] : [id]
      )
    ),
    clearThreads: (organization_id, id, { limit }) =>
      write(organization_id, "CampaignStore.clearThreads", (tenant) => Exit.succeed(forgetCampaign(tenant, id, limit))),
    remove: (organization_id, id) =>
      write(organization_id, "CampaignStore.remove", (tenant) => {
        const row = tenant.campaigns.get(id)
        if (row === undefined || row.hiddenAt === null) return Exit.succeed(false)
        for (const lead of row.leads.values()) {
          dropLead(tenant, lead)
          forgetLead(tenant, lead.lead.id)
        }
        forgetCampaign(tenant, id, Infinity)
        for (const step of row.sequences) tenant.sequences = tenant.sequences.remove(step.id)
        tenant.campaigns = tenant.campaigns.remove(id)
        return Exit.succeed(true)
      })
  })
}

const sendsFrom =
  (accounts: ReadonlySet<Account.AccountId>) =>
  ({ campaign }: CampaignRow) =>
    campaign.account_ids.some((id) => accounts.has(id))

const toRecord = ({ campaign, leads }: CampaignRow): Campaign.CampaignRecord => ({
  ...campaign,
  lead_count: leads.size
})

/** The campaigns that `find` returns, without duplicates, by ascending id. */
const recordsOf = (
  ids: ReadonlyArray<Campaign.CampaignId>,
  find: (id: Campaign.CampaignId) => CampaignRow | undefined
) =>
  [...new Set(ids)].sort().flatMap((id) => {
    const row = find(id)
    return row === undefined ? [] : [toRecord(row)]
  })

const hiddenIn = ({ campaigns }: Tenant) =>
  [...campaigns.values()].flatMap(({ campaign: { id }, hiddenAt }) => (hiddenAt === null ? [] : [{ id, at: hiddenAt }]))

const listed = (tenant: Tenant, row: CampaignRow): Campaign.ListedCampaign => {
  const { bounced, replied, sent } = totalOf(tenant, row.campaign.id)
  return { ...Campaign.toCampaign(toRecord(row)), counts: { leads: row.counts, sent, replied, bounced } }
}

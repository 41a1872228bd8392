/** Campaigns. Their leads and sequences are stored with them: see `leads.ts` and `sequences.ts`. */
import { type Account, Campaign, CampaignStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import { totalOf } from "./analytics.ts"
import { corrupt, type Database } from "./internal/Database.ts"
import { countsOf, dropLead } from "./internal/leads.ts"
import { everywhere, pageWhere } from "./internal/rows.ts"
import { campaignIn, type CampaignRow, emptyCampaign, type Tenant } from "./internal/State.ts"
import { forgetCampaign, forgetLeads } from "./internal/threads.ts"

export const campaignStore = ({ read, readState, write }: Database): CampaignStore["Service"] => {
  return CampaignStore.of({
    insert: (organization_id, { account_ids, created_at, send_window, updated_at, verification, version, ...fields }) =>
      write(organization_id, "CampaignStore.insert", (tenant) => {
        if (tenant.campaigns.get(fields.id) !== undefined) {
          return corrupt("CampaignStore.insert", `There is a campaign ${fields.id}`)
        }
        const campaign = {
          ...fields,
          send_window: frozenWindow(send_window),
          account_ids: Object.freeze([...account_ids]),
          lead_count: 0,
          created_at,
          updated_at,
          verification,
          version
        }
        tenant.campaigns = tenant.campaigns.set(campaign.id, {
          campaign,
          folded: Text.foldForSearch(campaign.name),
          ...emptyCampaign
        })
        return Exit.void
      }),
    findMany: (organization_id, ids, { with_hidden = false } = {}) =>
      read(organization_id, (tenant) =>
        rowsOf(tenant, ids)
          .filter(({ hiddenAt }) => with_hidden || hiddenAt === null)
          .map(toRecord)
      ),
    list: (organization_id, ids) =>
      read(organization_id, (tenant) =>
        (ids === undefined ? [...tenant.campaigns.values()] : rowsOf(tenant, ids)).flatMap((row) =>
          row.hiddenAt === null ? [{ ...toRecord(row), leads: countsOf(row) }] : []
        )
      ),
    findByAccounts: (organization_id, account_ids, { only_active = false } = {}) =>
      read(organization_id, ({ campaigns }) =>
        [...campaigns.values()]
          .filter(({ campaign, hiddenAt }) => hiddenAt === null && (!only_active || campaign.status === "active"))
          .filter(sendsFrom(new Set(account_ids)))
          .map(toRecord)
      ),
    findManyOrCompanyScoped: (organization_id, ids) =>
      read(organization_id, ({ campaigns }) =>
        [...campaigns.values()]
          .filter(
            ({ campaign, hiddenAt }) =>
              hiddenAt === null && (campaign.stop_scope === "company" || ids.includes(campaign.id))
          )
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
    lock: (organization_id, id) =>
      read(organization_id, (tenant) => Option.map(Option.fromUndefinedOr(campaignIn(tenant, id)), toRecord)),
    replace: (organization_id, { account_ids, send_window, ...campaign }) =>
      write(organization_id, "CampaignStore.replace", (tenant) => {
        const row = campaignIn(tenant, campaign.id)
        if (row === undefined) return Exit.succeed(false)
        const { created_at, lead_count } = row.campaign
        tenant.campaigns = tenant.campaigns.set(campaign.id, {
          ...row,
          // Fields in the order of the schema, as in every storage.
          campaign: {
            ...row.campaign,
            ...campaign,
            send_window: frozenWindow(send_window),
            account_ids: Object.freeze([...account_ids]),
            created_at,
            lead_count
          },
          folded: Text.foldForSearch(campaign.name)
        })
        return Exit.succeed(true)
      }),
    hide: (organization_id, id, at) =>
      write(organization_id, "CampaignStore.hide", (tenant) => {
        const row = tenant.campaigns.get(id)
        if (row !== undefined) tenant.campaigns = tenant.campaigns.set(id, { ...row, hiddenAt: at })
        return Exit.void
      }),
    findHidden: ({ before, limit }) =>
      readState((state) =>
        everywhere(state, ({ campaigns }) => campaigns)
          .filter(({ row }) => row.hiddenAt !== null && row.hiddenAt < before)
          .slice(0, limit)
          .map(({ organization_id, row }) => ({ organization_id, id: row.campaign.id }))
      ),
    clearThreads: (organization_id, id, { limit }) =>
      write(organization_id, "CampaignStore.clearThreads", (tenant) => Exit.succeed(forgetCampaign(tenant, id, limit))),
    remove: (organization_id, id) =>
      write(organization_id, "CampaignStore.remove", (tenant) => {
        const row = tenant.campaigns.get(id)
        if (row === undefined || row.hiddenAt === null) return Exit.succeed(false)
        const leads = [...row.leads.values()]
        for (const lead of leads) dropLead(tenant, lead)
        forgetLeads(
          tenant,
          leads.map(({ lead }) => lead.id)
        )
        forgetCampaign(tenant, id, Infinity)
        tenant.plans = tenant.plans.remove(id)
        tenant.campaigns = tenant.campaigns.remove(id)
        return Exit.succeed(true)
      })
  })
}

export const frozenWindow = ({ days, ...times }: Campaign.Campaign["send_window"]): Campaign.Campaign["send_window"] =>
  Object.freeze({ days: Object.freeze([...days]), ...times })

const sendsFrom =
  (accounts: ReadonlySet<Account.AccountId>) =>
  ({ campaign }: CampaignRow) =>
    campaign.account_ids.some((id) => accounts.has(id))

const toRecord = ({ campaign, leads }: CampaignRow): Campaign.CampaignRecord => ({
  ...campaign,
  lead_count: leads.size
})

/** The campaigns with these ids, also hidden ones, without duplicates, by ascending id. */
const rowsOf = ({ campaigns }: Tenant, ids: ReadonlyArray<Campaign.CampaignId>): ReadonlyArray<CampaignRow> =>
  [...new Set(ids)].sort().flatMap((id) => campaigns.get(id) ?? [])

const listed = (tenant: Tenant, row: CampaignRow): Campaign.ListedCampaign => {
  const { bounced, replied, sent } = totalOf(tenant, row.campaign.id)
  return { ...Campaign.toCampaign(toRecord(row)), counts: { leads: countsOf(row), sent, replied, bounced } }
}

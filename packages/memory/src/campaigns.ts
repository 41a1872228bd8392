/** Campaigns. Their leads and sequences are stored with them: see `leads.ts` and `sequences.ts`. */
import { type Account, type Campaign, CampaignStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import { corrupt, type Database } from "./internal/Database.ts"
import { pageWhere } from "./internal/rows.ts"
import { type CampaignRow, emptyCampaign } from "./internal/State.ts"

export const campaignStore = ({ read, write }: Database): CampaignStore["Service"] =>
  CampaignStore.of({
    insert: (organization_id, { account_ids, created_at, updated_at, ...fields }) =>
      write(organization_id, "CampaignStore.insert", (tenant) => {
        if (tenant.campaigns.get(fields.id) !== undefined) {
          return corrupt("CampaignStore.insert", `There is a campaign ${fields.id}`)
        }
        const campaign = {
          ...fields,
          account_ids: Object.freeze([...account_ids]),
          lead_count: 0,
          created_at,
          updated_at
        }
        tenant.campaigns = tenant.campaigns.set(campaign.id, {
          campaign,
          folded: Text.fold(campaign.name),
          ...emptyCampaign
        })
        return Exit.void
      }),
    find: (organization_id, id) =>
      read(organization_id, ({ campaigns }) => Option.map(Option.fromUndefinedOr(campaigns.get(id)), toCampaign)),
    findMany: (organization_id, ids) =>
      read(organization_id, ({ campaigns }) =>
        [...new Set(ids)].sort().flatMap((id) => {
          const row = campaigns.get(id)
          return row === undefined ? [] : [toCampaign(row)]
        })
      ),
    findByAccounts: (organization_id, account_ids) =>
      read(organization_id, ({ campaigns }) =>
        [...campaigns.values()].filter(sendsFrom(new Set(account_ids))).map(toCampaign)
      ),
    removeAccounts: (organization_id, account_ids, updated_at) =>
      write(organization_id, "CampaignStore.removeAccounts", (tenant) => {
        const removed = new Set(account_ids)
        for (const row of [...tenant.campaigns.values()].filter(sendsFrom(removed))) {
          const account_ids = Object.freeze(row.campaign.account_ids.filter((id) => !removed.has(id)))
          const campaign = { ...row.campaign, account_ids, updated_at }
          tenant.campaigns = tenant.campaigns.set(campaign.id, { ...row, campaign })
        }
        return Exit.void
      }),
    page: (organization_id, { search = "", status, ...query }) =>
      read(organization_id, ({ campaigns }) => {
        const { data, total } = pageWhere(
          campaigns.values(),
          query,
          ({ campaign, folded }) => (status === undefined || campaign.status === status) && folded.includes(search)
        )
        return { total, data: data.map(toCampaign) }
      })
  })

const sendsFrom =
  (accounts: ReadonlySet<Account.AccountId>) =>
  ({ campaign }: CampaignRow) =>
    campaign.account_ids.some((id) => accounts.has(id))

const toCampaign = ({ campaign, leads }: CampaignRow): Campaign.Campaign => ({ ...campaign, lead_count: leads.size })

/** Campaigns. */
import { Campaign, CampaignStore, Text } from "@mailroom/core"
import type { Database } from "./internal/Database.ts"
import { paged } from "./internal/paged.ts"
import { array, bool, containing, ids, instant, int, pageOf, readFirst, type Row, text } from "./internal/values.ts"

const columns = Object.keys(Campaign.Campaign.fields).join(", ")

const readCampaign = (row: Row<keyof Campaign.Campaign>): Campaign.Campaign => ({
  id: text(row.id),
  name: text(row.name),
  status: text(row.status),
  timezone: text(row.timezone),
  daily_limit: int(row.daily_limit),
  stop_on_reply: bool(row.stop_on_reply),
  stop_on_auto_reply: bool(row.stop_on_auto_reply),
  track_opens: bool(row.track_opens),
  account_ids: array(row.account_ids).map((id) => int(id)),
  lead_count: int(row.lead_count),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at)
})

export const campaignStore = ({ query, sql, write }: Database): CampaignStore["Service"] =>
  CampaignStore.of({
    insert: (organization_id, campaign) =>
      write(
        "CampaignStore.insert",
        sql`
          INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit,
            stop_on_reply, stop_on_auto_reply, track_opens, account_ids, created_at, updated_at)
          VALUES (${organization_id}::bigint, ${campaign.id}::uuid, ${campaign.name}, ${Text.fold(campaign.name)},
            ${campaign.status}, ${campaign.timezone}, ${campaign.daily_limit}, ${campaign.stop_on_reply},
            ${campaign.stop_on_auto_reply}, ${campaign.track_opens}, ${ids(campaign.account_ids)}::bigint[],
            ${campaign.created_at}::timestamptz, ${campaign.updated_at}::timestamptz)`,
        () => undefined
      ),

    find: (organization_id, id) =>
      query(
        "CampaignStore.find",
        sql<Row<keyof Campaign.Campaign>>`
          SELECT ${sql.literal(columns)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::uuid`,
        readFirst(readCampaign)
      ),

    findMany: (organization_id, campaign_ids) =>
      query(
        "CampaignStore.findMany",
        sql<Row<keyof Campaign.Campaign>>`
          SELECT ${sql.literal(columns)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${campaign_ids}::text[]::uuid[]) ORDER BY id`,
        (rows) => rows.map(readCampaign)
      ),

    findByAccounts: (organization_id, account_ids) =>
      query(
        "CampaignStore.findByAccounts",
        sql<Row<keyof Campaign.Campaign>>`
          SELECT ${sql.literal(columns)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND account_ids && ${ids(account_ids)}::bigint[]
          ORDER BY id`,
        (rows) => rows.map(readCampaign)
      ),

    removeAccounts: (organization_id, account_ids, updated_at) =>
      write(
        "CampaignStore.removeAccounts",
        sql`
          WITH locked AS (
            SELECT id FROM mailroom.campaigns
            WHERE organization_id = ${organization_id}::bigint AND account_ids && ${ids(account_ids)}::bigint[]
            ORDER BY id FOR NO KEY UPDATE
          )
          UPDATE mailroom.campaigns campaign
          SET updated_at = ${updated_at}::timestamptz, account_ids = ARRAY(
            SELECT account_id FROM unnest(campaign.account_ids) WITH ORDINALITY AS account (account_id, place)
            WHERE account_id <> ALL(${ids(account_ids)}::bigint[]) ORDER BY place
          )
          FROM locked WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = locked.id`,
        () => undefined
      ),

    page: (organization_id, { limit, offset, search = "", status }) => {
      const matching = sql`
        FROM mailroom.campaigns
        WHERE organization_id = ${organization_id}::bigint AND name_folded LIKE ${containing(search)}::text
          AND status = coalesce(${status ?? null}::text, status)`
      return query(
        "CampaignStore.page",
        paged<keyof Campaign.Campaign>(sql, columns, matching, { limit, offset }),
        pageOf(readCampaign)
      )
    }
  })

/** Campaigns. Those with a `deleted_at` are hidden. */
import { Campaign, CampaignStore, type OrganizationId, Text } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { resolutions } from "./analytics.ts"
import type { Database } from "./internal/Database.ts"
import { leadCounts, readLeadCounts } from "./internal/leadCounts.ts"
import { paged } from "./internal/paged.ts"
import { touch } from "./internal/threadChanges.ts"
import { array, bool, containing, ids, instant, int, pageOf, readFirst, type Row, text } from "./internal/values.ts"

type Column = keyof Campaign.Campaign

const shown = Object.keys(Campaign.Campaign.fields).join(", ")
const stored = `${shown}, version`
const counted = [...new Set(`${stored}, ${leadCounts}`.split(", "))].join(", ")
const listed = [...new Set(`${shown}, ${leadCounts}`.split(", "))].join(", ")

const readCampaign = (row: Row<Column>): Campaign.Campaign => ({
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

const readRecord = (row: Row<Column | "version">): Campaign.CampaignRecord => ({
  ...readCampaign(row),
  version: int(row.version)
})

/** Metrics whose sums of all time are shown. */
const metrics = ["sent", "replied", "bounced"] as const

const readListed = (
  row: Parameters<typeof readLeadCounts>[0] & Row<Column | (typeof metrics)[number]>
): Campaign.ListedCampaign => ({
  ...readCampaign(row),
  counts: { leads: readLeadCounts(row), sent: int(row.sent), replied: int(row.replied), bounced: int(row.bounced) }
})

export const campaignStore = (database: Database): CampaignStore["Service"] => {
  const { query, slowQuery, sql, transaction, write } = database
  const existing = (organization_id: OrganizationId, condition: Statement.Fragment) => sql<Row<Column | "version">>`
    SELECT ${sql.literal(stored)} FROM mailroom.campaigns
    WHERE organization_id = ${organization_id}::bigint AND ${condition} AND deleted_at IS NULL`
  const one = (organization_id: OrganizationId, id: Campaign.CampaignId) =>
    sql`organization_id = ${organization_id}::bigint AND id = ${id}::uuid`

  return CampaignStore.of({
    insert: (organization_id, campaign) =>
      write(
        "CampaignStore.insert",
        sql`
          INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit,
            stop_on_reply, stop_on_auto_reply, track_opens, account_ids, created_at, updated_at, version)
          VALUES (${organization_id}::bigint, ${campaign.id}::uuid, ${campaign.name}, ${Text.fold(campaign.name)},
            ${campaign.status}, ${campaign.timezone}, ${campaign.daily_limit}, ${campaign.stop_on_reply},
            ${campaign.stop_on_auto_reply}, ${campaign.track_opens}, ${ids(campaign.account_ids)}::bigint[],
            ${campaign.created_at}::timestamptz, ${campaign.updated_at}::timestamptz, ${campaign.version}::bigint)`,
        () => undefined
      ),

    find: (organization_id, id) =>
      query("CampaignStore.find", existing(organization_id, sql`id = ${id}::uuid`), readFirst(readRecord)),

    findMany: (organization_id, campaign_ids, { with_hidden = false } = {}) =>
      query(
        "CampaignStore.findMany",
        sql<Row<Column | "version">>`
          SELECT ${sql.literal(stored)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${campaign_ids}::text[]::uuid[])
            ${sql.literal(with_hidden ? "" : "AND deleted_at IS NULL")}
          ORDER BY id`,
        (rows) => rows.map(readRecord)
      ),

    list: (organization_id) =>
      slowQuery(
        "CampaignStore.list",
        sql<Parameters<typeof readLeadCounts>[0] & Row<Column | "version">>`
          SELECT ${sql.literal(counted)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND deleted_at IS NULL ORDER BY id`,
        (rows) => rows.map((row) => ({ ...readRecord(row), leads: readLeadCounts(row) }))
      ),

    findByAccounts: (organization_id, account_ids) =>
      query(
        "CampaignStore.findByAccounts",
        sql<Row<Column | "version">>`
          ${existing(organization_id, sql`account_ids && ${ids(account_ids)}::bigint[]`)} ORDER BY id`,
        (rows) => rows.map(readRecord)
      ),

    // The sums of days, only of the campaigns on the page. The `dimension_id` of campaigns is 0.
    page: (organization_id, { search = "", status, ...page }) => {
      const matching = sql`
        FROM mailroom.campaigns
        WHERE organization_id = ${organization_id}::bigint AND name_folded LIKE ${containing(search)}::text
          AND status = coalesce(${status ?? null}::text, status) AND deleted_at IS NULL`
      // It reads a row for each day of each campaign, so it must not keep short reads waiting.
      return slowQuery(
        "CampaignStore.page",
        sql<Parameters<typeof readListed>[0] & Row<"total">>`
          SELECT page.*, summed.*
          FROM (${paged<Column>(sql, listed, matching, page)}) page
          CROSS JOIN LATERAL (
            SELECT ${sql.literal(metrics.map((metric) => `coalesce(sum(${metric}), 0)::bigint AS ${metric}`).join(", "))}
            FROM mailroom.rollups
            WHERE organization_id = ${organization_id}::bigint AND campaign_id = page.id AND dimension = 'campaign'
              AND resolution = ${resolutions.day}::integer
          ) summed
          ORDER BY page.id`,
        pageOf(readListed)
      )
    },

    lock: (organization_id, id) =>
      write(
        "CampaignStore.lock",
        sql<Row<Column | "version">>`${existing(organization_id, sql`id = ${id}::uuid`)} FOR NO KEY UPDATE`,
        readFirst(readRecord)
      ),

    replace: (organization_id, campaign) =>
      write(
        "CampaignStore.replace",
        sql`
          UPDATE mailroom.campaigns SET name = ${campaign.name}, name_folded = ${Text.fold(campaign.name)},
            status = ${campaign.status}, timezone = ${campaign.timezone}, daily_limit = ${campaign.daily_limit},
            stop_on_reply = ${campaign.stop_on_reply}, stop_on_auto_reply = ${campaign.stop_on_auto_reply},
            track_opens = ${campaign.track_opens}, account_ids = ${ids(campaign.account_ids)}::bigint[],
            updated_at = ${campaign.updated_at}::timestamptz, version = ${campaign.version}::bigint
          WHERE ${one(organization_id, campaign.id)} AND deleted_at IS NULL`,
        () => undefined
      ),

    hide: (organization_id, id, at) =>
      write(
        "CampaignStore.hide",
        sql`UPDATE mailroom.campaigns SET deleted_at = ${at}::timestamptz WHERE ${one(organization_id, id)}`,
        () => undefined
      ),

    findHidden: (organization_id, before) =>
      query(
        "CampaignStore.findHidden",
        sql<Row<"id">>`
          SELECT id FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND deleted_at < ${before}::timestamptz ORDER BY id`,
        (rows) => rows.map(({ id }) => text<Campaign.CampaignId>(id))
      ),

    organizationsWithHidden: query(
      "CampaignStore.organizationsWithHidden",
      sql<Row<"organization_id">>`
        SELECT DISTINCT organization_id FROM mailroom.campaigns WHERE deleted_at IS NOT NULL ORDER BY organization_id`,
      (rows) => rows.map((row) => int<OrganizationId>(row.organization_id))
    ),

    clearThreads: (organization_id, id, { limit }) =>
      write(
        "CampaignStore.clearThreads",
        sql<Row<"id">>`
          WITH locked AS MATERIALIZED (
            SELECT id FROM mailroom.threads
            WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${id}::uuid
            ORDER BY id LIMIT ${limit}::bigint FOR NO KEY UPDATE
          )
          UPDATE mailroom.threads thread SET campaign_id = NULL FROM locked
          WHERE thread.organization_id = ${organization_id}::bigint AND thread.id = locked.id
          RETURNING thread.id`,
        (rows) => rows.length
      ).pipe(
        Effect.tap((cleared) =>
          cleared === 0 ? Effect.void : touch(database)("CampaignStore.clearThreads", organization_id)
        ),
        transaction
      ),

    // Foreign keys delete its steps and its remaining leads. On Citus none can set a column to null, so a statement
    // takes the campaign and these leads off their threads. The lock keeps new threads and leads from naming it.
    remove: Effect.fnUntraced(function* (organization_id, id) {
      const isHidden = yield* write(
        "CampaignStore.remove",
        sql`
          SELECT FROM mailroom.campaigns
          WHERE ${one(organization_id, id)} AND deleted_at IS NOT NULL FOR UPDATE`,
        (rows) => rows.length > 0
      )
      if (!isHidden) return false
      const leads = sql`ARRAY(
        SELECT id FROM mailroom.leads WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${id}::uuid
      )`
      yield* write(
        "CampaignStore.remove",
        sql`
          WITH locked AS MATERIALIZED (
            SELECT id FROM mailroom.threads
            WHERE organization_id = ${organization_id}::bigint AND (campaign_id = ${id}::uuid OR lead_id = ANY(${leads}))
            ORDER BY id FOR NO KEY UPDATE
          )
          UPDATE mailroom.threads thread
          SET campaign_id = nullif(campaign_id, ${id}::uuid), lead_id = CASE WHEN lead_id <> ALL(${leads}) THEN lead_id END
          FROM locked WHERE thread.organization_id = ${organization_id}::bigint AND thread.id = locked.id`,
        () => undefined
      )
      yield* write(
        "CampaignStore.remove",
        sql`DELETE FROM mailroom.campaigns WHERE ${one(organization_id, id)}`,
        () => undefined
      )
      return true
    }, transaction)
  })
}

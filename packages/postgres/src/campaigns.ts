/** Campaigns. Those with a `deleted_at` are hidden. */
import { Campaign, CampaignStore, type OrganizationId, Text } from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { SqlConnection, Statement } from "effect/sql"
import { resolutions } from "./analytics.ts"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { inserting, insertInto } from "./internal/database/insertion.ts"
import { leadCounts, readLeadCounts } from "./internal/leads/leadCounts.ts"
import { limited, paged } from "./internal/database/paged.ts"
import { touch } from "./internal/threads/threadChanges.ts"
import { containing, ids, int, pageOf, readFirst, type Row, text } from "./internal/database/values.ts"

const columns = Column.of(Campaign.Campaign)
const recordColumns = Column.of(Campaign.table)

const stored = Column.selectionOf(recordColumns)
const counted = [...new Set(`${stored}, ${leadCounts}`.split(", "))].join(", ")

const readCampaign = Column.readerOf<Campaign.Campaign>(columns)
const readRecord = Column.readerOf<Campaign.CampaignRecord>(recordColumns)
const readRecords = (rows: ReadonlyArray<SqlConnection.Row>) => rows.map(readRecord)

/** The columns that use cases write; statements that change leads keep the counts. */
const written = { ...Struct.omit(recordColumns, ["id", "lead_count"]), name_folded: Column.Text }
const insertedColumns = { id: Column.Uuid, ...written }
const toRow = (campaign: Omit<Campaign.CampaignRecord, "lead_count">) => ({
  ...campaign,
  name_folded: Text.foldForSearch(campaign.name)
})

/** Metrics whose sums of all time are shown. */
const metrics = ["sent", "replied", "bounced"] as const

const readListed = (row: SqlConnection.Row): Campaign.ListedCampaign => ({
  ...readCampaign(row),
  counts: {
    leads: readLeadCounts(row),
    sent: int(row["sent"]),
    replied: int(row["replied"]),
    bounced: int(row["bounced"])
  }
})

export const campaignStore = (database: Database): CampaignStore["Service"] => {
  const { read, readLong, sql, transaction, write } = database
  const existing = (organization_id: OrganizationId, condition: Statement.Fragment) => sql`
    SELECT ${sql.literal(stored)} FROM mailroom.campaigns
    WHERE organization_id = ${organization_id}::bigint AND ${condition} AND deleted_at IS NULL`
  const one = (organization_id: OrganizationId, id: Campaign.CampaignId) =>
    sql`organization_id = ${organization_id}::bigint AND id = ${id}::uuid`

  return CampaignStore.of({
    insert: (organization_id, campaign) =>
      inserting(database)(
        "CampaignStore.insert",
        organization_id,
        sql`
          ${insertInto(sql, "campaigns", organization_id, { columns: insertedColumns, rows: [toRow(campaign)] })}
          RETURNING id`,
        () => undefined
      ),

    findMany: (organization_id, campaign_ids, { with_hidden = false } = {}) =>
      read(
        "CampaignStore.findMany",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${campaign_ids}::text[]::uuid[])
            ${sql.literal(with_hidden ? "" : "AND deleted_at IS NULL")}
          ORDER BY id`,
        readRecords
      ),

    list: (organization_id, campaign_ids) =>
      (campaign_ids === undefined ? readLong : read)(
        "CampaignStore.list",
        sql`
          SELECT ${sql.literal(counted)} FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND deleted_at IS NULL
            ${campaign_ids === undefined ? sql.literal("") : sql`AND id = ANY(${campaign_ids}::text[]::uuid[])`}
          ORDER BY id`,
        (rows) => rows.map((row) => ({ ...readRecord(row), leads: readLeadCounts(row) }))
      ),

    findByAccounts: (organization_id, account_ids, { only_active = false } = {}) =>
      read(
        "CampaignStore.findByAccounts",
        sql`
          ${existing(organization_id, sql`account_ids && ${ids(account_ids)}::bigint[]`)}
            ${sql.literal(only_active ? "AND status = 'active'" : "")}
          ORDER BY id`,
        readRecords
      ),

    findManyOrCompanyScoped: (organization_id, campaign_ids) =>
      read(
        "CampaignStore.findManyOrCompanyScoped",
        sql`
          ${existing(organization_id, sql`(stop_scope = 'company' OR id = ANY(${campaign_ids}::text[]::uuid[]))`)}
          ORDER BY id`,
        readRecords
      ),

    // Adds up the sums of days, only for the campaigns on the page. The `dimension_id` of campaigns is 0.
    page: (organization_id, { search = "", status, ...page }) => {
      const matching = sql`
        FROM mailroom.campaigns
        WHERE organization_id = ${organization_id}::bigint AND name_folded LIKE ${containing(search)}::text
          AND status = coalesce(${status ?? null}::text, status) AND deleted_at IS NULL`
      // `readLong`: it reads a row for each day of each campaign, so it must not keep short reads waiting.
      return readLong(
        "CampaignStore.page",
        sql<Row<"id" | "total"> & SqlConnection.Row>`
          SELECT page.*, summed.*
          FROM (${paged(sql, counted, matching, page)}) page
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
        sql`${existing(organization_id, sql`id = ${id}::uuid`)} FOR NO KEY UPDATE`,
        readFirst(readRecord)
      ),

    replace: (organization_id, campaign) =>
      write(
        "CampaignStore.replace",
        sql`
          UPDATE mailroom.campaigns campaign
          SET ${sql.literal(Column.assignmentsOf(Struct.omit(written, ["created_at"])))}
          FROM ${Column.rowsOf(sql, written, [toRow(campaign)])}
          WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign.id}::uuid
            AND campaign.deleted_at IS NULL
          RETURNING campaign.id`,
        (rows) => rows.length > 0
      ),

    hide: (organization_id, id, at) =>
      write(
        "CampaignStore.hide",
        sql`UPDATE mailroom.campaigns SET deleted_at = ${at}::timestamptz WHERE ${one(organization_id, id)}`
      ),

    findHidden: ({ before, limit }) =>
      read(
        "CampaignStore.findHidden",
        sql<Row<"id" | "organization_id">>`
          SELECT organization_id, id FROM mailroom.campaigns WHERE deleted_at < ${before}::timestamptz
          ORDER BY organization_id, id ${limited(sql, limit)}`,
        (rows) => rows.map((row) => ({ organization_id: int(row.organization_id), id: text(row.id) }))
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
      yield* write(
        "CampaignStore.remove",
        sql`
          DELETE FROM mailroom.plans WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${id}::uuid`
      )
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
          FROM locked WHERE thread.organization_id = ${organization_id}::bigint AND thread.id = locked.id`
      )
      yield* write("CampaignStore.remove", sql`DELETE FROM mailroom.campaigns WHERE ${one(organization_id, id)}`)
      return true
    }, transaction)
  })
}

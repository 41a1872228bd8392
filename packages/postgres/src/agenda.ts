/** The next mails of campaigns: the agenda of leads, and the plans of campaigns. */
import {
  type AccountId,
  type AgendaRecord,
  agendaTable,
  AgendaStore,
  type Campaign,
  type Lead,
  openStates,
  type OrganizationId,
  type PlanRecord,
  planTable,
  PlanStore
} from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { insertInto } from "./internal/database/insertion.ts"
import { keyedStore } from "./internal/database/keyedRows.ts"
import { limited } from "./internal/database/paged.ts"
import { ids, int, type Row, text } from "./internal/database/values.ts"

const columns = Column.of(agendaTable)
const stored = Column.selectionOf(columns)
const readRow = Column.readerOf<AgendaRecord>(columns)

const queueColumns = { account_id: Column.IntOrNull, campaign_id: Column.Uuid }
/** The states of rows that can be taken off their account. */
const releasable = ["waiting", "done", "stopped", "unknown"] as const

export const agendaStore = (database: Database): AgendaStore["Service"] => {
  const { read, readLong, sql, write } = database
  const ofOrganization = (organization_id: OrganizationId) => sql`organization_id = ${organization_id}::bigint`
  const ofQueue = (account_id: AccountId | null, campaign_id: Campaign.CampaignId) => sql`
    ${account_id === null ? sql`account_id IS NULL` : sql`account_id = ${account_id}::bigint`}
    AND campaign_id = ${campaign_id}::uuid`

  /**
   * The leads of the statement `chosen`, locked in the order of their ids, as an array. Rows that another transaction
   * changed meanwhile are left out unless `condition` still applies.
   */
  const locked = (organization_id: OrganizationId, chosen: Statement.Fragment, condition: Statement.Fragment) => sql`
    locked AS MATERIALIZED (
      SELECT lead_id FROM mailroom.agenda
      WHERE ${ofOrganization(organization_id)} AND lead_id = ANY(ARRAY(${chosen})) AND ${condition}
      ORDER BY lead_id FOR UPDATE
    )`
  const areLocked = (organization_id: OrganizationId) => sql`
    ${ofOrganization(organization_id)} AND lead_id = ANY(ARRAY(SELECT lead_id FROM locked))`

  /**
   * Selects at most `limit` leads of each campaign that are in this state, belong to the account, and are in campaigns other
   * than `kept`. The recursion jumps from campaign to campaign in the index: reading all rows of the account would cost as
   * much as it has leads.
   */
  const elsewhere = (
    organization_id: OrganizationId,
    account_id: AccountId,
    state: (typeof releasable)[number],
    { kept, limit }: Parameters<AgendaStore["Service"]["release"]>[2]
  ) => {
    const own = sql`
      ${ofOrganization(organization_id)} AND account_id = ${account_id}::bigint AND state = ${sql.literal(`'${state}'`)}`
    return sql`
      (
        WITH RECURSIVE queue AS (
          (SELECT campaign_id FROM mailroom.agenda WHERE ${own} ORDER BY campaign_id LIMIT 1)
          UNION ALL
          SELECT (
            SELECT campaign_id FROM mailroom.agenda
            WHERE ${own} AND campaign_id > queue.campaign_id ORDER BY campaign_id LIMIT 1
          )
          FROM queue WHERE queue.campaign_id IS NOT NULL
        )
        SELECT item.lead_id FROM queue
        CROSS JOIN LATERAL (
          SELECT lead_id FROM mailroom.agenda
          WHERE ${own} AND campaign_id = queue.campaign_id ${limited(sql, limit)}
        ) item
        WHERE queue.campaign_id <> ALL(${kept}::text[]::uuid[])
      )`
  }

  return AgendaStore.of({
    insert: (organization_id, rows) =>
      write(
        "AgendaStore.insert",
        sql<Row<"lead_id">>`
          ${insertInto(sql, "agenda", organization_id, { columns, rows, order: "new.lead_id, new.place" })}
          ON CONFLICT DO NOTHING
          RETURNING lead_id`,
        (inserted) => inserted.map(({ lead_id }) => int<Lead.LeadId>(lead_id)).toSorted((a, b) => a - b)
      ),

    ...keyedStore<Lead.LeadId, AgendaRecord>(database, "AgendaStore", agendaTable, columns),

    // LIMIT is a literal, and `account_id` is in ORDER BY for the pool: both make Postgres read the index in its order.
    heads: (organization_id, queues, limit, { only_new = false } = {}) => {
      const isPool = queues[0]?.account_id === null
      return read(
        "AgendaStore.heads",
        sql`
          SELECT ${sql.literal(Column.selectionOf(columns, "item"))}
          FROM ${Column.orderedRowsOf(sql, queueColumns, queues, "queue")}
          CROSS JOIN LATERAL (
            SELECT ${sql.literal(stored)} FROM mailroom.agenda
            WHERE ${ofOrganization(organization_id)}
              AND ${isPool ? sql`account_id IS NULL` : sql`account_id = queue.account_id`}
              AND campaign_id = queue.campaign_id AND state = 'waiting' ${only_new ? sql`AND step_id IS NULL` : sql``}
            ORDER BY ${isPool ? sql`account_id,` : sql``} due_at, lead_id ${limited(sql, limit)}
          ) item
          ORDER BY queue.place, item.due_at, item.lead_id`,
        (rows) => rows.map(readRow)
      )
    },

    // `account_id` is in ORDER BY, as in the index: Postgres does not infer from IS NULL that it is the same in all rows.
    takePool: (organization_id, { account_id, campaign_id }, limit) =>
      write(
        "AgendaStore.takePool",
        sql`
          WITH chosen AS MATERIALIZED (
            SELECT lead_id FROM mailroom.agenda
            WHERE ${ofOrganization(organization_id)} AND ${ofQueue(null, campaign_id)} AND state = 'waiting'
            ORDER BY account_id, due_at, lead_id ${limited(sql, limit)} FOR UPDATE SKIP LOCKED
          ), taken AS (
            UPDATE mailroom.agenda SET account_id = ${account_id}::bigint
            WHERE ${ofOrganization(organization_id)} AND lead_id = ANY(ARRAY(SELECT lead_id FROM chosen))
            RETURNING ${sql.literal(stored)}
          )
          SELECT ${sql.literal(stored)} FROM taken ORDER BY due_at, lead_id`,
        (rows) => rows.map(readRow)
      ),

    release: (organization_id, account_id, query) => {
      const parts = releasable.map((state) => elsewhere(organization_id, account_id, state, query))
      const chosen = sql`SELECT lead_id FROM (${sql.join(" UNION ALL ", false)(parts)}) chosen ${limited(sql, query.limit)}`
      const condition = sql`
        account_id = ${account_id}::bigint AND state <> 'begun' AND campaign_id <> ALL(${query.kept}::text[]::uuid[])`
      return write(
        "AgendaStore.release",
        sql`
          WITH ${locked(organization_id, chosen, condition)}
          UPDATE mailroom.agenda SET account_id = NULL WHERE ${areLocked(organization_id)} RETURNING 1 AS released`,
        (rows) => rows.length
      )
    },

    // Rows whose step is not `last`, as three ranges of the index: with `<>` Postgres would read all rows of the account.
    finishedBefore: (organization_id, { account_id, campaign_id }, { last, limit }) => {
      const part = (condition: Statement.Fragment) => sql`
        (
          SELECT lead_id FROM mailroom.agenda
          WHERE ${ofOrganization(organization_id)} AND ${ofQueue(account_id, campaign_id)} AND state = 'done'
            AND ${condition} ${limited(sql, limit)}
        )`
      const parts = [
        part(sql`step_id IS NULL`),
        part(sql`step_id < ${last}::bigint`),
        part(sql`step_id > ${last}::bigint`)
      ]
      return read(
        "AgendaStore.finishedBefore",
        sql<Row<"lead_id">>`
          SELECT lead_id FROM (${sql.join(" UNION ALL ", false)(parts)} ${limited(sql, limit)}) finished
          ORDER BY lead_id`,
        (rows) => rows.map(({ lead_id }) => int<Lead.LeadId>(lead_id))
      )
    },

    page: (organization_id, campaign_id, { after, limit, state }) =>
      read(
        "AgendaStore.page",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.agenda
          WHERE ${ofOrganization(organization_id)} AND campaign_id = ${campaign_id}::uuid AND state = ${state}::text
            AND lead_id > ${after ?? 0}::bigint
          ORDER BY lead_id ${limited(sql, limit)}`,
        (rows) => rows.map(readRow)
      ),

    count: (organization_id, campaign_id, state) =>
      readLong(
        "AgendaStore.count",
        sql<Row<"count">>`
          SELECT count(*) AS count FROM mailroom.agenda
          WHERE ${ofOrganization(organization_id)} AND campaign_id = ${campaign_id}::uuid AND state = ${state}::text`,
        ([row]) => int(row?.count)
      ),

    countFirsts: (organization_id, campaign_ids) =>
      read(
        "AgendaStore.countFirsts",
        sql<Row<"campaign_id" | "firsts">>`
          SELECT campaign_id, count(*) AS firsts FROM mailroom.agenda
          WHERE ${ofOrganization(organization_id)} AND campaign_id = ANY(${campaign_ids}::text[]::uuid[])
            AND step_id IS NULL AND state IN ('begun', 'unknown')
          GROUP BY campaign_id ORDER BY campaign_id`,
        (rows) =>
          rows.map((row) => ({ campaign_id: text<Campaign.CampaignId>(row.campaign_id), firsts: int(row.firsts) }))
      ),

    // Looks up each open state in the index. For one condition on all of them, Postgres would expect to find an open row soon,
    // and read the whole table.
    hasOpen: (organization_id, campaign_id) =>
      read(
        "AgendaStore.hasOpen",
        sql`
          SELECT item.state FROM unnest(${openStates}::text[]) AS open (state)
          CROSS JOIN LATERAL (
            SELECT agenda.state FROM mailroom.agenda
            WHERE ${ofOrganization(organization_id)}
              AND (campaign_id, agenda.state) >= (${campaign_id}::uuid, open.state)
              AND (campaign_id, agenda.state) <= (${campaign_id}::uuid, open.state)
            ORDER BY campaign_id, agenda.state LIMIT 1
          ) item
          LIMIT 1`,
        (rows) => rows.length > 0
      ),

    removeLeads: (organization_id, leads) =>
      write(
        "AgendaStore.removeLeads",
        sql`
          WITH locked AS MATERIALIZED (
            SELECT lead_id FROM mailroom.agenda
            WHERE ${ofOrganization(organization_id)} AND lead_id = ANY(${ids(leads)}::bigint[])
            ORDER BY lead_id FOR UPDATE
          )
          DELETE FROM mailroom.agenda WHERE ${areLocked(organization_id)}`
      ),

    removeOfCampaign: (organization_id, campaign_id, { limit }) => {
      const condition = sql`campaign_id = ${campaign_id}::uuid`
      const chosen = sql`
        SELECT lead_id FROM mailroom.agenda
        WHERE ${ofOrganization(organization_id)} AND ${condition} ${limited(sql, limit)}`
      return write(
        "AgendaStore.removeOfCampaign",
        sql`
          WITH ${locked(organization_id, chosen, condition)}
          DELETE FROM mailroom.agenda WHERE ${areLocked(organization_id)} RETURNING 1 AS removed`,
        (rows) => rows.length
      )
    }
  })
}

const planColumns = Column.of(planTable)

export const planStore = (database: Database): PlanStore["Service"] => {
  const { read, sql, write } = database
  const keyed = keyedStore<Campaign.CampaignId, PlanRecord>(database, "PlanStore", planTable, planColumns)

  return PlanStore.of({
    ...keyed,

    lock: (organization_id, campaigns) =>
      Effect.andThen(
        write(
          "PlanStore.lock",
          sql`
            INSERT INTO mailroom.plans (organization_id, campaign_id, skipped)
            SELECT campaign.organization_id, campaign.id, 0 FROM mailroom.campaigns campaign
            WHERE campaign.organization_id = ${organization_id}::bigint
              AND campaign.id = ANY(${campaigns}::text[]::uuid[])
            ORDER BY campaign.id
            ON CONFLICT DO NOTHING`
        ),
        keyed.lock(organization_id, campaigns)
      ),

    any: (organization_id) =>
      read(
        "PlanStore.any",
        sql`SELECT 1 FROM mailroom.plans WHERE organization_id = ${organization_id}::bigint LIMIT 1`,
        (rows) => rows.length > 0
      )
  })
}

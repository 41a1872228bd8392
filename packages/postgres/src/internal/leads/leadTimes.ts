/**
 * The instants by which lists of leads are ordered or filtered: the last mail and the last change. A row for each lead, kept by
 * the statements that change leads.
 */
import type { Campaign, OrganizationId, Timestamp } from "@mailroom/core"
import type { Statement } from "effect/sql"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { insertInto } from "../database/insertion.ts"

interface LeadTimes {
  readonly lead_id: number
  readonly campaign_id: Campaign.CampaignId
  readonly sent_at: Timestamp.Timestamp | null
  readonly updated_at: Timestamp.Timestamp
}

const columns = {
  lead_id: Column.Int,
  campaign_id: Column.Uuid,
  sent_at: Column.InstantOrNull,
  updated_at: Column.Instant
} satisfies Column.Columns<LeadTimes>

/** Makes the function that inserts the rows of new leads. */
export const insertLeadTimes =
  ({ sql, write }: Pick<Database, "sql" | "write">) =>
  (operation: string, organization_id: OrganizationId, rows: ReadonlyArray<LeadTimes>) =>
    write(operation, sql`${insertInto(sql, "lead_times", organization_id, { columns, rows })}`)

/**
 * A common table expression that brings the rows of changed leads up to date. `changed` names rows with the leads' `id`,
 * `date_last_sequence_send` and `updated_at`. Their leads are locked. `leads` is their id, or `ANY` of their ids: without it,
 * Postgres might read the whole table.
 */
export const timed = (
  sql: Database["sql"],
  organization_id: OrganizationId,
  changed: string,
  leads: Statement.Fragment
): Statement.Fragment => sql`
  timed AS (
    UPDATE mailroom.lead_times times SET sent_at = changed.date_last_sequence_send, updated_at = changed.updated_at
    FROM ${sql.literal(`${changed} AS changed`)}
    WHERE times.organization_id = ${organization_id}::bigint AND times.lead_id = ${leads} AND times.lead_id = changed.id
      AND (times.sent_at, times.updated_at) IS DISTINCT FROM (changed.date_last_sequence_send, changed.updated_at)
  )`

/** The order of a campaign's leads by their last mail: a row for each lead, kept by the statements that change leads. */
import type { Campaign, OrganizationId, Timestamp } from "@mailroom/core"
import type { Statement } from "effect/sql"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { insertInto } from "../database/insertion.ts"

interface LastMail {
  readonly lead_id: number
  readonly campaign_id: Campaign.CampaignId
  readonly sent_at: Timestamp.Timestamp | null
}

const columns = {
  lead_id: Column.Int,
  campaign_id: Column.Uuid,
  sent_at: Column.InstantOrNull
} satisfies Column.Columns<LastMail>

/** Makes the function that inserts the rows of new leads. */
export const insertLastMails =
  ({ sql, write }: Pick<Database, "sql" | "write">) =>
  (operation: string, organization_id: OrganizationId, rows: ReadonlyArray<LastMail>) =>
    write(operation, sql`${insertInto(sql, "last_mails", organization_id, { columns, rows })}`)

/**
 * A common table expression that brings the rows of changed leads up to date. `replaced` names rows with the leads' `id` and
 * `date_last_sequence_send`, and `old_date`, the one before. Their leads are locked. `leads` is their id, or `ANY` of their ids: without it,
 * Postgres might read the whole table.
 */
export const mailed = (
  sql: Database["sql"],
  organization_id: OrganizationId,
  replaced: string,
  leads: Statement.Fragment
): Statement.Fragment => sql`
  mailed AS (
    UPDATE mailroom.last_mails mail SET sent_at = replaced.date_last_sequence_send
    FROM ${sql.literal(replaced)}
    WHERE mail.organization_id = ${organization_id}::bigint AND mail.lead_id = ${leads} AND mail.lead_id = replaced.id
      AND replaced.date_last_sequence_send IS DISTINCT FROM replaced.old_date
  )`

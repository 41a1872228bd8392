/**
 * The values that events change and lists of leads are ordered or filtered by: the last mail, the last change, the state, and which
 * first events there are. A row for each lead, kept by the statements that change leads.
 */
import type { Campaign, FirstFilter, Lead, OrganizationId, Timestamp } from "@mailroom/core"
import type { Statement } from "effect/sql"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { insertInto } from "../database/insertion.ts"
import { bool, instant, instantOrNull, int, type Row, text } from "../database/values.ts"

interface LeadTimes {
  readonly lead_id: number
  readonly campaign_id: Campaign.CampaignId
  readonly sent_at: Timestamp.Timestamp | null
  readonly updated_at: Timestamp.Timestamp
  readonly status: Lead.LeadStatus
  readonly stop_sending: boolean
  readonly firsts: number
}

/** The bits of `firsts`. */
const bits = {
  sent: 1,
  opened: 2,
  clicked: 4,
  replied: 8,
  bounced: 16,
  unsubscribed: 32
} as const satisfies Record<FirstFilter["type"], number>
/** The bit of `firsts` that repeats `is_positive`. */
const positiveBit = 64

/** A bit for each type of event that has a first one, and one for `is_positive`. */
export const firstsOf = ({ firsts, positive }: Lead.LeadRecord["activity"]): number =>
  Object.entries(bits).reduce(
    (sum, [type, bit]) => (firsts[type] === undefined ? sum : sum + bit),
    positive ? positiveBit : 0
  )

/** Rows with a first event of this type. */
export const hasFirst = (sql: Database["sql"], type: FirstFilter["type"]): Statement.Fragment =>
  sql.literal(`firsts & ${bits[type]} <> 0`)

/** Rows of leads that are positive, or of the others. */
export const isPositive = (sql: Database["sql"], is_positive: boolean): Statement.Fragment =>
  sql.literal(`firsts & ${positiveBit} ${is_positive ? "<>" : "="} 0`)

const columns = {
  lead_id: Column.Int,
  campaign_id: Column.Uuid,
  sent_at: Column.InstantOrNull,
  updated_at: Column.Instant,
  status: Column.Text,
  stop_sending: Column.Bool,
  firsts: Column.Int
} satisfies Column.Columns<LeadTimes>

/** A lead that was inserted. */
export type Inserted = Row<"address" | "date_last_sequence_send" | "id" | "status" | "stop_sending" | "updated_at">

/** The rows of leads that were inserted. Of inputs with the same address, only the first is inserted. */
export const timesOfInserted = (
  campaign_id: Campaign.CampaignId,
  rows: ReadonlyArray<Inserted>,
  addressOf: (input: number) => string | undefined,
  inputs: ReadonlyArray<Pick<Lead.LeadRecord, "activity">>
): ReadonlyArray<LeadTimes> => {
  // Reversed, so that the first one of several inputs with the same address remains.
  const firsts = new Map(inputs.map(({ activity }, i) => [addressOf(i), firstsOf(activity)] as const).toReversed())
  return rows.map((row) => ({
    lead_id: int(row.id),
    campaign_id,
    sent_at: instantOrNull(row.date_last_sequence_send),
    updated_at: instant(row.updated_at),
    status: text(row.status),
    stop_sending: bool(row.stop_sending),
    firsts: firsts.get(text(row.address)) ?? 0
  }))
}

/** Makes the function that inserts the rows of new leads. */
export const insertLeadTimes =
  ({ sql, write }: Pick<Database, "sql" | "write">) =>
  (operation: string, organization_id: OrganizationId, rows: ReadonlyArray<LeadTimes>) =>
    write(operation, sql`${insertInto(sql, "lead_times", organization_id, { columns, rows })}`)

/** Rows of leads that changed, by their name in the statement. */
interface Changed {
  readonly name: string
  /** The ids of the leads, as `ANY`, or the only one: without it, Postgres might read the whole table. */
  readonly leads: Statement.Fragment
  /** Whether events may have changed: then the rows also have `firsts`. */
  readonly withFirsts?: boolean
}

/**
 * A common table expression that brings the rows of changed leads up to date. The rows `changed` have the leads' `id`,
 * `date_last_sequence_send`, `updated_at`, `status` and `stop_sending`. Their leads are locked.
 */
export const timed = (
  sql: Database["sql"],
  organization_id: OrganizationId,
  { leads, name, withFirsts = false }: Changed
): Statement.Fragment => {
  const written = ["updated_at", "status", "stop_sending", ...(withFirsts ? ["firsts"] : [])]
  /** Pairs: the column of `lead_times`, and that of the lead. */
  const values = [["sent_at", "date_last_sequence_send"], ...written.map((column) => [column, column])]
  const joined = (textOf: (own: string, given: string) => string) =>
    values.map(([own = "", given = ""]) => textOf(own, given)).join(", ")
  return sql`
    timed AS (
      UPDATE mailroom.lead_times times SET ${sql.literal(joined((own, given) => `${own} = changed.${given}`))}
      FROM ${sql.literal(`${name} AS changed`)}
      WHERE times.organization_id = ${organization_id}::bigint AND times.lead_id = ${leads} AND times.lead_id = changed.id
        AND (${sql.literal(joined((own) => `times.${own}`))})
          IS DISTINCT FROM (${sql.literal(joined((_, given) => `changed.${given}`))})
    )`
}

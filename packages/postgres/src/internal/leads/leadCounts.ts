/** How many leads a campaign has in each state, kept in its row by the statements that change leads. */
import type { Lead, OrganizationId } from "@mailroom/core"
import { Record } from "effect"
import type { SqlConnection, Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { int } from "../database/values.ts"

/** The counts of a campaign: the column, and the leads that it counts. */
const counts = {
  total: { column: "lead_count", condition: "TRUE" },
  not_contacted: { column: "leads_not_contacted", condition: "status = 'Not contacted'" },
  sent: { column: "leads_sent", condition: "status = 'Sent'" },
  opened: { column: "leads_opened", condition: "status = 'Opened'" },
  replied: { column: "leads_replied", condition: "status = 'Replied'" },
  bounced: { column: "leads_bounced", condition: "status = 'Bounce'" },
  stopped: { column: "leads_stopped", condition: "stop_sending" }
} as const satisfies {
  readonly [Name in keyof Lead.LeadCounts]: { readonly column: string; readonly condition: string }
}

const shown = Object.values(counts).map(({ column }) => column)
const columns = [...shown, "leads_changed", "states_changed"]
const sums = [
  ...Object.values(counts).map(
    ({ column, condition }) => `coalesce(sum(n) FILTER (WHERE ${condition}), 0) AS ${column}`
  ),
  "sum(edits) AS leads_changed",
  "sum(shifts) AS states_changed"
]
const assignments = columns.map((column) => `${column} = campaign.${column} + recount.${column}`)

/**
 * Common table expressions that bring campaigns up to date. The columns of `moves`:
 * - campaign_id, status, stop_sending
 * - n: 1 for the new state of a lead, -1 for the state before
 * - edits: above 0 for a lead that is removed, or that gets another address or tag
 * - shifts: above 0 for a lead that gets another status or `stop_sending`
 *
 * The campaigns are locked after the leads and in one order, so that writers who meet wait for each other, and never in a
 * circle; and only those whose counts change.
 */
export const recounted = (
  sql: Database["sql"],
  organization_id: OrganizationId,
  moves: Statement.Fragment
): Statement.Fragment => sql`
  recount AS (
    SELECT campaign_id, ${sql.literal(sums.join(", "))} FROM (${moves}) move GROUP BY campaign_id
  ), recounting AS (
    SELECT id FROM mailroom.campaigns
    WHERE organization_id = ${organization_id}::bigint AND id = ANY(ARRAY(
      SELECT campaign_id FROM recount WHERE (${sql.literal(columns.join(", "))}) <> (${sql.literal(columns.map(() => "0").join(", "))})
    ))
    ORDER BY id FOR NO KEY UPDATE
  ), recounted AS (
    UPDATE mailroom.campaigns campaign SET ${sql.literal(assignments.join(", "))}
    FROM recounting JOIN recount ON recount.campaign_id = recounting.id
    WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = recounting.id
  )`

/** The columns that `readLeadCounts` reads. */
export const leadCounts = shown.join(", ")

/** All zero for a campaign that does not exist. */
export const readLeadCounts = (row: SqlConnection.Row | undefined): Lead.LeadCounts =>
  Record.map(counts, ({ column }) => (row === undefined ? 0 : int(row[column])))

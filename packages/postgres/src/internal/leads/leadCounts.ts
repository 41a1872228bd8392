/** How many leads a campaign has in each state, kept in its row by the statements that change leads. */
import type { Lead, OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { int, type Row } from "../database/values.ts"

/** The columns that count, and which leads each of them counts. */
const conditions = {
  lead_count: "TRUE",
  leads_not_contacted: "status = 'Not contacted'",
  leads_sent: "status = 'Sent'",
  leads_opened: "status = 'Opened'",
  leads_replied: "status = 'Replied'",
  leads_bounced: "status = 'Bounce'",
  leads_stopped: "stop_sending"
}

const columns = Object.keys(conditions)
const sums = Object.entries(conditions).map(
  ([column, condition]) => `coalesce(sum(n) FILTER (WHERE ${condition}), 0) AS ${column}`
)
const assignments = columns.map((column) => `${column} = campaign.${column} + recount.${column}`)

/**
 * Common table expressions that bring campaigns up to date. `moves` has the columns campaign_id, status, stop_sending
 * and n, which is 1 for what a lead is now and -1 for what it was. The campaigns are locked after the leads and in one
 * order, so that writers who meet wait for each other, and never in a circle; and only those whose counts change.
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
export const leadCounts = columns.join(", ")

export const readLeadCounts = (row: Row<keyof typeof conditions>): Lead.LeadCounts => ({
  total: int(row.lead_count),
  not_contacted: int(row.leads_not_contacted),
  sent: int(row.leads_sent),
  opened: int(row.leads_opened),
  replied: int(row.leads_replied),
  bounced: int(row.leads_bounced),
  stopped: int(row.leads_stopped)
})

export const noLeads: Lead.LeadCounts = {
  total: 0,
  not_contacted: 0,
  sent: 0,
  opened: 0,
  replied: 0,
  bounced: 0,
  stopped: 0
}

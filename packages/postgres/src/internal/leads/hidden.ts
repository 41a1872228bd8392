/** Campaigns that are being deleted are hidden, and so are their leads. */
import type { OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"

/**
 * The condition that the lead's campaign is not hidden. Hidden ones are read once for each statement, from an index that is
 * empty most of the time: a join would look up the campaign of each lead. COALESCE keeps the statistics of the column out: in an
 * organization with one campaign, Postgres would expect that all leads are hidden, and plan for no rows.
 */
export const isShown = (
  sql: Database["sql"],
  organization_id: OrganizationId,
  campaign_id = "campaign_id"
): Statement.Fragment => sql`
  ${sql.literal(`coalesce(${campaign_id}, ${campaign_id})`)} <> ALL(ARRAY(
    SELECT hidden.id FROM mailroom.campaigns hidden
    WHERE hidden.organization_id = ${organization_id}::bigint AND hidden.deleted_at IS NOT NULL
  ))`

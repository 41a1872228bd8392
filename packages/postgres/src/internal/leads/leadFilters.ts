/** Filters of lists of leads as conditions. */
import { type Campaign, Lead, type LeadListing, type OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { contains } from "../database/values.ts"
import { ofEvents, withFirst } from "./firstEvents.ts"

type Sql = Database["sql"]

/**
 * The leads, or those with a normalized address. `OFFSET 0` keeps the other conditions out: without statistics, Postgres
 * would scan a campaign, or all leads by id.
 */
export const leadsWith = (sql: Sql, organization_id: OrganizationId, address: string | undefined): Statement.Fragment =>
  address === undefined
    ? sql`mailroom.leads`
    : sql`(
        SELECT * FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND address = ${address}::text OFFSET 0
      ) leads`

/** Conditions for the index of changes, which on Postgres 15 has the day only (`migrations/baseline/leads.ts` says why). */
export const updatedSince = (sql: Sql, { updated_since }: Lead.LeadFilter): ReadonlyArray<Statement.Fragment> =>
  updated_since === undefined
    ? []
    : [sql`updated_day >= ${updated_since.slice(0, 10)}::date AND updated_at >= ${updated_since}::timestamptz`]

/** Conditions of filters. */
export const passing = (
  sql: Sql,
  organization_id: OrganizationId,
  { first, is_positive, status, stop_sending, tag_id, verification_status, ...filter }: Selection,
  { inCampaign = sql.literal(""), isFew = false }: Among = {}
): ReadonlyArray<Statement.Fragment> => [
  ...(status === undefined ? [] : [sql`status = ${status}::text`]),
  ...(stop_sending === undefined ? [] : [sql`stop_sending = ${stop_sending}::boolean`]),
  ...(tag_id === undefined ? [] : [sql`reply_status_tag_id = ${tag_id}::bigint`]),
  ...(verification_status === undefined ? [] : [sql`verification_status = ${verification_status}::text`]),
  ...updatedSince(sql, filter),
  ...(is_positive === undefined ? [] : [sql.literal(is_positive ? "is_positive" : "NOT is_positive")]),
  ...(first === undefined ? [] : withFirst(sql, first)),
  ...(first === undefined || isFew ? [] : [ofEvents(sql, organization_id, first, inCampaign)])
]

/** The leads that the conditions are applied to. */
interface Among {
  /** The condition of events on their campaign. */
  readonly inCampaign?: Statement.Fragment
  /** Whether they are so few that each one is read. Then the index of events is not used. */
  readonly isFew?: boolean
}
type Selection = Pick<LeadListing, "first" | "is_positive" | keyof Lead.LeadFilter>

/** The filters that no index of leads has in the order of a page. */
export const unsorted = ({
  first,
  is_positive,
  tag_id,
  updated_since,
  verification_status
}: Selection): ReadonlyArray<unknown> => [first, is_positive, tag_id, updated_since, verification_status]

/** The states that a filter lets through, as the rows of `state`. */
export const statesOf = (sql: Sql, { status, stop_sending }: Lead.LeadFilter): Statement.Fragment => sql`
  (
    SELECT status, stopped
    FROM unnest(${status === undefined ? Lead.LeadStatus.literals : [status]}::text[]) AS statuses (status)
    CROSS JOIN unnest(${stop_sending === undefined ? "{false,true}" : `{${stop_sending}}`}::boolean[]) AS stops (stopped)
  ) state`

const kept = {
  "Not contacted": "leads_not_contacted",
  Sent: "leads_sent",
  Opened: "leads_opened",
  Replied: "leads_replied",
  Bounce: "leads_bounced"
} as const satisfies Record<Lead.LeadStatus, string>

/** How many leads of the campaign pass. Its row has the counts, except of a status together with `stop_sending`. */
export const keptTotal = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  { status, stop_sending }: Lead.LeadFilter
) => {
  if (stop_sending === undefined) return sql.literal(`campaign.${status === undefined ? "lead_count" : kept[status]}`)
  if (status === undefined) {
    return sql.literal(stop_sending ? "campaign.leads_stopped" : "campaign.lead_count - campaign.leads_stopped")
  }
  // Uses the parameter: with the id from the campaign's row, Postgres would count again for each row of the page.
  return sql`(
    SELECT count(*) FROM mailroom.leads
    WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid AND status = ${status}::text
      AND stop_sending = ${stop_sending}::boolean
  )`
}

/** The condition that a search finds the lead. */
export const searched = (sql: Sql, search: string): Statement.Fragment => {
  const inText = (text: string) => contains(sql, text, search)
  return sql`(${inText("address")} OR ${inText("email_given")} OR ${inText("search_text")})`
}

/** Whether none of these filters is given. */
export const isUnfiltered = (filters: { readonly [name: string]: unknown }) =>
  Object.values(filters).every((given) => given === undefined)

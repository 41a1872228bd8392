/** Filters of lists of leads as conditions. */
import { type Campaign, Lead, type LeadListing, type OrganizationId, type Timestamp } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { limited } from "../database/paged.ts"
import { contains, int, type Row } from "../database/values.ts"
import { ofEvents, withFirst } from "./firstEvents.ts"
import { hasFirst, isPositive } from "./leadTimes.ts"

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

/** The changes that a list with `updated_since` may contain. */
interface Changes {
  readonly updated_since: Timestamp.Timestamp
  readonly campaign_id?: Campaign.CampaignId | undefined
  /** All filters. Changes that the columns of `lead_times` exclude are left out. */
  readonly filter?: Selection
}

/** The rows of `lead_times` of the changes. */
const changesOf = (
  sql: Sql,
  organization_id: OrganizationId,
  { campaign_id, filter, updated_since }: Changes
): Statement.Fragment => sql`
  mailroom.lead_times WHERE ${sql.and([
    sql`organization_id = ${organization_id}::bigint`,
    ...(campaign_id === undefined ? [] : [sql`campaign_id = ${campaign_id}::uuid`]),
    ...passingTimes(sql, { ...filter, updated_since })
  ])}`

/** The changed leads, in any order. */
export const changedLeads = (sql: Sql, organization_id: OrganizationId, changes: Changes): Statement.Fragment => sql`
  (SELECT lead_id FROM ${changesOf(sql, organization_id, changes)}) change
  JOIN mailroom.leads ON organization_id = ${organization_id}::bigint AND id = change.lead_id`

/** How a page of changed leads is read. */
interface ChangePage extends Changes {
  readonly direction: "ASC" | "DESC"
  /** The ids that come after the page before. */
  readonly ids: Statement.Fragment
  /** Whether one of the other filters has an index. */
  readonly isIndexed: boolean
}

/**
 * The changed leads for a page by `change.lead_id`. Each `OFFSET 0` has Postgres look up one lead after the other in this order, and
 * stop when the page is full.
 */
export const changedInOrder = (
  sql: Sql,
  organization_id: OrganizationId,
  { direction, ids, isIndexed, ...changes }: ChangePage
): Statement.Fragment =>
  isIndexed
    ? changedLeads(sql, organization_id, changes)
    : sql`
        (
          SELECT lead_id FROM ${changesOf(sql, organization_id, changes)} AND lead_id ${ids}
          ORDER BY lead_id ${sql.literal(direction)} OFFSET 0
        ) change
        CROSS JOIN LATERAL (
          SELECT * FROM mailroom.leads WHERE organization_id = ${organization_id}::bigint AND id = change.lead_id OFFSET 0
        ) leads`

/** The number of changes up to which a list is read by them. */
const mostChanges = 20_000

/** Whether so few leads have changed that a list is read by the changes. */
export const hasFewChanges = (
  { readLong, sql }: Pick<Database, "readLong" | "sql">,
  operation: string,
  organization_id: OrganizationId,
  changes: Changes
) =>
  readLong(
    operation,
    sql<Row<"count">>`SELECT count(*) AS count FROM (
      SELECT FROM ${changesOf(sql, organization_id, changes)} ${limited(sql, mostChanges + 1)}
    ) changes`.unprepared,
    ([row]) => int(row?.count) <= mostChanges
  )

/**
 * The conditions of the filters that are given. `first` filters by first events: `withFirst` decides, and `ofEvents` only lets an index find
 * the leads that may pass.
 */
export const passing = (
  sql: Sql,
  organization_id: OrganizationId,
  { first, is_positive, status, stop_sending, tag_id, updated_since, verification_status }: Selection,
  { eventCondition = sql.literal(""), isCounted = false, isFew = false }: Among = {}
): ReadonlyArray<Statement.Fragment> => [
  ...(status === undefined ? [] : [sql`status = ${status}::text`]),
  ...(stop_sending === undefined ? [] : [sql`stop_sending = ${stop_sending}::boolean`]),
  ...(tag_id === undefined ? [] : [sql`reply_status_tag_id = ${tag_id}::bigint`]),
  ...(verification_status === undefined ? [] : [sql`verification_status = ${verification_status}::text`]),
  ...(updated_since === undefined ? [] : [sql`updated_at >= ${updated_since}::timestamptz`]),
  ...(is_positive === undefined ? [] : [sql.literal(is_positive ? "is_positive" : "NOT is_positive")]),
  ...(first === undefined ? [] : withFirst(sql, first)),
  ...(first === undefined || isFew ? [] : [ofEvents(sql, organization_id, first, { eventCondition, isCounted })])
]

/** The leads that the conditions are applied to. */
interface Among {
  /** The condition of events on their campaign. */
  readonly eventCondition?: Statement.Fragment
  /** Whether they are only counted: then those with an event of an account or a step are looked up in the order of the table. */
  readonly isCounted?: boolean
  /** Whether they are so few that each one is read. Then the index of events is not used. */
  readonly isFew?: boolean
}
type Selection = Pick<LeadListing, "first" | "is_positive" | keyof Lead.LeadFilter>

/** The conditions that `lead_times` has columns for, and its indexes. */
export const passingTimes = (
  sql: Sql,
  { first, is_positive, status, stop_sending, updated_since }: Selection
): ReadonlyArray<Statement.Fragment> => [
  ...(status === undefined ? [] : [sql`status = ${status}::text`]),
  ...(stop_sending === undefined ? [] : [sql`stop_sending = ${stop_sending}::boolean`]),
  ...(updated_since === undefined ? [] : [sql`updated_at >= ${updated_since}::timestamptz`]),
  ...(is_positive === undefined ? [] : [isPositive(sql, is_positive)]),
  ...(first === undefined ? [] : [hasFirst(sql, first.type)])
]

/** Whether `passingTimes` has all conditions. */
export const isInTimes = ({ first, tag_id, verification_status }: Selection): boolean =>
  isUnfiltered({ tag_id, verification_status }) &&
  (first === undefined ||
    Object.keys(first).every((name) => name === "type" || (name === "key" && first.key === first.type)))

/** The values of the filters that no index of leads serves in the order of a page. */
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

/** How many leads of the campaign pass. The row of the campaign has the counts, except of a status together with `stop_sending`. */
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

/** Orders of a campaign's leads, each of which an index has: by the last mail, by answer, and by id in some states. */
import type { Campaign, Lead, LeadQuery, OrganizationId } from "@mailroom/core"
import { Struct } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { isUnfiltered, passing, statesOf } from "./leadFilters.ts"
import { rowsOf } from "./leadRows.ts"
import { limited } from "../database/paged.ts"

type Sql = Database["sql"]

/** The orders of `LeadQuery.sort`. The last mails are in `lead_times`. */
export const orders = {
  last_mail: {
    order: "mail.sent_at DESC NULLS LAST, mail.lead_id",
    ofLead: "lead.date_last_sequence_send DESC NULLS LAST, lead.id"
  },
  answer: { order: "reply_status, id", ofLead: "lead.reply_status, lead.id" }
} as const satisfies Record<Lead.LeadSort, { readonly [Name in "ofLead" | "order"]: string }>

/** The leads, with their last mails where the order needs them. */
export const leadsBy = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  leads: Statement.Fragment,
  sort: Lead.LeadSort | undefined
): Statement.Fragment =>
  sort === "last_mail"
    ? sql`(
        SELECT lead_id, sent_at FROM mailroom.lead_times
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
      ) mail JOIN ${leads} ON organization_id = ${organization_id}::bigint AND id = mail.lead_id`
    : leads

/**
 * Selects the ids of the leads of the campaign `own` in these states, from an index that also has the states. With `few`, only so
 * many of the last mails are searched.
 */
export const idsBy = (
  sql: Sql,
  own: Statement.Fragment,
  sort: Lead.LeadSort,
  states: ReadonlyArray<Statement.Fragment>,
  few?: number
): Statement.Fragment => {
  if (sort === "answer") return sql`SELECT id FROM mailroom.leads WHERE ${sql.and([own, ...states])}`
  if (few === undefined)
    return sql`SELECT lead_id AS id FROM mailroom.lead_times mail WHERE ${sql.and([own, ...states])}`
  return sql`
    SELECT lead_id AS id FROM (
      SELECT lead_id, sent_at, status, stop_sending FROM mailroom.lead_times mail WHERE ${own}
      ORDER BY ${sql.literal(orders.last_mail.order)} ${limited(sql, few)}
    ) mail WHERE ${sql.and(states)}`
}

/** Whether a page is read by `stateRuns`: in a state, and by no filter that finds few leads itself. */
export const isByState = ({
  is_positive,
  status,
  stop_sending,
  verification_status: _,
  ...others
}: { readonly [Name in keyof LeadQuery]?: unknown }) =>
  (status !== undefined || stop_sending !== undefined) && is_positive !== true && isUnfiltered(others)

/** A page by ascending id of the leads in some states, each of which has its leads in this order. */
export const stateRuns = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  query: LeadQuery,
  conditions: ReadonlyArray<Statement.Fragment>
) =>
  rowsOf(
    sql,
    organization_id,
    query,
    sql`
    SELECT found.id FROM ${statesOf(sql, query)} CROSS JOIN LATERAL (
      SELECT id FROM mailroom.leads
      WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
        AND status = state.status AND stop_sending = state.stopped AND ${sql.and([
          sql`id > ${query.after_id ?? 0}::bigint`,
          ...conditions,
          ...passing(sql, organization_id, Struct.omit(query, ["status", "stop_sending"]))
        ])}
      ORDER BY id LIMIT ${query.offset + query.limit}::bigint
    ) found
    ORDER BY found.id LIMIT ${query.limit}::bigint OFFSET ${query.offset}::bigint`
  )

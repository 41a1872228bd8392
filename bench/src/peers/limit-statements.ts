/** The statements of the limit. Each returns the whole body as JSON. */
import type pg from "pg"
import { containing } from "./shared.ts"

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Rows with the documented fields in the documented order, formatted by Postgres. */
const lead = `
  SELECT id, email, first_name, last_name, company, website, personalization, sender, verification_status, status,
    campaign_id, id_previous_sending_sequence, amount_sequences_sent,
    ${instant("date_last_sequence_send")} AS date_last_sequence_send, reply_text, reply_status, reply_status_tag_id,
    stop_sending, stop_sending_type, chosen_sender, provider
  FROM mailroom.leads`

const page = (total: string, rows: string) => `
  SELECT json_build_object('total', ${total}, 'offset', $5::bigint, 'limit', $4::bigint, 'data',
    coalesce((SELECT json_agg(page) FROM (${rows}) page), '[]'))::text AS body
  FROM mailroom.campaigns campaign WHERE campaign.organization_id = $1 AND campaign.id = $2`

const listSql = page(
  "lead_count",
  `${lead} WHERE organization_id = $1 AND campaign_id = $2 AND id > $3
    ORDER BY id LIMIT $4 OFFSET $5`
)
const matching = "organization_id = $1 AND campaign_id = $2 AND (address LIKE $6 OR email_given LIKE $6)"
const searchSql = page(
  `(SELECT count(*) FROM mailroom.leads WHERE ${matching})`,
  `${lead} WHERE ${matching} AND id > $3 ORDER BY id LIMIT $4 OFFSET $5`
)

const threadsSql = `
  WITH page AS MATERIALIZED (
    SELECT * FROM mailroom.threads
    WHERE organization_id = $1 AND tab = $2 AND is_listed AND (last_date_sent, id) < ($4::timestamptz, $5::bigint)
    ORDER BY last_date_sent DESC, id DESC LIMIT $3 + 1
  )
  SELECT json_build_object('data', (SELECT json_agg(json_strip_nulls(json_build_object(
      'id', shown.id, 'tab', tab, 'state', state, 'thread_id', CASE WHEN has_our_email THEN shown.id END, 'lead_id', lead_id,
      'campaign_id', shown.campaign_id, 'last_message', last_message || jsonb_build_object('id', last_message_id,
      'thread_id', CASE WHEN has_our_email THEN shown.id END, 'is_new', is_new),
      'message_count', (SELECT count(*) FROM mailroom.messages WHERE organization_id = $1 AND thread_id = shown.id),
      'account_id', account_id, 'campaign_name', campaign.name))::jsonb
      || jsonb_build_object('lead', jsonb_build_object('email', lead.email, 'first_name', lead.first_name,
        'last_name', lead.last_name, 'company', lead.company, 'reply_status', lead.reply_status, 'reply_status_by', lead.reply_status_by))
      ORDER BY last_date_sent DESC, shown.id DESC)
    FROM (SELECT * FROM page ORDER BY last_date_sent DESC, id DESC LIMIT $3) shown
    JOIN mailroom.leads lead ON lead.organization_id = $1 AND lead.id = lead_id
    JOIN mailroom.campaigns campaign ON campaign.organization_id = $1 AND campaign.id = shown.campaign_id),
    'has_more', (SELECT count(*) > $3 FROM page))::text AS body`

const metrics = `sent contacted opened unique_opened machine_opened clicked unique_clicked replied unique_replied
  auto_replied positive_replied bounced soft_bounced unsubscribed complained`.split(/\s+/u)
const summarySql = `
  SELECT json_build_object('campaign_id', id, 'campaign_name', name, 'campaign_status', status,
    'period', json_build_object('preset', 'all_time', 'start', NULL, 'end', NULL, 'timezone', timezone),
    'leads', json_build_object('total', lead_count, 'not_contacted', leads_not_contacted, 'sent', leads_sent,
      'opened', leads_opened, 'replied', leads_replied, 'bounced', leads_bounced, 'stopped', leads_stopped),
    'metrics', (
      SELECT row_to_json(sums) FROM (
        SELECT ${metrics.map((metric) => `coalesce(sum(${metric}), 0) AS ${metric}`).join(", ")},
          coalesce(sum(sent) - sum(bounced), 0) AS delivered FROM mailroom.rollups
        WHERE organization_id = $1 AND campaign_id = $2 AND dimension = 'campaign' AND resolution = 1440
      ) sums
    ))::text AS body
  FROM mailroom.campaigns WHERE organization_id = $1 AND id = $2`

/** The statement of a request. Prepared, except for a search: some searches match most leads, most match few. */
export const statementOf = (url: URL, organization_id: number): pg.QueryConfig => {
  const asked = url.searchParams
  const limit = Number(asked.get("limit") ?? 50)
  const [, first, , third] = url.pathname.split("/")
  if (first === "leads") {
    const search = asked.get("search")
    const values = [organization_id, third, asked.get("after_id") ?? 0, limit, asked.get("offset") ?? 0]
    return search === null
      ? { name: "page", text: listSql, values }
      : { text: searchSql, values: [...values, containing(search)] }
  }
  if (first === "unibox") {
    const key = Buffer.from(asked.get("cursor")?.split(".")[1] ?? "", "base64url").toString()
    const [date = "", id = "0"] = key.split(" ")
    const values = [organization_id, asked.get("tab"), limit, date || "infinity", id]
    return { name: "threads", text: threadsSql, values }
  }
  return { name: "summary", text: summarySql, values: [organization_id, third] }
}

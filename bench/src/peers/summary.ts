/** Analytics of a campaign as one aggregation of its events: the usual implementation without stored sums. */
import type { Query } from "./shared.ts"

const sql = `
  WITH happened AS (
    SELECT type, lead_id, min(occurred_at) AS first_at,
      count(*) FILTER (WHERE occurred_at >= $3 AND occurred_at < $4) AS n
    FROM mailroom.events
    WHERE organization_id = $1 AND campaign_id = $2
    GROUP BY type, lead_id
  )
  SELECT type, sum(n)::bigint AS total,
    count(*) FILTER (WHERE first_at >= $3 AND first_at < $4) AS leads,
    count(*) FILTER (WHERE first_at >= $3 AND first_at < $4 AND tag.sentiment = 'positive') AS positive
  FROM happened
  LEFT JOIN mailroom.leads lead ON type = 'replied' AND lead.organization_id = $1 AND lead.id = lead_id
  LEFT JOIN mailroom.tags tag ON tag.organization_id = $1 AND tag.id = lead.reply_status_tag_id
  GROUP BY type`

interface Campaign {
  readonly name: string
  readonly status: string
  readonly timezone: string
  readonly total: number
  readonly not_contacted: number
  readonly sent: number
  readonly opened: number
  readonly replied: number
  readonly bounced: number
  readonly stopped: number
}

const rate = (part: number, whole: number) =>
  whole === 0 ? null : Math.min(1, Math.round((part / whole) * 10_000) / 10_000)

/** The first instant of a day, and of the day after another day, in a time zone. */
const bounds = `SELECT $1::date::timestamp AT TIME ZONE $3 AS start, ($2::date + 1)::timestamp AT TIME ZONE $3 AS "end"`

export interface SummaryQuery {
  readonly period?: "all_time"
  readonly start_date?: string
  readonly end_date?: string
  readonly timezone?: string
}

/** The summary; `undefined` if the organization has no such campaign. */
export const summaryOf = async (query: Query, organization_id: number, campaign_id: string, asked: SummaryQuery) => {
  const [campaign] = await query<Campaign>(
    "summary-campaign",
    `SELECT name, status, timezone, lead_count AS total, leads_not_contacted AS not_contacted, leads_sent AS sent,
        leads_opened AS opened, leads_replied AS replied, leads_bounced AS bounced, leads_stopped AS stopped
      FROM mailroom.campaigns WHERE organization_id = $1 AND id = $2`,
    [organization_id, campaign_id]
  )
  if (campaign === undefined) return undefined
  const { name: campaign_name, status: campaign_status, timezone: own, ...leads } = campaign
  const timezone = asked.timezone ?? own
  const [range] =
    asked.start_date === undefined
      ? []
      : await query<{ start: string; end: string }>("summary-bounds", bounds, [
          asked.start_date,
          asked.end_date,
          timezone
        ])
  const rows = await query<{ type: string; total: number; leads: number; positive: number }>("summary-events", sql, [
    organization_id,
    campaign_id,
    range?.start ?? "-infinity",
    range?.end ?? "infinity"
  ])
  const byType = new Map(rows.map((row) => [row.type, row]))
  const total = (type: string) => byType.get(type)?.total ?? 0
  const unique = (type: string) => byType.get(type)?.leads ?? 0
  const metrics = {
    sent: total("sent"),
    contacted: unique("sent"),
    opened: total("opened"),
    unique_opened: unique("opened"),
    machine_opened: total("machine_opened"),
    clicked: total("clicked"),
    unique_clicked: unique("clicked"),
    replied: total("replied"),
    unique_replied: unique("replied"),
    auto_replied: total("auto_replied"),
    positive_replied: byType.get("replied")?.positive ?? 0,
    // Only the first one of a lead counts.
    bounced: unique("bounced"),
    soft_bounced: total("soft_bounced"),
    unsubscribed: unique("unsubscribed"),
    complained: total("complained"),
    delivered: total("sent") - unique("bounced")
  }
  return {
    campaign_id,
    period: {
      preset: range === undefined ? "all_time" : null,
      start: range?.start ?? null,
      end: range?.end ?? null,
      timezone
    },
    campaign_name,
    campaign_status,
    leads,
    metrics,
    rates: {
      open_rate: rate(metrics.unique_opened, metrics.contacted),
      click_rate: rate(metrics.unique_clicked, metrics.contacted),
      reply_rate: rate(metrics.unique_replied, metrics.contacted),
      positive_reply_rate: rate(metrics.positive_replied, metrics.unique_replied),
      bounce_rate: rate(metrics.bounced, metrics.sent),
      unsubscribe_rate: rate(metrics.unsubscribed, metrics.contacted),
      delivery_rate: rate(Math.max(0, metrics.delivered), metrics.sent)
    }
  }
}

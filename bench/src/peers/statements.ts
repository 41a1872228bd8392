/** Statements of the peers' writes that both use: what an ORM has no words for, a team writes in SQL. */
import { metricNames } from "./domain.ts"
import { leadColumns } from "./shared.ts"

export const isBlacklistedSql = `
  SELECT value FROM mailroom.blacklist
  WHERE organization_id = $1 AND ((kind = 'email' AND value = ANY($2)) OR (kind = 'domain' AND value = ANY($3)))`

/**
 * Adds to a campaign's counters, in one order for all who add to several: `$2` is JSON of what leads are now (`n` = 1)
 * and were (`n` = -1).
 */
export const countersSql = `
  WITH moved AS (
    SELECT campaign_id, coalesce(sum(n) FILTER (WHERE status = 'Not contacted'), 0) AS not_contacted,
      coalesce(sum(n) FILTER (WHERE status = 'Sent'), 0) AS sent,
      coalesce(sum(n) FILTER (WHERE status = 'Opened'), 0) AS opened,
      coalesce(sum(n) FILTER (WHERE status = 'Replied'), 0) AS replied,
      coalesce(sum(n) FILTER (WHERE status = 'Bounce'), 0) AS bounced,
      coalesce(sum(n) FILTER (WHERE stop_sending), 0) AS stopped
    FROM json_to_recordset($2) AS move (campaign_id uuid, status text, stop_sending boolean, n integer)
    GROUP BY campaign_id
  ), held AS (
    SELECT moved.* FROM moved JOIN mailroom.campaigns ON organization_id = $1 AND id = campaign_id
    WHERE (not_contacted, sent, opened, replied, bounced, stopped) IS DISTINCT FROM (0, 0, 0, 0, 0, 0)
    ORDER BY id FOR NO KEY UPDATE OF campaigns
  )
  UPDATE mailroom.campaigns SET leads_not_contacted = leads_not_contacted + held.not_contacted,
    leads_sent = leads_sent + held.sent, leads_opened = leads_opened + held.opened,
    leads_replied = leads_replied + held.replied, leads_bounced = leads_bounced + held.bounced,
    leads_stopped = leads_stopped + held.stopped
  FROM held WHERE organization_id = $1 AND id = held.campaign_id`

/** Adds to the sums of analytics: in rows of 15 minutes and of days, in one order for all who add. */
export const rollupsSql = `
  INSERT INTO mailroom.rollups AS rollup (organization_id, campaign_id, dimension, resolution, bucket, dimension_id,
    ${metricNames.join(", ")})
  SELECT $1::bigint, campaign_id, dimension, kept.resolution, kept.bucket, dimension_id,
    ${metricNames.map((metric) => `coalesce(sum(${metric}), 0)`).join(", ")}
  FROM json_to_recordset($2) AS sum (campaign_id uuid, dimension text COLLATE "C", dimension_id bigint, bucket timestamptz,
      ${metricNames.map((metric) => `${metric} integer`).join(", ")}),
    LATERAL (VALUES (15, sum.bucket), (1440, date_trunc('day', sum.bucket, 'UTC'))) AS kept (resolution, bucket)
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT rollups_pkey DO UPDATE SET
    ${metricNames.map((metric) => `${metric} = rollup.${metric} + excluded.${metric}`).join(", ")}`

/** The leads with the same address as one of these, in whatever campaign. */
export const sharersSql = `
  SELECT other.id FROM mailroom.leads lead
  JOIN mailroom.leads other USING (organization_id, domain_key, address)
  WHERE lead.organization_id = $1 AND lead.id = ANY($2)`

/** Puts addresses on the blacklist: a person's entry stands, of others the earliest. */
export const refuseSql = `
  INSERT INTO mailroom.blacklist AS entry (organization_id, kind, value, source, reason, campaign_id, created_at)
  SELECT DISTINCT ON (value) $1::bigint, 'email', value, source, reason, campaign_id, created_at
  FROM json_to_recordset($2) AS refusal
    (value text COLLATE "C", source text, reason text, campaign_id uuid, created_at timestamptz)
  ORDER BY value, created_at, source
  ON CONFLICT ON CONSTRAINT blacklist_value_key DO UPDATE SET source = excluded.source, reason = excluded.reason,
    campaign_id = excluded.campaign_id, created_at = excluded.created_at
  WHERE entry.source <> 'manual' AND (excluded.created_at, excluded.source) < (entry.created_at, entry.source)`

const text = (field: string) => `coalesce($3::json ->> '${field}', ${field}) AS ${field}`
const isAddressed = `$3::json ->> 'email_folded' <> email_folded`
const isReleased = `(stop_sending AND stop_sending_type <> 'blacklist')`

/**
 * Changes a lead in one statement: `$3` is JSON of what to change, `$4` whether a new address is on the blacklist, `$5`
 * the instant, `$6` the versions that may be changed, or null. Answers the lead, and `allowed`.
 */
export const patchSql = `
  WITH old AS (
    SELECT *, $6::bigint[] IS NULL OR version = ANY($6) AS allowed FROM mailroom.leads
    WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE
  ), asked AS (
    SELECT allowed, version AS old_version, stop_sending AS was_stopped,
      ${["email", "email_folded", "address", "domain_key", "first_name"].map(text).join(", ")},
      ${["last_name", "company", "website", "personalization"].map(text).join(", ")},
      jsonb_strip_nulls(custom_fields || coalesce(($3::jsonb -> 'custom_fields'), '{}')) AS custom_fields,
      CASE WHEN ${isAddressed} THEN 'not_verified' ELSE verification_status END AS verification_status,
      coalesce(($3::json ->> 'stop_sending')::boolean,
        CASE WHEN ${isAddressed} THEN ${isReleased} OR $4::boolean ELSE stop_sending END) AS stop_sending,
      CASE WHEN ($3::json ->> 'stop_sending')::boolean THEN 'manual'
        WHEN $3::json ->> 'stop_sending' IS NOT NULL THEN NULL
        WHEN ${isAddressed} AND NOT ${isReleased} THEN CASE WHEN $4::boolean THEN 'blacklist' END
        ELSE stop_sending_type END AS stop_sending_type,
      CASE WHEN ($3::json ->> 'stop_sending')::boolean THEN $5::timestamptz
        WHEN $3::json ->> 'stop_sending' IS NOT NULL THEN NULL
        WHEN ${isAddressed} AND NOT ${isReleased} THEN CASE WHEN $4 THEN $5::timestamptz END
        ELSE stop_occurred_at END AS stop_occurred_at,
      CASE WHEN $3::json ->> 'stop_sending' IS NULL THEN stop_decided_at ELSE $5::timestamptz END AS stop_decided_at
    FROM old
  ), changed AS (
    UPDATE mailroom.leads lead SET email = asked.email, email_folded = asked.email_folded, address = asked.address,
      domain_key = asked.domain_key, first_name = asked.first_name, last_name = asked.last_name,
      company = asked.company, website = asked.website, personalization = asked.personalization,
      custom_fields = asked.custom_fields, verification_status = asked.verification_status,
      stop_sending = asked.stop_sending, stop_sending_type = asked.stop_sending_type,
      stop_occurred_at = asked.stop_occurred_at, stop_decided_at = asked.stop_decided_at,
      version = version + 1, updated_at = $5::timestamptz
    FROM asked
    WHERE organization_id = $1 AND id = $2 AND allowed AND
      (lead.email, lead.first_name, lead.last_name, lead.company, lead.website, lead.personalization,
        lead.custom_fields, lead.stop_sending, lead.stop_sending_type, lead.stop_decided_at) IS DISTINCT FROM
      (asked.email, asked.first_name, asked.last_name, asked.company, asked.website, asked.personalization,
        asked.custom_fields, asked.stop_sending, asked.stop_sending_type, asked.stop_decided_at)
    RETURNING lead.*, was_stopped
  ), counted AS (
    UPDATE mailroom.campaigns SET leads_stopped = leads_stopped + CASE WHEN was_stopped THEN -1 ELSE 1 END
    FROM changed WHERE campaigns.organization_id = $1 AND campaigns.id = changed.campaign_id
      AND was_stopped <> changed.stop_sending
  )
  SELECT ${leadColumns}, version, TRUE AS allowed FROM changed
  UNION ALL
  SELECT ${leadColumns}, version, allowed FROM old WHERE NOT EXISTS (SELECT FROM changed)`

/** Statements of writes that lock, count and sum. Single requests and batches use the same ones. */
import { metricNames } from "./domain.ts"
import { leadColumns } from "./shared.ts"

/**
 * Lock an organization's guard, before all other statements of the transaction: shared for writes that read the
 * blacklist, exclusive for writes that change it.
 */
export const lockGuardSharedSql = "SELECT FROM mailroom.organization_guards WHERE organization_id = $1 FOR SHARE"
export const lockGuardExclusiveSql =
  "UPDATE mailroom.organization_guards SET version = version + 1 WHERE organization_id = $1"

/** The subset of these addresses and domains that is on the blacklist. Entries with `removed_at` do not count. */
export const isBlacklistedSql = `
  SELECT value FROM mailroom.blacklist
  WHERE organization_id = $1 AND removed_at IS NULL
    AND ((kind = 'email' AND value = ANY($2)) OR (kind = 'domain' AND value = ANY($3)))`

/**
 * Adds to the counters of campaigns, which it locks in ascending order. `$2` is JSON of the leads' new states (`n` = 1)
 * and old states (`n` = -1).
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
  ), locked AS (
    SELECT moved.* FROM moved JOIN mailroom.campaigns ON organization_id = $1 AND id = campaign_id
    WHERE (not_contacted, sent, opened, replied, bounced, stopped) IS DISTINCT FROM (0, 0, 0, 0, 0, 0)
    ORDER BY id FOR NO KEY UPDATE OF campaigns
  )
  UPDATE mailroom.campaigns SET leads_not_contacted = leads_not_contacted + locked.not_contacted,
    leads_sent = leads_sent + locked.sent, leads_opened = leads_opened + locked.opened,
    leads_replied = leads_replied + locked.replied, leads_bounced = leads_bounced + locked.bounced,
    leads_stopped = leads_stopped + locked.stopped
  FROM locked WHERE organization_id = $1 AND id = locked.campaign_id`

/** Adds to the sums of analytics: to rows of 15 minutes and of days, which it locks in a fixed order. */
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

/** The address of the last mail to a lead until an instant, else of the first one after it: for each of several refusals. */
export const sentToSql = `
  SELECT asked.place, sent.email
  FROM json_to_recordset($2) AS asked (place integer, lead_id bigint, at timestamptz)
  CROSS JOIN LATERAL (
    SELECT email FROM mailroom.events
    WHERE organization_id = $1 AND lead_id = asked.lead_id AND type = 'sent' AND email IS NOT NULL
    ORDER BY occurred_at > asked.at, CASE WHEN occurred_at <= asked.at THEN occurred_at END DESC,
      CASE WHEN occurred_at <= asked.at THEN id END DESC, occurred_at, id
    LIMIT 1
  ) sent`

/** The leads of any campaign with one of these addresses. */
export const holdersSql = `
  SELECT id FROM mailroom.leads
  WHERE organization_id = $1 AND (domain_key, address) IN (SELECT * FROM unnest($2::text[], $3::text[]))`

/** The leads, in any campaign, with the same address as one of these leads. */
export const sharersSql = `
  SELECT other.id FROM mailroom.leads lead
  JOIN mailroom.leads other USING (organization_id, domain_key, address)
  WHERE lead.organization_id = $1 AND lead.id = ANY($2)`

/** The order of entries with the same value. The first one wins. */
const precedence = (row: string) =>
  `${row}.created_at, ${row}.source, coalesce(${row}.campaign_id::text, ''), coalesce(${row}.reason, '') COLLATE "C"`

/**
 * Puts addresses on the blacklist. Entries by people stay unchanged. An entry with `removed_at` counts as deleted: the
 * new entry replaces it with a new id.
 */
export const refuseSql = `
  INSERT INTO mailroom.blacklist AS entry (organization_id, kind, value, source, reason, campaign_id, created_at)
  SELECT DISTINCT ON (value) $1::bigint, 'email', value, source, reason, campaign_id, created_at
  FROM json_to_recordset($2) AS refusal
    (value text COLLATE "C", source text COLLATE "C", reason text, campaign_id uuid, created_at timestamptz)
  ORDER BY value, ${precedence("refusal")}
  ON CONFLICT ON CONSTRAINT blacklist_value_key DO UPDATE SET removed_at = NULL,
    id = CASE WHEN entry.removed_at IS NULL THEN entry.id ELSE excluded.id END, source = excluded.source,
    reason = excluded.reason, campaign_id = excluded.campaign_id, created_at = excluded.created_at
  WHERE entry.removed_at IS NOT NULL
    OR (entry.source <> 'manual' AND (${precedence("excluded")}) < (${precedence("entry")}))`

/** A name without case and accents. The collation also folds non-ASCII letters; it requires Postgres 17. */
export const folded = (name: string) =>
  `regexp_replace(normalize(lower(${name} COLLATE "pg_c_utf8"), NFD), '[\\u0300-\\u036f]', '', 'g') COLLATE "C"`

const text = (field: string) => `coalesce($3::json ->> '${field}', ${field}) AS ${field}`
/** The new values of the four stop columns, which change together or not at all. */
const ofStop = (field: string, value: string) =>
  `CASE WHEN $3::json -> 'stops' IS NULL THEN ${field} ELSE ${value} END AS ${field}`

/**
 * Changes a lead in one statement. `$3` is JSON of the changes, `$4` is the instant, `$5` are the versions that may be
 * changed, or null for any version; `$6` is the actor of the log. Returns the lead, and whether its version was allowed.
 */
export const patchSql = `
  WITH old AS (
    SELECT *, $5::bigint[] IS NULL OR version = ANY($5) AS allowed FROM mailroom.leads
    WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE
  ), asked AS (
    SELECT allowed, stop_sending AS was_stopped,
      ${["email", "address", "domain_key", "first_name"].map(text).join(", ")},
      CASE WHEN $3::json -> 'email' IS NULL THEN email_given ELSE $3::json ->> 'email_given' END AS email_given,
      ${["last_name", "company", "website", "personalization"].map(text).join(", ")},
      jsonb_strip_nulls(custom_fields || coalesce(($3::jsonb -> 'custom_fields'), '{}')) AS custom_fields,
      CASE WHEN $3::json ->> 'address' <> address THEN 'not_verified' ELSE verification_status END
        AS verification_status,
      ${ofStop("stop_sending", "($3::json ->> 'stop_sending')::boolean")},
      ${ofStop("stop_sending_type", "$3::json ->> 'stop_sending_type'")},
      ${ofStop("stop_decided_at", "($3::json ->> 'stop_decided_at')::timestamptz")},
      ${ofStop("stops", "$3::json -> 'stops'")}
    FROM old
  ), changed AS (
    UPDATE mailroom.leads lead SET email = asked.email, email_given = asked.email_given,
      address = asked.address, domain_key = asked.domain_key, first_name = asked.first_name, last_name = asked.last_name,
      company = asked.company, website = asked.website, personalization = asked.personalization,
      first_name_folded = ${folded("asked.first_name")}, last_name_folded = ${folded("asked.last_name")},
      company_folded = ${folded("asked.company")},
      custom_fields = asked.custom_fields, verification_status = asked.verification_status,
      stop_sending = asked.stop_sending, stop_sending_type = asked.stop_sending_type,
      stop_decided_at = asked.stop_decided_at, stops = asked.stops,
      version = version + 1, updated_at = $4::timestamptz
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
  ), timed AS (
    UPDATE mailroom.lead_times times SET updated_at = changed.updated_at, stop_sending = changed.stop_sending FROM changed
    WHERE times.organization_id = $1 AND times.lead_id = changed.id
  ), logged AS (
    INSERT INTO mailroom.log_entries (organization_id, at, actor, operation, subjects)
    SELECT $1, $4::timestamptz, $6::json, 'leads.update', ARRAY['leads/' || id] FROM old WHERE allowed
  )
  SELECT ${leadColumns}, version, TRUE AS allowed FROM changed
  UNION ALL
  SELECT ${leadColumns}, version, allowed FROM old WHERE NOT EXISTS (SELECT FROM changed)`

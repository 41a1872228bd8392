/**
 * The test data. It is inserted by SQL directly into our tables after our migrations, and is the same on every machine.
 * A lead and its events are a function of its number. The activity that the rules derive from those events is stored
 * with the lead.
 */
import { Account, Analytics, ApiKey, CurrentOrganization, Mailroom, OrganizationId, Timestamp } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import type pg from "pg"
import { createHash } from "node:crypto"
import { firstsOf } from "./peers/domain.ts"
import { withConnection } from "./postgres.ts"

export interface Size {
  readonly leads: number
  readonly campaigns: number
  readonly organizations: number
  readonly threads: number
}

export const sizes = {
  full: { leads: 1_000_000, campaigns: 200, organizations: 20, threads: 200_000 },
  quick: { leads: 50_000, campaigns: 40, organizations: 4, threads: 20_000 },
  /** The smaller of the two sizes that growth compares. */
  small: { leads: 10_000, campaigns: 20, organizations: 2, threads: 2_000 },
  tiny: { leads: 1_000, campaigns: 5, organizations: 2, threads: 300 }
} satisfies Record<string, Size>

/** The key of an organization. It is the same in every run. */
export const keyOf = (organization: number): string => {
  const bytes = createHash("sha256").update(`bench ${organization}`).digest()
  return Redacted.value(ApiKey.fromRandom(bytes))
}

/** The id of the `n`th campaign, from 1. The first one is the large campaign, and belongs to the first organization. */
export const campaignId = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`

/** A range of lead numbers. */
interface Part {
  readonly first: number
  readonly last: number
}

/**
 * Assigns leads to imports and campaigns. An import has a thousandth of all leads, and every fifth import goes into the
 * large campaign. So the leads of a campaign are stored next to each other, as after real imports. The mails of an
 * import are sent within nine hours of one day. `n` is the number of the lead, `k` its import, `c` its campaign.
 */
const numbered = ({ campaigns, leads, organizations }: Size, { first, last }: Part) => `
  SELECT n, c, 1 + (c - 1) % ${organizations} AS organization_id,
    ('01900000-0000-7000-8000-' || lpad(to_hex(c), 12, '0'))::uuid AS campaign_id,
    'lead' || n AS local, 'company' || n % 5000 || '.example' AS domain,
    1 + (c - 1) % ${organizations} + ${organizations} * (n % 3) AS account_id, 2 * c - 1 AS first_step, 2 * c AS second_step,
    timestamptz '2025-01-01 08:00Z' + k * 17 % 90 * interval '1 day' + n % 32400 * 6301 % 32400 * interval '1 second' AS sent_at,
    c = 1 OR n % 2 = 0 AS sent, c = 1 AND n % 2 = 0 AS sent_again, n % (CASE c WHEN 1 THEN 2 ELSE 8 END) = 0 AS opened,
    c = 1 AND n % 8 = 0 AS clicked, c = 1 AND n % 10 = 0 AS replied, c = 1 AND n % 100 = 7 AS bounced
  FROM (
    SELECT n, k, CASE WHEN k % 5 = 0 THEN 1 ELSE 2 + (k - k / 5) % ${campaigns - 1} END AS c
    FROM generate_series(${first}, ${last}) n, LATERAL (SELECT (n - 1) / ${leads / 1000} AS k) import
  ) assigned`

/** The imports of the statement above: the number of the first lead, and the number of the campaign. */
export const imports = ({ campaigns, leads }: Size) =>
  Array.from({ length: 1000 }, (_, k) => ({
    first: 1 + (k * leads) / 1000,
    campaign: k % 5 === 0 ? 1 : 2 + ((k - Math.floor(k / 5)) % (campaigns - 1))
  }))

/** The events of a lead: type, time since its first mail, step, and the condition for leads that have the event. */
const happenings = [
  { key: "sent", type: "sent", after: "0 hours", step: "first_step", where: "sent" },
  { key: "again", type: "sent", after: "3 days", step: "second_step", where: "sent_again" },
  { key: "opened", type: "opened", after: "1 hour", step: "first_step", where: "opened" },
  { key: "clicked", type: "clicked", after: "2 hours", step: "first_step", where: "clicked" },
  { key: "replied", type: "replied", after: "5 hours", step: "first_step", where: "replied" },
  { key: "bounced", type: "bounced", after: "1 minute", step: "first_step", where: "bounced" }
] as const

/** An SQL expression that formats an instant like core. */
const instant = (sql: string) => `to_char((${sql}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const identity = (key: string) => `'"${key} ' || n || '"'`

/** An SQL expression for the activity that core derives from these events (`LeadActivity`). */
const activity = () => {
  const first = ({ after, key, step }: (typeof happenings)[number]) =>
    `json_build_object('occurred_at', ${instant(`sent_at + interval '${after}'`)}, 'identity', ${identity(key)},
      'account_id', account_id, 'sequence_id', ${step})`
  const member = (name: string, value: string, where: string) =>
    `CASE WHEN ${where} THEN ',' || to_json(${name}) || ':' || ${value} ELSE '' END`
  const members = happenings.flatMap((happening) => [
    ...(happening.key === "again" ? [] : [member(`'${happening.type}'::text`, first(happening), happening.where)]),
    // A bounce counts once for each lead, not for each step.
    ...(happening.type === "bounced"
      ? []
      : [member(`'${happening.type}:' || ${happening.step}`, first(happening), happening.where)])
  ])
  const last = `CASE WHEN NOT sent THEN 'null' ELSE json_build_object(
    'occurred_at', ${instant("sent_at + CASE WHEN sent_again THEN interval '3 days' ELSE interval '0' END")},
    'identity', CASE WHEN sent_again THEN ${identity("again")} ELSE ${identity("sent")} END)::text END`
  return `('{"firsts":{' || substr(${members.join(" || ")}, 2) || '},"last_sent":' || ${last} || ',"bounced":' ||
    CASE WHEN bounced THEN 'true' ELSE 'false' END || ',"positive":false}')::json`
}

const leads = (size: Size, part: Part) => `
  INSERT INTO mailroom.leads (organization_id, id, campaign_id, email, address, domain_key, first_name,
    last_name, company, website, personalization, sender, verification_status, status, id_previous_sending_sequence,
    amount_sequences_sent, date_last_sequence_send, reply_text, stop_sending, stop_sending_type, stops,
    provider, custom_fields, activity, version, created_at, updated_at,
    first_name_folded, last_name_folded, company_folded)
  SELECT organization_id, n, campaign_id, local || '@' || domain, local || '@' || domain,
    'example.company' || n % 5000 || '.',
    (ARRAY['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Zoë', 'Łukasz'])[1 + n % 8],
    (ARRAY['Lovelace', 'Hopper', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Ångström'])[1 + n % 7],
    'Company ' || n % 5000, 'https://' || domain || '/', 'I liked what you wrote on "growth" (part ' || n || ').',
    CASE WHEN sent THEN 'sender' || account_id || '@example.net' END,
    (ARRAY['valid', 'valid', 'unknown', 'accept_all'])[1 + n % 4],
    CASE WHEN replied THEN 'Replied' WHEN bounced THEN 'Bounce' WHEN opened THEN 'Opened'
      WHEN sent THEN 'Sent' ELSE 'Not contacted' END,
    CASE WHEN sent_again THEN second_step WHEN sent THEN first_step END, sent::integer + sent_again::integer,
    CASE WHEN sent THEN sent_at + CASE WHEN sent_again THEN interval '3 days' ELSE interval '0' END END,
    CASE WHEN replied THEN 'Thank you, let us talk on Tuesday.' END, replied OR bounced,
    CASE WHEN bounced THEN 'bounce' WHEN replied THEN 'reply' END,
    CASE WHEN bounced THEN json_build_object('bounce', ${instant("sent_at + interval '1 minute'")})
      WHEN replied THEN json_build_object('reply', ${instant("sent_at + interval '5 hours'")}) ELSE '{}' END,
    CASE WHEN sent THEN 'google' END, jsonb_build_object('city', 'Berlin', 'size', n % 500), ${activity()}, 1,
    timestamptz '2024-12-01Z', timestamptz '2024-12-01Z',
    -- Without a locale Postgres folds ASCII only.
    (ARRAY['ada', 'grace', 'edsger', 'barbara', 'donald', 'radia', 'zoë', 'łukasz'])[1 + n % 8],
    (ARRAY['lovelace', 'hopper', 'dijkstra', 'liskov', 'knuth', 'perlman', 'ångström'])[1 + n % 7],
    'company ' || n % 5000
  FROM (${numbered(size, part)}) numbered`

/** The rows of all leads that are stored. */
export const leadTimes = `
  INSERT INTO mailroom.lead_times (organization_id, lead_id, campaign_id, sent_at, updated_at, status, stop_sending, firsts)
  SELECT organization_id, id, campaign_id, date_last_sequence_send, updated_at, status, stop_sending, ${firstsOf("activity")}
  FROM mailroom.leads ORDER BY id`

const events = (size: Size, part: Part) => `
  INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
    account_id, sequence_id, data)
  SELECT organization_id, sha256(convert_to(identity, 'UTF8')), identity, type, occurred_at, campaign_id, n, account_id,
    step, '{}'
  FROM (${numbered(size, part)}) numbered, LATERAL (VALUES ${happenings
    .map(
      ({ after, key, step, type, where }) =>
        `(${identity(key)}, '${type}', sent_at + interval '${after}', ${step}, ${where})`
    )
    .join(", ")}) happening (identity, type, occurred_at, step, happened)
  WHERE happened
  ORDER BY occurred_at`

/** Half of the threads belong to the first organization. Six of seven threads contain a mail of ours. */
const threads = ({ leads, organizations, threads }: Size) => [
  `CREATE TEMPORARY TABLE thread AS
    SELECT n AS id, lead.organization_id, lead.id AS lead_id, lead.campaign_id, n % 7 > 0 AS has_our_email,
      CASE n % 3 WHEN 0 THEN 'other' ELSE 'replies' END AS tab, n % 4 = 0 AS is_new,
      timestamptz '2025-01-01 09:00Z' + n * 6301 % 9000000 * interval '1 second' AS date_sent, lead.email,
      lead.first_name || ' ' || lead.last_name AS from_name,
      'sender' || lead.organization_id || '@example.net' AS to_email
    FROM (
      SELECT n, CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n / 2 % ${organizations} END AS organization_id
      FROM generate_series(1, ${threads}) n
    ) numbered
    JOIN (SELECT *, row_number() OVER (PARTITION BY organization_id ORDER BY id) AS place FROM mailroom.leads) lead
      ON lead.organization_id = numbered.organization_id AND lead.place = 1 + n % ${Math.floor(leads / organizations / 4)}`,
  `INSERT INTO mailroom.threads (organization_id, id, tab, lead_id, campaign_id, has_our_email, is_listed, is_new,
      last_message_id, last_date_sent, last_message)
    SELECT organization_id, id, tab, lead_id, campaign_id, has_our_email, TRUE, is_new, id, date_sent,
      jsonb_build_object('subject', 'Re: your offer, part ' || id, 'body', 'Thank you, let us talk on Tuesday.',
        'date_sent', to_char(date_sent AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'from_name', from_name,
        'from_email', email, 'to_email', to_email, 'cc_email', NULL, 'bcc_email', NULL, 'is_our_email', FALSE, 'kind', 'reply',
        'message_id', '<' || id || '@mail.example>', 'left_out', NULL, 'sent_by', NULL, 'attachments', '[]'::jsonb)
    FROM thread`,
  `INSERT INTO mailroom.messages (organization_id, id, thread_id, identity, subject, body, date_sent, from_name,
      from_email, to_email, is_new, is_our_email, kind, message_id, body_text, reply_text, trust)
    SELECT organization_id, id, id, 'bench ' || id, 'Re: your offer, part ' || id, 'Thank you, let us talk on Tuesday.',
      date_sent, from_name, email, to_email, is_new, FALSE, 'reply', '<' || id || '@mail.example>',
      'Thank you, let us talk on Tuesday.', 'Thank you, let us talk on Tuesday.', 'plausible'
    FROM thread`,
  "DROP TABLE thread"
]

const settings = JSON.stringify(
  Account.create({ email: "sender1@example.net", provider: "google" }, Timestamp.fromMillis(0)).settings
)

const others = ({ campaigns, organizations }: Size) => [
  `INSERT INTO mailroom.organizations (id, name, created_at)
    SELECT n, 'Organization ' || n, timestamptz '2024-11-01Z' FROM generate_series(1, ${organizations}) n`,
  "INSERT INTO mailroom.organization_guards (organization_id, version) SELECT id, 0 FROM mailroom.organizations",
  `INSERT INTO mailroom.accounts (organization_id, id, email, address, provider, settings, version, created_at,
      updated_at)
    SELECT 1 + (n - 1) % ${organizations}, n, 'sender' || n || '@example.net', 'sender' || n || '@example.net', 'google',
      '${settings}', 1, timestamptz '2024-11-01Z', timestamptz '2024-11-01Z' FROM generate_series(1, ${3 * organizations}) n`,
  `INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit, stop_on_reply,
      stop_on_auto_reply, track_opens, account_ids, version, created_at, updated_at)
    SELECT 1 + (n - 1) % ${organizations}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      'Campaign ' || n, 'campaign ' || n, 'active', 'UTC', 500, TRUE, FALSE, TRUE,
      ARRAY[1 + (n - 1) % ${organizations}], 1, timestamptz '2024-11-01Z', timestamptz '2024-11-01Z'
    FROM generate_series(1, ${campaigns}) n`,
  `INSERT INTO mailroom.sequences (organization_id, id, campaign_id, position, subject, body, delay_days)
    SELECT 1 + (n - 1) % ${organizations}, 2 * n - 2 + step,
      ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, step, 'Step ' || step, 'Hello', 3
    FROM generate_series(1, ${campaigns}) n, generate_series(1, 2) step`,
  `INSERT INTO mailroom.blacklist (organization_id, kind, value, source, created_at)
    SELECT organization, kind, CASE kind WHEN 'email' THEN 'no' || n || '@refused.example' ELSE 'refused' || n || '.example' END,
      'manual', timestamptz '2024-11-01Z'
    FROM generate_series(1, ${organizations}) organization, unnest(ARRAY['email', 'domain']) kind, generate_series(1, 200) n`
]

const counters = `
  UPDATE mailroom.campaigns SET lead_count = counted.total, leads_not_contacted = counted.not_contacted,
    leads_sent = counted.sent, leads_opened = counted.opened, leads_replied = counted.replied,
    leads_bounced = counted.bounced, leads_stopped = counted.stopped
  FROM (
    SELECT organization_id, campaign_id, count(*) AS total,
      count(*) FILTER (WHERE status = 'Not contacted') AS not_contacted,
      count(*) FILTER (WHERE status = 'Sent') AS sent, count(*) FILTER (WHERE status = 'Opened') AS opened,
      count(*) FILTER (WHERE status = 'Replied') AS replied, count(*) FILTER (WHERE status = 'Bounce') AS bounced,
      count(*) FILTER (WHERE stop_sending) AS stopped
    FROM mailroom.leads GROUP BY organization_id, campaign_id
  ) counted
  WHERE counted.organization_id = campaigns.organization_id AND counted.campaign_id = campaigns.id`

/** Drops a table's indexes except its primary key, and creates them again after `use`. This is ten times as fast. */
export const withoutIndexes = async (client: pg.Client, table: string, use: () => Promise<unknown>) => {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `SELECT CASE WHEN conname IS NULL THEN 'DROP INDEX ' || indexrelid::regclass
          ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', $1::text, conname) END AS drop,
        CASE WHEN conname IS NULL THEN pg_get_indexdef(indexrelid)
          ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', $1::text, conname, pg_get_constraintdef(con.oid)) END AS make
      FROM pg_index LEFT JOIN pg_constraint con ON conindid = indexrelid AND contype = 'u'
      WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table]
  )
  for (const { drop } of rows) await client.query(drop)
  await use()
  for (const { make } of rows) await client.query(make)
}

/** Runs a statement for both halves of the leads concurrently. */
const inHalves = (url: string, size: Size, statement: (size: Size, part: Part) => string) => {
  const middle = size.leads / 2
  const halves = [
    { first: 1, last: middle },
    { first: middle + 1, last: size.leads }
  ]
  return Promise.all(
    halves.map((part) =>
      withConnection(url, async (client) => {
        await client.query(unchecked)
        await client.query(statement(size, part))
      })
    )
  )
}

/** Disables the check of foreign keys, which the data satisfies by construction. */
const unchecked = "SET session_replication_role = replica"

const issueKey = async (client: pg.Client, organization: number) => {
  const key = keyOf(organization)
  await client.query(
    `INSERT INTO mailroom.api_keys (organization_id, name, prefix, hash, access, created_at, last_used_at)
      VALUES ($1, 'Bench', $2, $3, 'full', now(), now())`,
    [organization, key.slice(0, 9), createHash("sha256").update(key).digest("hex")]
  )
  return key
}

/** Migrates an empty database and fills it. */
export const fill = async (url: string, size: Size): Promise<void> => {
  await Effect.runPromise(Effect.provide(Migrations.run, Connection.layerClient({ url: Redacted.make(url) })))
  await withConnection(url, async (client) => {
    await client.query(unchecked)
    for (const statement of others(size)) await client.query(statement)
    for (let n = 1; n <= size.organizations; n++) await issueKey(client, n)
    await withoutIndexes(client, "mailroom.leads", () => inHalves(url, size, leads))
    await withoutIndexes(client, "mailroom.lead_times", () => client.query(leadTimes))
    await withoutIndexes(client, "mailroom.events", () => inHalves(url, size, events))
    for (const statement of threads(size)) await client.query(statement)
    await client.query(counters)
    for (const table of ["organizations", "accounts", "leads", "sequences", "threads", "messages"]) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence('mailroom.${table}', 'id'), (SELECT max(id) FROM mailroom.${table}))`
      )
    }
    await client.query("VACUUM ANALYZE")
  })
  await rebuild(url, size)
  await vacuum(url)
}

/** Recomputes analytics totals like `mailroom rebuild-analytics`, for one organization after the other. */
const rebuild = (url: string, { organizations }: Size) => {
  const storage = PostgresStorage.layer.pipe(Layer.provide(Connection.layerClient({ url: Redacted.make(url) })))
  return Effect.forEach(
    Array.from({ length: organizations }, (_, i) => OrganizationId.make(i + 1)),
    (id) =>
      Effect.provideService(
        Analytics.use((analytics) => analytics.rebuild),
        CurrentOrganization,
        { id }
      )
  ).pipe(Effect.provide(Mailroom.layer.pipe(Layer.provide([storage, PostalMime.layer]))), Effect.runPromise)
}

/** Vacuums between measurements, because autovacuum is off. */
export const vacuum = (url: string) => withConnection(url, (client) => client.query("VACUUM ANALYZE"))

/** Adds an empty organization, and returns its id. Its API key is `keyOf(id)`. */
export const addOrganization = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `WITH organization AS (
          INSERT INTO mailroom.organizations (name, created_at) VALUES ('Twin', now()) RETURNING id
        )
        INSERT INTO mailroom.organization_guards (organization_id, version)
        SELECT id, 0 FROM organization RETURNING organization_id AS id`
    )
    const id = Number(rows[0]?.id)
    await issueKey(client, id)
    return id
  })

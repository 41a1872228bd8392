/**
 * The data of the sending rows: ten organizations with a hundred accounts each, and four kinds of leads. Inserted by SQL,
 * like the data of `data.ts`.
 */
import { Account, Timestamp } from "@mailroom/core"
import { Connection, Migrations } from "@mailroom/postgres"
import { Effect, Redacted } from "effect"
import { leadTimes, withoutIndexes } from "./data.ts"
import { withConnection } from "./postgres.ts"

/** Leads of each kind, in total. */
export interface SendingSize {
  /** Leads that got the first mail, and whose second one is due. */
  readonly followUps: number
  /** Leads that got nothing yet. */
  readonly fresh: number
  /** Leads of one campaign that lack a value of the first step, and come before the leads of `after`. */
  readonly skipped: number
  /** Leads whose mail is due but must not be sent, before the leads of `after`: half are stopped, half are blacklisted. */
  readonly refused: number
  /** Leads that may be mailed after `skipped`, and as many after `refused`. */
  readonly after: number
}

export const sendingSizes = {
  full: { followUps: 180_000, fresh: 180_000, skipped: 300_000, refused: 300_000, after: 20_000 },
  quick: { followUps: 9_000, fresh: 9_000, skipped: 15_000, refused: 15_000, after: 3_000 }
} satisfies Record<string, SendingSize>

const accountsOfEach = 100
const campaignsOfEach = 10

/** The organizations of each kind of leads. */
export const organizationsOf = { followUps: [1, 2, 3], fresh: [4, 5, 6], skipped: [7], refused: [8, 9, 10] } as const
export type Kind = keyof typeof organizationsOf

const organizations = Object.values(organizationsOf).flat()
export const accounts = accountsOfEach * organizations.length

export const accountsOf = (organization: number) =>
  Array.from({ length: accountsOfEach }, (_, a) => (organization - 1) * accountsOfEach + a + 1)

/** The ids of an organization's campaigns. The leads of `skipped` are all in the first one. */
export const campaignsOf = (organization: number) =>
  Array.from({ length: campaignsOfEach }, (_, c) => uuid((organization - 1) * campaignsOfEach + c + 1))

const uuid = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`
const campaignId = (sql: string) => `('01900000-0000-7000-8000-' || lpad(to_hex(${sql}), 12, '0'))::uuid`

const settings = JSON.stringify(
  Account.create(
    {
      email: "sender1@example.net",
      provider: "google",
      settings: { daily_limit: 1000, min_delay_minutes: 0, first_name: "Ada", signature: "Ada\nExample Ltd" }
    },
    Timestamp.fromMillis(0)
  ).settings
)

const always = JSON.stringify({ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" })

/** An account belongs to two campaigns. All accounts of the organization of `skipped` belong to its first campaign. */
const others = [
  `INSERT INTO mailroom.organizations (id, name, created_at)
    SELECT n, 'Organization ' || n, timestamptz '2024-11-01Z' FROM generate_series(1, ${organizations.length}) n`,
  "INSERT INTO mailroom.organization_guards (organization_id, version) SELECT id, 0 FROM mailroom.organizations",
  `INSERT INTO mailroom.accounts (organization_id, id, email, address, provider, settings, version, created_at,
      updated_at)
    SELECT 1 + (n - 1) / ${accountsOfEach}, n, 'sender' || n || '@example.net', 'sender' || n || '@example.net', 'google',
      '${settings}', 1, timestamptz '2024-11-01Z', timestamptz '2024-11-01Z' FROM generate_series(1, ${accounts}) n`,
  `INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, send_window, daily_limit,
      stop_on_reply, stop_on_auto_reply, track_opens, account_ids, version, created_at, updated_at)
    SELECT o, ${campaignId(`(o - 1) * ${campaignsOfEach} + c`)}, 'Campaign ' || c, 'campaign ' || c,
      'active', 'UTC', '${always}', 1000000, TRUE, FALSE, FALSE,
      CASE WHEN o = ${organizationsOf.skipped[0]} AND c > 1 THEN '{}' ELSE ARRAY(
        SELECT (o - 1) * ${accountsOfEach} + a + 1 FROM generate_series(0, ${accountsOfEach - 1}) a
        WHERE o = ${organizationsOf.skipped[0]} OR a % ${campaignsOfEach} IN (c - 1, c % ${campaignsOfEach})
      ) END, 1, timestamptz '2024-11-01Z', timestamptz '2024-11-01Z'
    FROM generate_series(1, ${organizations.length}) o, generate_series(1, ${campaignsOfEach}) c`,
  `INSERT INTO mailroom.sequences (organization_id, id, campaign_id, position, subject, body, delay_days)
    SELECT 1 + (n - 1) / ${campaignsOfEach}, 2 * n - 2 + step, ${campaignId("n")}, step,
      CASE step WHEN 1 THEN 'An idea for {{company}}' END,
      'Hello {{first_name|there}},' || repeat(E'\\n\\nI liked what you wrote on growth, and have an idea for {{company}}.', 5), 3
    FROM generate_series(1, ${organizations.length * campaignsOfEach}) n, generate_series(1, 2) step`,
  `INSERT INTO mailroom.blacklist (organization_id, kind, value, source, created_at)
    SELECT o, 'domain', 'refused.example', 'manual', timestamptz '2024-11-01Z'
    FROM generate_series(1, ${organizations.length}) o`
]

/**
 * The leads of a kind. `n` is the number of the lead in its kind, `o` its organization, `i` its number there, `c` its
 * campaign, `may` whether it may be mailed. The leads of a campaign are stored next to each other.
 */
const numbered = (kind: Kind, { after, ...counts }: SendingSize) => {
  const owners = organizationsOf[kind]
  const total = counts[kind] + (kind === "skipped" || kind === "refused" ? after : 0)
  const each = Math.ceil(total / owners.length)
  const share = total / Math.max(1, total - counts[kind])
  const may = {
    followUps: "TRUE",
    fresh: "TRUE",
    skipped: `n >= ${counts.skipped}`,
    refused: `n % ${Math.floor(share)} = 0`
  }
  return `
    SELECT *, (o - 1) * ${accountsOfEach} + 1 + (c - 1 + i % 2) % ${campaignsOfEach}
        + ${campaignsOfEach} * (i / 2 % ${accountsOfEach / campaignsOfEach}) AS account_id,
      (o - 1) * ${campaignsOfEach} + c AS campaign, 2 * ((o - 1) * ${campaignsOfEach} + c) - 1 AS first_step
    FROM (
      SELECT n, ${owners[0]} + n / ${each} AS o, n % ${each} AS i,
        ${kind === "skipped" ? "1" : `1 + n % ${each} * ${campaignsOfEach} / ${each}`} AS c, ${may[kind]} AS may
      FROM generate_series(0, ${total - 1}) n
    ) assigned`
}

const isContacted = (kind: Kind) => kind === "followUps" || kind === "refused"

const leads = (kind: Kind, size: SendingSize, first: number) => {
  const domain =
    kind === "refused"
      ? `CASE WHEN NOT may AND n % 2 = 0 THEN 'refused' ELSE 'company' || n % 5000 END`
      : "'company' || n % 5000"
  const stopped = kind === "refused" ? "NOT may AND n % 2 = 1" : "FALSE"
  const company =
    kind === "skipped" ? `CASE WHEN may THEN 'Company ' || n % 5000 ELSE '' END` : `'Company ' || n % 5000`
  return `
    INSERT INTO mailroom.leads (organization_id, id, campaign_id, email, address, domain_key, first_name, last_name,
      company, website, personalization, verification_status, status, amount_sequences_sent, date_last_sequence_send,
      stop_sending, stop_sending_type, stops, custom_fields, activity, version, created_at, updated_at,
      first_name_folded, last_name_folded, company_folded)
    SELECT o, ${first} + n, ${campaignId("campaign")}, 'lead' || n || '@' || domain || '.example',
      'lead' || n || '@' || domain || '.example', 'example.' || domain || '.', 'Grace', 'Hopper',
      company, '', '', 'valid', ${isContacted(kind) ? "'Sent', 1, timestamptz '2025-01-01Z'" : "'Not contacted', 0, NULL"},
      stopped, CASE WHEN stopped THEN 'manual' END, '{}', '{"city":"Berlin"}',
      '{"firsts":{},"last_sent":null,"bounced":false,"positive":false}', 1, timestamptz '2024-12-01Z',
      timestamptz '2024-12-01Z', 'grace', 'hopper', lower(company)
    FROM (
      SELECT *, ${domain} AS domain, ${stopped} AS stopped, ${company} AS company FROM (${numbered(kind, size)}) numbered
    ) lead`
}

const agenda = (kind: Kind, size: SendingSize, first: number) => `
  INSERT INTO mailroom.agenda (organization_id, lead_id, campaign_id, account_id, state, due_at, step_id)
  SELECT o, ${first} + n, ${campaignId("campaign")}, account_id, 'waiting',
    CASE WHEN may THEN timestamptz '2025-02-01Z' ELSE timestamptz '2025-01-10Z' END + i * interval '1 second', first_step
  FROM (${numbered(kind, size)}) numbered`

const sends = (kind: Kind, size: SendingSize, first: number) => `
  INSERT INTO mailroom.sends (organization_id, kind, lead_id, campaign_id, step_id, sequence_id, position, account_id,
    to_email, subject, message_id, outcome, attempts, reply, begun_at, ended_at)
  SELECT o, 'step', ${first} + n, ${campaignId("campaign")}, first_step, first_step, 1, account_id, 'lead' || n || '@company.example',
    'An idea for Company ' || n % 5000, '<' || ${first} + n || '@example.net>', 'sent', 1, '250 Ok',
    timestamptz '2025-01-01Z', timestamptz '2025-01-01Z'
  FROM (${numbered(kind, size)}) numbered`

const counters = `
  UPDATE mailroom.campaigns SET lead_count = counted.total, leads_not_contacted = counted.not_contacted,
    leads_sent = counted.total - counted.not_contacted, leads_stopped = counted.stopped
  FROM (
    SELECT organization_id, campaign_id, count(*) AS total,
      count(*) FILTER (WHERE status = 'Not contacted') AS not_contacted, count(*) FILTER (WHERE stop_sending) AS stopped
    FROM mailroom.leads GROUP BY organization_id, campaign_id
  ) counted
  WHERE counted.organization_id = campaigns.organization_id AND counted.campaign_id = campaigns.id`

/** Migrates an empty database and fills it. */
export const fillSending = async (url: string, size: SendingSize): Promise<void> => {
  await Effect.runPromise(Effect.provide(Migrations.run, Connection.layerClient({ url: Redacted.make(url) })))
  await withConnection(url, async (client) => {
    await client.query("SET session_replication_role = replica")
    for (const statement of others) await client.query(statement)
    await withoutIndexes(client, "mailroom.leads", async () => {
      let first = 1
      for (const kind of ["followUps", "fresh", "skipped", "refused"] as const) {
        await client.query(leads(kind, size, first))
        if (isContacted(kind)) {
          await client.query(agenda(kind, size, first))
          await client.query(sends(kind, size, first))
        }
        first += size[kind] + (kind === "skipped" || kind === "refused" ? size.after : 0)
      }
    })
    await withoutIndexes(client, "mailroom.lead_times", () => client.query(leadTimes))
    await client.query(counters)
    for (const table of ["organizations", "accounts", "leads", "sequences", "sends"]) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence('mailroom.${table}', 'id'), (SELECT max(id) FROM mailroom.${table}))`
      )
    }
    await client.query("VACUUM ANALYZE")
  })
}

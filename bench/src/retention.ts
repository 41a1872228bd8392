/**
 * Measures retention beside running campaigns: what a mail takes while another process retires old events and mails, and while none
 * does; how much a row takes before and after; and what partitions by month would change. `npm run bench -- retention` prints it.
 */
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type pg from "pg"
import { startProgram } from "./inboxes.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { startCounting, usedByThese } from "./processor.ts"
import { makeDue } from "./sending.ts"
import { fillSending, organizationsOf, type SendingSize } from "./sendingData.ts"

export interface RetentionPlan {
  readonly size: SendingSize
  /** Old events of an organization whose campaigns run. */
  readonly events: number
  /** Its old mails. */
  readonly mails: number
  readonly rounds: number
  /** The length of a round. */
  readonly seconds: number
}

/** Per mail, in milliseconds. */
interface PerMail {
  readonly node: number
  readonly statements: number
  /** Processor time of the connections of the process that sends. */
  readonly postgres: number
}

interface Round extends PerMail {
  /** Events and mails, a second. */
  readonly retired: number
  readonly mails: number
  /** Buffers of the statements that are not of retention. */
  readonly pages: number
}

interface Bytes {
  readonly table: number
  readonly indexes: number
}

interface Partitioned {
  readonly name: string
  readonly plain: number
  readonly partitioned: number
}

export interface RetentionResults {
  readonly without: ReadonlyArray<Round>
  readonly beside: ReadonlyArray<Round>
  /** The bytes of a row, by name. */
  readonly bytes: ReadonlyArray<readonly [name: string, bytes: Bytes]>
  readonly partitions: ReadonlyArray<Partitioned>
}

const [first] = organizationsOf.followUps
const months = 36

/** Old events, as a mail and its opens make them. */
const oldEvents = (events: number) => `
  INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id, account_id,
    sequence_id, message_id, email, data)
  SELECT ${first}, sha256(identity::bytea), identity, type, timestamptz '2022-01-01Z' + n * interval '1 minute',
    ('01900000-0000-7000-8000-' || lpad(to_hex(1 + n % 10), 12, '0'))::uuid, 1 + n / 4, 1 + n % 100, 1,
    CASE type WHEN 'sent' THEN '<' || n || '.f00dcafe@mail.example.net>' END,
    CASE type WHEN 'sent' THEN 'lead' || n || '@company.example' END, '{}'
  FROM (
    SELECT n, '["' || type || '",' || n / 4 || ',"<' || n || '.f00dcafe@mail.example.net>"]' AS identity, type
    FROM (
      SELECT n, (ARRAY['sent', 'delivered', 'machine_opened', 'opened'])[1 + n % 4] AS type
      FROM generate_series(0, ${events - 1}) n
    ) typed
  ) event`

const firstOldLead = 100_000_000

/** Old mails of steps, to leads that no other mail went to. */
const oldMails = (mails: number) => `
  INSERT INTO mailroom.sends (organization_id, kind, lead_id, campaign_id, step_id, sequence_id, position, account_id, to_email,
    subject, message_id, outcome, attempts, reply, begun_at, ended_at, company)
  SELECT ${first}, 'step', ${firstOldLead} + n / 3, ('01900000-0000-7000-8000-' || lpad(to_hex(1 + n % 10), 12, '0'))::uuid, 1 + n % 3,
    1 + n % 3, 1 + n % 3, 1 + n % 100, 'lead' || n / 3 || '@company' || n / 3 || '.example', 'A question about ' || n / 3,
    '<' || md5(n::text) || '@mail.example.net>', 'sent', 1, '250 2.0.0 Ok: queued as ' || upper(left(md5('q' || n), 12)),
    timestamptz '2022-01-01Z' + n * interval '1 minute', timestamptz '2022-01-01Z' + n * interval '61 seconds',
    'company' || n / 3 || '.example'
  FROM generate_series(1, ${mails}) n`

const ask = async (client: pg.Client, query: string) => {
  const { rows } = await client.query<{ value: string }>(query)
  return Number(rows[0]?.value)
}

const isRetention =
  "query LIKE '%retired = %' OR query LIKE '%retired IS NULL%' OR query LIKE '%organization_settings%'"
/** Adds up all statements but the ones of retention, of the work and of this program. */
const used = (
  what: string
) => `SELECT coalesce(sum(${what}), 0) AS value FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
  WHERE datname = current_database() AND NOT (${isRetention}) AND query NOT LIKE '%AS value%' AND query NOT LIKE '%mailroom.work%'`
const retired = `SELECT (SELECT count(*) FROM mailroom.events WHERE retired) + (SELECT count(*) FROM mailroom.sends WHERE retired) AS value`
const sent = "SELECT count(*) AS value FROM mailroom.sends WHERE outcome = 'sent' AND begun_at > '2026-01-01'"

const connectionsOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'sender' AND datname = current_database()"
  )
  return rows.map(({ pid }) => pid)
}

const measureRound = async (client: pg.Client, worker: number, postgres: Postgres, seconds: number): Promise<Round> => {
  await client.query("SELECT pg_stat_statements_reset()")
  const before = await ask(client, sent)
  const old = await ask(client, retired)
  const count = startCounting(worker, postgres.pid)
  const connections = await connectionsOf(client)
  const usedBefore = usedByThese(connections)
  await setTimeout(seconds * 1_000)
  const ofSender = usedByThese(connections) - usedBefore
  const mails = (await ask(client, sent)) - before
  const removed = (await ask(client, retired)) - old
  return {
    mails: mails / seconds,
    retired: removed / seconds,
    node: count(mails).server,
    statements: (await ask(client, used("calls"))) / mails,
    pages: (await ask(client, used("shared_blks_hit + shared_blks_read"))) / mails,
    postgres: ofSender / mails
  }
}

/** The bytes of a row of a table, which is written again with its indexes. */
const bytesOf = async (client: pg.Client, name: string): Promise<Bytes> => {
  await client.query(`VACUUM FULL mailroom.${name}`)
  const rows = await ask(client, `SELECT count(*) AS value FROM mailroom.${name}`)
  return {
    table: (await ask(client, `SELECT pg_table_size('mailroom.${name}') AS value`)) / rows,
    indexes: (await ask(client, `SELECT pg_indexes_size('mailroom.${name}') AS value`)) / rows
  }
}

/** Compares a table with its copy in partitions, for the statements that name no month. */
const measurePartitions = async (client: pg.Client, events: number): Promise<ReadonlyArray<Partitioned>> => {
  await client.query("CREATE TABLE plain (LIKE mailroom.events INCLUDING ALL)")
  await client.query("ALTER TABLE plain ALTER COLUMN id DROP IDENTITY IF EXISTS")
  await client.query(`CREATE TABLE parts (LIKE mailroom.events) PARTITION BY RANGE (occurred_at)`)
  const indexes = await client.query<{ def: string }>(
    "SELECT indexdef AS def FROM pg_indexes WHERE schemaname = 'mailroom' AND tablename = 'events'"
  )
  for (const { def } of indexes.rows) {
    const own = def.replace(/INDEX \w+ ON mailroom\.events/u, "INDEX ON parts")
    // A unique index of a partitioned table must have its key.
    await client.query(own.startsWith("CREATE UNIQUE") ? own.replace(/\)$/u, ", occurred_at)") : own)
  }
  for (let month = 0; month < months; month++) {
    const at = (m: number) => new Date(Date.UTC(2022, m, 1)).toISOString()
    await client.query(
      `CREATE TABLE part${month} PARTITION OF parts FOR VALUES FROM ('${at(month)}') TO ('${at(month + 1)}')`
    )
  }
  const timed = async (
    name: string,
    calls: number,
    query: (table: string, n: number) => string
  ): Promise<Partitioned> => {
    const measure = async (table: string) => {
      const begun = performance.now()
      for (let n = 0; n < calls; n++) await client.query(query(table, n))
      return (performance.now() - begun) / calls
    }
    return { name, plain: await measure("plain"), partitioned: await measure("parts") }
  }
  const spread = `SELECT organization_id, id, identity_hash, identity, type,
    timestamptz '2022-01-01Z' + (id % ${months * 28}) * interval '1 day', campaign_id, lead_id, account_id, sequence_id,
    message_id, provider_message_id, email, data, retired FROM mailroom.events`
  const inserted = await timed("insert a tenth of the events", 10, (name, n) => {
    return `INSERT INTO ${name} ${spread} WHERE lead_id % 10 = ${n}`
  })
  await client.query("VACUUM ANALYZE plain")
  await client.query("VACUUM ANALYZE parts")
  return [
    inserted,
    await timed("whether a report counted already", 500, (name, n) => {
      const identity = `'["sent",${n},"<${n * 4}.f00dcafe@mail.example.net>"]'`
      return `SELECT id FROM ${name} WHERE organization_id = ${first} AND identity_hash = sha256(${identity}::bytea)`
    }),
    await timed("the mail of a Message-ID", 500, (name, n) => {
      const id = `'<${n * 4}.f00dcafe@mail.example.net>'`
      return `SELECT id FROM ${name} WHERE organization_id = ${first} AND type = 'sent' AND message_id = ${id}
        AND hashtextextended(message_id, 0) = hashtextextended(${id}, 0)`
    }),
    await timed("the events of a lead", 500, (name, n) => {
      return `SELECT id FROM ${name} WHERE organization_id = ${first} AND lead_id = ${n + 1} ORDER BY id`
    }),
    await timed(`remove a month: ${Math.round(events / months)} events`, 1, (name) =>
      name === "parts"
        ? "DROP TABLE part0"
        : `DELETE FROM plain WHERE organization_id = ${first} AND occurred_at < '2022-02-01Z'`
    )
  ]
}

export const measureRetention = async (postgres: Postgres, plan: RetentionPlan): Promise<RetentionResults> => {
  const { events, mails, rounds, seconds, size } = plan
  const url = await createDatabase(postgres, "retention")
  await fillSending(url, size)
  const sender = [...process.execArgv, join(import.meta.dirname, "sender.ts")]
  const start = (name: string, ...args: ReadonlyArray<string>) =>
    startProgram([...sender, ...args], /^Working\n/mu, { DATABASE_URL: `${url}?application_name=${name}` })
  return withConnection(url, async (client) => {
    await client.query("CREATE EXTENSION pg_stat_statements")
    await client.query(oldEvents(events))
    await client.query("VACUUM ANALYZE mailroom.events")
    const bytes: Array<readonly [string, Bytes]> = []
    const measure = async (name: string, table: string) => void bytes.push([name, await bytesOf(client, table)])
    await measure("event", "events")
    await client.query(oldMails(mails))
    await measure("mail of a campaign", "sends")
    await client.query("VACUUM ANALYZE mailroom.sends")
    await measure("lead in the agenda", "agenda")
    const partitions = await measurePartitions(client, events)
    await client.query("DROP TABLE plain, parts")
    await makeDue(client, organizationsOf.followUps)
    const worker = await start("sender")
    await setTimeout(10_000)
    const without: Array<Round> = []
    const beside: Array<Round> = []
    for (let round = 0; round < rounds; round++) {
      without.push(await measureRound(client, worker.pid, postgres, seconds))
      await client.query(
        `INSERT INTO mailroom.organization_settings (organization_id, keep_events_days, keep_sends_days, seed_addresses, reply_labels, updated_at, version)
          VALUES (${first}, 365, 365, '{}', '{}', now(), 2) ON CONFLICT (organization_id) DO NOTHING`
      )
      await client.query(
        `INSERT INTO mailroom.work (organization_id, kind, key, lane, due_at)
          VALUES (${first}, 'retention', 'retention', 'retention', now())
          ON CONFLICT (organization_id, kind, key) DO UPDATE SET due_at = now()`
      )
      const retiring = await start("retention", "--retention")
      await setTimeout(2_000)
      beside.push(await measureRound(client, worker.pid, postgres, seconds))
      await retiring.stop()
    }
    await worker.stop()
    await measure("sum of a quarter of an hour", "rollups")
    await client.query("UPDATE mailroom.events SET retired = TRUE WHERE NOT retired AND occurred_at < '2025-12-01'")
    await client.query("DELETE FROM mailroom.events WHERE NOT retired")
    await measure("event, retired", "events")
    await client.query(
      `UPDATE mailroom.sends SET retired = TRUE, reply = NULL, company = NULL
        WHERE retired IS NULL AND organization_id = ${first} AND lead_id >= ${firstOldLead}`
    )
    await client.query("DELETE FROM mailroom.sends WHERE retired IS NULL")
    await measure("mail, retired", "sends")
    return { without, beside, bytes, partitions }
  })
}

const middle = (rounds: ReadonlyArray<Round>, part: keyof Round) => median(rounds.map((round) => round[part]))

export const retentionSection = (
  { beside, bytes, partitions, without }: RetentionResults,
  { events, mails, rounds, seconds }: RetentionPlan
): string => `## Retention

Campaigns of 300 accounts send, in one process, while another one retires old events and mails of one of their organizations: the median of
${rounds} rounds of ${seconds} s each, in turns.

${table(
  [
    "",
    "mails a second",
    "Node ms a mail",
    "statements a mail",
    "pages a mail",
    "ms in Postgres a mail",
    "retired a second"
  ],
  (
    [
      ["without", without],
      ["beside", beside]
    ] as const
  ).map(([name, all]) => [
    name,
    ...(["mails", "node", "statements", "pages", "postgres", "retired"] as const).map((part) =>
      number(middle(all, part))
    )
  ])
)}

The bytes of a row, of ${events.toLocaleString("en")} old events, of which a quarter are mails, and ${mails.toLocaleString("en")} old mails:

${table(
  ["", "table", "indexes", "together"],
  bytes.map(([name, bytes]) => [name, number(bytes.table), number(bytes.indexes), number(bytes.table + bytes.indexes)])
)}

What partitions of ${months} months would change: milliseconds of a statement.

${table(
  ["", "one table", "partitions", "×"],
  partitions.map(({ name, partitioned, plain }) => [
    name,
    number(plain),
    number(partitioned),
    number(partitioned / plain)
  ])
)}`

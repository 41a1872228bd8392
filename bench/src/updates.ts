/**
 * Updates that stay in their page ("HOT"), and how tables and indexes grow with them: leads that get events by the API, and
 * campaigns that send. `npm run bench -- updates` prints the table.
 */
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fill, keyOf, type Size } from "./data.ts"
import { startProgram } from "./inboxes.ts"
import { number, table } from "./markdown.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { makeDue } from "./sending.ts"
import { fillSending, organizationsOf, type SendingSize } from "./sendingData.ts"
import { type Server, start } from "./servers.ts"

export interface UpdatesPlan {
  readonly leads: number
  /** Batches of a thousand events. */
  readonly batches: number
  /** The leads of campaigns that send, and how many mails they send. */
  readonly sending: SendingSize
  readonly mails: number
}

export interface TableUpdates {
  readonly name: string
  readonly updates: number
  /** The share of updates that wrote no index. */
  readonly hot: number
  /** Bytes of the table, and of its indexes, before and after. */
  readonly table: readonly [before: number, after: number]
  readonly indexes: readonly [before: number, after: number]
  /** The share of the table that is free or dead afterwards. */
  readonly unused: number
}

interface Stored {
  readonly updates: number
  readonly hot: number
  readonly table: number
  readonly indexes: number
  /** The percentage of the table that is free or dead. */
  readonly unused: number
}

const storedIn = (url: string): Promise<ReadonlyMap<string, Stored>> =>
  withConnection(url, async (client) => {
    await client.query("CREATE EXTENSION IF NOT EXISTS pgstattuple")
    await client.query("SELECT pg_stat_force_next_flush()")
    const { rows } = await client.query<{ [Name in keyof Stored]: string } & { readonly name: string }>(
      `SELECT relname AS name, n_tup_upd AS updates, n_tup_hot_upd AS hot, pg_relation_size(relid) AS table,
          pg_indexes_size(relid) AS indexes, dead_tuple_percent + approx_free_percent AS unused
        FROM pg_stat_user_tables CROSS JOIN LATERAL pgstattuple_approx(relid) WHERE schemaname = 'mailroom'`
    )
    return new Map(
      rows.map(({ hot, indexes, name, table, unused, updates }) => [
        name,
        {
          updates: Number(updates),
          hot: Number(hot),
          table: Number(table),
          indexes: Number(indexes),
          unused: Number(unused)
        }
      ])
    )
  })

const post = async ({ url }: Server, path: string, body: unknown) => {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${keyOf(1)}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
}

/** The types of a lead's events, in this order, again and again. */
const course = ["sent", "opened", "sent", "clicked", "sent", "opened", "sent"]

/** A thousand events of leads in turn. */
const eventsOf = (batch: number, { leads }: UpdatesPlan) =>
  Array.from({ length: 1_000 }, (_, i) => {
    const n = batch * 1_000 + i
    const turn = Math.floor(n / leads)
    return {
      type: course[turn % course.length],
      lead_id: 1 + ((n * 7_919) % leads),
      occurred_at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
      account_id: 1,
      idempotency_key: `update ${n}`
    }
  })

const updatesSize = (leads: number): Size => ({ leads, campaigns: 10, organizations: 1, threads: 1_000 })

/** The tables that were updated, the most updated first. */
const rowsOf = (before: ReadonlyMap<string, Stored>, after: ReadonlyMap<string, Stored>): ReadonlyArray<TableUpdates> =>
  [...after]
    .flatMap(([name, is]) => {
      const was = before.get(name)
      if (was === undefined || is.updates === was.updates) return []
      const updates = is.updates - was.updates
      return [
        {
          name,
          updates,
          hot: (is.hot - was.hot) / updates,
          table: [was.table, is.table] as const,
          indexes: [was.indexes, is.indexes] as const,
          unused: is.unused / 100
        }
      ]
    })
    .toSorted((a, b) => b.updates - a.updates)

/** Events of leads of a database with `updatesSize`. */
const record = async (url: string, plan: UpdatesPlan) => {
  const server = await start("mailroom", url)
  const before = await storedIn(url)
  for (let batch = 0; batch < plan.batches; batch++) await post(server, "/events", { events: eventsOf(batch, plan) })
  await server.stop()
  return rowsOf(before, await storedIn(url))
}

const mailsSent = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      "SELECT count(*) AS n FROM mailroom.sends WHERE outcome = 'sent' AND begun_at > '2026-01-01'"
    )
    return Number(rows[0]?.n)
  })

/** Follow-ups and first mails of a database that `fillSending` filled. */
const send = async (url: string, { mails }: UpdatesPlan) => {
  await withConnection(url, (client) => makeDue(client, [...organizationsOf.followUps, ...organizationsOf.fresh]))
  const before = await storedIn(url)
  const sender = [...process.execArgv, join(import.meta.dirname, "sender.ts")]
  const worker = await startProgram(sender, /^Working\n/mu, { DATABASE_URL: url })
  while ((await mailsSent(url)) < mails) await setTimeout(500)
  await worker.stop()
  return rowsOf(before, await storedIn(url))
}

export interface Updates {
  readonly events: ReadonlyArray<TableUpdates>
  readonly mails: ReadonlyArray<TableUpdates>
}

export const measureUpdates = async (postgres: Postgres, plan: UpdatesPlan): Promise<Updates> => {
  const events = await createDatabase(postgres, "updates")
  await fill(events, updatesSize(plan.leads))
  const mails = await createDatabase(postgres, "updates_sending")
  await fillSending(mails, plan.sending)
  return { events: await record(events, plan), mails: await send(mails, plan) }
}

const megabytes = (bytes: number) => number(bytes / 2 ** 20)

const rowsTable = (rows: ReadonlyArray<TableUpdates>) =>
  table(
    ["", "updates", "HOT", "MB of the table before", "after", "free or dead", "MB of its indexes before", "after"],
    rows.map(({ hot, indexes, name, table, unused, updates }) => [
      name,
      updates.toLocaleString("en"),
      `${Math.round(100 * hot)} %`,
      megabytes(table[0]),
      megabytes(table[1]),
      `${Math.round(100 * unused)} %`,
      megabytes(indexes[0]),
      megabytes(indexes[1])
    ])
  )

export const updatesSection = (
  { events, mails }: Updates,
  { batches, leads, ...plan }: UpdatesPlan
): string => `## Updates

HOT updates write no index. Autovacuum is on.

${(batches * 1_000).toLocaleString("en")} events of ${leads.toLocaleString("en")} leads, by \`POST /events\` of 1 000:

${rowsTable(events)}

${plan.mails.toLocaleString("en")} mails of campaigns that send:

${rowsTable(mails)}`

/**
 * Measures what a worker does while nothing happens. The organization has a thousand accounts; their inboxes have no new mail,
 * and their running campaigns wait for their sending window. `npm run bench -- idle` prints the statements and the processor time of a minute.
 */
import { Accounts, Campaigns, CurrentOrganization, Encryption, Leads, Organizations, Sequences } from "@mailroom/core"
import { Connection, Migrations } from "@mailroom/postgres"
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type pg from "pg"
import { allRead, connectAccounts, startProgram, startReader } from "./inboxes.ts"
import { number, table } from "./markdown.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { startCounting } from "./processor.ts"

export interface IdlePlan {
  /** A multiple of 100. */
  readonly accounts: number
  readonly minutes: number
}

interface Idle {
  /** All per minute. */
  readonly statements: number
  readonly transactions: number
  readonly server: number
  readonly postgres: number
  /** The statements that are asked most often. */
  readonly most: ReadonlyArray<{ readonly calls: number; readonly milliseconds: number; readonly query: string }>
}

const accountsOfEach = 100

/** The day of the week in two days, from 1 for Monday. */
const later = () => ((new Date().getUTCDay() + 1) % 7) + 1

/** An organization whose campaigns have a hundred accounts and as many leads each, and send in two days. */
const waiting = (accounts: number) =>
  Effect.gen(function* () {
    const organization = yield* Organizations.use(({ create }) => create({ name: "Idle" }))
    const filled = Effect.forEach(Array.from({ length: accounts / accountsOfEach }).keys(), (c) =>
      Effect.gen(function* () {
        const own = yield* Effect.forEach(Array.from({ length: accountsOfEach }).keys(), (n) =>
          Accounts.use(({ create }) => create({ email: `sender${c}-${n}@ours.example`, provider: "smtp" }))
        )
        const account_ids = own.map(({ id }) => id)
        const send_window = { days: [later()], from: "08:00", to: "18:00" }
        const { id } = yield* Campaigns.use(({ create }) =>
          create({ name: `Campaign ${c}`, account_ids, timezone: "UTC", send_window })
        )
        yield* Sequences.use(({ create }) => create(id, { subject: "Hello", body: "Shall we talk?" }))
        const leads = own.map((_, n) => ({ email: `lead${n}@company${c}.example` }))
        yield* Leads.use(({ create }) => create({ campaign_id: id, leads }))
        return { id, account_ids }
      })
    )
    const campaigns = yield* Effect.provideService(filled, CurrentOrganization, organization)
    return { organization, campaigns }
  })

const counted = async (client: pg.Client) => {
  const { rows } = await client.query<{ calls: string; milliseconds: number; query: string }>(
    `SELECT sum(calls) AS calls, sum(total_exec_time) AS milliseconds, regexp_replace(query, '\\s+', ' ', 'g') AS query
      FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
      WHERE datname = current_database() AND query NOT LIKE '%pg_stat_%' GROUP BY 3 ORDER BY 1 DESC`
  )
  return rows.map((row) => ({ ...row, calls: Number(row.calls) }))
}

export const measureIdle = async (postgres: Postgres, { accounts, minutes }: IdlePlan): Promise<Idle> => {
  const url = await createDatabase(postgres, "idle")
  const key = Encryption.generateKey()
  await Effect.runPromise(Effect.provide(Migrations.run, Connection.layerClient({ url: Redacted.make(url) })))
  const server = await startProgram([...process.execArgv, join(import.meta.dirname, "imap.ts")], /^\d+\n/u)
  const { close } = await connectAccounts(
    { url, key, port: Number(server.output) },
    Effect.map(waiting(accounts), ({ campaigns, organization }) => ({
      organization_id: organization.id,
      ids: campaigns.flatMap(({ account_ids }) => account_ids),
      after: Effect.forEach(campaigns, ({ id }) => Campaigns.use(({ start }) => start(id)))
    }))
  )
  const worker = await startReader(url, key)
  const result = await withConnection(url, async (client) => {
    await client.query("CREATE EXTENSION pg_stat_statements")
    await allRead(client, "-infinity")
    // Until the compiler is warm, and every account has had its first turns.
    await setTimeout(60_000)
    await client.query("VACUUM ANALYZE")
    await client.query("SELECT pg_stat_statements_reset()")
    const count = startCounting(worker.pid, postgres.pid)
    await setTimeout(minutes * 60_000)
    const cost = count(minutes)
    const rows = await counted(client)
    const sum = (isCounted: (query: string) => boolean) =>
      rows.reduce((sum, { calls, query }) => sum + (isCounted(query) ? calls : 0), 0) / minutes
    const isTransaction = (query: string) => /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/iu.test(query)
    return {
      ...cost,
      statements: sum((query) => !isTransaction(query)),
      transactions: sum((query) => /^COMMIT/iu.test(query)),
      most: rows
        .filter(({ query }) => !isTransaction(query))
        .slice(0, 12)
        .map(({ calls, milliseconds, query }) => ({
          calls: calls / minutes,
          milliseconds: milliseconds / minutes,
          query
        }))
    }
  })
  await close()
  await worker.stop()
  await server.stop()
  return result
}

export const idleSection = (idle: Idle, { accounts, minutes }: IdlePlan): string => `## Idle workers

\`mailroom work\` with ${number(accounts)} accounts, whose inboxes have no new mail and whose campaigns wait for their window: of each of ${minutes} minutes.

${table(
  ["statements", "transactions", "Node ms", "Postgres ms"],
  [[idle.statements, idle.transactions, idle.server, idle.postgres].map((value) => number(value))]
)}

The statements that are asked most often:

${table(
  ["a minute", "ms", "statement"],
  idle.most.map(({ calls, milliseconds, query }) => [
    number(calls),
    number(milliseconds),
    query.slice(0, 150).replaceAll("|", "\\|")
  ])
)}`

/**
 * Measures sending over SMTP: `mailroom work` sends first mails of some accounts through an SMTP server over TLS, in one process and
 * in two. Beside it, the pool of `nodemailer` sends the same mails.
 */
import {
  Accounts,
  Campaigns,
  CurrentOrganization,
  Encryption,
  Leads,
  Mailboxes,
  Mailroom,
  Organizations,
  Sequences
} from "@mailroom/core"
import { MemoryMailer } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { startProxy } from "./coresProxy.ts"
import { startProgram } from "./inboxes.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Cost, startCounting, usedByThese } from "./processor.ts"

/** The mails that some processes sent together. */
interface Sent {
  readonly processes: number
  /** Mails a second. */
  readonly rate: number
  /** Per mail, of all processes. */
  readonly cost: Cost
  /** Statements of a mail, BEGIN and COMMIT included. */
  readonly statements: number
  readonly transactions: number
}

export interface SmtpResults {
  readonly accounts: number
  readonly sent: ReadonlyArray<Sent>
  /** The pool of `nodemailer`, with a connection for each account. Milliseconds of processor time, per mail. */
  readonly pool: { readonly rate: number; readonly cost: number }
}

export interface SmtpPlan {
  /** A multiple of 2. Each may send 1 000 mails a day, which must suffice for all mails of a measurement. */
  readonly accounts: number
  /** Mails before a measurement, and of it. */
  readonly warmUp: number
  readonly mails: number
}

/** Mails that an account may send a day, at most. */
const mailsOfEach = 1_000

/** The pool of `peers/nodemailer.ts` sends about the same. */
const body =
  "Hello {{first_name|there}},\n\nI liked what you wrote on growth, and have an idea for {{company}}.\n\nBest regards\nAda"

/** Starts two campaigns of half of the accounts each, in a new organization. All mails are due at once. */
const startCampaigns = (port: number, accounts: number) =>
  Effect.gen(function* () {
    const organization = yield* Organizations.use(({ create }) => create({ name: "SMTP" }))
    const settings = { daily_limit: mailsOfEach, min_delay_minutes: 0, first_name: "Ada" }
    const auth = { type: "password", password: "hunter2-secret" } as const
    const start = Effect.gen(function* () {
      for (const half of [0, 1]) {
        const account_ids = yield* Effect.forEach(Array.from({ length: accounts / 2 }).keys(), (n) =>
          Effect.gen(function* () {
            const email = `sender${half}-${n}@ours.example`
            const { id } = yield* Accounts.use(({ create }) => create({ email, provider: "smtp", settings }))
            const smtp = { host: "127.0.0.1", port, security: "tls", auth } as const
            yield* Mailboxes.use(({ connect }) => connect(id, { smtp }))
            return id
          })
        )
        const { id: campaign_id } = yield* Campaigns.use(({ create }) =>
          create({
            name: `Campaign ${half}`,
            account_ids,
            daily_limit: 100_000,
            timezone: "UTC",
            send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
          })
        )
        yield* Sequences.use(({ create }) => create(campaign_id, { subject: "An idea for {{company}}", body }))
        for (let batch = 0; batch < account_ids.length; batch++) {
          const leads = Array.from({ length: mailsOfEach }, (_, n) => ({
            email: `lead${batch}-${n}@company${n % 500}.example`,
            first_name: "Grace",
            company: `Company ${n % 500}`
          }))
          yield* Leads.use(({ create }) => create({ campaign_id, leads }))
        }
        yield* Campaigns.use(({ start }) => start(campaign_id))
      }
    })
    yield* Effect.provideService(start, CurrentOrganization, organization)
    return organization.id
  })

type Program = Awaited<ReturnType<typeof startProgram>>

/** Waits until the server has accepted this many mails in all, and returns how many there are then. */
const untilAccepted = async (server: Program, mails: number) => {
  for (let accepted = 0; ; await setTimeout(20)) {
    accepted = Number(await server.ask("count"))
    if (accepted >= mails) return accepted
  }
}

/** Fails unless exactly the mails that the server has accepted are stored as sent. */
const compareWithStored = async (url: string, organization_id: number, accepted: number) => {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ count: string }>(
      "SELECT count(*) FROM mailroom.sends WHERE organization_id = $1 AND outcome = 'sent'",
      [organization_id]
    )
  )
  if (Number(rows[0]?.count) !== accepted) throw new Error(`${accepted} mails were accepted, ${rows[0]?.count} stored`)
}

/** Measures accounts in new processes, which use the database through a proxy that counts statements. */
const measure = async (
  server: Program,
  { organization_id, processes, url }: { organization_id: number; processes: number; url: string },
  env: NodeJS.ProcessEnv,
  postgres: Postgres,
  { mails, warmUp }: SmtpPlan
): Promise<Sent> => {
  const before = Number(await server.ask("count"))
  const proxy = await startProxy(url, 0)
  const command = [join(import.meta.dirname, "../dist/bin.js"), "work", "--allow-private-targets"]
  const workers = await Promise.all(
    Array.from({ length: processes }, () => startProgram(command, /^Working\n/mu, { DATABASE_URL: proxy.url, ...env }))
  )
  const first = await untilAccepted(server, before + warmUp)
  const counts = workers.map(({ pid }) => startCounting(pid, postgres.pid))
  const statements = await proxy.statements()
  const begun = performance.now()
  const last = await untilAccepted(server, first + mails)
  const elapsed = performance.now() - begun
  const sent = last - first
  const costs = counts.map((count) => count(sent))
  const { all, commits } = await proxy.statements()
  await Promise.all(workers.map(({ stop }) => stop()))
  proxy.stop()
  await withConnection(url, (client) => client.query("DELETE FROM mailroom.work"))
  await compareWithStored(url, organization_id, Number(await server.ask("count")) - before)
  const rate = (sent * 1000) / elapsed
  console.error(`  ${processes} processes: ${Math.round(rate)}/s`)
  return {
    processes,
    rate,
    cost: { server: costs.reduce((sum, { server }) => sum + server, 0), postgres: costs[0]?.postgres ?? 0 },
    statements: (all - statements.all) / sent,
    transactions: (commits - statements.commits) / sent
  }
}

/** Measures the pool of `nodemailer`, which stores nothing. */
const measurePool = async (port: number, { accounts, mails, warmUp }: SmtpPlan): Promise<SmtpResults["pool"]> => {
  const program = [
    ...process.execArgv,
    join(import.meta.dirname, "peers/nodemailer.ts"),
    String(port),
    String(accounts)
  ]
  const pool = await startProgram(program, /^Ready\n/mu)
  await pool.ask(warmUp)
  const before = usedByThese([pool.pid])
  const begun = performance.now()
  await pool.ask(mails)
  const rate = (mails * 1000) / (performance.now() - begun)
  const cost = (usedByThese([pool.pid]) - before) / mails
  await pool.stop()
  return { rate, cost }
}

export const measureSmtp = async (postgres: Postgres, plan: SmtpPlan): Promise<SmtpResults> => {
  console.error("smtp")
  const url = await createDatabase(postgres, "smtp")
  const key = Encryption.generateKey()
  await Effect.runPromise(Effect.provide(Migrations.run, Connection.layerClient({ url: Redacted.make(url) })))
  const server = await startProgram([...process.execArgv, join(import.meta.dirname, "smtp.ts")], /^\d+\n/u)
  const storage = PostgresStorage.layer.pipe(Layer.provide(Connection.layerClient({ url: Redacted.make(url) })))
  const services = Layer.mergeAll(storage, Encryption.layerKeys(key), MemoryMailer.layer({ allowPrivateTargets: true }))
  const runtime = ManagedRuntime.make(
    Mailroom.layer.pipe(Layer.provide(PostalMime.layer), Layer.provideMerge(services))
  )
  const env = { MAILROOM_ENCRYPTION_KEY: Redacted.value(key), MAILROOM_INBOUND: "host" }
  const sent: Array<Sent> = []
  for (const processes of [1, 2]) {
    const organization_id = await runtime.runPromise(startCampaigns(Number(server.output), plan.accounts))
    await withConnection(url, (client) => client.query("VACUUM ANALYZE"))
    sent.push(await measure(server, { organization_id, processes, url }, env, postgres, plan))
  }
  await runtime.dispose()
  const pool = await measurePool(Number(server.output), plan)
  await server.stop()
  return { accounts: plan.accounts, sent, pool }
}

/**
 * Measures sending over SMTP: `mailroom work` sends first mails of some accounts through an SMTP server over TLS, in one process and
 * in two.
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
import type pg from "pg"
import { startProgram } from "./inboxes.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Cost, startCounting } from "./processor.ts"

/** The mails that some processes sent together. */
interface Sent {
  readonly processes: number
  /** Mails a second. */
  readonly rate: number
  /** Per mail, of all processes. */
  readonly cost: Cost
}

export interface SmtpResults {
  readonly accounts: number
  readonly sent: ReadonlyArray<Sent>
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

const countSent = async (client: pg.Client, organization_id: number) => {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) FROM mailroom.sends WHERE organization_id = $1 AND outcome = 'sent'",
    [organization_id]
  )
  return Number(rows[0]?.count)
}

/** Measures accounts in new processes. */
const measure = async (
  { organization_id, processes, url }: { organization_id: number; processes: number; url: string },
  env: NodeJS.ProcessEnv,
  postgres: Postgres,
  { mails, warmUp }: SmtpPlan
): Promise<Sent> => {
  const command = [join(import.meta.dirname, "../dist/bin.js"), "work", "--allow-private-targets"]
  const workers = await Promise.all(
    Array.from({ length: processes }, () => startProgram(command, /^Working\n/mu, { DATABASE_URL: url, ...env }))
  )
  const sent = await withConnection(url, async (client) => {
    const until = async (mails: number) => {
      for (let sent = 0; ; await setTimeout(50)) {
        sent = await countSent(client, organization_id)
        if (sent >= mails) return sent
      }
    }
    const first = await until(warmUp)
    const counts = workers.map(({ pid }) => startCounting(pid, postgres.pid))
    const begun = performance.now()
    const last = await until(first + mails)
    const elapsed = performance.now() - begun
    const costs = counts.map((count) => count(last - first))
    return {
      processes,
      rate: ((last - first) * 1000) / elapsed,
      cost: {
        server: costs.reduce((sum, { server }) => sum + server, 0),
        postgres: costs[0]?.postgres ?? 0
      }
    }
  })
  await Promise.all(workers.map(({ stop }) => stop()))
  await withConnection(url, (client) => client.query("DELETE FROM mailroom.work"))
  console.error(`  ${processes} processes: ${Math.round(sent.rate)}/s`)
  return sent
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
    sent.push(await measure({ organization_id, processes, url }, env, postgres, plan))
  }
  await runtime.dispose()
  await server.stop()
  return { accounts: plan.accounts, sent }
}

/**
 * Measures sending over a million leads and a thousand accounts: the statements that find the next mails, and how many mails a
 * process begins and settles. The mailer answers at once, so its time is not measured.
 */
import { type AccountId, AgendaStore, Campaign, LeadStore, OrganizationId, Timestamp, WorkStore } from "@mailroom/core"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { type Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type pg from "pg"
import { startProgram } from "./inboxes.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Cost, startCounting } from "./processor.ts"
import {
  accounts,
  accountsOf,
  campaignsOf,
  fillSending,
  type Kind,
  organizationsOf,
  type SendingSize
} from "./sendingData.ts"

interface Statement {
  readonly name: string
  /** Milliseconds of one call, called one after the other: of the clock, and of Postgres' processor time. */
  readonly milliseconds: number
  readonly postgres: number
}

interface Phase {
  readonly name: string
  /** Mails or leads a second. */
  readonly rate: number
  /** Per mail or lead. */
  readonly cost: Cost
}

export interface SendingResults {
  readonly leads: number
  readonly accounts: number
  readonly statements: ReadonlyArray<Statement>
  readonly phases: ReadonlyArray<Phase>
}

export interface SendingPlan {
  readonly size: SendingSize
  /** How often each statement is called. */
  readonly calls: number
  /** Seconds before a measurement, and of it. */
  readonly warmUp: number
  readonly seconds: number
}

export const makeDue = (client: pg.Client, organizations: ReadonlyArray<number>) =>
  client.query(
    `INSERT INTO mailroom.work (organization_id, kind, key, lane, due_at)
      SELECT o, 'sending', n, n, now() - interval '1 minute'
      FROM unnest($1::bigint[], $2::text[]) AS account (o, n)`,
    [
      organizations.flatMap((organization) => accountsOf(organization).map(() => organization)),
      organizations.flatMap((organization) => accountsOf(organization).map(String))
    ]
  )

/** The statements that a turn of 50 accounts of an organization begins with, and a slice of the leads that are new to a campaign. */
const measureStatements = async (url: string, postgres: Postgres, { calls, size }: SendingPlan) => {
  const storage = PostgresStorage.layer.pipe(Layer.provide(Connection.layerClient({ url: Redacted.make(url) })))
  const runtime = ManagedRuntime.make(storage)
  const [agenda, leads, work] = await Promise.all([
    runtime.runPromise(AgendaStore),
    runtime.runPromise(LeadStore),
    runtime.runPromise(WorkStore)
  ])
  const [organization = 0] = organizationsOf.followUps
  const id = OrganizationId.make(organization)
  const own = accountsOf(organization).slice(0, 50)
  const lanes = own.map((account) => ({ lane: String(account), room: 1 }))
  const campaigns = campaignsOf(organization).map((campaign) => Campaign.CampaignId.make(campaign))
  const perAccount = own.flatMap((account) => {
    const place = (account - 1) % campaigns.length
    return [place, (place + 9) % campaigns.length].flatMap((c) => {
      const campaign_id = campaigns[c]
      return campaign_id === undefined ? [] : [{ account_id: account as AccountId, campaign_id }]
    })
  })
  const skipped = OrganizationId.make(organizationsOf.skipped[0])
  const campaign = Campaign.CampaignId.make(campaignsOf(skipped)[0] ?? "")
  const middle = (size.followUps + size.fresh + Math.floor(size.skipped / 2)) as never
  const now = Timestamp.fromMillis(Date.now())
  const until = Timestamp.plus(now, 300_000)
  let claims = 0
  const run = <A>(effect: Effect.Effect<A, unknown>) => runtime.runPromise(effect as Effect.Effect<A>)
  const claim = async () => {
    const claim = String(claims++)
    const items = await run(work.claim(id, "sending", { lanes, claim, now, until }))
    if (items.length !== own.length) throw new Error(`${items.length} accounts are claimed`)
    await run(
      work.settle(id, "sending", {
        claim,
        now,
        outcomes: items.map(({ due_at, key }) => ({ key, again: due_at, attempts: 0 }))
      })
    )
  }
  const statements: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    [`due, of ${accounts} accounts`, () => run(work.due("sending", { now, limit: 200 }))],
    ["claim and settle 50 accounts", claim],
    ["heads of 50 accounts", () => run(agenda.heads(id, perAccount, 5))],
    ["a slice of 200 leads", () => run(leads.uncontacted(skipped, campaign, { after: middle, limit: 200 }))]
  ]
  const results: Array<Statement> = []
  await withConnection(url, async (client) => {
    await makeDue(client, Object.values(organizationsOf).flat())
    await client.query("VACUUM ANALYZE mailroom.work")
    for (const [name, call] of statements) {
      for (let n = 0; n < calls / 10; n++) await call()
      const count = startCounting(process.pid, postgres.pid)
      const begun = performance.now()
      for (let n = 0; n < calls; n++) await call()
      results.push({ name, milliseconds: (performance.now() - begun) / calls, postgres: count(calls).postgres })
    }
    await client.query("DELETE FROM mailroom.work")
  })
  await runtime.dispose()
  return results
}

const countOf = async (
  client: pg.Client,
  query: string,
  organizations: ReadonlyArray<number>,
  ...values: Array<unknown>
) => {
  const { rows } = await client.query<{ count: string }>(query, [organizations, ...values])
  return Number(rows[0]?.count)
}

/** The least number of mails of a measurement, and the most seconds that it takes. */
const least = { mails: 500, seconds: 60 }

const sentAfter = "SELECT count(*) FROM mailroom.sends WHERE organization_id = ANY($1) AND id > $2 AND outcome = 'sent'"
const lastSend = "SELECT coalesce(max(id), 0) AS count FROM mailroom.sends WHERE $1::bigint[] IS NOT NULL"
const passedOver = "SELECT coalesce(sum(skipped), 0) AS count FROM mailroom.plans WHERE organization_id = ANY($1)"
const stopped = "SELECT count(*) FROM mailroom.agenda WHERE organization_id = ANY($1) AND state = 'stopped'"

/** Measures leads of one kind in a new process: first those it passes over, then mails for some seconds. */
const measureKind = async (url: string, postgres: Postgres, kind: Kind, { seconds, size, warmUp }: SendingPlan) => {
  const organizations: ReadonlyArray<number> = organizationsOf[kind]
  const phases: Array<Phase> = []
  await withConnection(url, async (client) => {
    const before = await countOf(client, lastSend, organizations)
    await makeDue(client, organizations)
    const worker = await startProgram([...process.execArgv, join(import.meta.dirname, "sender.ts")], /^Working\n/mu, {
      DATABASE_URL: url
    })
    const measure = async (
      name: string,
      isEnd: (elapsed: number) => Promise<boolean>,
      units: () => Promise<number>
    ) => {
      const first = await units()
      const count = startCounting(worker.pid, postgres.pid)
      const begun = performance.now()
      do await setTimeout(200)
      while (!(await isEnd((performance.now() - begun) / 1000)))
      const done = (await units()) - first
      phases.push({ name, rate: (done * 1000) / (performance.now() - begun), cost: count(done) })
      console.error(`  ${name}: ${Math.round(phases.at(-1)?.rate ?? 0)}/s`)
    }
    const sent = () => countOf(client, sentAfter, organizations, before)
    if (kind === "skipped" || kind === "refused") {
      const passed = () => countOf(client, kind === "skipped" ? passedOver : stopped, organizations)
      await measure(`${size[kind]} leads passed over, ${kind}`, async () => (await passed()) >= size[kind], passed)
    } else await setTimeout(warmUp * 1000)
    const first = await sent()
    await measure(
      `mails, ${kind}`,
      async (elapsed) => elapsed >= least.seconds || (elapsed >= seconds && (await sent()) - first >= least.mails),
      sent
    )
    await worker.stop()
    await client.query("DELETE FROM mailroom.work")
  })
  return phases
}

/** Fills a database, and measures statements and all kinds of leads. */
export const measureSending = async (postgres: Postgres, plan: SendingPlan): Promise<SendingResults> => {
  console.error("sending")
  const url = await createDatabase(postgres, "sending")
  await fillSending(url, plan.size)
  const statements = await measureStatements(url, postgres, plan)
  const phases: Array<Phase> = []
  for (const kind of ["followUps", "fresh", "skipped", "refused"] as const) {
    phases.push(...(await measureKind(url, postgres, kind, plan)))
  }
  const { after, ...kinds } = plan.size
  const leads = Object.values(kinds).reduce((sum, count) => sum + count, 2 * after)
  return { leads, accounts, statements, phases }
}

/** Measures the intake of mails of a kilobyte: the cost of one, by `POST /inbound/messages` and by the reader of inboxes. */
import { Account, Encryption, OrganizationId } from "@mailroom/core"
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import type pg from "pg"
import { startProxy } from "./coresProxy.ts"
import { fill, keyOf, sizes, vacuum } from "./data.ts"
import { allRead, connectAccounts, startProgram, startReader } from "./inboxes.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Cost, startCounting } from "./processor.ts"
import { type Server, start } from "./servers.ts"

export interface IntakePlan {
  readonly rounds: number
  /** Mails of a round, and before the first one. */
  readonly mails: number
}

export interface IntakeRow {
  readonly name: string
  /** Mails a second. */
  readonly rate: number
  /** Milliseconds of processor time of a mail: the median of the rounds. */
  readonly cost: Cost
  /** Statements of a mail, BEGIN and COMMIT included. */
  readonly statements: number
  readonly transactions: number
}

/** A lead, and the Message-ID of our mail to it. */
interface Mailed {
  readonly id: number
  readonly email: string
  readonly message_id: string
}

const ours = "sender1@example.net"
const authorization = `Bearer ${keyOf(1)}`

const words = "Thank you for your mail. We have looked at the offer, and it may be of interest to us next year. "

/** The bytes of a mail of about a kilobyte; it answers `message_id`, if there is one. */
const mailFrom = (from: string, message_id?: string) =>
  [
    `From: "Ada Lovelace" <${from}>`,
    `To: ${ours}`,
    "Subject: Re: Your offer",
    `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${crypto.randomUUID()}@company.example>`,
    ...(message_id === undefined ? [] : [`In-Reply-To: <${message_id}>`, `References: <${message_id}>`]),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    ...Array.from({ length: 4 }, () => words),
    "Ada",
    "",
    `On Monday, ${ours} wrote:`,
    "> Hello Ada,",
    "> would you like to talk?",
    ""
  ].join("\r\n")

/** The leads of the first organization that get no answer elsewhere, each with a mail of ours. */
const sendToLeads = async (client: pg.Client, { url }: Server, count: number): Promise<ReadonlyArray<Mailed>> => {
  const { rows } = await client.query<{ id: string; email: string }>(
    "SELECT id, email FROM mailroom.leads WHERE organization_id = 1 AND NOT stop_sending ORDER BY id LIMIT $1",
    [count]
  )
  const leads = rows.map(({ email, id }) => ({ id: Number(id), email, message_id: `${id}@ours.example` }))
  for (let at = 0; at < leads.length; at += 200) {
    const events = leads.slice(at, at + 200).map(({ email, id, message_id }) => ({
      type: "sent",
      lead_id: id,
      account_id: 1,
      message_id,
      occurred_at: new Date(Date.now() - 3_600_000).toISOString(),
      message: { message_id, subject: "Your offer", body_text: "Hello", from_email: ours, to_email: email }
    }))
    const headers = { authorization, "content-type": "application/json" }
    const body = JSON.stringify({ events })
    const response = await fetch(`${url}/events`, { method: "POST", headers, body })
    if (!response.ok) throw new Error(`POST /events: ${response.status} ${await response.text()}`)
  }
  return leads
}

const post = async (server: Server, mail: string, kind: string) => {
  const headers = { authorization, "content-type": "message/rfc822" }
  const response = await fetch(`${server.url}/inbound/messages`, { method: "POST", headers, body: mail })
  const answer = await response.text()
  if (!response.ok || !answer.includes(`"kind":"${kind}"`)) throw new Error(`${response.status} ${answer}`)
}

/** Sends all mails over some connections. */
const postAll = async (server: Server, mails: ReadonlyArray<string>, kind: string, connections: number) => {
  const rest = mails.values()
  const send = async () => {
    for (const mail of rest) await post(server, mail, kind)
  }
  await Promise.all(Array.from({ length: connections }, send))
}

/** Takes in some mails, and returns when all of them are stored. */
type TakeIn = (mails: ReadonlyArray<string>) => Promise<unknown>

/** A program that takes in mails, by its process. */
interface Receiver {
  readonly pid: number
  readonly takeIn: TakeIn
}

const measure = async (
  { pid, takeIn }: Receiver,
  postgres: Postgres,
  { mails, rounds }: IntakePlan,
  next: () => string
) => {
  const costs: Array<Cost> = []
  const rates: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    const all = Array.from({ length: mails }, next)
    const costOf = startCounting(pid, postgres.pid)
    const begun = performance.now()
    await takeIn(all)
    // The first round warms up the compiler.
    if (round === 0) continue
    costs.push(costOf(mails))
    rates.push((1000 * mails) / (performance.now() - begun))
  }
  return {
    rate: median(rates),
    cost: {
      server: median(costs.map(({ server }) => server)),
      postgres: median(costs.map(({ postgres }) => postgres))
    }
  }
}

/** The sources of mails: answers of leads, and mail of strangers. */
const sourcesOf = (leads: ReadonlyArray<Mailed>) => {
  const rest = leads.values()
  const answer = () => {
    const { value } = rest.next()
    if (value === undefined) throw new Error("There are too few leads")
    return mailFrom(value.email, value.message_id)
  }
  return { reply: answer, other: () => mailFrom(`${crypto.randomUUID()}@stranger.example`) }
}

const connectionCounts = [1, 8]

export const measureIntake = async (postgres: Postgres, plan: IntakePlan): Promise<ReadonlyArray<IntakeRow>> => {
  console.error("intake")
  const url = await createDatabase(postgres, "intake")
  await fill(url, sizes.quick)
  const key = Encryption.generateKey()
  const imap = await startProgram([...process.execArgv, join(import.meta.dirname, "imap.ts"), "--inbox"], /^\d+\n/u)
  const account = { organization_id: OrganizationId.make(1), ids: [Account.AccountId.make(1)] }
  const { close, makeDue } = await connectAccounts({ url, key, port: Number(imap.output) }, Effect.succeed(account))
  const rows: Array<IntakeRow> = []
  await withConnection(url, async (client) => {
    const settings = { MAILROOM_ENCRYPTION_KEY: Redacted.value(key) }
    const server = await start("mailroom", url, settings)
    const counted = 100
    const leads = await sendToLeads(client, server, 3 * (plan.mails * (plan.rounds + 1) + counted))
    await vacuum(url)
    const sources = sourcesOf(leads)
    const proxy = await startProxy(url, 0)

    /** The statements of some mails, each taken in after the one before. */
    const count = async (takeIn: TakeIn, next: () => string) => {
      const mails = Array.from({ length: counted }, next)
      const before = await proxy.statements()
      await takeIn(mails)
      const { all, commits } = await proxy.statements()
      return { statements: (all - before.all) / counted, transactions: (commits - before.commits) / counted }
    }

    const throughProxy = await start("mailroom", proxy.url, settings)
    for (const kind of ["reply", "other"] as const) {
      for (const connections of connectionCounts) {
        const takeIn: TakeIn = (mails) => postAll(server, mails, kind, connections)
        const measured = await measure({ pid: server.pid, takeIn }, postgres, plan, sources[kind])
        const counts = await count((mails) => postAll(throughProxy, mails, kind, connections), sources[kind])
        rows.push({ name: `POST, ${titles[kind]}, ${connections} at once`, ...measured, ...counts })
      }
    }
    await server.stop()
    await throughProxy.stop()

    const deliver: TakeIn = async (mails) => {
      await imap.ask([...mails])
      await allRead(client, await makeDue())
    }
    const reader = await startReader(url, key)
    await allRead(client, await makeDue())
    const measured: Array<Awaited<ReturnType<typeof measure>>> = []
    for (const kind of ["reply", "other"] as const) {
      measured.push(await measure({ pid: reader.pid, takeIn: deliver }, postgres, plan, sources[kind]))
    }
    await reader.stop()
    const readerThroughProxy = await startReader(proxy.url, key)
    for (const [i, kind] of (["reply", "other"] as const).entries()) {
      const counts = await count(deliver, sources[kind])
      rows.push({ name: `An inbox, ${titles[kind]}`, ...measured[i]!, ...counts })
    }
    await readerThroughProxy.stop()
    proxy.stop()
  })
  await close()
  await imap.stop()
  return rows
}

const titles = { reply: "answers of leads", other: "mail of strangers" }

/** Statements that a mail may take: each of them waits for the database once. */
const perMail = 25

export const intakeGoals = (
  rows: ReadonlyArray<IntakeRow>
): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => [
  [
    `A mail that is taken in takes at most ${perMail} statements`,
    rows
      .filter(({ statements }) => statements > perMail)
      .map(({ name, statements }) => `${name} (${number(statements)})`)
  ]
]

export const intakeSection = (rows: ReadonlyArray<IntakeRow>): string => `## Intake

Mails of a kilobyte: answers of leads to mails of ours, and mail of strangers, which \`POST\` stores and the reader of an inbox drops.
Processor time is that of a mail, and so are the statements (BEGIN and COMMIT included) and the transactions among them.

${table(
  ["", "mails/s", "Node ms", "Postgres ms", "statements", "transactions"],
  rows.map(({ cost, name, rate, statements, transactions }) => [
    name,
    number(rate),
    number(cost.server),
    number(cost.postgres),
    number(statements),
    number(transactions)
  ])
)}`

/** Measures what it costs to read inboxes without new mail: `mailroom work` polls each of many accounts over TLS. */
import {
  type AccountId,
  Accounts,
  type Campaigns,
  CurrentOrganization,
  Encryption,
  Mailboxes,
  Mailroom,
  type OrganizationId,
  Organizations,
  Timestamp,
  WorkStore
} from "@mailroom/core"
import { MemoryMailer } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { type Serializable, spawn } from "node:child_process"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type pg from "pg"
import { createDatabase, type Postgres, withConnection } from "./postgres.ts"
import { type Cost, startCounting } from "./processor.ts"

export interface Polls {
  readonly accounts: number
  /** Per round. */
  readonly costs: ReadonlyArray<Cost>
}

/** Starts a program and waits until its output matches. `ask` sends it a message, and waits for its answer. */
export const startProgram = async (args: ReadonlyArray<string>, ready: RegExp, env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })
  const closed = new Promise<void>((done) => child.once("close", () => done()))
  const stop = () => {
    child.kill("SIGTERM")
    return closed
  }
  process.once("exit", () => child.kill("SIGTERM"))
  const output = await new Promise<string>((resolve, reject) => {
    let output = ""
    child.once("close", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)))
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      if (ready.test(output)) resolve(output)
    })
  })
  const ask = (message: Serializable) =>
    new Promise<Serializable>((resolve) => {
      child.once("message", resolve)
      child.send(message)
    })
  return { output, pid: child.pid ?? 0, stop, ask }
}

/** Accounts of an organization. */
interface OwnAccounts {
  readonly organization_id: OrganizationId
  readonly ids: ReadonlyArray<AccountId>
  /** Runs when the accounts are connected. */
  readonly after?: Effect.Effect<unknown, unknown, Campaigns | CurrentOrganization>
}

/** Connects the accounts that `find` gives to an inbox on this port. `makeDue` makes all of them due. */
export const connectAccounts = async <E>(
  { key, port, url }: { readonly url: string; readonly key: Redacted.Redacted; readonly port: number },
  find: Effect.Effect<OwnAccounts, E, Mailroom.UseCases>
) => {
  const storage = PostgresStorage.layer.pipe(Layer.provide(Connection.layerClient({ url: Redacted.make(url) })))
  const runtime = ManagedRuntime.make(
    Mailroom.layer.pipe(
      Layer.provide(PostalMime.layer),
      Layer.provideMerge(Layer.mergeAll(storage, Encryption.layerKeys(key), MemoryMailer.layer()))
    )
  )
  const { after = Effect.void, ids, organization_id } = await runtime.runPromise(find)
  const auth = { type: "password", password: "hunter2-secret" } as const
  const place = { host: "127.0.0.1", port, security: "tls" } as const
  const connected = Effect.forEach(ids, (id) =>
    Mailboxes.use(({ connect }) => connect(id, { smtp: { ...place, auth }, imap: place }))
  )
  await runtime.runPromise(
    Effect.provideService(Effect.andThen(connected, after), CurrentOrganization, { id: organization_id })
  )
  const put = Effect.gen(function* () {
    const due_at = yield* Timestamp.now
    const work = yield* WorkStore
    yield* work.put(
      organization_id,
      "inbox",
      ids.map((id) => ({ lane: String(id), key: String(id), due_at }))
    )
    return due_at
  })
  return { makeDue: () => runtime.runPromise(put), close: () => runtime.dispose() }
}

/** Creates an organization with accounts. */
const newAccounts = (accounts: number) =>
  Effect.gen(function* () {
    const organization = yield* Organizations.use(({ create }) => create({ name: "Inboxes" }))
    const created = Effect.forEach(Array.from({ length: accounts }).keys(), (n) =>
      Accounts.use(({ create }) => create({ email: `sender${n}@ours.example`, provider: "smtp" }))
    )
    const all = yield* Effect.provideService(created, CurrentOrganization, organization)
    return { organization_id: organization.id, ids: all.map(({ id }) => id) }
  })

/** Starts the workers that read inboxes. */
export const startReader = (url: string, key: Redacted.Redacted) =>
  startProgram([join(import.meta.dirname, "../dist/bin.js"), "work", "--allow-private-targets"], /^Working\n/mu, {
    DATABASE_URL: url,
    MAILROOM_ENCRYPTION_KEY: Redacted.value(key)
  })

const isDone = (client: pg.Client, since: string) =>
  client
    .query<{ done: boolean }>("SELECT bool_and(coalesce(synced_at >= $1, FALSE)) AS done FROM mailroom.mailboxes", [
      since
    ])
    .then(({ rows }) => rows[0]?.done === true)

/** Waits until all inboxes were read after an instant. */
export const allRead = async (client: pg.Client, since: string) => {
  while (!(await isDone(client, since))) await setTimeout(200)
}

/** Measures rounds in which each inbox is read once. */
export const measurePolls = async (
  postgres: Postgres,
  { accounts, rounds }: { readonly accounts: number; readonly rounds: number }
): Promise<Polls> => {
  console.error("inboxes")
  const url = await createDatabase(postgres, "inboxes")
  const key = Encryption.generateKey()
  await Effect.runPromise(Effect.provide(Migrations.run, Connection.layerClient({ url: Redacted.make(url) })))
  const server = await startProgram([...process.execArgv, join(import.meta.dirname, "imap.ts")], /^\d+\n/u)
  const { close, makeDue } = await connectAccounts({ url, key, port: Number(server.output) }, newAccounts(accounts))
  const worker = await startReader(url, key)
  const costs: Array<Cost> = []
  await withConnection(url, async (client) => {
    // The first reading warms up the compiler.
    await allRead(client, "-infinity")
    for (let round = 0; round < rounds; round++) {
      const count = startCounting(worker.pid, postgres.pid)
      await allRead(client, await makeDue())
      costs.push(count(accounts))
    }
  })
  await close()
  await worker.stop()
  await server.stop()
  return { accounts, costs }
}

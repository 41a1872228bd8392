import { assert, describe, it } from "@effect/vitest"
import { Encryption } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { ServerResponse } from "node:http"
import { imapServer } from "../../host/test/ImapServers.ts"
import { mailServer } from "../../host/test/MailServer.ts"
import { queueMail } from "../../host/test/QueuedMail.ts"
import { always, receiver } from "../../http/test/api/Receiver.ts"
import { until } from "../../http/test/api/Until.ts"
import { type Env, folder, mailroom, tenancy } from "./Harness.ts"
import { serve, work } from "./Process.ts"

const environment = Effect.map(tenancy, (env): Env & { readonly MAILROOM_ENCRYPTION_KEY: string } => ({
  ...env,
  MAILROOM_ENCRYPTION_KEY: Redacted.value(Encryption.generateKey())
}))

/** Calls a server with a new key. */
const caller = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>, url: string) {
  const { stdout } = yield* mailroom(env, "keys", "create", "--name", "test")
  const headers = { authorization: `Bearer ${stdout.slice("API key: ".length)}`, "content-type": "application/json" }
  return (method: string, path: string, body?: object) =>
    Effect.promise(async () => {
      const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const json: any = await response.json()
      assert.isTrue(response.ok, JSON.stringify(json))
      return json
    })
})

describe("work", () => {
  it.live("delivers what a server without workers leaves to it, and ends what it has begun", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const cwd = yield* folder
      const server = yield* serve(["--no-work", "--allow-private-targets"], { cwd, env })
      const call = yield* caller(env, server.url)
      const held: Array<ServerResponse> = []
      const { answers, take, url } = yield* receiver((_, response) => void held.push(response))
      const webhook = yield* call("POST", "/integrations", { type: "webhook", name: "CRM", config: { url } })
      const campaign = yield* call("POST", "/campaigns", { name: "Spring" })
      const { data } = yield* call("POST", "/leads", { campaign_id: campaign.id, leads: [{ email: "ada@x.test" }] })
      const lead = `/leads/${data[0].id}`
      for (const stop_sending of [true, false]) yield* call("PATCH", lead, { stop_sending })
      const log = Effect.map(call("GET", `/integrations/${webhook.id}/deliveries`), (page) => page.data.toReversed())
      assert.deepStrictEqual(
        (yield* log).map(({ attempts, event }: any) => [event, attempts]),
        [
          ["lead_stopped", 0],
          ["lead_resumed", 0]
        ]
      )

      const worker = yield* work(["--allow-private-targets"], { cwd, env })
      assert.strictEqual(worker.greeting, "Working\n")
      const arrived = [yield* take]
      const stopped = yield* Effect.forkScoped(worker.stop("SIGTERM"), { startImmediately: true })
      yield* answers(always(200))
      held[0]?.writeHead(200).end()
      const ended = yield* Fiber.join(stopped)
      assert.deepInclude(ended, { code: 0, stdout: "Working\n" })
      assert.notMatch(ended.stderr, /"level":"(?:warn|error|fatal)"/u)
      assert.strictEqual((yield* log)[0].status, "delivered")

      const next = yield* work(["--allow-private-targets"], { cwd, env })
      arrived.push(yield* take)
      const all = yield* log.pipe(until((page) => page[1].status === "delivered"))
      assert.deepStrictEqual(
        arrived.map(({ headers, payload }) => [headers["webhook-id"], payload.type, 1]),
        all.map(({ attempts, event, id }: any) => [`msg_${id}`, event, attempts])
      )
      yield* next.stop("SIGINT")
      yield* server.stop("SIGINT")
    })
  )
})

describe.each(["work", "serve"])("%s", (command) => {
  it.live("sends mail that is queued and reads inboxes, of private servers only when it may", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const cwd = yield* folder
      const { arrived, mails, port } = yield* mailServer()
      const auth = { type: "password", password: "hunter2-secret" } as const
      const queued = yield* queueMail({
        url: Redacted.make(env["DATABASE_URL"] ?? ""),
        encryptionKey: Redacted.make(env.MAILROOM_ENCRYPTION_KEY),
        credentials: { smtp: { host: "127.0.0.1", port, security: "tls", auth } }
      })
      const run = command === "work" ? work : serve
      const guarded = yield* run([], { cwd, env })
      const failed = yield* queued.send.pipe(until(({ reply }) => reply !== null))
      assert.deepStrictEqual(
        [failed.outcome, failed.reply],
        ["queued", "127.0.0.1 is not a public address, or its name has one that is not"]
      )
      yield* guarded.stop("SIGINT")
      const inbox = yield* imapServer({ INBOX: { uidvalidity: 77 } })
      yield* queued.connect({
        smtp: { host: "127.0.0.1", port, security: "tls", auth },
        imap: { host: "127.0.0.1", port: inbox.port, security: "tls" }
      })
      const host = yield* run(["--allow-private-targets", "--inbound", "host"], { cwd, env })
      yield* arrived(1)
      yield* host.stop("SIGINT")
      assert.isNull((yield* queued.mailboxes)[0]?.synced_at)
      const free = yield* run(["--allow-private-targets"], { cwd, env })
      const [mailbox] = yield* queued.mailboxes.pipe(until(([mailbox]) => mailbox?.synced_at !== null))
      assert.deepStrictEqual(mailbox?.folders, { INBOX: { role: "inbox", uid_validity: 77, uid_next: 1 } })
      yield* free.stop("SIGINT")
      assert.strictEqual((yield* queued.send).outcome, "sent")
      assert.deepStrictEqual(mails[0]?.to, ["ada@lead.example"])
    })
  )
})

describe("keys rotate-signing", () => {
  it.live("keeps the signing secret encrypted, from the start with a key on, and adds a key to it", () =>
    Effect.gen(function* () {
      const env = yield* environment
      const { MAILROOM_ENCRYPTION_KEY: _, ...unkeyed } = env
      const cwd = yield* folder
      const stored = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{
          readonly value: Uint8Array
        }>`SELECT value FROM mailroom.secrets WHERE name = 'signer'`
        return Buffer.from(row?.value ?? []).toString()
      }).pipe(
        Effect.provide(Connection.layerClient({ url: Redacted.make(env["DATABASE_URL"] ?? "") }), { local: true }),
        Effect.orDie
      )
      // The organization was created without a key.
      const clear = yield* stored
      assert.match(clear, /^\[\{"secret":"/u)
      const [{ secret }] = JSON.parse(clear)
      const server = yield* serve(["--no-work"], { cwd, env })
      const sealed = yield* stored
      assert.match(sealed, /^v1\.[\da-f]{8}\./u)
      const call = yield* caller(env, server.url)
      const campaign = yield* call("POST", "/campaigns", { name: "Spring" })
      const leads = ["a", "b"].map((name) => ({ email: `${name}@x.test` }))
      yield* call("POST", "/leads", { campaign_id: campaign.id, leads })
      const page = (cursor = "") => call("GET", `/leads?limit=1${cursor}`)
      const { next_cursor } = yield* page()
      const rotated = yield* mailroom(env, "keys", "rotate-signing")
      assert.match(rotated.stdout, /^A new key signs links and cursors from \d{4}-\S+Z on$/u)
      assert.notStrictEqual(yield* stored, sealed)
      assert.strictEqual((yield* page(`&cursor=${next_cursor}`)).data.length, 1)
      const { stderr, stdout } = yield* server.stop("SIGINT")
      assert.notInclude(stdout + stderr, secret)

      // Without the key nothing is signed, and other commands work.
      const refused = yield* mailroom(unkeyed, "work")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /The signing secret in the database cannot be read.*MAILROOM_ENCRYPTION_KEY/u)
      assert.strictEqual((yield* mailroom(unkeyed, "keys", "list")).code, 0)
      assert.strictEqual((yield* mailroom(unkeyed, "keys", "rotate-signing")).code, 1)
      assert.match(yield* stored, /^v1\./u)
    })
  )
})

describe("keys reencrypt", () => {
  it.live("encrypts under the first key, so that the old one can go", () =>
    Effect.gen(function* () {
      const old = yield* environment
      const cwd = yield* folder
      const server = yield* serve(["--no-work"], { cwd, env: old })
      const call = yield* caller(old, server.url)
      const config = { bot_token: `1234567:${"s".repeat(35)}`, chat_id: "1" }
      yield* call("POST", "/integrations", { type: "telegram", name: "Bot", config })
      yield* server.stop("SIGINT")
      const key = Redacted.value(Encryption.generateKey())
      const alone = { ...old, MAILROOM_ENCRYPTION_KEY: key }
      const both = { ...old, MAILROOM_ENCRYPTION_KEY: `${key},${old.MAILROOM_ENCRYPTION_KEY}` }
      assert.deepStrictEqual(yield* mailroom(alone, "keys", "reencrypt"), {
        code: 1,
        stdout: "Encrypted 0 secrets under the first key",
        stderr:
          "The secrets of integration 1 of organization 1 are encrypted under another key\n" +
          "mailroom: 1 secret cannot be decrypted"
      })
      const done = { code: 0, stderr: "" }
      assert.deepStrictEqual(yield* mailroom(both, "keys", "reencrypt"), {
        ...done,
        stdout: "Encrypted 1 secret under the first key"
      })
      assert.deepStrictEqual(yield* mailroom(alone, "keys", "reencrypt"), {
        ...done,
        stdout: "Encrypted 0 secrets under the first key"
      })
    })
  )
})

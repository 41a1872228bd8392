/** `mailroom work` reads large folders of a real server, over a real database, and is killed meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { Encryption, Mailboxes } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Effect, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { cuttingProxy } from "../../host/test/CuttingProxy.ts"
import { dovecot, isSkipped, note } from "../../host/test/Dovecot.ts"
import { mailServer } from "../../host/test/MailServer.ts"
import { queueMail } from "../../host/test/QueuedMail.ts"
import { type Env, folder, tenancy } from "./Harness.ts"
import { work } from "./Process.ts"

/** The size of a large folder. A run with 100 000 takes several minutes. */
const large = Number(process.env["MAILROOM_LARGE_FOLDER"] ?? 1000)

/** How long a test waits before it looks again: without a pause it would take the processor from the worker. */
const often = "10 millis"

const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, Scope.Scope>, void, never>) =>
  it.live.skipIf(isSkipped)(name + note, () => Effect.gen(body), 1_800_000)

const mail = (id: string, from: string, header = "X-Test: 1") =>
  [`Message-ID: <${id}>`, `From: ${from}`, "To: grace@ours.example", "Subject: Hello", header, "", "Yes", ""].join(
    "\r\n"
  )

/** An account whose inbox is on a server behind a proxy, and `mailroom work` over its database. */
const given = Effect.gen(function* () {
  const encryptionKey = Encryption.generateKey()
  const env: Env = { ...(yield* tenancy), MAILROOM_ENCRYPTION_KEY: Redacted.value(encryptionKey) }
  const cwd = yield* folder
  const server = yield* dovecot
  const proxy = yield* cuttingProxy(server.port)
  const { port } = yield* mailServer()
  const url = Redacted.make(env["DATABASE_URL"] ?? "")
  const auth = { type: "password", password: "hunter2-secret" } as const
  const queued = yield* queueMail({ url, encryptionKey })
  const sql = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
    SqlClient.SqlClient.pipe(
      Effect.flatMap(statement),
      Effect.provide(Connection.layerClient({ url, maxConnections: 1 }), { local: true })
    )
  const mailbox = Effect.map(queued.mailboxes, ([mailbox]) => mailbox ?? assert.fail("There is a mailbox"))
  return {
    server,
    proxy,
    mailbox,
    message_id: queued.message_id,
    /** Sets the credentials, whereupon the inbox is read. */
    connect: (keep_unrelated: boolean) =>
      queued.connect({
        smtp: { host: "127.0.0.1", port, security: "tls", auth },
        imap: { host: "127.0.0.1", port: proxy.port, security: "tls", keep_unrelated }
      }),
    /** Asks for old mail. */
    sync: (since: string) => queued.run(Mailboxes.use((mailboxes) => mailboxes.sync(queued.account.id, { since }))),
    work: work(["--allow-private-targets"], { cwd, env }),
    nextUid: Effect.map(mailbox, ({ folders }) => folders["INBOX"]?.uid_next ?? 0),
    hasSent: Effect.repeat(Effect.delay(queued.send, often), { until: ({ outcome }) => outcome === "sent" }),
    /** Waits until the inbox was read to its end after this instant. */
    isRead: (since: string | null) =>
      Effect.repeat(Effect.delay(mailbox, "50 millis"), {
        until: ({ synced_at }) => synced_at !== null && (since === null || synced_at > since)
      }),
    /** The leases of a process that was killed end. */
    endLeases: sql((sql) => sql`UPDATE mailroom.work SET lease_until = '-infinity'`),
    /** The Message-IDs of the incoming mails with such an ID, as often as they are stored. */
    stored: (like: string) =>
      Effect.map(
        sql(
          (sql) =>
            sql<{ readonly message_id: string }>`
              SELECT message_id FROM mailroom.messages WHERE NOT is_our_email AND message_id LIKE ${like}::text`
        ),
        (rows) => rows.map(({ message_id }) => message_id)
      )
  }
})

/** The memory of a process, in MiB. */
const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `<${from + i}@stranger.example>`)

describe("mailroom work on a Dovecot", () => {
  test("loses nothing and stores nothing twice when it is killed while it reads", function* () {
    const known = yield* given
    const { connect, endLeases, isRead, mailbox, nextUid, server, stored } = known
    yield* connect(true)
    let worker = yield* known.work
    const { synced_at } = yield* isRead(null)
    const count = 400
    yield* server.fill("INBOX", count, (i) => mail(`${i}@stranger.example`, `p${i}@stranger.example`))
    yield* connect(true)
    for (let kill = 0; kill < 3; kill++) {
      const from = yield* nextUid
      yield* Effect.repeat(Effect.delay(nextUid, often), { until: (uid) => uid > from })
      yield* worker.stop("SIGKILL")
      assert.isBelow(yield* nextUid, count)
      assert.strictEqual((yield* mailbox).synced_at, synced_at)
      yield* endLeases
      worker = yield* known.work
    }
    yield* isRead(synced_at)
    assert.sameMembers(yield* stored("%@stranger.example>"), numbered(count))
  })

  test("takes in old mail once, and goes on where it was when it is killed", function* () {
    const known = yield* given
    const { connect, endLeases, isRead, mailbox, server, stored, sync } = known
    const count = 400
    yield* server.fill("INBOX", count, (i) => mail(`${i}@stranger.example`, `p${i}@stranger.example`))
    yield* connect(true)
    let worker = yield* known.work
    yield* isRead(null)
    assert.lengthOf(yield* stored("%@stranger.example>"), 0)
    const history = Effect.map(mailbox, ({ history }) => history ?? assert.fail("Old mail was asked for"))
    const done = Effect.map(history, ({ folders }) => Object.values(folders).reduce((sum, { done }) => sum + done, 0))
    const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    yield* sync(since)
    for (let kill = 0; kill < 3; kill++) {
      const before = yield* done
      yield* Effect.repeat(Effect.delay(done, often), { until: (now) => now > before || now === count })
      yield* worker.stop("SIGKILL")
      assert.isBelow(yield* done, count)
      assert.isNull((yield* history).finished_at)
      yield* endLeases
      worker = yield* known.work
    }
    const finished = Effect.repeat(Effect.delay(history, "50 millis"), { until: (now) => now.finished_at !== null })
    yield* finished
    assert.strictEqual(yield* done, count)
    assert.sameMembers(yield* stored("%@stranger.example>"), numbered(count))

    // Asked for again, everything is recognized.
    yield* sync(since)
    yield* finished
    assert.strictEqual(yield* done, count)
    assert.lengthOf(yield* stored("%@stranger.example>"), count)
  })

  test(`reads a folder with ${large} mails from its end on, and as many new ones in bounded memory`, function* () {
    const { connect, hasSent, isRead, message_id, nextUid, proxy, server, stored, work } = yield* given
    yield* server.fill("INBOX", large, (i) => mail(`old${i}@stranger.example`, `old${i}@stranger.example`))
    yield* connect(false)
    const worker = yield* work
    const { synced_at } = yield* isRead(null)
    assert.strictEqual(yield* nextUid, large + 1)
    assert.isBelow(proxy.received(), 2 ** 15)
    yield* hasSent
    // Most mails have nothing to do with us, and are not stored: the memory of storage is not what is measured.
    const isReply = (i: number) => i % 100 === 99
    yield* server.fill("INBOX", large, (i) =>
      isReply(i)
        ? mail(`${i}@lead.example`, "ada@lead.example", `In-Reply-To: ${message_id}`)
        : mail(`${i}@stranger.example`, `p${i}@stranger.example`)
    )
    yield* connect(false)
    const most = [0, 0, 0, 0, 0]
    yield* Effect.repeat(Effect.delay(nextUid, "50 millis"), {
      until: (uid) => {
        const part = Math.min(4, Math.floor(((uid - large - 1) / large) * 5))
        most[part] = Math.max(most[part] ?? 0, memoryOf(worker.pid))
        return uid > 2 * large
      }
    })
    yield* isRead(synced_at)
    const [first = 0] = most
    assert.isBelow(most[4] ?? 0, first + 64, `The most MiB in each fifth: ${most.map(Math.round).join(", ")}`)
    if (process.env["MAILROOM_LARGE_FOLDER"] !== undefined)
      console.log("The most MiB in each fifth:", most.map(Math.round))
    assert.sameMembers(yield* stored("%@lead.example>"), [
      "<1@lead.example>",
      ...Array.from({ length: large }, (_, i) => i)
        .filter(isReply)
        .map((i) => `<${i}@lead.example>`)
    ])
    assert.lengthOf(yield* stored("%@stranger.example>"), 0)
  })
})

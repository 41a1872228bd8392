/** Inboxes on Dovecot: what is shown elsewhere over servers in process, on a server that providers use. */
import { assert, describe, it } from "@effect/vitest"
import { Accounts, Mailroom, Timestamp } from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { Effect, Logger, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { cuttingProxy } from "../packages/host/test/CuttingProxy.ts"
import { dovecot, isSkipped, maximumConnections, note } from "../packages/host/test/Dovecot.ts"
import { body, type Given, layer, mail, type Services, user } from "./Inboxes.ts"

const reader = ImapInbox.layer({ allowPrivateTargets: true })

/** The account of an organization, on a new server behind a proxy. */
const given = Effect.fnUntraced(function* ({ account_id, asTenant, connect, item, ...known }: Given) {
  const server = yield* dovecot
  const proxy = yield* cuttingProxy(server.port)
  const { handle } = yield* Effect.provide(Mailroom.inboxReceiver, reader)
  const log: Array<string> = []
  const logger = Logger.make(({ message }) => void log.push([message].flat().map(String).join(" ")))
  return {
    ...known,
    asTenant,
    server,
    proxy,
    log,
    connect: (imap = {}, password?: string) =>
      connect({ host: "127.0.0.1", port: proxy.port, security: "tls", ...imap }, password),
    account: asTenant(Accounts.use((accounts) => accounts.find(account_id))),
    /** A turn of the worker. Returns in how many minutes the next one is due. */
    turn: (isStopping = () => false) =>
      Effect.gen(function* () {
        const again = yield* asTenant(handle({ ...item, isStopping })).pipe(Effect.provide(Logger.layer([logger])))
        if (again === null) return null
        return (Timestamp.toMillis(again) - Timestamp.toMillis(yield* Timestamp.now)) / 60_000
      })
  }
})

const test = (
  name: string,
  run: (
    known: Effect.Success<ReturnType<typeof given>>
  ) => Generator<Effect.Effect<unknown, unknown, Scope.Scope | Services>, void, never>
) =>
  it.effect.skipIf(isSkipped)(`${name}${note}`, () =>
    body(function* (known) {
      yield* Effect.scoped(Effect.flatMap(given(known), (all) => Effect.gen(() => run(all))))
    }).pipe(Effect.provide(layer, { local: true }))
  )

/** Mails of several strangers, each a conversation. */
const strangers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => {
    const name = `p${from + i}@stranger.example`
    return mail({ id: `of-${name}`, from: name })
  })

describe("An inbox on Dovecot", () => {
  test("is read by the special uses of its folders, and nothing is marked as seen", function* ({
    connect,
    mailbox,
    messages,
    server,
    threads,
    turn
  }) {
    yield* server.append("INBOX", mail({ id: "old@lead.example" }))
    yield* connect()
    yield* turn()
    const { folders } = yield* mailbox
    assert.deepStrictEqual(
      Object.entries(folders).map(([path, { role, uid_next }]) => [path, role, uid_next]),
      [
        ["INBOX", "inbox", 2],
        ["Gesendet", "sent", 1],
        ["Unerwünscht", "junk", 1]
      ]
    )
    assert.lengthOf(yield* threads, 0)
    yield* server.append("INBOX", mail({ id: "1@lead.example" }))
    yield* server.append("Entwürfe", mail({ id: "draft@ours.example", from: user, to: "ada@lead.example" }), {
      flags: ["\\Draft"]
    })
    const spam = { from: "spam@stranger.example" }
    yield* server.append("Unerwünscht", [
      mail({ id: "spam@stranger.example", ...spam }),
      mail({ id: "2@lead.example", text: "Caught by the filter", header: "In-Reply-To: <1@lead.example>" })
    ])
    const copy = mail({
      id: "phone@ours.example",
      from: user,
      to: "ada@lead.example",
      text: "From my phone",
      header: "In-Reply-To: <1@lead.example>"
    })
    yield* server.append("Gesendet", copy)
    yield* TestClock.adjust("5 minutes")
    yield* turn()
    // Some programs store the copy a second time.
    yield* server.append("Gesendet", copy)
    yield* turn()
    const [thread = assert.fail("There is a thread"), ...others] = yield* threads
    assert.lengthOf(others, 0)
    assert.sameDeepMembers(
      (yield* messages(thread.id)).map(({ body_text, is_our_email }) => [is_our_email, body_text.trim()]),
      [
        [false, "Yes, please"],
        [true, "From my phone"],
        [false, "Caught by the filter"]
      ]
    )
    assert.strictEqual((yield* mailbox).synced_at, yield* Timestamp.now)
    for (const path of Object.keys(folders)) {
      const { messages, unseen } = yield* server.client(async (client) => {
        const status = await client.status(path, { messages: true, unseen: true })
        return status === false ? assert.fail("There is a status") : status
      })
      assert.strictEqual(unseen, messages)
    }
  })

  test("is read since the last reading when a folder was deleted and created again", function* ({
    connect,
    mailbox,
    messages,
    server,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* server.append("INBOX", mail({ id: "1@lead.example" }))
    const own = (id: string) =>
      mail({ id, from: user, to: "ada@lead.example", text: id, header: "In-Reply-To: <1@lead.example>" })
    yield* server.append("Gesendet", [own("1@ours.example"), own("2@ours.example")])
    yield* turn()
    const before = (yield* mailbox).folders["Gesendet"] ?? assert.fail("The folder is known")
    const arrived = new Date(Timestamp.toMillis(yield* Timestamp.now))
    yield* server.client(async (client) => {
      await client.mailboxDelete("Gesendet")
      await client.mailboxCreate("Gesendet")
      const longAgo = new Date("2026-01-02T12:00:00Z")
      await client.append("Gesendet", Buffer.from(own("ancient@ours.example")), [], longAgo)
      for (const id of ["1@ours.example", "2@ours.example", "3@ours.example"]) {
        await client.append("Gesendet", Buffer.from(own(id)), [], arrived)
      }
    })
    yield* turn()
    const after = (yield* mailbox).folders["Gesendet"] ?? assert.fail("The folder is known")
    assert.notStrictEqual(after.uid_validity, before.uid_validity)
    assert.strictEqual(after.uid_next, 5)
    const [thread = assert.fail("There is a thread"), ...others] = yield* threads
    assert.lengthOf(others, 0)
    assert.sameMembers(
      (yield* messages(thread.id)).map(({ body_text }) => body_text.trim()),
      ["Yes, please", "1@ours.example", "2@ours.example", "3@ours.example"]
    )
  })

  test("loses nothing and stores nothing twice when its connection is cut, wherever that happens", function* ({
    connect,
    mailbox,
    proxy,
    server,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    const idle = proxy.received()
    const count = 50
    yield* server.append("INBOX", strangers(count))
    const cursors: Array<number> = []
    // The first cuts are before, in and after the login, the last ones between mails.
    const cuts = [1, idle / 3, (idle * 2) / 3, idle, idle + 2000, idle + 14_000]
    for (const bytes of cuts) {
      proxy.cutAfter(bytes)
      const wait = yield* turn()
      if (proxy.isArmed()) assert.fail(`The reading ended before the cut after ${bytes} bytes`)
      assert.isTrue(wait !== null && wait >= 1)
      cursors.push((yield* mailbox).folders["INBOX"]?.uid_next ?? 0)
    }
    const last = cursors.pop() ?? 0
    assert.deepStrictEqual(cursors, [1, 1, 1, 1, 1])
    // The cursor is stored after each 20 mails, and up to the mail at which the connection ended.
    assert.isTrue(last > 21 && last <= count, `${last}`)
    assert.strictEqual((yield* mailbox).sync_strikes, cuts.length)
    yield* turn()
    assert.deepStrictEqual([(yield* mailbox).folders["INBOX"]?.uid_next, (yield* mailbox).sync_strikes], [count + 1, 0])
    const found = (yield* threads).map(({ last_message }) => last_message.from_email)
    assert.sameMembers(
      found,
      Array.from({ length: count }, (_, i) => `p${i}@stranger.example`)
    )
  })

  test("with a wrong password is a fault, and is read again with the right one", function* ({
    account,
    connect,
    mailbox,
    server,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* server.append("INBOX", mail({ id: "1@lead.example" }))
    yield* connect({}, "wrong-secret")
    assert.strictEqual(yield* turn(), 24 * 60)
    const { error, fault } = yield* mailbox
    assert.strictEqual(fault, "credentials")
    assert.notInclude(error, "wrong-secret")
    assert.strictEqual((yield* account).state.status, "connection_error")
    yield* connect()
    yield* turn()
    assert.deepStrictEqual([(yield* mailbox).fault, (yield* account).state.status], [null, "active"])
    assert.lengthOf(yield* threads, 1)
  })

  test("that has too many connections is tried again soon", function* ({ connect, mailbox, server, turn }) {
    yield* connect()
    const full = Array.from({ length: maximumConnections }).reduce<Effect.Effect<unknown, unknown, Services>>(
      (inner) =>
        Effect.flatMap(Effect.context<Services>(), (context) =>
          server.client(() => Effect.runPromiseWith(context)(inner))
        ),
      Effect.map(turn(), (wait) => assert.strictEqual(wait, 1))
    )
    yield* full
    assert.deepStrictEqual([(yield* mailbox).fault, (yield* mailbox).sync_strikes], [null, 1])
    yield* turn()
    assert.deepStrictEqual([(yield* mailbox).fault, (yield* mailbox).sync_strikes], [null, 0])
  })

  test("takes mail of 25 MiB, greater mail without its attachments, and skips unreadable mail", function* ({
    connect,
    log,
    mailbox,
    messages,
    server,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    const maximum = 25 * 2 ** 20
    const lines = (size: number) => `${`${"x".repeat(76)}\r\n`.repeat(Math.floor(size / 78))}${"y".repeat(size % 78)}`
    const sized = (head: string, size: number) => Buffer.from(head + lines(size - head.length))
    const huge = mail({
      id: "huge@lead.example",
      header: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"',
      text: [
        "--b",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from("Schön, gerne").toString("base64"),
        "--b",
        "Content-Type: video/mp4",
        "Content-Disposition: attachment; filename*=utf-8''%C3%9Cbersicht.mp4",
        "",
        ""
      ].join("\r\n")
    })
    yield* server.append("INBOX", [
      sized(mail({ id: "fits@stranger.example", from: "fits@stranger.example", text: "Large\r\n" }), maximum),
      Buffer.concat([sized(huge, maximum + 1), Buffer.from("\r\n--b--\r\n")]),
      "no mail at all",
      Buffer.from([0x80, 0xff, 0x0d, 0x0a])
    ])
    yield* turn()
    const found = yield* threads
    assert.sameMembers(
      found.map(({ last_message }) => last_message.from_email),
      ["fits@stranger.example", "ada@lead.example"]
    )
    const thread = found.find(({ tab }) => tab === "replies") ?? assert.fail("There is an answer")
    const [message] = yield* messages(thread.id)
    assert.deepStrictEqual(
      [message?.body_text.trim(), message?.left_out?.map(({ content_type, filename }) => [filename, content_type])],
      ["Schön, gerne", [["Übersicht.mp4", "video/mp4"]]]
    )
    assert.deepStrictEqual([(yield* mailbox).sync_strikes, (yield* mailbox).folders["INBOX"]?.uid_next], [0, 5])
    assert.lengthOf(log, 2)
    for (const [i, uid] of [3, 4].entries()) {
      assert.match(log[i] ?? "", new RegExp(`^A mail was skipped: UID ${uid} of the inbox folder of account `))
    }
  })
})

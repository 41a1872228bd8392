import { assert, describe, it } from "@effect/vitest"
import { type Inbox, InboxReader, type InboxServer, Timestamp } from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { Effect, Redacted, type Scope } from "effect"
import { make } from "../src/internal/imap.ts"
import { imapServer, password, token, user } from "./ImapServers.ts"
import { startScriptedImap } from "./ScriptedImap.ts"

const mail = (id: string, text = "Yes, please") =>
  [`Message-ID: <${id}>`, "From: ada@lead.example", "Subject: Hello", "", text, ""].join("\r\n")

const arrived = "07-Aug-2026 11:30:00 +0200"
const arrived_at = Timestamp.Timestamp.make("2026-08-07T09:30:00.000Z")

const storage = () => ({
  INBOX: {
    messages: [
      { raw: mail("1@lead.example"), internaldate: arrived },
      { raw: mail("2@lead.example"), flags: ["\\Draft"], internaldate: arrived }
    ],
    uidnext: 10,
    uidvalidity: 77
  },
  "": {
    folders: {
      Gesendet: { "special-use": "\\Sent", messages: [{ raw: mail("sent@ours.example") }] },
      Spam: {},
      Ordner: { flags: ["\\Noselect"], folders: { Kunden: {} } }
    }
  }
})

const serverAt = (port: number, changes: Partial<InboxServer> = {}): InboxServer => ({
  connection: { host: "127.0.0.1", port, security: "tls" },
  login: { type: "password", user, password: Redacted.make(password) },
  ...changes
})
const withToken = (text: string) => ({ login: { type: "token", user, token: Redacted.make(text) } }) as const

type Server = Effect.Success<ReturnType<typeof imapServer>>

const test = (
  name: string,
  body: (inbox: Inbox, server: Server) => Generator<Effect.Effect<unknown, unknown, Scope.Scope>, void, never>
) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const server = yield* imapServer(storage())
      const reader = yield* InboxReader
      const inbox = yield* reader.open(serverAt(server.port))
      yield* Effect.gen(() => body(inbox, server))
    }).pipe(Effect.provide(ImapInbox.layer({ allowPrivateTargets: true })))
  )

describe("ImapInbox", () => {
  test("lists folders with the special uses that the server reports, and those that the library reads from names", function* (inbox) {
    assert.sameDeepMembers(
      [...(yield* inbox.list)],
      [
        { path: "INBOX", name: "INBOX", special_use: null, named_use: null },
        { path: "Gesendet", name: "Gesendet", special_use: "\\Sent", named_use: null },
        { path: "Spam", name: "Spam", special_use: null, named_use: "\\Junk" },
        { path: "Ordner/Kunden", name: "Kunden", special_use: null, named_use: null }
      ]
    )
  })

  test("finds what is new, and reads it without marking it as seen", function* (inbox, server) {
    const status = yield* inbox.status("INBOX")
    assert.deepStrictEqual(status, { uid_validity: 77, uid_next: 12 })
    assert.strictEqual((yield* Effect.flip(inbox.status("Missing"))).fault, "connection")
    server.append("INBOX", mail("3@lead.example", "Grüße"))
    assert.deepStrictEqual(yield* inbox.uidsFrom("INBOX", 11), [11, 12])
    assert.deepStrictEqual(yield* inbox.uidsFrom("INBOX", 12), [12])
    // The server answers this with the last mail.
    assert.deepStrictEqual(yield* inbox.uidsFrom("INBOX", 13), [])
    assert.deepStrictEqual(yield* inbox.find("INBOX", [10, 11, 99]), [
      { uid: 10, size: Buffer.byteLength(mail("1@lead.example")), is_draft: false, arrived_at },
      { uid: 11, size: Buffer.byteLength(mail("2@lead.example")), is_draft: true, arrived_at }
    ])
    const raw = yield* inbox.read("INBOX", 12)
    assert.strictEqual(Buffer.from(raw ?? []).toString(), mail("3@lead.example", "Grüße"))
    assert.isNull(yield* inbox.read("INBOX", 99))
    assert.notInclude(server.flags("INBOX"), "\\Seen")
  })

  test("finds mail by its day of arrival, and by its Message-ID", function* (inbox, server) {
    server.append("Spam", mail("old@lead.example"), [], new Date("2026-02-27T12:00:00Z"))
    server.append("Spam", mail("new@lead.example"), [], new Date("2026-03-01T12:00:00Z"))
    assert.deepStrictEqual(yield* inbox.uidsSince("Spam", "2026-03-01"), [2])
    assert.deepStrictEqual(yield* inbox.uidsSince("Spam", "2026-02-27"), [1, 2])
    assert.isTrue(yield* inbox.has("Gesendet", "<sent@ours.example>"))
    assert.isFalse(yield* inbox.has("Gesendet", "<other@ours.example>"))
    assert.isFalse(yield* inbox.has("INBOX", "<sent@ours.example>"))
  })

  test("fails when the connection is lost, and the process goes on", function* (inbox, server) {
    server.drop()
    assert.strictEqual((yield* Effect.flip(inbox.status("INBOX"))).fault, "connection")
  })
})

const open = (server: InboxServer, layer = ImapInbox.layer({ allowPrivateTargets: true })) =>
  InboxReader.use((reader) => reader.open(server)).pipe(Effect.scoped, Effect.provide(layer))

describe("A login", () => {
  it.live("with an access token is accepted", () =>
    Effect.gen(function* () {
      const { port } = yield* imapServer(storage())
      yield* open(serverAt(port, withToken(token)))
    })
  )

  it.live("that the server rejects is a fault of the credentials, and the reason has no secret", () =>
    Effect.gen(function* () {
      const { port } = yield* imapServer(storage())
      const wrong = { login: { type: "password", user, password: Redacted.make("wrong-secret") } } as const
      for (const change of [wrong, withToken("wrong-secret")]) {
        const failure = yield* Effect.flip(open(serverAt(port, change)))
        assert.strictEqual(failure.fault, "credentials")
        assert.notInclude(JSON.stringify(failure), "wrong-secret")
      }
    })
  )

  it.live("that is rejected because the server is busy is a fault of the connection", () =>
    Effect.gen(function* () {
      const faultOf = Effect.fnUntraced(function* (login: string) {
        const { port } = yield* Effect.acquireRelease(
          Effect.promise(() => startScriptedImap({ login })),
          ({ stop }) => Effect.promise(stop)
        )
        const { fault, reason } = yield* Effect.flip(open(serverAt(port)))
        return [fault, reason]
      })
      assert.deepStrictEqual(yield* faultOf("NO [UNAVAILABLE] Temporary failure"), ["connection", "Temporary failure"])
      assert.deepStrictEqual(yield* faultOf("NO [LIMIT] Too many connections"), ["connection", "Too many connections"])
      assert.deepStrictEqual(yield* faultOf("NO [AUTHENTICATIONFAILED] Bad password"), ["credentials", "Bad password"])
      assert.deepStrictEqual(yield* faultOf("NO Bad password"), ["credentials", "Bad password"])
      // No secret is repeated.
      assert.deepStrictEqual(yield* faultOf(`NO ${password} is wrong`), ["credentials", "… is wrong"])
    })
  )

  it.live("uses STARTTLS, and is not sent to a server without it", () =>
    Effect.gen(function* () {
      const connection = { host: "127.0.0.1", security: "starttls" } as const
      const { port } = yield* imapServer(storage(), { isPlain: true })
      yield* open(serverAt(port, { connection: { ...connection, port } }))
      const stripped = yield* imapServer(storage(), { isPlain: true, withoutTls: true })
      const failure = yield* Effect.flip(
        open(serverAt(stripped.port, { connection: { ...connection, port: stripped.port } }))
      )
      assert.strictEqual(failure.fault, "connection")
    })
  )
})

describe("A server", () => {
  it.live("that cannot be reached, or whose certificate is not valid for its name, is a fault of the connection", () =>
    Effect.gen(function* () {
      const { port } = yield* imapServer(storage())
      const reader = make({
        allowPrivateTargets: true,
        verifiesCertificates: true,
        resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }])
      })
      const connection = { host: "imap.ours.example", port, security: "tls" } as const
      const failure = yield* Effect.flip(Effect.scoped(reader.open(serverAt(port, { connection }))))
      assert.strictEqual(failure.fault, "connection")
      assert.strictEqual((yield* Effect.flip(open(serverAt(1)))).fault, "connection")
    })
  )

  it.live("on a private address is not connected to", () =>
    Effect.gen(function* () {
      const { port } = yield* imapServer(storage())
      const layer = ImapInbox.layer({ resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]) })
      const reasonOf = (host: string) =>
        Effect.map(
          Effect.flip(open(serverAt(port, { connection: { host, port, security: "tls" } }), layer)),
          ({ reason }) => reason
        )
      for (const host of ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "localhost", "[::1]", "imap.ours.example"]) {
        assert.strictEqual(yield* reasonOf(host), `${host} is not a public address, or its name has one that is not`)
      }
    })
  )
})

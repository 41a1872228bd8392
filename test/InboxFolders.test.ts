/** Folders beside the inbox: with names in any language, and those into which mail was moved. */
import { assert, describe } from "@effect/vitest"
import { Accounts, Mailboxes, Mailroom } from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { imapServer } from "../packages/host/test/ImapServers.ts"
import { mail, test, user } from "./Inboxes.ts"

const answer = mail({ id: "1@lead.example", header: "In-Reply-To: <0@ours.example>" })

describe("An answer that was moved before it was read", () => {
  test("is found in a folder that the account names", function* ({
    account_id,
    asTenant,
    connect,
    events,
    inbox,
    inboxes,
    turn
  }) {
    inboxes.addFolder(user, "Customers")
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "Customers", answer)
    yield* turn()
    const types = Effect.map(events, (all) => all.map(({ type }) => type))
    assert.deepStrictEqual(yield* types, ["sent"])
    yield* asTenant(
      Accounts.use((accounts) => accounts.update({ ids: [account_id], settings: { inbox_folders: ["Customers"] } }))
    )
    yield* TestClock.adjust("5 minutes")
    yield* turn()
    assert.deepStrictEqual(yield* types, ["replied", "sent"])
    assert.deepStrictEqual((yield* inbox)?.folders, [
      { path: "INBOX", role: "inbox" },
      { path: "Customers", role: "named" }
    ])
  })

  test("is found in the folder of all mail, from which nothing else is stored", function* ({
    connect,
    events,
    inboxes,
    threads,
    turn
  }) {
    inboxes.addFolder(user, "virtual/All", "\\All")
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "virtual/All", answer)
    yield* inboxes.append(user, "virtual/All", mail({ id: "spam@stranger.example", from: "spam@stranger.example" }))
    yield* turn()
    assert.deepStrictEqual(
      (yield* events).map(({ type }) => type),
      ["replied", "sent"]
    )
    assert.lengthOf(yield* threads, 1)
  })
})

describe("An inbox", () => {
  test("is tested with the names of the folders that do not exist, and of those that do", function* ({
    account_id,
    asTenant,
    connect,
    inboxes
  }) {
    inboxes.addFolder(user, "Kunden")
    yield* connect()
    yield* asTenant(
      Accounts.use((accounts) =>
        accounts.update({ ids: [account_id], settings: { inbox_folders: ["Customers", "Kunden"] } })
      )
    )
    const { imap } = yield* asTenant(Mailboxes.use((mailboxes) => mailboxes.test(account_id)))
    assert.deepStrictEqual(
      [imap?.success, imap?.error, imap?.folders],
      [
        false,
        "There is no folder Customers, which inbox_folders of the account names. The server has: INBOX, Kunden",
        [
          { path: "INBOX", role: "inbox" },
          { path: "Kunden", role: "named" }
        ]
      ]
    )
  })

  /**
   * Names of folders for junk and for sent mail. Names of IMAP are in modified UTF-7 (RFC 3501, 5.1.3).
   * `core/test/mailboxes/Folders.test.ts` has many more.
   */
  const names = [
    ["Junk-E-Mail", "Gesendete Elemente"],
    ["Спам", "Wysłane"],
    ["迷惑メール", "送信済み"]
  ] as const
  const encoded = (name: string) =>
    name.replaceAll(/[^ -~]+/gu, (letters) => {
      const bytes = Buffer.from(letters, "utf16le").swap16().toString("base64")
      return `&${bytes.replaceAll("/", ",").replaceAll("=", "")}-`
    })
  for (const [junk, sent] of names) {
    test(`finds ${junk} and ${sent}`, function* ({ asTenant, connect, inbox, item }) {
      yield* Effect.gen(function* () {
        const folders = { [encoded(junk)]: {}, [encoded(sent)]: {} }
        const server = yield* imapServer({ INBOX: {}, "": { folders } }, { withUses: false })
        yield* connect({ host: "127.0.0.1", port: server.port, security: "tls" })
        const handler = yield* Effect.provide(Mailroom.inboxReceiver, ImapInbox.layer({ allowPrivateTargets: true }))
        yield* asTenant(handler.handle({ ...item, isStopping: () => false }))
        assert.deepStrictEqual((yield* inbox)?.folders, [
          { path: "INBOX", role: "inbox" },
          { path: sent, role: "sent" },
          { path: junk, role: "junk" }
        ])
      }).pipe(Effect.scoped)
    })
  }
})

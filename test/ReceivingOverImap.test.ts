/** The worker that reads inboxes, over IMAP. */
import { assert, describe } from "@effect/vitest"
import { Mailroom, Timestamp } from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { imapServer } from "../packages/host/test/ImapServers.ts"
import { mail, test, user } from "./Inboxes.ts"

describe("An inbox on an IMAP server", () => {
  test("is read from its end on, with sent mail and junk, and its conversations are complete", function* ({
    asTenant,
    connect,
    item,
    mailbox,
    messages,
    threads
  }) {
    yield* Effect.gen(function* () {
      const server = yield* imapServer({
        INBOX: { messages: [{ raw: mail({ id: "old@lead.example" }) }], uidvalidity: 77 },
        "": { folders: { Gesendet: { "special-use": "\\Sent" }, Spam: { "special-use": "\\Junk" } } }
      })
      const handler = yield* Effect.provide(Mailroom.inboxReceiver, ImapInbox.layer({ allowPrivateTargets: true }))
      const turn = asTenant(handler.handle({ ...item, isStopping: () => false }))
      yield* connect({ host: "127.0.0.1", port: server.port, security: "tls" })
      yield* turn
      assert.deepStrictEqual((yield* mailbox).folders, {
        INBOX: { role: "inbox", uid_validity: 77, uid_next: 2 },
        Gesendet: { role: "sent", uid_validity: 1, uid_next: 1 },
        Spam: { role: "junk", uid_validity: 1, uid_next: 1 }
      })
      server.append("INBOX", mail({ id: "1@lead.example" }))
      server.append("Spam", mail({ id: "spam@stranger.example", from: "spam@stranger.example" }))
      server.append(
        "Gesendet",
        mail({
          id: "phone@ours.example",
          from: user,
          to: "ada@lead.example",
          text: "From my phone",
          header: "In-Reply-To: <1@lead.example>"
        })
      )
      yield* TestClock.adjust("5 minutes")
      yield* turn
      const [thread = assert.fail("There is a thread"), ...others] = yield* threads
      assert.lengthOf(others, 0)
      assert.deepStrictEqual(
        (yield* messages(thread.id)).map(({ body_text, is_our_email }) => [is_our_email, body_text.trim()]),
        [
          [false, "Yes, please"],
          [true, "From my phone"]
        ]
      )
      assert.strictEqual((yield* mailbox).synced_at, yield* Timestamp.now)

      server.drop()
      yield* turn
      assert.strictEqual((yield* mailbox).sync_strikes, 0)
    }).pipe(Effect.scoped)
  })
})

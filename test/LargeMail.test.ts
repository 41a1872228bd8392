/** Mails over 25 MiB in an inbox: over an inbox in memory, and on an IMAP server. */
import { assert, describe } from "@effect/vitest"
import { Intake, Mailroom } from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { Effect } from "effect"
import { imapServer } from "../packages/host/test/ImapServers.ts"
import { test, user } from "./Inboxes.ts"

const large = 27 * 2 ** 20

/** The lines of a mail with parts. */
const parts = (type: string, header: ReadonlyArray<string>, ...all: ReadonlyArray<ReadonlyArray<string>>) =>
  [
    ...header,
    "MIME-Version: 1.0",
    `Content-Type: ${type};`,
    ' boundary="=_b"',
    "",
    "This is a mail with parts.",
    ...all.flatMap((part) => ["--=_b", ...part]),
    "--=_b--",
    ""
  ].join("\r\n")

const headerOf = (id: string, from = "ada@lead.example") => [
  `From: ${from}`,
  `To: ${user}`,
  "Subject: Hello",
  "Date: Mon, 02 Mar 2026 09:00:00 +0000",
  `Message-ID: <${id}>`
]

const text = ["Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: quoted-printable"]
const film = (content: string) => [
  'Content-Type: video/mp4; name="film.mp4"',
  'Content-Disposition: attachment; filename="film.mp4"',
  "Content-Transfer-Encoding: base64",
  "",
  content
]
const answer = (content: string, words = "Sch=F6n, gerne") =>
  parts("multipart/mixed", headerOf("large@lead.example"), [...text, "", words], film(content))

describe("A mail over 25 MiB", () => {
  test("is an answer, and names the attachments that were left out", function* ({
    connect,
    events,
    inboxes,
    messages,
    threads,
    turn
  }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", answer("AAAA"), { size: large })
    yield* turn()
    const [thread = assert.fail("There is a thread")] = yield* threads
    const [message] = yield* messages(thread.id)
    assert.deepStrictEqual(
      [message?.kind, message?.body_text.trim(), message?.attachments, message?.left_out],
      ["reply", "Schön, gerne", [], [{ filename: "film.mp4", content_type: "video/mp4", size: 4 }]]
    )
    assert.deepStrictEqual(
      (yield* events).map(({ type }) => type),
      ["replied", "sent"]
    )
    assert.deepStrictEqual((yield* threads)[0]?.last_message.left_out, message?.left_out)
  })

  test("is an answer without words where the server cannot tell its structure", function* ({
    connect,
    events,
    inboxes,
    mailbox,
    turn
  }) {
    yield* connect()
    yield* turn()
    inboxes.hideStructures()
    yield* inboxes.append(user, "INBOX", answer("AAAA"), { size: large })
    yield* turn()
    assert.deepStrictEqual(
      (yield* events).map(({ type }) => type),
      ["replied", "sent"]
    )
    assert.strictEqual((yield* mailbox).sync_strikes, 0)
  })

  test("is a bounce", function* ({ connect, events, inboxes, turn }) {
    yield* connect()
    yield* turn()
    const report = ["Reporting-MTA: dns; mx.lead.example", "", "Final-Recipient: rfc822; ada@lead.example"]
    const status = ["Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 User unknown", ""]
    const returned = [
      `From: ${user}`,
      "To: ada@lead.example",
      "Message-ID: <0@ours.example>",
      "Subject: Hello",
      "",
      "A"
    ]
    const bounce = parts(
      "multipart/report; report-type=delivery-status",
      headerOf("bounce@mx.lead.example", "MAILER-DAEMON@mx.lead.example"),
      ["", "Your mail could not be delivered.", ""],
      ["Content-Type: message/delivery-status", "", ...report, ...status],
      ["Content-Type: message/rfc822", "", ...returned]
    )
    yield* inboxes.append(user, "INBOX", bounce, { size: large })
    yield* turn()
    assert.deepStrictEqual(
      (yield* events).map(({ type }) => type),
      ["bounced", "sent"]
    )
  })

  test("is a wish for no more mail", function* ({ connect, events, inboxes, turn }) {
    yield* connect()
    yield* turn()
    yield* inboxes.append(user, "INBOX", answer("AAAA", "Please remove me from your list."), { size: large })
    yield* turn()
    assert.include(
      (yield* events).map(({ type }) => type),
      "unsubscribed"
    )
  })

  test("of 27 MiB on an IMAP server is read without its attachment", function* ({
    asTenant,
    connect,
    item,
    messages,
    threads
  }) {
    yield* Effect.gen(function* () {
      const server = yield* imapServer({ INBOX: {} })
      const handler = yield* Effect.provide(Mailroom.inboxReceiver, ImapInbox.layer({ allowPrivateTargets: true }))
      const turn = asTenant(handler.handle({ ...item, isStopping: () => false }))
      yield* connect({ host: "127.0.0.1", port: server.port, security: "tls" })
      yield* turn
      const content = `${"A".repeat(76)}\r\n`.repeat(large / 78)
      server.append("INBOX", answer(content))
      yield* turn
      const [thread = assert.fail("There is a thread")] = yield* threads
      const [message] = yield* messages(thread.id)
      assert.deepStrictEqual([message?.kind, message?.body_text.trim()], ["reply", "Schön, gerne"])
      assert.deepStrictEqual(
        message?.left_out?.map(({ filename, size }) => [filename, Math.abs(size - content.length) < 100]),
        [["film.mp4", true]]
      )
      assert.notInclude(server.flags("INBOX"), "\\Seen")
    }).pipe(Effect.scoped)
  })

  test("that is taken in twice is stored once", function* ({ asTenant, messages, threads }) {
    const receive = asTenant(
      Intake.use((intake) =>
        intake.receive(new TextEncoder().encode(answer("AAAA")), {
          left_out: [{ filename: "../film.mp4", content_type: "video/mp4", size: 4 }]
        })
      )
    )
    yield* receive
    assert.strictEqual((yield* receive).kind, "duplicate")
    const [thread = assert.fail("There is a thread")] = yield* threads
    assert.deepStrictEqual(
      (yield* messages(thread.id)).map(({ left_out }) => left_out?.[0]?.filename),
      ["_film.mp4"]
    )
  })
})

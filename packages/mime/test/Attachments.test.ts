/** Files of a mail, from its bytes to a person with a ticket. */
import { assert, describe } from "@effect/vitest"
import { Attachment, Attachments, type AttachmentTicket } from "@mailroom/core"
import { Array, Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type Desk, mail, me, test } from "./Desk.ts"
import { multipart } from "./Mail.ts"

const files = multipart(
  "mixed",
  "\nHello",
  "Content-Type: application/pdf; name=../offer.pdf\nContent-Transfer-Encoding: base64\n\nAAEC/w==",
  "Content-Type: message/rfc822\n\nSubject: x\n\nReturned"
)

/** Receives a mail with two files. Returns the files as the unibox shows them. */
const receive = Effect.fnUntraced(function* (desk: Desk) {
  yield* desk.receive(mail("eve@x.test", me, files.split("\n").slice(1)))
  const [thread] = yield* desk.threads("other")
  const [pdf, eml, ...others] = thread?.last_message.attachments ?? []
  assert.lengthOf(others, 0)
  return { pdf: pdf ?? assert.fail("no file"), eml: eml ?? assert.fail("no mail") }
})

/** The bytes that the ticket gives access to, or none. */
const open = (ticket: typeof AttachmentTicket.Type) =>
  Attachments.use((attachments) => attachments.open(ticket)).pipe(
    Effect.flatMap(({ bytes }) => Stream.runCollect(bytes)),
    Effect.map((chunks) => Option.some(Buffer.concat(chunks).toString("latin1"))),
    Effect.catchTag("AttachmentNotFound", () => Effect.succeedNone)
  )

describe("attachments", () => {
  test("are shown by name and kind, and read by ticket", (desk) =>
    Effect.gen(function* () {
      const { eml, pdf } = yield* receive(desk)
      assert.deepInclude(pdf, { filename: "_offer.pdf", ext: "pdf", type: 2 })
      assert.deepInclude(eml, { filename: "message.eml", ext: "eml", type: 5 })
      assert.deepStrictEqual(yield* open(yield* desk.sign(pdf.id)), Option.some("\x00\x01\x02\xff"))
      assert.deepStrictEqual(yield* open(yield* desk.sign(eml.id)), Option.some("Subject: x\r\n\r\nReturned"))
      const { attachment } = yield* (yield* Attachments).open(yield* desk.sign(pdf.id))
      assert.deepInclude(attachment, { content_type: "application/pdf", size: 4 })
    }))

  test("are read for an hour", (desk) =>
    Effect.gen(function* () {
      const { pdf } = yield* receive(desk)
      const ticket = yield* desk.sign(pdf.id)
      yield* TestClock.adjust("3599999 millis")
      assert.isTrue(Option.isSome(yield* open(ticket)))
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* open(ticket), Option.none())
    }))

  test("are not found by a ticket that is not exactly the one that was signed", (desk) =>
    Effect.gen(function* () {
      const { eml, pdf } = yield* receive(desk)
      const ticket = yield* desk.sign(pdf.id)
      const { signature } = ticket
      const [owner = "", code = ""] = signature.split(".")
      const signatures = [
        "",
        owner,
        code,
        `.${code}`,
        `${signature}.x`,
        `0${signature}`,
        ` ${signature}`,
        `${owner}e0.${code}`,
        `${Number(owner) + 1}.${code}`,
        ...Array.range(0, signature.length - 1).flatMap((i) =>
          ["A", "B", "-", "\n", "="].map((letter) => signature.slice(0, i) + letter + signature.slice(i + 1))
        ),
        ...["=", "\n", "A"].map((letter) => signature + letter)
      ].filter((other) => other !== signature)
      const forged = [
        { ...ticket, id: eml.id },
        { ...ticket, id: Attachment.AttachmentId.make(pdf.id + 1_000) },
        { ...ticket, expires: ticket.expires + 1 }
      ]
      for (const ticket of forged) assert.deepStrictEqual(yield* open(ticket), Option.none())
      for (const signature of signatures) {
        assert.deepStrictEqual(yield* open({ ...ticket, signature }), Option.none(), signature)
      }
    }))

  test("that do not exist have tickets that open nothing", (desk) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* open(yield* desk.sign(Attachment.AttachmentId.make(999))), Option.none())
    }))
})

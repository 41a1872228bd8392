/** Whatever the texts of a mail are, the server gets one recipient and exactly our header fields (RFC 5322, 2.1.1). */
import { assert, describe, it } from "@effect/vitest"
import type { OutgoingMail } from "@mailroom/core"
import { Mailer } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Redacted, Schema } from "effect"
import PostalMime from "postal-mime"
import { fieldsOf, pieces } from "./Hostile.ts"
import { mailServer } from "./MailServer.ts"
import { mail } from "./Mails.ts"

const Hostile = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(6))
const Texts = Schema.Struct({
  from: Hostile,
  to: Hostile,
  answered: Hostile,
  subject: Hostile,
  header: Hostile,
  text: Hostile,
  html: Schema.NullOr(Hostile)
})

const mailWith = ({ answered, from, header, html, subject, text, to }: typeof Texts.Type): OutgoingMail => ({
  ...mail,
  from: { ...mail.from, name: from.join("") },
  to: { ...mail.to, name: to.join("") },
  reply_to: "answers@ours.example",
  in_reply_to: `<${answered.join("")}>`,
  references: ["<first@ours.example>", `<${answered.join("")}>`],
  subject: subject.join(""),
  headers: { "List-Unsubscribe": header.join("") },
  text: text.join(""),
  html: html === null ? null : html.join("")
})

const verify = async (raw: Uint8Array, given: OutgoingMail) => {
  const text = Buffer.from(raw).toString("latin1")
  assert.notMatch(text.replaceAll("\r\n", ""), /[\r\n\0]/u)
  for (const line of text.split("\r\n")) assert.isAtMost(line.length, 998)
  const always = ["Content-Type", "Date", "From", "MIME-Version", "Message-ID", "References"]
  const ours = [...always, "Reply-To", "To"]
  const fields = fieldsOf(raw)
  // Empty fields are left out, and so is an id that is none.
  const optional = new Set(["Content-Transfer-Encoding", "In-Reply-To", "List-Unsubscribe", "Subject"])
  assert.deepStrictEqual(
    fields.filter((name) => !optional.has(name)),
    ours.sort()
  )
  assert.strictEqual(new Set(fields).size, fields.length)
  const read = await PostalMime.parse(raw)
  assert.deepStrictEqual(
    [read.from?.address, read.to?.map(({ address }) => address), read.cc, read.bcc, read.attachments],
    [given.from.email, [given.to.email], undefined, undefined, []]
  )
  assert.include(read.references, "<first@ours.example>")
  assert.deepStrictEqual(
    read.replyTo?.map(({ address }) => address),
    ["answers@ours.example"]
  )
}

describe("A mail", () => {
  it.live.prop("has exactly our header fields and short lines, whatever its texts are", { texts: Texts }, ({ texts }) =>
    Effect.gen(function* () {
      const given = mailWith(texts)
      const raw = yield* SmtpMailer.compose(given)
      yield* Effect.promise(() => verify(raw, given))
    })
  )

  it.live("has a long name as text also where only its end, which is cut, looks encoded", () =>
    Effect.gen(function* () {
      const name = ["RCPT TO:<eve@evil.example> ", "x".repeat(10_000), "=?utf-8?Q?=0D=0ABcc:_eve=40evil.example?="]
      const given = mailWith({ from: name, to: name, answered: [], subject: name, header: [], text: [], html: null })
      const raw = yield* SmtpMailer.compose(given)
      yield* Effect.promise(() => verify(raw, given))
    })
  )

  it.live("reaches its recipient only, whatever its texts are", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* mailServer()
      const mailer = yield* Mailer
      const server = {
        connection: { host: "127.0.0.1", port, security: "tls" },
        login: { type: "password", user: "grace", password: Redacted.make("secret") }
      } as const
      for (const piece of pieces) {
        const texts = [piece, "Good day", piece]
        const given = mailWith({
          answered: texts,
          from: texts,
          to: texts,
          subject: texts,
          header: texts,
          text: texts,
          html: texts
        })
        const outcome = yield* mailer.send(given, server)
        assert.strictEqual(outcome.outcome, "sent")
        const received = mails.at(-1)
        assert.deepStrictEqual([received?.from, received?.to], ["grace@ours.example", ["ada@lead.example"]])
        yield* Effect.promise(() => verify(received?.raw ?? Buffer.alloc(0), given))
      }
      assert.lengthOf(mails, pieces.length)
    }).pipe(Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true })), Effect.scoped)
  )
})

/** Whatever the values of variables and the texts of a step are, its mail has exactly our header fields and elements. */
import { assert, describe, it } from "@effect/vitest"
import { Account, type Lead, Mailer, type OrganizationId, type Sequence, StepMail } from "@mailroom/core"
import { SmtpMailer } from "@mailroom/host"
import { Effect, Redacted, Schema } from "effect"
import PostalMime from "postal-mime"
import { fieldsOf, pieces } from "./Hostile.ts"
import { mailServer } from "./MailServer.ts"

const Hostile = Schema.Array(
  Schema.Literals([...pieces, "javascript:alert(1)", "</p>", "-->", "'", "{{email}}"])
).check(Schema.isMaxLength(4))
const Texts = Schema.Struct({
  first_name: Hostile,
  last_name: Hostile,
  company: Hostile,
  personalization: Hostile,
  custom: Hostile,
  sender: Hostile,
  signature: Hostile,
  subject: Schema.NullOr(Hostile),
  body: Hostile,
  earlier: Schema.NullOr(Hostile),
  hasHtml: Schema.Boolean
})

const html = `<html><body><h1 title="{{first_name}}">{{company}}</h1>
<a href="https://x.example/{{custom.city}}?q={{company}}" title='{{last_name}}'>{{personalization}}</a>
<!-- {{company}} --><!--[if mso]><a href="https://x.example/{{company}}">{{company}}</a><![endif]-->
<a href="{{unsubscribe_link}}">stop</a><a href="mailto:{{sender.first_name}}">{{sender.last_name}}</a></body></html>`

const inputOf = (texts: typeof Texts.Type): StepMail.Input => ({
  organization_id: 1 as OrganizationId,
  account: {
    id: 1 as Account.AccountId,
    email: "grace@ours.example",
    provider: "smtp",
    settings: {
      ...Account.defaults,
      first_name: texts.sender.join(""),
      last_name: texts.sender.join(""),
      signature: texts.signature.join("")
    }
  },
  lead: {
    id: 1 as Lead.LeadId,
    email: "ada@lead.example",
    first_name: texts.first_name.join(""),
    last_name: texts.last_name.join(""),
    company: texts.company.join(""),
    website: "",
    personalization: texts.personalization.join(""),
    custom_fields: { city: texts.custom.join("") }
  },
  step: {
    id: 2 as Sequence.SequenceId,
    position: 2,
    subject: texts.subject === null ? null : `${texts.subject.join("")}{{first_name}} {{company}}`,
    body: `{{personalization}}${texts.body.join("")}{{first_name}} {{company}}`,
    body_html: texts.hasHtml ? html : null
  },
  steps: [{ id: 1 as Sequence.SequenceId, position: 1, subject: "First {{last_name}}" }],
  earlier:
    texts.earlier === null
      ? []
      : [
          {
            message_id: "<0@ours.example>",
            provider_message_id: null,
            outcome: "sent",
            subject: texts.earlier.join("")
          }
        ],
  message_id: "<1@ours.example>",
  unsubscribe_link: "https://ours.example/u/1",
  headers: { "List-Unsubscribe": "<https://ours.example/u/1>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
})

const harmless = (texts: typeof Texts.Type): typeof Texts.Type => ({
  ...texts,
  first_name: ["x"],
  last_name: ["x"],
  company: ["x"],
  personalization: ["x"],
  custom: ["x"],
  sender: ["x"],
  signature: ["x"]
})

/** The tags of HTML without line breaks and values, and its comments without their text. */
const tagsOf = (html: string | null) =>
  [...(html ?? "").matchAll(/<[^>]*>/gu)]
    .map(([tag]) => (tag.startsWith("<!-- ") ? "comment" : tag.replaceAll(/"[^"]*"|'[^']*'/gu, "=")))
    .filter((tag) => tag !== "<br>")

const verify = async (raw: Uint8Array, { mail }: StepMail.Composed, plain: string | null) => {
  const text = Buffer.from(raw).toString("latin1")
  assert.notMatch(text.replaceAll("\r\n", ""), /[\r\n\0]/u)
  for (const line of text.split("\r\n")) assert.isAtMost(line.length, 998)
  const optional = new Set(["Content-Transfer-Encoding", "In-Reply-To", "References", "Subject"])
  const fields = fieldsOf(raw)
  assert.strictEqual(new Set(fields).size, fields.length)
  assert.deepStrictEqual(
    fields.filter((name) => !optional.has(name)),
    ["Content-Type", "Date", "From", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Message-ID", "To"]
  )
  const read = await PostalMime.parse(raw)
  assert.deepStrictEqual(
    [read.from?.address, read.to?.map(({ address }) => address), read.cc, read.bcc, read.attachments, read.messageId],
    ["grace@ours.example", ["ada@lead.example"], undefined, undefined, [], "<1@ours.example>"]
  )
  assert.strictEqual(read.inReplyTo, mail.in_reply_to ?? undefined)
  assert.strictEqual(read.html === undefined, mail.html === null)
  if (plain !== null) assert.deepStrictEqual(tagsOf(mail.html), tagsOf(plain))
  assert.notMatch(mail.html ?? "", /href="\s*javascript/iu)
}

describe("The mail of a step", () => {
  it.live.prop("has our header fields and elements only, whatever its texts are", { texts: Texts }, ({ texts }) =>
    Effect.gen(function* () {
      const composed = StepMail.compose(inputOf(texts))
      const plain = StepMail.compose(inputOf(harmless(texts))).mail.html
      // An empty signature adds no paragraph.
      const isSigned = texts.signature.join("").trim() !== ""
      const raw = yield* SmtpMailer.compose(composed.mail)
      yield* Effect.promise(() => verify(raw, composed, isSigned ? plain : null))
    })
  )

  it.live("reaches its lead only, whatever its texts are", () =>
    Effect.gen(function* () {
      const { mails, port } = yield* mailServer()
      const mailer = yield* Mailer
      const server = {
        connection: { host: "127.0.0.1", port, security: "tls" },
        login: { type: "password", user: "grace", password: Redacted.make("secret") }
      } as const
      for (const piece of pieces) {
        const texts = [piece]
        const composed = StepMail.compose(
          inputOf({
            first_name: texts,
            last_name: texts,
            company: texts,
            personalization: texts,
            custom: texts,
            sender: texts,
            signature: texts,
            subject: texts,
            body: texts,
            earlier: null,
            hasHtml: true
          })
        )
        assert.strictEqual((yield* mailer.send(composed.mail, server)).outcome, "sent")
        const received = mails.at(-1)
        assert.deepStrictEqual([received?.from, received?.to], ["grace@ours.example", ["ada@lead.example"]])
        yield* Effect.promise(() => verify(received?.raw ?? Buffer.alloc(0), composed, null))
      }
      assert.lengthOf(mails, pieces.length)
    }).pipe(Effect.provide(SmtpMailer.layer({ allowPrivateTargets: true })), Effect.scoped)
  )
})

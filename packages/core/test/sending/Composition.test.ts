import { assert, describe, it } from "@effect/vitest"
import { defaults } from "../../src/accounts/Account.ts"
import { AccountId, LeadId, OrganizationId, SequenceId } from "../../src/ids.ts"
import { compose, type Input, threadOf } from "../../src/sending/Composition.ts"

const settings = { ...defaults, first_name: "Grace", last_name: "Hopper", signature: "Grace <b>\nOurs" }
const input: Input = {
  organization_id: OrganizationId.make(1),
  account: { id: AccountId.make(2), email: "grace@ours.example", provider: "smtp", settings },
  lead: {
    id: LeadId.make(3),
    email: "ada@lead.example",
    first_name: "Ada",
    last_name: "Lovelace",
    company: "",
    website: "",
    personalization: "",
    custom_fields: { city: "London" }
  },
  step: {
    id: SequenceId.make(1),
    position: 1,
    subject: "For {{first_name}}",
    body: "Hi {{first_name}} of {{custom.city}}",
    body_html: null
  },
  steps: [],
  earlier: [],
  message_id: "<1@ours.example>",
  unsubscribe_link: "https://ours.example/u/1",
  headers: { "List-Unsubscribe": "<https://ours.example/u/1>\r\nBcc: eve@evil.example" }
}
const sent = (message_id: string, subject: string, outcome: Input["earlier"][number]["outcome"] = "sent") => ({
  message_id,
  subject,
  outcome,
  provider_message_id: null
})
const stepOf = (step: Partial<Input["step"]>, rest: Partial<Input> = {}) =>
  compose({ ...input, ...rest, step: { ...input.step, ...step } })

describe("the mail of a step", () => {
  it("has the values of lead and sender, and the signature below", () => {
    assert.deepStrictEqual(compose(input), {
      mail: {
        organization_id: input.organization_id,
        account: { id: input.account.id, email: "grace@ours.example", provider: "smtp" },
        from: { name: "Grace Hopper", email: "grace@ours.example" },
        to: { name: "Ada Lovelace", email: "ada@lead.example" },
        cc: [],
        bcc: [],
        reply_to: null,
        subject: "For Ada",
        in_reply_to: null,
        references: [],
        message_id: "<1@ours.example>",
        headers: { "List-Unsubscribe": "<https://ours.example/u/1> Bcc: eve@evil.example" },
        text: "Hi Ada of London\n\nGrace <b>\nOurs\n",
        html: null,
        attachments: []
      },
      missing: []
    })
  })

  it("has no placeholder of an export in the name of the recipient, and no space too many", () => {
    const lead = { ...input.lead, first_name: "\u00a0Ada ", last_name: "N/A" }
    const { mail } = compose({ ...input, lead })
    assert.deepStrictEqual([mail.to.name, mail.subject, mail.text.slice(0, 16)], ["Ada", "For Ada", "Hi Ada of London"])
    const nobody = compose({ ...input, lead: { ...lead, first_name: "null" } })
    assert.deepStrictEqual([nobody.mail.to.name, nobody.missing], ["", ["first_name"]])
  })

  it("refers to the mails of its thread also by the ids that relays gave them", () => {
    const earlier = [
      { ...sent("<0@ours.example>", "Hello"), provider_message_id: "<0100@email.amazonses.com>" },
      // The relay does not say its host: recipients do not know this id.
      { ...sent("<1@ours.example>", "Re: Hello"), provider_message_id: "0101" }
    ]
    const { mail } = stepOf({ position: 3, subject: null }, { earlier, message_id: "<2@ours.example>" })
    assert.deepStrictEqual(
      [mail.in_reply_to, mail.references],
      ["<1@ours.example>", ["<0@ours.example>", "<0100@email.amazonses.com>", "<1@ours.example>"]]
    )
  })

  it("has the addresses of domains in other scripts in ASCII", () => {
    const account = {
      ...input.account,
      email: "grace@münchen.example",
      settings: { ...settings, reply_to: "a@ö.example" }
    }
    const { mail } = compose({ ...input, account, lead: { ...input.lead, email: "zoë@bücher.example" } })
    assert.deepStrictEqual(
      [mail.from.email, mail.to.email, mail.reply_to],
      ["grace@xn--mnchen-3ya.example", "zoë@xn--bcher-kva.example", "a@xn--nda.example"]
    )
  })

  it("has the signature once", () => {
    const { mail } = stepOf({ body: "{{signature}}, PS", body_html: "<p>{{signature}}</p><i>PS</i>" })
    assert.strictEqual(mail.text, "Grace <b>\nOurs, PS")
    assert.strictEqual(mail.html, "<p>Grace &lt;b&gt;<br>\nOurs</p><i>PS</i>")
    assert.strictEqual(
      stepOf({ body_html: "<p>Hi {{first_name}}</p>" }).mail.html,
      "<p>Hi Ada</p>\n<p>Grace &lt;b&gt;<br>\nOurs</p>\n"
    )
  })

  it("names what is missing in all its parts, once", () => {
    const { missing } = stepOf({
      subject: "{{company}}",
      body: "{{website}} {{company}} {{company|x}}",
      body_html: "<p>{{custom.plan}}{{website}}</p>"
    })
    assert.deepStrictEqual(missing, ["company", "website", "custom.plan"])
    assert.deepStrictEqual(stepOf({ body: "{{unsubscribe_link}}" }, { unsubscribe_link: null }).missing, [
      "unsubscribe_link"
    ])
  })

  it("has one line for each field, and a well-formed text without NUL", () => {
    const lead = { ...input.lead, first_name: "A\r\nBcc: eve@evil.example\0\uD800", last_name: "x".repeat(10_000) }
    const { mail } = compose({ ...input, lead })
    assert.strictEqual(mail.subject, "For A Bcc: eve@evil.example \uFFFD")
    assert.isAtMost(mail.to.name.length, 998)
    assert.include(mail.text, "\r\nBcc: eve@evil.example\uFFFD of London")
  })
})

describe("a step without subject", () => {
  const thread = [
    sent("<a@x>", "Hello"),
    sent("<b@x>", "For Ada"),
    sent("<c@x>", "For Ada", "refused"),
    sent("<d@x>", "Re: For Ada", "unknown")
  ]
  it("continues the thread as the lead got it", () => {
    const { mail, missing } = stepOf(
      { subject: null },
      { earlier: thread, steps: [{ id: SequenceId.make(1), position: 1, subject: "Edited {{company}}" }] }
    )
    assert.deepInclude(mail, { subject: "Re: For Ada", in_reply_to: "<d@x>", references: ["<b@x>", "<d@x>"] })
    assert.deepStrictEqual(missing, [])
  })

  it("has the subject of the steps before it, if their mails are not known", () => {
    const steps = [
      { id: SequenceId.make(1), position: 1, subject: "Hello {{first_name}}" },
      { id: SequenceId.make(2), position: 2, subject: null }
    ]
    const { mail } = stepOf({ position: 3, subject: null }, { steps, earlier: [] })
    assert.deepInclude(mail, { subject: "Re: Hello Ada", in_reply_to: null, references: [] })
    assert.strictEqual(stepOf({ subject: null }).mail.subject, "")
  })

  it("is no answer if the mails before it were refused: their lead got none", () => {
    const steps = [
      { id: SequenceId.make(1), position: 1, subject: "Hello {{first_name}}" },
      { id: SequenceId.make(3), position: 3, subject: null }
    ]
    const { mail } = stepOf({ position: 3, subject: null }, { steps, earlier: [sent("<a@x>", "Hello", "refused")] })
    assert.deepInclude(mail, { subject: "Hello Ada", in_reply_to: null, references: [] })
  })
})

describe("a step with a subject", () => {
  it("begins a new thread", () => {
    const { mail } = stepOf({}, { earlier: [sent("<a@x>", "Hello")] })
    assert.deepInclude(mail, { subject: "For Ada", in_reply_to: null, references: [] })
  })
  it("is the first of the last thread", () => {
    assert.deepStrictEqual(threadOf([]), [])
    const mails = [sent("<a>", "Re: A"), sent("<b>", "Re: A"), sent("<c>", "B"), sent("<d>", "Re: B")]
    assert.deepStrictEqual(
      [1, 2, 3, 4].map((count) => threadOf(mails.slice(0, count)).map(({ message_id }) => message_id)),
      [["<a>"], ["<a>", "<b>"], ["<c>"], ["<c>", "<d>"]]
    )
  })
})

/** The evidence that makes a mail a notice, an automatic reply, a read receipt or a person's mail. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import type { ParsedMail } from "../../src/MailParser.ts"
import { about, daemon, failuresOf, kindOf, mail, report, returned, verdictsOf } from "./Mails.ts"

const ada = "ada@lead.test"
const nullSender = { "return-path": "<>" }
const replied = { ...nullSender, "auto-submitted": "auto-replied" }

describe("an automatic reply without a return path (RFC 3834, 3.3)", () => {
  type Row = readonly [subject: string, text: string, headers: Record<string, string>]
  const replies: ReadonlyArray<Row> = [
    ["Hello", "Our policy is to answer within two days. Access to my mailbox is restricted until then.", replied],
    [
      "Re: Hello",
      "My mailbox is almost full, and I am temporarily unavailable.",
      { ...nullSender, "x-autoreply": "yes" }
    ],
    ["Out of office", "I am away until 4.2.27. For the user group, write to bob@lead.test: 551 20 30.", nullSender],
    ["Abwesend", "Unter dieser Adresse nicht erreichbar. Benutzer unbekannt verzogen: bob@lead.test", nullSender],
    ["Re: Hello", "I have left the company, this account does not exist any more: bob@lead.test", nullSender],
    ["Closed", "Delivery will be delayed. Permission denied for dogs. Error 554 5.7.1 is my hobby.", replied]
  ]
  it.each(replies)("is no bounce for its words: %s: %s", (subject, text, headers) => {
    assert.strictEqual(kindOf({ headers, subject, text }), "auto_reply")
  })

  const text = `The following address failed:\n\n<${ada}>: 550 5.1.1 User unknown`
  const evidence: ReadonlyArray<readonly [name: string, fields: Parameters<typeof failuresOf>[0]]> = [
    ["a report part", { headers: { ...replied, ...report("delivery-status") } }],
    ["X-Failed-Recipients", { headers: { ...replied, "x-failed-recipients": ada } }],
    ["X-MS-Exchange-Message-Is-Ndr", { headers: { ...replied, "x-ms-exchange-message-is-ndr": "" } }],
    ["a daemon as sender", { headers: replied, from: daemon }],
    ["the title of a notice", { headers: replied, subject: "Undeliverable: Hello" }],
    ["the title of a notice, without an automatic header", { headers: nullSender, subject: "Unzustellbar: Hello" }]
  ]
  it.each(evidence)("is a bounce by %s", (_, fields) => {
    const from = { name: "Mail Administrator", email: "info@mx.test" }
    assert.deepStrictEqual(failuresOf({ from, subject: "Hello", text, ...fields }), [
      [ada, "unknown_address", "hard", "5.1.1", 550]
    ])
  })
})

describe("an address in the prose of a notice", () => {
  const contacts = [
    "This mailbox does not exist any more. Please contact bob@lead.test.",
    "The user has left us: unknown address. Write to bob@lead.test instead.",
    "Diese Adresse existiert nicht mehr. Bitte wenden Sie sich an bob@lead.test",
    "Cette adresse n'existe plus. Merci d'écrire à bob@lead.test"
  ]
  it.each(contacts)("is no failed recipient when it is the one to write to: %s", (text) => {
    const parts = { "message/rfc822": returned }
    const failures = verdictsOf({ from: daemon, subject: "Undeliverable: Hello", text, parts })
    assert.deepStrictEqual(
      failures.map(([email]) => email),
      [ada]
    )
  })
})

describe("an address in the prose of a notice that asks for help", () => {
  const notices = [
    "Your message to ada@lead.test could not be delivered: user unknown. Write to help-desk@mx.test for assistance.",
    "Please check the address ada@lead.test, which does not exist. Questions? Contact hostmaster@mx.test."
  ]
  it.each(notices)("is the one that failed: %s", (text) => {
    const failures = verdictsOf({ from: daemon, subject: "Undeliverable: Hello", text })
    assert.deepStrictEqual(failures, [[ada, "hard", "unknown_address"]])
  })
})

describe("Exchange without a Return-Path", () => {
  const from = { name: "Microsoft Outlook", email: `MicrosoftExchange${"329e71ec88ae4615bbc36ab6ce41109e"}@lead.test` }
  const text = `Your message to ${ada} couldn't be delivered.\n\n${ada} wasn't found at lead.test.`

  it("is a mail system", () => {
    assert.deepStrictEqual(failuresOf({ from, subject: "Hello", text }), [[ada, "unknown_address", "hard", null, null]])
  })

  const late = ["Delivery delayed: Hello", "Delivery is delayed: Hello"]
  it.each(late)("tells that mail is late: %s", (subject) => {
    const text = `Delivery is delayed to these recipients or groups:\n\n${ada}\n\nDelivery will continue to be attempted.`
    assert.strictEqual(kindOf({ from, subject, text }), "other")
  })

  const titles = [
    "Non remis : Hello",
    "Niet te bezorgen: Hello",
    "No se puede entregar: Hello",
    "Non recapitabile: Hello"
  ]
  it.each(titles)("writes in its reader's language: %s", (subject) => {
    assert.strictEqual(kindOf({ headers: nullSender, subject, text: ada }), "bounce")
  })
})

describe("a read receipt (RFC 8098)", () => {
  const fields = `Final-Recipient: rfc822; ${ada}\nOriginal-Message-ID: <1@sender.test>\nDisposition: manual-action/MDN-sent-manually; deleted`
  const receipts: ReadonlyArray<readonly [name: string, fields: Parameters<typeof mail>[0]]> = [
    ["that repeats its fields", { headers: report("disposition-notification"), text: fields }],
    ["in an ordinary mail", { headers: nullSender, text: `Your message was deleted.\n\n${fields}` }],
    [
      "without its report type",
      { headers: nullSender, parts: { "message/disposition-notification": fields }, text: fields }
    ],
    ["from a daemon", { from: daemon, headers: report("disposition-notification"), text: fields }]
  ]
  it.each(receipts)("%s is no bounce, and names its mail", (_, receipt) => {
    const read = mail({ subject: "Read: Hello", ...receipt })
    const { message_ids } = about
    assert.deepNestedInclude(machineMail(read), { kind: "other", "about.message_ids": message_ids })
  })
})

describe("postmaster@ (RFC 2142)", () => {
  const from: ParsedMail["from"] = { name: "Ada", email: "postmaster@lead.test" }

  it("is a person who answers", () => {
    const answer = { from, subject: "Re: Hello", in_reply_to: ["<1@sender.test>"] }
    for (const text of ["Thursday suits us.", "Our policy is full of exceptions, try later.", "User unknown to me."]) {
      assert.strictEqual(kindOf({ ...answer, text }), "person")
    }
    for (const text of ["Could we talk?", "Access is restricted at the moment, try later.", "Our mailbox is full."]) {
      assert.strictEqual(kindOf({ from, subject: "Hello", text }), "person")
    }
  })

  it("is a machine that answers", () => {
    assert.strictEqual(kindOf({ from, subject: "Out of office: Hello", text: "Temporarily closed" }), "auto_reply")
    assert.strictEqual(kindOf({ from, subject: "Hello", headers: replied, text: "Temporarily closed" }), "auto_reply")
  })

  it("is a mail system that reports", () => {
    const text = `<${ada}>: 550 5.1.1 User unknown`
    const dead = [[ada, "unknown_address", "hard", "5.1.1", 550]]
    assert.deepStrictEqual(failuresOf({ from, subject: "Undeliverable: Hello", text }), dead)
    assert.deepStrictEqual(failuresOf({ from, subject: "Hello", text }), dead)
    assert.deepStrictEqual(failuresOf({ from, subject: "Hello", text, headers: report("delivery-status") }), dead)
  })

  it("is a recipient that fails", () => {
    const text = "<postmaster@lead.test>: 550 5.1.1 User unknown"
    const parts = { "message/rfc822": "To: postmaster@lead.test\nMessage-ID: <1@sender.test>" }
    const dead = [["postmaster@lead.test", "unknown_address", "hard", "5.1.1", 550]]
    assert.deepStrictEqual(failuresOf({ from: daemon, subject: "Undeliverable: Hello", text, parts }), dead)
    assert.deepStrictEqual(failuresOf({ from: daemon, subject: "Undeliverable: Hello", text }), dead)
    assert.deepStrictEqual(failuresOf({ from, subject: "Undeliverable: Hello", text, parts }), dead)
    const headers = { "x-failed-recipients": "postmaster@lead.test" }
    assert.deepStrictEqual(failuresOf({ from: daemon, subject: "Undeliverable: Hello", text, headers }), dead)
  })
})

describe("a complaint of Microsoft", () => {
  it("needs neither a report nor a Message-ID", () => {
    const from = { name: "", email: "staff@hotmail.com" }
    const hidden = "X-HmXmrOriginalRecipient: ada@lead.test\nFrom: me@sender.test\nTo: undisclosed-recipients:;"
    assert.deepInclude(machineMail(mail({ from, parts: { "message/rfc822": hidden } })), { kind: "complaint", to: ada })
  })
})

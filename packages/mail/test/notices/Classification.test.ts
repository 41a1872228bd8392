/** Machine mail is classified by its standard header fields before its subject. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import { about, aboutNothing, daemon, kindOf, mail, report, returned } from "./Mails.ts"

describe("mail", () => {
  const headers: ReadonlyArray<readonly [kind: string, header: Record<string, string>]> = [
    ["bounce", report("delivery-status")],
    ["bounce", { "content-type": 'Multipart/Report;\tReport-Type = "Delivery-Status"; boundary=b' }],
    ["bounce", { ...report("delivery-status"), "auto-submitted": "auto-replied" }],
    ["complaint", report("feedback-report")],
    ["complaint", { ...report("feedback-report"), "return-path": "<>" }],
    ["other", report("disposition-notification")],
    ["other", { ...report("disposition-notification"), "auto-submitted": "auto-replied" }],
    ["auto_reply", { "auto-submitted": "auto-replied" }],
    ["auto_reply", { "auto-submitted": "auto-replied", precedence: "bulk" }],
    ["auto_reply", { "return-path": "<>" }],
    ["other", { precedence: "bulk" }],
    ["other", { precedence: "list" }],
    ["other", { "list-id": "<news.lead.test>" }],
    ["other", { "list-unsubscribe": "<mailto:leave@lead.test>" }],
    ["other", { "list-id": "<news.lead.test>", "return-path": "<>" }],
    ["person", {}],
    ["person", { "content-type": "multipart/mixed; report-type=delivery-status" }]
  ]
  it.each(headers)("is %s by %j", (kind, header) => assert.strictEqual(kindOf({ headers: header }), kind))

  const senders: ReadonlyArray<readonly [kind: string, name: string, email: string]> = [
    ["bounce", "", "MAILER-DAEMON@x.test"],
    ["bounce", "", "mailer-daemon"],
    ["person", "Ada", "postmaster@x.test"],
    ["person", "", "post_master@x.test"],
    ["bounce", "", "Mail-Delivery-Subsystem@x.test"],
    ["bounce", "Mailer-Daemon", ""],
    ["auto_reply", "Mail Delivery System", ""],
    ["auto_reply", "", ""],
    ["person", "MAILER-DAEMON", "ada@x.test"]
  ]
  it.each(senders)("is %s from %s <%s>", (kind, name, email) => {
    assert.strictEqual(kindOf({ from: { name, email } }), kind)
  })

  it("goes by the first of several fields", () => {
    const twice = { ...mail({}), headers: ["no", "auto-replied"].map((value) => ({ name: "auto-submitted", value })) }
    assert.isNull(machineMail(twice))
  })

  it("that answers on a list is a person's", () => {
    for (const answer of [{ in_reply_to: ["<1@x.test>"] }, { references: ["<1@x.test>"] }]) {
      for (const headers of [{ precedence: "list" }, { "list-id": "<talk.lead.test>" }]) {
        assert.strictEqual(kindOf({ ...answer, headers }), "person")
      }
    }
  })
})

describe("a read receipt (RFC 8098)", () => {
  const fields = { subject: "Read: Hello", headers: report("disposition-notification"), text: "Your message was read." }

  it("tells of no failure, whatever became of the mail", () => {
    const part = "Final-Recipient: rfc822; ada@lead.test\nDisposition: automatic-action/MDN-sent-automatically; deleted"
    const parts = { "message/disposition-notification": part, "message/rfc822": returned }
    assert.deepStrictEqual(machineMail(mail({ ...fields, parts })), { kind: "other", about })
    assert.deepStrictEqual(machineMail(mail({ ...fields, from: daemon })), { kind: "other", about: aboutNothing })
  })
})

describe("a person who forwards", () => {
  it("a bounce as an attachment is a person", () => {
    const bounce = `From: MAILER-DAEMON@mx.test\nContent-Type: multipart/report; report-type=delivery-status\n\n5.1.1`
    assert.strictEqual(kindOf({ subject: "Fwd: Undelivered Mail", parts: { "message/rfc822": bounce } }), "person")
  })

  it("a report's text is a person", () => {
    const text = "FYI\n\nFinal-Recipient: rfc822; ada@lead.test\nAction: failed\nStatus: 5.1.1"
    assert.strictEqual(kindOf({ subject: "Fwd: Undelivered Mail", text }), "person")
  })

  it("is a read receipt of Outlook by the message class in winmail.dat", () => {
    const classOf = (type: string) =>
      machineMail(mail({ subject: "Read: Hello", parts: { "application/ms-tnef": type } }))
    for (const type of ["IPM.Microsoft Mail.Read Receipt", "REPORT.IPM.Note.IPNRN", "REPORT.IPM.Note.IPNNRN"]) {
      assert.deepInclude(classOf(`x\u0000${type}\u0000`), { kind: "other" })
    }
    assert.isNull(classOf("IPM.Microsoft Mail.Note"))
  })
})

/** Abuse reports (RFC 5965), and the formats that providers use instead. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import { about, aboutNothing, mail, report, returned } from "./Mails.ts"

const from = { name: "", email: "fbl@provider.test" }
const arf = (...lines: ReadonlyArray<string>) =>
  machineMail(
    mail({
      from,
      subject: "FW: Hello",
      headers: report("feedback-report"),
      text: "This is an email abuse report for an email message received on Thu, 6 Aug 2026.",
      parts: {
        "message/feedback-report": ["User-Agent: Reporter/1", "Version: 1", ...lines].join("\n"),
        "message/rfc822": returned
      }
    })
  )

describe("an abuse report", () => {
  it("is a complaint of whom it names, about the mail that it returns", () => {
    const classified = arf(
      "Feedback-Type: abuse",
      "Original-Mail-From: <me@sender.test>",
      "Original-Rcpt-To: <bob@lead.test>"
    )
    assert.deepStrictEqual(classified, { kind: "complaint", about, isRefusal: true, to: "bob@lead.test" })
  })

  it("is one of the mail's recipient when it names none", () => {
    assert.deepStrictEqual(arf("Feedback-Type: abuse"), {
      kind: "complaint",
      about,
      isRefusal: true,
      to: "ada@lead.test"
    })
    const redacted = arf("Feedback-Type: abuse", "Original-Rcpt-To: [redacted]")
    assert.deepInclude(redacted, { to: "ada@lead.test" })
  })

  it("is one of the address where the mail arrived when its recipients are hidden", () => {
    for (const field of ["Delivered-To", "X-Original-To"]) {
      const parts = {
        "message/feedback-report": "Feedback-Type: abuse",
        "message/rfc822": `${field}: ada@lead.test\nFrom: me@sender.test\nTo: undisclosed-recipients:;\n\nHi`
      }
      const hidden = machineMail(mail({ from, headers: report("feedback-report"), parts }))
      assert.deepInclude(hidden, { kind: "complaint", to: "ada@lead.test" })
    }
  })

  const types: ReadonlyArray<readonly [type: string, isRefusal: boolean]> = [
    ["abuse", true],
    ["Abuse", true],
    ["fraud", true],
    ["virus", true],
    ["opt-out", true],
    ["other", true],
    ["auth-failure", false],
    ["Auth-Failure", false],
    ["dmarc", false],
    ["not-spam", false]
  ]
  it.each(types)("of type %s is a refusal: %s", (type, isRefusal) => {
    assert.deepInclude(arf(`Feedback-Type: ${type}`), { kind: "complaint", isRefusal })
  })

  it("is recognized by its part, and by its type alone", () => {
    const part = { "message/feedback-report": "Feedback-Type: abuse" }
    const expected = { kind: "complaint" as const, about: aboutNothing, isRefusal: true, to: "" }
    assert.deepStrictEqual(machineMail(mail({ from, parts: part })), expected)
    assert.deepStrictEqual(machineMail(mail({ from, headers: report("feedback-report") })), expected)
  })
})

describe("Microsoft's report", () => {
  const subject = "complaint about message from 192.0.2.1"

  it("has the mail attached, and no report", () => {
    const staff = { name: "", email: "staff@hotmail.com" }
    const classified = machineMail(mail({ from: staff, subject, parts: { "message/rfc822": returned } }))
    assert.deepStrictEqual(classified, { kind: "complaint", about, isRefusal: true, to: "ada@lead.test" })
  })

  const hidden = ["From: me@sender.test", "To: undisclosed-recipients:;", "Subject: Hello", ""]
  const marked = "X-HmXmrOriginalRecipient: <bob@lead.test>"

  it("names the recipient who complains in a field of the mail, although To is hidden", () => {
    const staff = { name: "", email: "staff@hotmail.com" }
    for (const returned of [
      [marked, ...hidden],
      [...hidden.slice(0, 3), marked, ""]
    ]) {
      const parts = { "message/rfc822": returned.join("\n") }
      assert.deepInclude(machineMail(mail({ from: staff, subject, parts })), { kind: "complaint", to: "bob@lead.test" })
      const whole = {
        from,
        headers: report("feedback-report"),
        parts: { ...parts, "message/feedback-report": "Feedback-Type: abuse" }
      }
      assert.deepInclude(machineMail(mail(whole)), { kind: "complaint", to: "bob@lead.test" })
    }
  })

  it("names the recipient in a field of the report itself", () => {
    const headers = { ...report("feedback-report"), "x-hmxmroriginalrecipient": "bob@lead.test" }
    const parts = { "message/rfc822": hidden.join("\n") }
    assert.deepInclude(machineMail(mail({ from, headers, parts })), { kind: "complaint", to: "bob@lead.test" })
  })

  it("is about the recipient that its own fields name, before the fields of the mail", () => {
    for (const field of ["Original-Rcpt-To", "Removal-Recipient"]) {
      const parts = {
        "message/feedback-report": `${field}: eve@lead.test`,
        "message/rfc822": [marked, ...hidden].join("\n")
      }
      assert.deepInclude(machineMail(mail({ from, parts })), { kind: "complaint", to: "eve@lead.test" })
    }
  })

  it("is a person's without the mail, or from anyone else", () => {
    assert.isNull(machineMail(mail({ subject, parts: { "message/rfc822": returned } })))
    assert.isNull(machineMail(mail({ subject, text: "I have a complaint about message 3." })))
  })
})

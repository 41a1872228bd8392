/** Abuse reports (RFC 5965), and the formats that providers use instead. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/intake/Classification.ts"
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

  it("is a person's without the mail, or from anyone else", () => {
    assert.isNull(machineMail(mail({ subject, parts: { "message/rfc822": returned } })))
    assert.isNull(machineMail(mail({ subject, text: "I have a complaint about message 3." })))
  })
})

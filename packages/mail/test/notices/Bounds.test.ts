/** Hostile mail: the classification ends in reasonable time on large amounts of anything. */
import { assert, describe, it } from "@effect/vitest"
import { diagnose } from "../../src/notices/Diagnosis.ts"
import { machineMail } from "../../src/notices/Classification.ts"
import type { ParsedMail } from "../../src/MailParser.ts"
import { daemon, mail, report } from "./Mails.ts"

const length = 100_000
const units = [
  ..."0 \t\n<>@a.:;-=*()[]'\"{,éİ",
  ..."550 |550-|5.1.1 |4.|1.2.3.4 | \n|a@|a@b|a@b |a@b\n|<a@b>|<a@b>:\n|x |http://|to (|deliver to |unknown|delay".split(
    "|"
  ),
  ...'>>> DATA|>>> |after end of |reply to the |a: b\n|a:\n c\n|message-id: <|report-type|original message |{"a":'.split(
    "|"
  ),
  ..."final-recipient: a\n|action: failed\n|final-recipient: a\n\n|host not |user is was |account a a |temporar ".split(
    "|"
  )
]

/** The parts of a mail that can contain a text. */
const places: Record<string, (text: string) => ParsedMail> = {
  text: (text) => mail({ from: daemon, text }),
  "a notice": (text) => mail({ from: daemon, text: `<ada@lead.test>: 550 5.1.1 ${text}` }),
  "a notice, after a label": (text) => mail({ from: daemon, text: `to ${text}` }),
  "a notice, after an address": (text) => mail({ from: daemon, text: `a@b${text}` }),
  "a notice by its title": (text) => mail({ subject: "Delivery failed", text }),
  "a person's mail": (text) => mail({ text }),
  subject: (subject) => mail({ subject, from: daemon }),
  sender: (email) => mail({ from: { name: email, email: `mail-delivery${email}` } }),
  "a sender's name": (name) => mail({ from: { name, email: "" } }),
  "the type": (type) => mail({ headers: { "content-type": `multipart/report;${type}` } }),
  fields: (value) => mail({ headers: { "return-path": value, "auto-submitted": value, precedence: value } }),
  "failed recipients": (value) => mail({ from: daemon, text: value, headers: { "x-failed-recipients": value } }),
  "a notification": (text) => mail({ headers: { "x-amz-sns-message-id": "1" }, text }),
  "a report": (text) =>
    mail({
      headers: report("delivery-status"),
      text,
      parts: { "message/delivery-status": text, "message/rfc822": text }
    }),
  "a report's fields": (text) => {
    const part = ["Final-Recipient", "Action", "Status", "Diagnostic-Code"].map((name) => `${name}: ${text}`).join("\n")
    return mail({ headers: report("delivery-status"), parts: { "message/delivery-status": part } })
  },
  "a complaint": (text) =>
    mail({ text, parts: { "message/feedback-report": `Original-Rcpt-To: ${text}\nFeedback-Type: ${text}` } }),
  "a returned mail": (text) =>
    mail({
      headers: report("disposition-notification"),
      parts: { "message/rfc822": `Message-ID: ${text}\nTo: ${text}` }
    })
}

describe.each(Object.entries(places))("much in %s", (_, place) => {
  it("comes to an end", () => {
    for (const unit of units) {
      const classified = machineMail(place(unit.repeat(length / unit.length)))
      if (classified?.kind === "bounce") assert.isAtMost(classified.failures.length, 100)
    }
  })
})

describe("much", () => {
  it("in a diagnosis ends in bounded time", () => {
    for (const unit of units) {
      const text = unit.repeat(length / unit.length)
      assert.isFalse(diagnose(text, text, text).status === "")
    }
  })

  it("about many recipients ends in bounded time", () => {
    const emails = Array.from({ length: 2_000 }, (_, i) => `ada${i}@lead.test`)
    const text = emails.map((email) => `<${email}>: ${"account a ".repeat(20)}`).join("\n")
    const headers = { "x-failed-recipients": emails.join(",") }
    const classified = machineMail(mail({ from: daemon, subject: "Mail failure", text, headers }))
    assert.lengthOf(classified?.kind === "bounce" ? classified.failures : [], 100)
    const part = emails.map((email) => `Final-Recipient: rfc822; ${email}\nAction: failed\n`).join("\n")
    const other = machineMail(
      mail({ headers: report("delivery-status"), text, parts: { "message/delivery-status": part } })
    )
    assert.lengthOf(other?.kind === "bounce" ? other.failures : [], 100)
  })
})

/** Persons who answer through a help desk are persons; what the help desk writes itself is automatic. */
import { assert, describe, it } from "@effect/vitest"
import { kindOf } from "./Mails.ts"

const answer = { in_reply_to: ["<1@sender.test>"], reply_text: "Our buyer wants to see the prices." }
const desks: ReadonlyArray<readonly [name: string, headers: Record<string, string>, subject: string]> = [
  ["OTRS", { precedence: "bulk", "x-powered-by": "OTRS (https://otrs.test)" }, "[Ticket#2026120210] Re: Lifts"],
  ["Request Tracker", { precedence: "bulk", "rt-ticket": "lead.test #4471" }, "[lead.test #4471] AW: Lifts"],
  ["Zendesk", { "auto-submitted": "auto-generated", "x-mailer": "Zendesk Mailer" }, "[Lead] Re: Lifts"],
  ["no known program", { precedence: "bulk" }, "Re: Lifts"]
]

describe("a mail of a help desk", () => {
  it.each(desks)("is of a person with a text of their own: %s", (_, headers, subject) =>
    assert.strictEqual(kindOf({ ...answer, headers, subject }), "person")
  )

  it.each(desks)("is automatic with a receipt or an absence: %s", (_, headers, subject) => {
    for (const reply_text of [
      "We have received your request. Your ticket number is 4471.",
      "Ich bin bis Montag im Urlaub.",
      "Nous avons bien reçu votre message.",
      ""
    ]) {
      assert.strictEqual(kindOf({ ...answer, headers, subject, reply_text }), "auto_reply", reply_text)
    }
  })

  it("is automatic when it says that it is a reply, or answers nothing", () => {
    const headers = { "auto-submitted": "auto-replied", "x-mailer": "Zendesk Mailer" }
    assert.strictEqual(kindOf({ ...answer, headers, subject: "Re: Lifts" }), "auto_reply")
    assert.strictEqual(kindOf({ ...answer, headers: { precedence: "junk" }, subject: "Lifts" }), "auto_reply")
    assert.strictEqual(kindOf({ headers: { precedence: "bulk" }, subject: "Re: Lifts" }), "other")
  })

  it("is of a person, with the links of a program for customers", () => {
    const headers = { "list-unsubscribe": "<https://crm.test/u/1>" }
    assert.strictEqual(kindOf({ ...answer, headers, subject: "Re: Lifts" }), "person")
  })
})

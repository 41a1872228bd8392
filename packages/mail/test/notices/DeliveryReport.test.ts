/** Delivery status notifications (RFC 3464), as different mail systems write them. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import { about, aboutNothing, daemon, failuresOf, mail, report, returned } from "./Mails.ts"

const type = "message/delivery-status"
const dsn = (...lines: ReadonlyArray<string>) => ({
  from: daemon,
  subject: "Undelivered Mail Returned to Sender",
  headers: report("delivery-status"),
  parts: { [type]: lines.join("\n"), "message/rfc822": returned }
})
const unknown = ["Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 User unknown"]
const ada = ["Final-Recipient: rfc822; ada@lead.test", ...unknown]

describe("a report of one recipient", () => {
  it("says whom, why and of which mail", () => {
    assert.deepStrictEqual(machineMail(mail(dsn("Reporting-MTA: dns; mx.test", "", ...ada, ""))), {
      kind: "bounce",
      about,
      failures: [
        {
          email: "ada@lead.test",
          original: "",
          isDelayed: false,
          hard: true,
          status: "5.1.1",
          reply_code: 550,
          reason: "unknown_address"
        }
      ]
    })
  })

  it("names the address that the mail was written to", () => {
    const classified = machineMail(mail(dsn("", "Original-Recipient: rfc822;old@lead.test", ...ada)))
    assert.deepInclude(classified?.kind === "bounce" && classified.failures[0], {
      email: "ada@lead.test",
      original: "old@lead.test"
    })
  })

  const spellings: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<string>]> = [
    ["without a blank line after the report's own fields", ["Reporting-MTA: dns; mx.test", ...ada]],
    ["with blank lines between the recipient's fields", ["", ada[0] ?? "", "", ...unknown]],
    ["with a folded diagnosis", ["", ...ada.slice(0, 3), "Diagnostic-Code: smtp; 550 5.1.1", "  User unknown"]],
    ["with the action first", ["", "Action: failed", ada[0] ?? "", ...unknown.slice(1)]],
    ["with its fields in upper case", ["", ...ada.map((line) => line.replace(/^[^:]+/u, (_) => _.toUpperCase()))]],
    ["with a recipient in angle brackets", ["", "Final-Recipient: RFC822; <ada@lead.test>", ...unknown]],
    ["with a recipient of no type", ["", "Final-Recipient: ada@lead.test", ...unknown]],
    ["with the original recipient only", ["", "Original-Recipient: rfc822; ada@lead.test", ...unknown]],
    [
      "with a comment after the status",
      ["", ada[0] ?? "", "Action: failed", "Status: 5.1.1 (no mailbox)", ...unknown.slice(2)]
    ],
    ["told twice", ["", ...ada, "", ...ada]]
  ]
  it.each(spellings)("is read %s", (_, lines) => {
    assert.deepStrictEqual(failuresOf(dsn(...lines)), [["ada@lead.test", "unknown_address", "hard", "5.1.1", 550]])
  })

  it("is read with the line ends of the wire", () => {
    const fields = dsn(["Reporting-MTA: dns; mx.test", "", ...ada].join("\r\n"))
    assert.deepStrictEqual(failuresOf(fields), [["ada@lead.test", "unknown_address", "hard", "5.1.1", 550]])
  })

  it("of an address in Unicode (RFC 6533)", () => {
    const part = ["", "Final-Recipient: utf-8; ädä@lead.test", ...unknown].join("\n")
    const fields = { ...dsn(), parts: { "message/global-delivery-status": part } }
    assert.deepStrictEqual(failuresOf(fields), [["ädä@lead.test", "unknown_address", "hard", "5.1.1", 550]])
  })

  it("is read in the text of a mail system, and in a notice that is attached to one", () => {
    const text = ["Your mail bounced.", "", ...ada, "", returned].join("\n")
    const expected = [["ada@lead.test", "unknown_address", "hard", "5.1.1", 550]]
    assert.deepStrictEqual(failuresOf({ from: daemon, text }), expected)
    assert.deepStrictEqual(failuresOf({ from: daemon, parts: { "message/rfc822": text } }), expected)
    assert.strictEqual(failuresOf({ text }), "person")
  })

  it("is read as far as 64 KiB of the text go", () => {
    const grace = ["", "Final-Recipient: rfc822; grace@lead.test", ...unknown]
    const recipients = (filler: string) => {
      const failures = failuresOf({ from: daemon, text: [...ada, `X-Filler: ${filler}`, ...grace].join("\n") })
      return typeof failures === "string" ? failures : failures.map(([email]) => email)
    }
    assert.deepStrictEqual(recipients("x".repeat(60_000)), ["ada@lead.test", "grace@lead.test"])
    assert.deepStrictEqual(recipients("x".repeat(66_000)), ["ada@lead.test"])
  })

  it("goes by the diagnosis, then by the status, then by what it says to people", () => {
    const of = (lines: ReadonlyArray<string>, text = "") =>
      failuresOf({ ...dsn("", ada[0] ?? "", "Action: failed", ...lines), text })
    const full = "<ada@lead.test>: mailbox full"
    assert.deepStrictEqual(
      [
        of(["Status: 5.1.1", "Diagnostic-Code: smtp; 552 Over quota"]),
        of(["Status: 5.1.1"], full),
        of(["Status: 5.0.0"], full),
        of([]),
        of(["Status: 5.0.0", "Diagnostic-Code: smtp; 550 5.2.1 x"])
      ],
      [
        [["ada@lead.test", "mailbox_full", "soft", "5.1.1", 552]],
        [["ada@lead.test", "unknown_address", "hard", "5.1.1", null]],
        [["ada@lead.test", "mailbox_full", "soft", "5.0.0", null]],
        [["ada@lead.test", "unknown", "soft", null, null]],
        [["ada@lead.test", "mailbox_disabled", "soft", "5.2.1", 550]]
      ]
    )
  })

  it("tells no mail that it does not return", () => {
    const classified = machineMail(mail({ ...dsn(), parts: { [type]: ["", ...ada].join("\n") } }))
    assert.deepInclude(classified, { kind: "bounce", about: aboutNothing })
  })
})

describe("a report of several recipients", () => {
  const forwarded = ["Original-Recipient: rfc822; bob@lead.test", "Final-Recipient: rfc822; bob@moved.test", ...unknown]
  it.each([
    ["after a blank line", ["", ...ada, "", ...forwarded]],
    ["right after the one before", ["", ...ada, ...forwarded]],
    ["before the one that has it", ["", ...forwarded, "", ...ada]]
  ])("keeps the original recipient of each recipient, %s", (_, lines) => {
    const classified = machineMail(mail(dsn(...lines)))
    const failures = classified?.kind === "bounce" ? classified.failures : []
    assert.sameDeepMembers(
      failures.map(({ email, original }) => [email, original]),
      [
        ["ada@lead.test", ""],
        ["bob@moved.test", "bob@lead.test"]
      ]
    )
  })

  const two = ["Reporting-MTA: dns; mx.test", "", ...ada, ""]
  const bob = "Final-Recipient: rfc822; bob@lead.test"

  it("says of each what became of it", () => {
    const full = ["Action: failed", "Status: 5.2.2", "Diagnostic-Code: smtp; 552 5.2.2 Over quota"]
    const eve = ["Final-Recipient: rfc822; eve@lead.test", "Action: failed", "Status: 4.4.7"]
    assert.deepStrictEqual(failuresOf(dsn(...two, bob, ...full, "", ...eve)), [
      ["ada@lead.test", "unknown_address", "hard", "5.1.1", 550],
      ["bob@lead.test", "mailbox_full", "soft", "5.2.2", 552],
      ["eve@lead.test", "expired", "soft", "4.4.7", null]
    ])
    assert.lengthOf(failuresOf(dsn(...two.slice(0, -1), bob, ...full)), 2)
  })

  it("leaves out whom the mail reached", () => {
    for (const action of ["delivered", "Delivered (to mailbox)", "relayed", "expanded"]) {
      const reached = [bob, `Action: ${action}`, "Status: 2.0.0"]
      assert.lengthOf(failuresOf(dsn(...two, ...reached)), 1, action)
      assert.strictEqual(failuresOf(dsn("", ...reached)), "other", action)
    }
    assert.strictEqual(failuresOf(dsn("", bob, "Status: 2.1.5")), "other")
  })

  it("is not a bounce while the mail is on its way to all recipients", () => {
    const late = [bob, "Action: delayed", "Status: 4.4.1", "Diagnostic-Code: smtp; connection timed out"]
    assert.deepStrictEqual(machineMail(mail(dsn("", ...late))), { kind: "other", about })
    const classified = machineMail(mail(dsn(...two, ...late)))
    assert.deepStrictEqual(
      classified?.kind === "bounce" && classified.failures.map(({ email, isDelayed }) => [email, isDelayed]),
      [
        ["ada@lead.test", false],
        ["bob@lead.test", true]
      ]
    )
  })

  it("does not apply its text about one recipient to another", () => {
    const fields = dsn("", "Final-Recipient: rfc822; ada@lead.test", "Action: failed", "", bob, "Action: failed")
    const text = "<ada@lead.test>: no such user\n\n<bob@lead.test>: over quota\n"
    assert.deepStrictEqual(failuresOf({ ...fields, text }), [
      ["ada@lead.test", "unknown_address", "hard", null, null],
      ["bob@lead.test", "mailbox_full", "soft", null, null]
    ])
  })

  it("is read as far as any mail goes", () => {
    const many = Array.from({ length: 5_000 }, (_, i) => [`Final-Recipient: a${i}`, "Action: failed", ""]).flat()
    assert.lengthOf(failuresOf(dsn("", ...many)), 100)
  })
})

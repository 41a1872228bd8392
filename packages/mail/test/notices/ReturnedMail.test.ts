/** The returned mail in a report: its ids, addresses and header fields. */
import { assert, describe, it } from "@effect/vitest"
import { addressIn, fieldsOf, firstMessageIdIn, valueOf } from "../../src/text/HeaderFields.ts"
import { attachedText, reportType, returnedBy } from "../../src/notices/ReturnedMail.ts"
import { about, aboutNothing, mail, report, returned } from "./Mails.ts"

describe("a report", () => {
  const types: ReadonlyArray<readonly [value: string, type: string]> = [
    ['multipart/report; boundary="b"; report-type=delivery-status', "delivery-status"],
    ['Multipart/Report;\tReport-Type = "Delivery-Status"; boundary=b', "delivery-status"],
    ["multipart/report;\r\n report-type=disposition-notification", "disposition-notification"],
    ["multipart/report; boundary=b", ""],
    ["multipart/mixed; report-type=delivery-status", ""],
    ["multipart/reporting; report-type=delivery-status", ""],
    ["text/plain; name=multipart/report; report-type=delivery-status", ""]
  ]
  it.each(types)("%j is of type %j", (value, type) => {
    assert.strictEqual(reportType(mail({ headers: { "content-type": value } })), type)
  })

  it("is none without a type", () => assert.strictEqual(reportType(mail({})), ""))

  const types_ = [
    "message/rfc822",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global",
    "message/partial"
  ]
  it.each(types_)("returns a mail as %s", (type) => {
    assert.deepStrictEqual(
      returnedBy(mail({ headers: report("x"), parts: { [type]: returned } }), "To: eve@x.test"),
      about
    )
    assert.deepStrictEqual(returnedBy(mail({ parts: { [type]: returned.replaceAll("\n", "\r\n") } }), ""), about)
  })

  it("returns a mail in its text, after a line of its own, and as it folds", () => {
    assert.deepStrictEqual(returnedBy(mail({}), returned), about)
    assert.deepStrictEqual(returnedBy(mail({}), `--- The mail ---\n\n${returned}\n\nMessage-ID: <2@x.test>`), about)
    const folded = "From: Me\n <me@sender.test>\nTo:\n\tada@lead.test\nMessage-ID:\n <1@sender.test>\n"
    assert.deepStrictEqual(returnedBy(mail({}), folded), about)
    assert.deepStrictEqual(returnedBy(mail({}), "nothing"), aboutNothing)
  })

  it("returns the header only, not what the mail says", () => {
    const content = "To: ada@lead.test\n\nMessage-ID: <2@x.test>\nFrom: eve@x.test\n"
    assert.deepStrictEqual(returnedBy(mail({}), content), { ...aboutNothing, recipients: ["ada@lead.test"] })
  })

  it("has the first part of a type, as far as it is short", () => {
    const part = (text: string) => ({
      filename: "",
      content_type: "message/rfc822",
      bytes: new TextEncoder().encode(text)
    })
    const types = new Set(["message/rfc822"])
    assert.strictEqual(attachedText(mail({ attachments: [part("One\r\n"), part("Two")] }), types), "One\n")
    assert.lengthOf(attachedText(mail({ attachments: [part("a".repeat(100_000))] }), types) ?? "", 64 * 1024)
    assert.isNull(attachedText(mail({ parts: { "text/plain": "a" } }), types))
  })
})

describe("a header", () => {
  it("ends with a blank line, and begins after some", () => {
    const fields = fieldsOf("\n\nA: 1\nB-c : 2\n  more \nnot a field\nd:\n\nE: 3")
    assert.deepStrictEqual(fields, [
      { name: "a", value: "1" },
      { name: "b-c", value: "2 more" },
      { name: "d", value: "" }
    ])
    assert.deepStrictEqual([valueOf(fields, "a"), valueOf(fields, "e")], ["1", ""])
  })

  it("holds addresses and ids, as long as those are", () => {
    const texts: ReadonlyArray<readonly [text: string, address: string]> = [
      ["Ada <ada@lead.test>", "ada@lead.test"],
      ["rfc822;ada@lead.test", "ada@lead.test"],
      ["ada@lead.test, bob@lead.test", "ada@lead.test"],
      ["ädä@lead.test", "ädä@lead.test"],
      ["Ada", ""],
      ["@lead.test", ""],
      ["ada@", ""]
    ]
    for (const [text, address] of texts) assert.strictEqual(addressIn(text), address, text)
    assert.deepStrictEqual(firstMessageIdIn("<1@x.test> <2@x.test>"), ["<1@x.test>"])
    assert.deepStrictEqual(firstMessageIdIn("1@x.test"), [])
    assert.deepStrictEqual(firstMessageIdIn("<1 @x.test>"), [])
    assert.deepStrictEqual(firstMessageIdIn(`<${"1".repeat(1_000)}>`), [])
  })
})

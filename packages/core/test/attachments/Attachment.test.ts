import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type AttachmentType, describe as describeFile } from "../../src/attachments/Attachment.ts"

const octets = "application/octet-stream"

describe("an attachment", () => {
  const names: ReadonlyArray<readonly [name: string | null, filename: string, ext: string]> = [
    ["offer.pdf", "offer.pdf", "pdf"],
    ["OFFER.PDF", "OFFER.PDF", "pdf"],
    ["archive.tar.gz", "archive.tar.gz", "gz"],
    ["ä 😀.docx", "ä 😀.docx", "docx"],
    ["README", "README", ""],
    ["ends.", "ends.", ""],
    ["a. b", "a. b", ""],
    [`a.${"x".repeat(33)}`, `a.${"x".repeat(33)}`, ""],
    ["  offer.pdf  ", "offer.pdf", "pdf"],
    [null, "attachment", ""],
    ["", "attachment", ""],
    [" ", "attachment", ""],
    ["...", "attachment", ""],
    [".htaccess", "htaccess", ""],
    ["../../etc/passwd", "_.._etc_passwd", "_etc_passwd"],
    ["C:\\Windows\\evil.exe", "C:_Windows_evil.exe", "exe"],
    ["a\r\nX-Evil: b.txt", "a__X-Evil: b.txt", "txt"],
    ["a\u0000b.txt", "a_b.txt", "txt"],
    ["invoice\u202efdp.exe", "invoice_fdp.exe", "exe"],
    ["\ud800.txt", "\ufffd.txt", "txt"],
    [`${"a".repeat(300)}.pdf`, `${"a".repeat(251)}.pdf`, "pdf"]
  ]
  it.each(names)("named %j is %j", (name, filename, ext) => {
    const { ext: actual, filename: safe } = describeFile(name, octets, 0)
    assert.deepStrictEqual([safe, actual], [filename, ext])
  })

  it.prop("has a name that stays in its folder and in its line", { name: Schema.String }, ({ name }) => {
    const { filename } = describeFile(name, octets, 0)
    assert.notMatch(filename, /[/\\\p{Cc}\p{Cf}\p{Cs}]|^\.|^\s|\s$|^$/u)
    assert.isAtMost(filename.length, 255)
  })

  it("has a name that stays so when it is cut", () => {
    for (const name of [
      `a${".".repeat(300)}`,
      `${"a".repeat(10)}${" ".repeat(300)}b`,
      "😀".repeat(200),
      `x.${"y".repeat(254)}`
    ]) {
      const { filename } = describeFile(name, octets, 0)
      assert.notMatch(filename, /^\.|^\s|\s$|^$/u)
      assert.isTrue(filename.isWellFormed())
    }
  })

  const types: ReadonlyArray<readonly [name: string, content_type: string, type: AttachmentType]> = [
    ["a", octets, 0],
    ["a.exe", octets, 0],
    ["a.mp4", "video/mp4", 0],
    ["a.pdf", "image/png", 1],
    ["a", "image/svg+xml", 1],
    ["a", "application/pdf", 2],
    ["a.PDF", octets, 2],
    ["a", "text/plain", 2],
    ["a", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", 2],
    ["a", "application/vnd.oasis.opendocument.text", 2],
    ["a.csv", octets, 2],
    ["a", "application/zip", 3],
    ["a.7z", octets, 3],
    ["a.tar.gz", "application/gzip", 3],
    ["a", "text/calendar", 4],
    ["a.ics", octets, 4],
    ["a", "message/rfc822", 5],
    ["a", "message/delivery-status", 5],
    ["a.eml", octets, 5]
  ]
  it.each(types)("%s of %s is of type %i", (name, content_type, type) => {
    assert.deepInclude(describeFile(name, content_type, 7), { type, content_type, size: 7 })
  })
})

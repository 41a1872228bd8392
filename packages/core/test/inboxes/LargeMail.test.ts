import { assert, describe, it } from "@effect/vitest"
import { partsToRead, withoutAttachments } from "../../src/inboxes/LargeMail.ts"
import type { MailPart } from "../../src/mailboxes/InboxReader.ts"

const leaf = (part: string, type: string, changes: Partial<MailPart> = {}): MailPart => ({
  part,
  type,
  parameters: {},
  encoding: null,
  is_attachment: false,
  filename: null,
  size: 10,
  children: [],
  ...changes
})
const multipart = (part: string, boundary: string | undefined, children: ReadonlyArray<MailPart>): MailPart =>
  leaf(part, "multipart/mixed", { parameters: boundary === undefined ? {} : { boundary }, children })

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const rebuilt = (structure: MailPart, parts: Readonly<Record<string, string>>) =>
  Buffer.from(
    withoutAttachments(structure, new Map(Object.entries(parts).map(([key, text]) => [key, bytes(text)]))).raw
  ).toString("latin1")

describe("partsToRead", () => {
  it("are the header, texts and reports, and the headers of mails in the mail", () => {
    const structure = multipart("", "b", [
      multipart("1", "c", [leaf("1.1", "text/plain"), leaf("1.2", "text/html")]),
      leaf("2", "text/csv", { is_attachment: true }),
      leaf("3", "message/delivery-status"),
      leaf("4", "message/rfc822"),
      leaf("5", "image/png")
    ])
    assert.deepStrictEqual(
      partsToRead(structure).map(({ key }) => key),
      ["HEADER", "1.1", "1.2", "3", "4.HEADER"]
    )
    assert.deepStrictEqual(
      withoutAttachments(structure, new Map()).left_out.map(({ content_type }) => content_type),
      ["text/csv", "message/rfc822", "image/png"]
    )
  })

  it("have at most 2 MiB each, 4 MiB together, and 100 parts", () => {
    const text = (part: number, size: number) => leaf(`${part}`, "text/plain", { size })
    const large = multipart("", "b", [text(1, 30_000_000), text(2, 1000), text(3, 30_000_000), text(4, 30_000_000)])
    assert.deepStrictEqual(
      partsToRead(large).map(({ most }) => most),
      [196_608, 2_097_152, 2_097_152, 2_096_152]
    )
    const many = multipart(
      "",
      "b",
      Array.from({ length: 1000 }, (_, i) => leaf(`${i + 1}`, "text/plain", { size: 1 }))
    )
    assert.lengthOf(partsToRead(many), 100)
    const files = multipart(
      "",
      "b",
      Array.from({ length: 1000 }, (_, i) => leaf(`${i + 1}`, "image/png"))
    )
    assert.lengthOf(withoutAttachments(files, new Map()).left_out, 100)
  })
})

describe("withoutAttachments", () => {
  it("keeps the header but for the fields of its content, a field that was cut, and every byte of the texts", () => {
    const header = "From: a\xe4\r\nContent-Type: multipart/mixed;\r\n boundary=b\r\nSubject: Hello\r\n you\r\nX-Cut: a"
    const structure = multipart("", "b", [
      leaf("1", "text/plain", { parameters: { charset: "koi8-r", name: "n" }, encoding: "8bit" }),
      leaf("2", "image/png")
    ])
    assert.strictEqual(
      rebuilt(structure, { HEADER: header, "1": "\x00\x80\xff" }),
      [
        "From: a\xe4",
        "Subject: Hello\r\n you",
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed;\r\n boundary="b"',
        "",
        "--b",
        'Content-Type: text/plain;\r\n charset="koi8-r"',
        "Content-Transfer-Encoding: 8bit",
        "",
        "\x00\x80\xff",
        "--b--",
        ""
      ].join("\r\n")
    )
  })

  it("writes a boundary in place of one that is missing or breaks a line", () => {
    for (const boundary of [undefined, "", "b\r\nX-Evil: 1", "ü"]) {
      const mail = rebuilt(multipart("", boundary, [leaf("1", "text/plain")]), { HEADER: "From: a\r\n", "1": "Yes" })
      assert.match(mail, /boundary="part-"\r\n\r\n--part-\r\n/u)
      assert.notInclude(mail, "X-Evil")
    }
  })

  it("has no text if the mail is one attachment", () => {
    const header = "From: a\r\nContent-Type: video/mp4\r\n"
    assert.strictEqual(rebuilt(leaf("1", "video/mp4"), { HEADER: header }), "From: a\r\nMIME-Version: 1.0\r\n\r\n")
  })
})

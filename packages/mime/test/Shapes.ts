/** Extreme mails. Each is built when it is needed. */
import { latin1, multipart, withHeader } from "./Mail.ts"

export const mebibyte = 2 ** 20
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const encoded = (encoding: string, body: string) =>
  latin1(`From: ada@x.test\nContent-Transfer-Encoding: ${encoding}\n\n${body}`)
const html = (body: string) => latin1(`From: ada@x.test\nContent-Type: text/html\n\n${body}`)
/** A mail with one file. */
export const attached = (encoding: string, body: string) =>
  latin1(multipart("mixed", `Content-Type: application/zip\nContent-Transfer-Encoding: ${encoding}\n\n${body}`))

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`).join("")

const recipient =
  "Final-Recipient: rfc822; ada@lead.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no\n\n"
const report = (type: string, fields: string) =>
  latin1(
    multipart("report", "\nThis is a report.", `Content-Type: message/${type}\n\n${fields}`)
      .replace("From: ada@x.test", "From: Mail Delivery System <mailer-daemon@x.test>\nSubject: Undelivered")
      .replace("multipart/report;", `multipart/report; report-type=${type};`)
  )
const bounce = (body: string) =>
  latin1(`From: mailer-daemon@x.test\nSubject: Undelivered Mail Returned to Sender\n\n${body}`)

/** Bytes without repetitions at a short distance. */
export const file = (length: number) => new Uint8Array(length).map((_, i) => i * 31 + (i >> 8))
export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll(/.{76}/gu, "$&\r\n")

/** A zip whose header announces a single file of 4 GiB; it contains no data. */
export const bomb = Buffer.from("504b03042d0000000800000000000000000000000000ffffffff01000000780000", "hex")

/** Mails that are rejected, and the reason. */
export const refused: ReadonlyArray<readonly [name: string, mail: () => Uint8Array, reason: RegExp]> = [
  ["nothing", () => new Uint8Array(), /none of the header fields/u],
  ["a picture", () => latin1(`\x89PNG\r\n\x1a\n${fill("\x00\xff\x01", 1_000)}`), /none of the header fields/u],
  ["a zip", () => latin1(`PK\x03\x04${fill("\x00\x01\n", 1_000)}`), /none of the header fields/u],
  ["only a body", () => latin1("\nHello"), /none of the header fields/u],
  ["10 000 nested parts", () => latin1(`From: ada@x.test\n${nested(10_000)}`), /nesting/u],
  ["100 000 parts", () => latin1(`${multipart("mixed")}${fill("--b\n\n", 500_000)}`.replace("--b--", "")), /parts/u],
  ["a header of 1 MiB", () => latin1(withHeader(`Subject: ${fill("x", mebibyte)}`)), /header size/u],
  ["a field of 1 MiB in folds", () => latin1(withHeader(`Subject: x${fill("\n x", mebibyte)}`)), /header size/u],
  ["a header of 40 MiB", () => latin1(fill("x", 40 * mebibyte)), /header size/u],
  [
    "headers of 1 MiB in parts",
    () => latin1(multipart("mixed", ...Array(1_000).fill(`X: ${fill("x", 1_100)}\n\n`))),
    /header size/u
  ],
  [
    "10 million lines that may be delimiters",
    () => latin1(multipart("mixed", `\n${fill("--c\n", 39 * mebibyte)}`)),
    /lines/u
  ],
  ["41 MiB", () => new Uint8Array(41 * mebibyte), /40 MiB/u]
]

/** Mails that are read and stored. */
export const read: ReadonlyArray<readonly [name: string, mail: () => Uint8Array]> = [
  ["no header field but one", () => latin1("Subject: x")],
  ["an mbox line first", () => latin1("From ada@x.test Mon Apr  2 2012\nFrom: ada@x.test\n\nHello")],
  ["a Message-ID of 100 kB", () => latin1(withHeader(`Message-ID: <${fill("x", 100_000)}@x>`))],
  ["thousands of references", () => latin1(withHeader(`References:${fill("\n <12345678@x.test>", 200_000)}`))],
  ["brackets that never close", () => latin1(withHeader(`References: ${fill("<", 200_000)}`))],
  ["thousands of recipients", () => latin1(withHeader(`To: ${fill("ada@x.test,\n ", 200_000)}`))],
  ["thousands of fields", () => latin1(withHeader(fill("X: y\n", 200_000).trim()))],
  ["groups in groups", () => latin1(withHeader(`To: ${fill("a:", 200_000)}`))],
  ["quotes that never close", () => latin1(withHeader(`To: ${fill('"\\', 200_000)}`))],
  ["comments in comments", () => latin1(withHeader(`Content-Type: text/plain ${fill("(", 200_000)}`))],
  ["thousands of parameters", () => latin1(withHeader(`Content-Type: text/plain; ${fill("a*0=b; ", 200_000)}`))],
  ["thousands of encoded words", () => latin1(withHeader(`Subject: ${fill("=?u?q?=ff?= ", 200_000)}`))],
  ["a date that goes on", () => latin1(withHeader(`Date: ${fill("1 ", 200_000)}`))],
  ["NULs", () => latin1(withHeader(fill("\x00", 1_000)) + fill("\x00", mebibyte))],
  ["NULs in every field", () => latin1(withHeader("Subject: \x00a\x00", "To: \x00@x", "Message-ID: <\x00@x>"))],
  ["8-bit headers", () => latin1(withHeader(`\xe9: \xff\xfe`, `Subject: ${fill("\xe9", 1_000)}`))],
  ["an unknown encoding", () => encoded("rot13", "Hello")],
  ["broken base64", () => encoded("base64", fill("!@#A\xff", mebibyte))],
  ["25 MiB of broken base64", () => attached("base64", fill("!@#A\xff", 25 * mebibyte))],
  [
    "25 MiB of bytes that claim to be base64",
    () => attached("base64", Buffer.from(file(25 * mebibyte)).toString("latin1"))
  ],
  ["24 million units of base64", () => encoded("base64", fill("A=", 24 * mebibyte))],
  ["lines of base64 that are padded each", () => attached("base64", fill("QUJDRA==\r\n", 18 * mebibyte))],
  ["10 million lines of quoted-printable", () => encoded("quoted-printable", fill("\n", 10_000_000))],
  [
    "carriage returns without an end",
    () => encoded("quoted-printable", fill("=\r", mebibyte) + fill("\r", mebibyte) + "x")
  ],
  ["broken quoted-printable", () => encoded("quoted-printable", fill("=Z=", mebibyte))],
  ["25 MiB of quoted-printable", () => attached("quoted-printable", fill(`${fill("=C3=A4", 72)}=\r\n`, 25 * mebibyte))],
  ["39 MiB of quoted-printable", () => attached("quoted-printable", fill(`${fill("x", 75)}=\r\n`, 39 * mebibyte))],
  [
    "a million lines before the first part",
    () => latin1(multipart("mixed").replace("(preamble)", fill("x\n", 2 * mebibyte)))
  ],
  [
    "39 MiB in a line before the first part",
    () => latin1(multipart("mixed").replace("(preamble)", fill("x", 39 * mebibyte)))
  ],
  [
    "a delivery report on 20 000 recipients",
    () => report("delivery-status", fill(recipient, 20_000 * recipient.length))
  ],
  ["a delivery report of 25 MiB", () => report("delivery-status", fill(recipient, 25 * mebibyte))],
  [
    "a delivery report of one field",
    () => report("delivery-status", `Diagnostic-Code: ${fill("550 5.1.1 <", 2 * mebibyte)}`)
  ],
  [
    "a feedback report of 25 MiB",
    () => report("feedback-report", fill("Original-Rcpt-To: <ada@lead.test>\n", 25 * mebibyte))
  ],
  ["a bounce in prose of 2 MiB", () => bounce(fill("<ada@lead.test>: 550 5.1.1 user unknown\n", 2 * mebibyte))],
  ["a bounce of addresses without an end", () => bounce(fill("a@b.", mebibyte))],
  ["a bounce of codes without an end", () => bounce(fill("5.1.", mebibyte))],
  ["a bounce of spaces", () => bounce(fill(" ", mebibyte))],
  ["an unknown charset", () => latin1(withHeader("Content-Type: text/plain; charset=\x01"))],
  ["a charset that there is not", () => latin1(withHeader("Content-Type: text/plain; charset=klingon-1"))],
  ["a million empty lines", () => encoded("8bit", fill("\n", mebibyte))],
  ["25 MiB of empty lines in base64", () => encoded("base64", fill("\n", 25 * mebibyte))],
  ["25 MiB in short lines", () => encoded("7bit", fill("word word word word\n", 25 * mebibyte))],
  ["25 MiB in one line", () => encoded("8bit", fill("word ", 25 * mebibyte))],
  ["39 MiB of attachment, as it is", () => attached("binary", fill("\x00\r\n\xff", 39 * mebibyte))],
  ["a boundary that never comes", () => latin1(multipart("mixed", "\nHello").replaceAll("--b", "--c"))],
  ["a boundary that never ends", () => latin1(multipart("mixed", "\nHello").replace("--b--", ""))],
  [
    "a boundary of nothing",
    () => latin1(`From: a@x.test\nContent-Type: multipart/mixed; boundary=""\n\n--\n\nx\n----`)
  ],
  ["lines that look like delimiters", () => latin1(multipart("mixed", `\n${fill("--x\n", 4_000_000)}`))],
  ["500 attachments", () => latin1(multipart("mixed", ...Array(499).fill("Content-Type: x/y\n\nx")))],
  [
    "a flowed paragraph of a million lines",
    () =>
      latin1(
        `From: ada@x.test\nContent-Type: text/plain; format=flowed\n\n${fill("x ", mebibyte).replaceAll(" ", " \n")}`
      )
  ],
  [
    "HTML in text of another part",
    () => latin1(multipart("mixed", "Content-Type: text/html\n\nx", `\n${fill("<\"&'", mebibyte)}`))
  ],
  ["elements in elements", () => html(fill("<b>", mebibyte / 2) + fill("</p>", mebibyte / 2))],
  ["lists in lists", () => html(fill("<ol><li>x", mebibyte))],
  ["tags that never close", () => html(fill("<a href='", mebibyte))],
  ["comments that never close", () => html(fill("<!--", mebibyte))]
]

/** An attachment of the largest size that mail systems accept. */
export const largeAttachment = () => attached("base64", base64(file(25 * mebibyte)))

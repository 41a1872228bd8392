/** The text inside of an opaque S/MIME signature is read; the signature stays a file. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parse } from "./Mail.ts"

/** A value of BER with its length before it. */
const value = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
/** A value of BER that ends with two zeros. */
const open = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])])
const id = (n: number) => value(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, n]))
const version = value(0x02, Buffer.from([1]))

type Make = typeof value
/** A CMS object around these octets. */
const signed = (octets: Buffer, make: Make = value, kind = 2) =>
  make(0x30, id(kind), make(0xa0, make(0x30, version, value(0x31), make(0x30, id(1), make(0xa0, octets)), value(0x31))))

const mailWith = (content: Buffer, type = "application/pkcs7-mime; smime-type=signed-data") =>
  `From: ada@x.test\nContent-Type: ${type}; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n${content.toString("base64")}`

const part = Buffer.from("Content-Type: text/plain; charset=utf-8\r\n\r\nSí, el jueves.\r\n")
const withFile = Buffer.from(
  "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Sí, el jueves.</p>\r\n" +
    "--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\npdf\r\n--b--\r\n"
)
const pieces = [0, 20, 40].map((at) => value(0x04, part.subarray(at, at === 40 ? undefined : at + 20)))

describe("an opaque signature", () => {
  const contents: ReadonlyArray<readonly [name: string, content: Buffer, files: number]> = [
    ["with lengths", signed(value(0x04, part)), 1],
    ["without lengths, in pieces", signed(open(0x24, ...pieces), open), 1],
    ["around a mail of several parts", signed(value(0x04, withFile)), 2]
  ]
  it.effect.each(contents)("shows its text: %s", ([, content, files]) =>
    Effect.gen(function* () {
      for (const type of ["application/pkcs7-mime", "application/x-pkcs7-mime; smime-type=signed-data"]) {
        const { attachments, reply_text } = yield* parse(mailWith(content, type))
        assert.deepStrictEqual([reply_text, attachments.length], ["Sí, el jueves.", files])
      }
    })
  )

  const others: ReadonlyArray<readonly [name: string, content: Buffer]> = [
    ["encrypted data", signed(value(0x04, part), value, 3)],
    ["a cut one", signed(value(0x04, part)).subarray(0, 60)],
    ["nested without end", Buffer.alloc(3_000, Buffer.from([0x30, 0x80]))],
    ["no text at all", Buffer.from("hello")]
  ]
  it.effect.each(others)("that is none stays a file, with a note: %s", ([, content]) =>
    Effect.gen(function* () {
      const { attachments, reply_text } = yield* parse(mailWith(content))
      assert.match(reply_text, /^\[The text of this mail is encrypted or signed/u)
      assert.lengthOf(attachments, 1)
    })
  )
})

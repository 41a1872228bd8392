/** A mail whose text the parser cannot read says so, and its parts are attachments. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { latin1, multipart, parse } from "./Mail.ts"

/** A file of winmail.dat with these attributes of the message. */
const tnef = (...attributes: ReadonlyArray<readonly [id: number, value: Uint8Array]>): Buffer =>
  Buffer.concat([
    uint32(0x223e9f78),
    Buffer.from([1, 0]),
    ...attributes.flatMap(([id, value]) => [
      Buffer.from([1]),
      uint32(id),
      uint32(value.length),
      value,
      Buffer.from([0, 0])
    ])
  ])
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const padded = (bytes: Buffer) => Buffer.concat([uint32(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)])

const codePage = [0x69007, Buffer.concat([uint32(1250), uint32(0)])] as const
const body = [0x2800c, Buffer.from("Pátek.\0", "latin1")] as const
/** Properties of other types before the body, and a named one. */
const properties = [
  0x69003,
  Buffer.concat([
    uint32(5),
    uint32(0x00170003),
    uint32(1),
    uint32(0x80010003),
    Buffer.alloc(16),
    uint32(0),
    uint32(7),
    uint32(9),
    uint32(0x8002001f),
    Buffer.alloc(16),
    uint32(1),
    padded(Buffer.from("name", "utf16le")),
    uint32(1),
    padded(Buffer.from("value", "utf16le")),
    uint32(0x10091102),
    uint32(2),
    padded(Buffer.from("a")),
    padded(Buffer.from("bcdef")),
    uint32(0x1000001f),
    uint32(1),
    padded(Buffer.from("Pátek 日本\0", "utf16le"))
  ])
] as const

const withPart = (type: string, content: Buffer, text = " ") =>
  multipart(
    "mixed",
    `\n${text}`,
    `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${content.toString("base64")}`
  )

describe("winmail.dat", () => {
  const files: ReadonlyArray<readonly [name: string, file: Buffer, expected: string]> = [
    ["its body", tnef(codePage, body), "Pátek."],
    ["its body among properties", tnef(properties), "Pátek 日本"]
  ]
  it.effect.each(files)("is read: %s", ([, file, expected]) =>
    Effect.gen(function* () {
      for (const type of ["application/ms-tnef", "application/octet-stream; name=WINMAIL.DAT"]) {
        const { attachments, reply_text, text } = yield* parse(withPart(type, file))
        assert.deepStrictEqual([text, reply_text, attachments.length], [expected, expected, 1])
      }
    })
  )

  it.effect("does not replace a text", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parse(withPart("application/ms-tnef", tnef(body), "Yes."))).reply_text, "Yes.")
    })
  )

  it.effect("cut anywhere is an attachment, and the reply says so", () =>
    Effect.gen(function* () {
      const file = tnef(codePage, properties)
      for (let length = 0; length < file.length - 20; length += 7) {
        const { attachments, reply_text, text } = yield* parse(
          withPart("application/ms-tnef", file.subarray(0, length))
        )
        assert.strictEqual(text.trim(), "")
        assert.match(reply_text, /^\[The text of this mail is in winmail\.dat.*\]$/u)
        assert.strictEqual(attachments[0]?.filename, "winmail.dat")
      }
    })
  )
})

describe("a mail without a readable text", () => {
  const base64 = "Content-Transfer-Encoding: base64\n\nMIIB"
  const mails: ReadonlyArray<readonly [name: string, mail: string, note: RegExp, file: string]> = [
    [
      "encrypted with S/MIME",
      `From: a@x.test\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n${base64}`,
      /S\/MIME/u,
      "smime.p7m"
    ],
    [
      "signed with S/MIME",
      `From: a@x.test\nContent-Type: application/x-pkcs7-mime; smime-type=signed-data; name=x.p7m\n${base64}`,
      /S\/MIME/u,
      "x.p7m"
    ],
    [
      "encrypted with OpenPGP",
      multipart(
        'encrypted; protocol="application/pgp-encrypted"',
        "Content-Type: application/pgp-encrypted\n\nVersion: 1",
        "Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----"
      ),
      /OpenPGP/u,
      "version.asc"
    ]
  ]
  it.effect.each(mails)("says so: %s", ([, mail, note, file]) =>
    Effect.gen(function* () {
      const { attachments, reply_text, text } = yield* parse(latin1(mail))
      assert.strictEqual(text, "")
      assert.match(reply_text, note)
      assert.strictEqual(attachments[0]?.filename, file)
    })
  )

  it.effect("has no note when it is empty", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parse(withPart("image/png", Buffer.from("x")))).reply_text, "")
    })
  )
})

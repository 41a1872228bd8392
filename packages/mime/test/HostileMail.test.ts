/** Mail of any shape is read or refused: a shape that took minutes or gigabytes would end the test run. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { bytes, latin1, multipart, parse, withHeader } from "./Mail.ts"

const mebibyte = 2 ** 20
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const encoded = (encoding: string, body: string) =>
  latin1(`From: ada@x.test\nContent-Transfer-Encoding: ${encoding}\n\n${body}`)
const html = (body: string) => latin1(`From: ada@x.test\nContent-Type: text/html\n\n${body}`)

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`).join("")

describe("hostile mail is refused", () => {
  const refused: ReadonlyArray<readonly [name: string, mail: () => Uint8Array, reason: RegExp]> = [
    ["nothing", () => new Uint8Array(), /none of the header fields/u],
    ["a picture", () => latin1(`\x89PNG\r\n\x1a\n${fill("\x00\xff\x01", 1_000)}`), /none of the header fields/u],
    ["only a body", () => latin1("\nHello"), /none of the header fields/u],
    ["10 000 nested parts", () => latin1(`From: ada@x.test\n${nested(10_000)}`), /nesting/u],
    ["100 000 parts", () => latin1(`${multipart("mixed")}${fill("--b\n\n", 500_000)}`.replace("--b--", "")), /parts/u],
    ["a header of 1 MiB", () => latin1(withHeader(`Subject: ${fill("x", mebibyte)}`)), /header size/u],
    ["a field of 1 MiB in folds", () => latin1(withHeader(`Subject: x${fill("\n x", mebibyte)}`)), /header size/u],
    [
      "headers of 1 MiB in parts",
      () => latin1(multipart("mixed", ...Array(1_000).fill(`X: ${fill("x", 1_100)}\n\n`))),
      /header size/u
    ],
    ["10 million lines", () => encoded("quoted-printable", fill("\n", 10_000_000)), /lines/u],
    ["a million units of base64", () => encoded("base64", fill("A=", 2_000_000)), /padded/u],
    ["41 MiB", () => new Uint8Array(41 * mebibyte), /40 MiB/u]
  ]
  it.effect.each(refused)("%s", ([, mail, reason]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(parse(mail()))
      assert.strictEqual(error._tag, "UnreadableMail")
      assert.match(error.reason, reason)
    })
  )
})

describe("hostile mail is read", () => {
  const read: ReadonlyArray<readonly [name: string, mail: () => Uint8Array]> = [
    ["no header field but one", () => latin1("Subject: x")],
    ["an mbox line first", () => latin1("From ada@x.test Mon Apr  2 2012\nFrom: ada@x.test\n\nHello")],
    ["a Message-ID of 100 kB", () => latin1(withHeader(`Message-ID: <${fill("x", 100_000)}@x>`))],
    ["brackets that never close", () => latin1(withHeader(`References: ${fill("<", 200_000)}`))],
    ["groups in groups", () => latin1(withHeader(`To: ${fill("a:", 200_000)}`))],
    ["comments in comments", () => latin1(withHeader(`Content-Type: text/plain ${fill("(", 200_000)}`))],
    ["thousands of parameters", () => latin1(withHeader(`Content-Type: text/plain; ${fill("a*0=b; ", 200_000)}`))],
    ["thousands of encoded words", () => latin1(withHeader(`Subject: ${fill("=?u?q?=ff?= ", 200_000)}`))],
    ["a date that goes on", () => latin1(withHeader(`Date: ${fill("1 ", 200_000)}`))],
    ["NULs", () => latin1(withHeader(fill("\x00", 1_000)) + fill("\x00", mebibyte))],
    ["8-bit headers", () => latin1(withHeader(`\xe9: \xff\xfe`, `Subject: ${fill("\xe9", 1_000)}`))],
    ["an unknown encoding", () => encoded("rot13", "Hello")],
    ["broken base64", () => encoded("base64", fill("!@#A\xff", mebibyte))],
    ["broken quoted-printable", () => encoded("quoted-printable", fill("=Z=", mebibyte))],
    ["an unknown charset", () => latin1(withHeader("Content-Type: text/plain; charset=\x01"))],
    ["a million empty lines", () => encoded("8bit", fill("\n", mebibyte))],
    ["25 MiB of empty lines in base64", () => encoded("base64", fill("\n", 25 * mebibyte))],
    ["25 MiB in short lines", () => encoded("7bit", fill("word word word word\n", 25 * mebibyte))],
    ["a million lines that look like delimiters", () => latin1(multipart("mixed", `\n${fill("--x\n", 4_000_000)}`))],
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
  it.effect.each(read)("%s", ([, mail]) => parse(mail()))

  it.effect("25 MiB of attachment, byte by byte", () =>
    Effect.gen(function* () {
      const file = new Uint8Array(25 * mebibyte).map((_, i) => i * 31 + (i >> 8))
      const base64 = Buffer.from(file).toString("base64").replaceAll(/.{76}/gu, "$&\r\n")
      const { attachments } = yield* parse(
        bytes(multipart("mixed", `Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n${base64}`))
      )
      assert.lengthOf(attachments, 1)
      assert.isTrue(Buffer.from(file).equals(attachments[0]?.bytes ?? new Uint8Array()))
    })
  )
})

/** One that has every construct. */
const fixtures = [
  multipart(
    "mixed",
    'Content-Type: multipart/alternative; boundary="c"\n\n--c\nContent-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\nSch=C3=B6n \ndanke\n\n> Hi\n--c\nContent-Type: text/html; charset=iso-2022-jp\n\n<p>Hi <b>there</b>&nbsp;</p>\n--c--',
    'Content-Type: application/pdf; name*0="a"; name*1*=%C3%A4.pdf\nContent-Transfer-Encoding: base64\n\nAAEC/w==',
    "Content-Type: message/rfc822\n\nSubject: =?utf-8?B?8J+Yig==?=\n\nHello",
    "Content-Type: text/calendar; method=request\n\nBEGIN:VCALENDAR"
  ),
  withHeader(
    "To: Team: a@x.test, =?utf-8?Q?B=C3=A9?= <b@x.test>;, c@x.test (C)",
    "Date: Fri, 7 Aug 2026 11:30:00 +0200",
    "Message-ID: <1@x.test>",
    "References: <a@x.test>\n <b@x.test>"
  ),
  "From: <>\nContent-Type: text/html\n\n<table><tr><td>On 1 May, Ada wrote:<blockquote>Hi</blockquote></td></tr></table>"
].map(bytes)

const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000 }))
const Mutation = Schema.Struct({
  at: Position,
  kind: Schema.Literals(["flip", "cut", "copy", "line"]),
  value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
})

const mutate = (mail: Buffer, { at, kind, value }: typeof Mutation.Type): Buffer => {
  const i = mail.length === 0 ? 0 : at % mail.length
  const [before, after] = [mail.subarray(0, i), mail.subarray(i)]
  switch (kind) {
    case "flip":
      return Buffer.concat([before, Buffer.of(value), after.subarray(1)])
    case "cut":
      return Buffer.concat([before, after.subarray(value)])
    case "copy":
      return Buffer.concat([before, after.subarray(0, value), after])
    case "line":
      return Buffer.concat([before, Buffer.from("\r\n"), after])
  }
}

it.effect.prop(
  "a mail that was damaged anywhere is read as documented, or refused",
  {
    fixture: Schema.Literals([0, 1, 2]),
    mutations: Schema.Array(Mutation).check(Schema.isMaxLength(12)),
    length: Schema.NullOr(Position)
  },
  ({ fixture, length, mutations }) =>
    Effect.gen(function* () {
      const whole = mutations.reduce(mutate, Buffer.from(fixtures[fixture] ?? []))
      const result = yield* Effect.result(parse(new Uint8Array(whole.subarray(0, length ?? whole.length))))
      if (Result.isFailure(result)) {
        assert.strictEqual(result.failure._tag, "UnreadableMail")
        return
      }
      const { attachments, ...mail } = result.success
      const texts = JSON.stringify([mail, attachments.map(({ content_type, filename }) => [content_type, filename])])
      assert.notMatch(texts, /\\u0000|\\ud[89a-f]/iu)
      for (const { content_type } of attachments) assert.match(content_type, /^[^\s/;]+\/[^\s/;]+$/u)
      for (const id of [...mail.in_reply_to, ...mail.references, mail.message_id ?? "<>"]) {
        assert.match(id, /^<[^<>\s]*>$/u)
      }
    }),
  { arbitrary: { runs: 400 } }
)

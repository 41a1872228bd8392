/** The overrides of postal-mime in the reader do not change the result. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import PostalMime, { type Email } from "postal-mime"
import { MimeReader } from "../src/MimeReader.ts"
import { bytes } from "./Mail.ts"

const Encoding = Schema.Literals(["7bit", "8bit", "base64", "quoted-printable", "quoted-printable base64"])
const Line = Schema.Literals([
  "",
  "a",
  "QUJD",
  "QQ==",
  "=41=",
  "=4",
  "==C3=a4 =",
  "=\r",
  "=\rA",
  "--",
  "--b",
  "--b--",
  "--bc",
  "-- ",
  "--b \t",
  " --b",
  "\r",
  "b\r\rc"
])
const Part = Schema.Struct({ encoding: Encoding, lines: Schema.Array(Line) })

/**
 * The content without line ends and blank lines: postal-mime writes its own line ends, and one too many after each
 * part. Characters outside ASCII are one: the reader may choose another charset.
 */
const contents = ({ attachments, headers, html = "", text = "" }: Email) => ({
  headers,
  text: lines(text),
  html: lines(html),
  files: attachments.map(({ content }) =>
    typeof content === "string" ? content : lines(Buffer.from(content as ArrayBuffer).toString("latin1"))
  )
})
const lines = (value: string) =>
  value
    .replaceAll("\r", "")
    .replaceAll(/[^\p{ASCII}]+/gu, "?")
    .replaceAll(/\s*\n\s*/gu, "\n")
    .trim()

it.effect.prop(
  "reads in chunks what postal-mime reads in lines",
  {
    type: Schema.Literals(["text/plain", "text/html", "x/y"]),
    parts: Schema.Array(Part).check(Schema.isMinLength(1), Schema.isMaxLength(4)),
    end: Schema.Literals(["", "\n", "\n--b--", "\n--b--\nepilogue\n--b\n\nx"])
  },
  ({ end, parts, type }) =>
    Effect.gen(function* () {
      const body = parts.map(({ encoding, lines }) =>
        [
          "--b",
          `Content-Type: ${type}; charset=windows-1252`,
          `Content-Transfer-Encoding: ${encoding}`,
          "",
          ...lines
        ].join("\n")
      )
      const raw = bytes(
        `From: a@x.test\nContent-Type: multipart/mixed; boundary=b\n\npreamble\n${body.join("\n")}${end}`
      )
      const expected = yield* Effect.promise(() => PostalMime.parse(raw))
      const actual = yield* Effect.promise(() => new MimeReader().parse(raw))
      assert.deepStrictEqual(contents(actual), contents(expected))
    }),
  { arbitrary: { runs: 400 } }
)

it.effect("reads lines of any length, over many chunks", () =>
  Effect.gen(function* () {
    const sizes = [1, 0, 262_143, 0, 262_144, 262_145, 3, 300_000, 0, 0, 600_000]
    const text = sizes.map((size, i) => String(i % 10).repeat(size)).join("\r\n")
    const raw = Buffer.from(`From: a@x.test\r\nContent-Type: x/y\r\n\r\n${text}\r\n`)
    const { attachments } = yield* Effect.promise(() => new MimeReader().parse(raw))
    const [{ content } = { content: "" }] = attachments
    assert.strictEqual(Buffer.from(content as ArrayBuffer).toString(), text)
  })
)

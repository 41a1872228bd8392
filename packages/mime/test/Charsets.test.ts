/** Text is read in the charset in which it was written, or the reply says that it may be wrong. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bytes, latin1, multipart, parse } from "./Mail.ts"

/** A mail whose text is these bytes, one for each character. */
const mail = (charset: string, body: string, ...header: ReadonlyArray<string>) =>
  latin1(
    [
      "From: ada@x.test",
      ...header,
      `Content-Type: text/plain${charset === "" ? "" : `; charset=${charset}`}`,
      "",
      body
    ].join("\n")
  )
/** UTF-8, one character for each byte. */
const utf8 = (text: string) => Buffer.from(text).toString("latin1")
const ukrainian = "\u041f\u044f\u0442\u043d\u0438\u0446\u044f"
/** The same word in KOI8-U and in windows-1251. */
const koi8 = "\xf0\xd1\xd4\xce\xc9\xc3\xd1"
const cp1251 = "\xcf\xff\xf2\xed\xe8\xf6\xff"

describe("the text of a mail", () => {
  const texts: ReadonlyArray<readonly [name: string, charset: string, body: string, expected: string]> = [
    ["UTF-8 as us-ascii", "us-ascii", utf8("Größe: 5 €"), "Größe: 5 €"],
    ["UTF-8 as ISO-8859-1", "iso-8859-1", utf8("Fine, café"), "Fine, café"],
    ["UTF-8 as windows-1252", "windows-1252", utf8("naïve – yes"), "naïve – yes"],
    ["UTF-8 as KOI8-R", "koi8-r", utf8(ukrainian), ukrainian],
    ["UTF-8 as GB 2312", "gb2312", utf8("星期五可以"), "星期五可以"],
    ["UTF-8 without a label", "", utf8("Größe"), "Größe"],
    ["UTF-8 under a label that nobody knows", "x-user", utf8("Größe 日本"), "Größe 日本"],
    ["UTF-8 as UTF-16", "utf-16", "Yes.", "Yes."],
    ["UTF-16", "utf-16le", "Y\0e\0s\0", "Yes"],
    ["GBK that looks like UTF-8 by chance", "gbk", "\xd0\xa1", "小"],
    ["Latin-1 as UTF-8", "utf-8", "Gr\xf6\xdfe", "Größe"],
    ["Latin-1 without a label", "", "Gr\xf6\xdfe", "Größe"],
    ["UTF-8 with an error", "utf-8", utf8("Größe") + "\xff", "Größe\uFFFD"],
    ["windows-1251", "windows-1251", cp1251, ukrainian],
    ["IBM 437", "cp437", "Gr\x94\xe1e", "Größe"],
    ["IBM 850", "IBM850", "Gr\x94\xe1e", "Größe"],
    ["IBM 852", "cp852", "P\xa0tek", "Pátek"],
    ["Macintosh, central Europe", "x-mac-ce", "Gr\x9a\xa7e", "Größe"],
    ["ISO-2022-CN", "iso-2022-cn", "\x1b$)A\x0eNe\x0f ok", "五 ok"],
    ["HZ", "hz-gb-2312", "a ~{PGFZNe~} ~~", "a 星期五 ~"],
    ["UTF-7", "utf-7", "Gr+APYA3w-e +- 1", "Größe + 1"],
    ["ISO-2022-JP without a label", "", "\x1b$B6b\x1b(B", "金"]
  ]
  it.effect.each(texts)("%s", ([, charset, body, expected]) =>
    Effect.gen(function* () {
      const { attachments, reply_text, text } = yield* parse(mail(charset, body))
      assert.strictEqual(text, expected)
      assert.strictEqual(reply_text, expected)
      assert.lengthOf(attachments, 0)
    })
  )

  it.effect("ISO-2022-KR", () =>
    Effect.gen(function* () {
      const word = "금요일"
      // The bytes of EUC-KR without their high bits, and space between two runs.
      const { reply_text } = yield* parse(mail("iso-2022-kr", "\x1b$)C\n\x0e1]?d@O\x0f \x0e1]?d@O\x0f!"))
      assert.strictEqual(reply_text, `${word} ${word}!`)
    })
  )

  const guessed: ReadonlyArray<readonly [name: string, charset: string, body: string]> = [
    ["a label that nobody knows", "klingon-1", koi8],
    ["no label, in letters that are not Latin", "", koi8],
    ["a label that is no label", '"?"', "caf\xe9"]
  ]
  it.effect.each(guessed)("says that it may be wrong: %s", ([, charset, body]) =>
    Effect.gen(function* () {
      const raw = mail(charset, `${body} 12`)
      const { attachments, reply_text, text } = yield* parse(raw)
      assert.match(reply_text, /^\[The charset of this mail is unknown[^\n]*\]\n\n.* 12$/u)
      assert.match(text, /^[^[]* 12$/u)
      assert.deepStrictEqual(
        attachments.map(({ bytes, filename }) => [filename, Buffer.from(bytes).toString("latin1")]),
        [["text.txt", `${body} 12`]]
      )
    })
  )
})

describe("header fields", () => {
  const raw = (charset: string, subject: string) => mail(charset, "x", `Subject: Re: ${subject}`)
  const subjects: ReadonlyArray<readonly [name: string, charset: string, subject: string, expected: string]> = [
    ["raw, in the charset of the body", "koi8-u", koi8, ukrainian],
    ["raw windows-1251", '"windows-1251"', cp1251, ukrainian],
    ["raw Latin-1", "iso-8859-1", "Gr\xf6\xdfe", "Größe"],
    ["raw UTF-8, whatever the body has", "koi8-r", utf8("Größe"), "Größe"],
    ["UTF-8 in a word with another label", "us-ascii", "=?iso-8859-1?Q?Gr=C3=B6=C3=9Fe?=", "Größe"],
    [
      "UTF-8 in a word under a label that nobody knows",
      "",
      `=?x-unknown?B?${Buffer.from("Größe").toString("base64")}?=`,
      "Größe"
    ],
    ["a word in IBM 850", "", "=?ibm850?Q?Gr=94=E1e?=", "Größe"],
    ["a word in Latin-1", "", "=?iso-8859-1*de?Q?Gr=F6=DFe?=", "Größe"]
  ]
  it.effect.each(subjects)("%s", ([, charset, subject, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parse(raw(charset, subject))).subject, `Re: ${expected}`)
    })
  )

  it.effect("raw, in the charset of a part, also in names of files and senders", () =>
    Effect.gen(function* () {
      const parts = multipart(
        "mixed",
        "Content-Type: text/plain; charset=koi8-r\n\nx",
        `Content-Type: x/y; name="${koi8}.pdf"\n\nx`
      ).replace("ada@x.test", `${koi8} <ada@x.test>`)
      const { attachments, from } = yield* parse(latin1(parts))
      assert.deepStrictEqual(from, { name: ukrainian, email: "ada@x.test" })
      assert.strictEqual(attachments[0]?.filename, `${ukrainian}.pdf`)
    })
  )

  it.effect("are given as they were sent", () =>
    Effect.gen(function* () {
      const value = "=?iso-8859-1?Q?Gr=C3=B6=C3=9Fe?="
      const { headers } = yield* parse(bytes(`From: ada@x.test\nSubject: ${value}\n\nx`))
      assert.deepInclude(headers, { name: "subject", value })
    })
  )
})

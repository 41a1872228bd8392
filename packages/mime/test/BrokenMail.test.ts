/** Mail that breaks the standards, as programs write it, loses no author, no text and no thread. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lead, me, test as deskTest } from "./Desk.ts"
import { bytes, latin1, parse, withHeader } from "./Mail.ts"

describe("the author is the first mailbox with an address", () => {
  const authors: ReadonlyArray<readonly [value: string, name: string, email: string]> = [
    ["Byron, Ada <ada@x.test>", "Byron, Ada", "ada@x.test"],
    ["Byron, Ada, Dr. <ada@x.test>", "Byron, Ada, Dr.", "ada@x.test"],
    ["=?utf-8?Q?M=C3=BCller,_Ada?= <ada@x.test>", "Müller, Ada", "ada@x.test"],
    ["=?utf-8?B?TcO8bGxlciw=?= =?utf-8?B?IEFkYQ==?= <ada@x.test>", "Müller, Ada", "ada@x.test"],
    ["Desk, <ada@x.test>, bob@x.test", "Desk", "ada@x.test"],
    ['"bob@x.test" <ada@x.test>', "bob@x.test", "ada@x.test"],
    ["\"'ada@x.test'\" <'ada@x.test'>", "", "ada@x.test"],
    ["Byron, Ada <>", "Byron", ""]
  ]
  it.effect.each(authors)("%s", ([value, name, email]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* parse(`From: ${value}\nSubject: x\n\nHi`)).from, { name, email })
    })
  )
})

describe("a text is read", () => {
  const types = [
    "text",
    "plain",
    "=?utf-8?q?text/plain?=; charset=utf-8",
    "text/plain charset=utf-8",
    "text/unknown",
    "no type",
    ";"
  ]
  it.effect.each(types)("whatever its type is: %s", (type) =>
    Effect.gen(function* () {
      const { attachments, text } = yield* parse(withHeader(`Content-Type: ${type}`))
      assert.deepStrictEqual([text.trim(), attachments], ["Hello", []])
    })
  )

  it.effect("as HTML, if it is", () =>
    Effect.gen(function* () {
      const html = "<html><body><p>Hello</p></body></html>"
      for (const type of ["html", "=?utf-8?q?text/html?="]) {
        assert.strictEqual((yield* parse(`From: ada@x.test\nContent-Type: ${type}\n\n${html}`)).text.trim(), "Hello")
      }
    })
  )

  it.effect("but no file", () =>
    Effect.gen(function* () {
      const file = "Content-Type: jpg; name=a.jpg\n\nfile"
      const { attachments, text } = yield* parse(
        `From: ada@x.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\n${file}\n--b--\n`
      )
      assert.deepStrictEqual([text.trim(), attachments.map(({ filename }) => filename)], ["Hello", ["a.jpg"]])
    })
  )

  const documents: ReadonlyArray<readonly [meta: string, bytes: string, text: string]> = [
    ['<meta charset="windows-1251">', "\xC4\xE0, \xF1\xEF\xE0\xF1\xE8\xE1\xEE", "Да, спасибо"],
    ['<META http-equiv=Content-Type content="text/html; charset=iso-8859-2">', "\xA3\xF3d\xBC", "Łódź"],
    ["<meta name=x content=y><meta charset='shift_jis'>", "\x93\xFA\x96{", "日本"]
  ]
  it.effect.each(documents)("in the charset of its document: %s", ([meta, body, expected]) =>
    Effect.gen(function* () {
      const html = `<html><head>${meta}</head><body>${body}</body></html>`
      const { reply_text } = yield* parse(latin1(`From: ada@x.test\r\nContent-Type: text/html\r\n\r\n${html}`))
      assert.strictEqual(reply_text, expected)
    })
  )

  it.effect("in the charset of its header, and of its mark", () =>
    Effect.gen(function* () {
      const html = '<html><head><meta charset="iso-8859-1"></head><body>Oké, één</body></html>'
      const named = bytes(`From: ada@x.test\nContent-Type: text/html; charset=utf-8\n\n${html}`)
      assert.strictEqual((yield* parse(named)).reply_text, "Oké, één")
      const wide = Buffer.from("\uFEFF<p>Čtvrtek</p>", "utf16le").toString("base64")
      const marked = `From: ada@x.test\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${wide}`
      assert.strictEqual((yield* parse(marked)).reply_text, "Čtvrtek")
    })
  )

  it.effect("with any ends of lines", () =>
    Effect.gen(function* () {
      const mail = yield* parse(new TextEncoder().encode("From: ada@x.test\rSubject: x\r\rHello\rBob"))
      assert.deepStrictEqual([mail.subject, mail.text.trim()], ["x", "Hello\nBob"])
    })
  )
})

describe("encoded words", () => {
  const subjects: ReadonlyArray<readonly [value: string, text: string]> = [
    ["=?UTF-8?B?R3LD?=\n =?UTF-8?B?vMOfZQ==?=", "Grüße"],
    ["=?UTF-8?Q?Gr=C3?= =?utf-8?q?=BC=C3=9Fe?= now", "Grüße now"],
    ["=?UTF-8?B?5pel5pw=?= =?UTF-8?B?rA==?=", "日本"],
    ["=?utf-8?B?5pel?= =?gb2312?B?yNU=?=", "日日"]
  ]
  it.effect.each(subjects)("are joined before they are decoded: %s", ([value, text]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parse(`From: ada@x.test\nSubject: ${value}\n\nHi`)).subject, text)
    })
  )

  it.effect("may be ids", () =>
    Effect.gen(function* () {
      for (const value of [
        "=?utf-8?Q?=3C1=40own=2Etest=3E?=",
        "=?us-ascii?B?PDFAb3duLnRlc3Q+?=",
        "=?utf-8?Q?=3C1=40own?=\n =?utf-8?Q?.test=3E?="
      ]) {
        const mail = yield* parse(withHeader(`In-Reply-To: ${value}`, `References: ${value}`))
        assert.deepStrictEqual([mail.in_reply_to, mail.references], [["<1@own.test>"], ["<1@own.test>"]])
      }
    })
  )
})

deskTest("an answer from a name with a comma, by an encoded id, is an answer", (desk) =>
  Effect.gen(function* () {
    yield* desk.write("<1@own.test>")
    const id = "=?utf-8?Q?=3C1=40own=2Etest=3E?="
    for (const [from, n] of [
      [`Byron, Ada <${lead}>`, 1],
      ["Byron, Bob <bob@other.test>", 2]
    ] as const) {
      const mail = [`From: ${from}`, `To: ${me}`, `Message-ID: <a${n}@x.test>`, `In-Reply-To: ${id}`, "", "Yes."]
      assert.deepInclude(yield* desk.receive(bytes(mail.join("\n"))), { kind: "reply", reply_text: "Yes." })
    }
  })
)

import { assert, describe, it } from "@effect/vitest"
import { Message, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { bytes, latin1, multipart, parse, withHeader } from "./Mail.ts"

const text = (mail: Uint8Array | string) => Effect.map(parse(mail), (read) => read.text)
const decode = (file: Uint8Array) => Buffer.from(file).toString("latin1")

describe("PostalMime", () => {
  it.effect("reads a mail", () =>
    Effect.gen(function* () {
      const mail = yield* parse(
        `From: =?utf-8?Q?Ad=C3=A9?= <ada@x.test>
To: Team: bob@x.test, "Carol, C." <carol@x.test>;, dan@x.test
Cc: eve@x.test
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
 from afar
Date: Fri, 7 Aug 2026 11:30:00 +0200
Message-ID: <1@x.test>
In-Reply-To: <0@y.test>
References: <a@y.test>
	<b@y.test>
X-Two: first
x-two: second
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary="c"

--c
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Sch=C3=B6n, =
danke.

> Hi
--c
Content-Type: text/html

<p>Schön, danke.</p>
--c--
--b
Content-Type: Application/PDF; name=fallback.pdf
Content-Disposition: attachment; filename="offer.pdf"
Content-Transfer-Encoding: base64

AAEC/w==
--b--
`
      )
      const header = (name: string, value: string) => ({ name, value })
      assert.deepStrictEqual(mail, {
        headers: [
          header("from", "=?utf-8?Q?Ad=C3=A9?= <ada@x.test>"),
          header("to", 'Team: bob@x.test, "Carol, C." <carol@x.test>;, dan@x.test'),
          header("cc", "eve@x.test"),
          header("subject", "=?utf-8?Q?Gr=C3=BC=C3=9Fe?= from afar"),
          header("date", "Fri, 7 Aug 2026 11:30:00 +0200"),
          header("message-id", "<1@x.test>"),
          header("in-reply-to", "<0@y.test>"),
          header("references", "<a@y.test>\t<b@y.test>"),
          header("x-two", "first"),
          header("x-two", "second"),
          header("content-type", 'multipart/mixed; boundary="b"')
        ],
        message_id: "<1@x.test>",
        in_reply_to: ["<0@y.test>"],
        references: ["<a@y.test>", "<b@y.test>"],
        date: Timestamp.fromMillis(Date.UTC(2026, 7, 7, 9, 30)),
        subject: "Grüße from afar",
        from: { name: "Adé", email: "ada@x.test" },
        to: [
          { name: "", email: "bob@x.test" },
          { name: "Carol, C.", email: "carol@x.test" },
          { name: "", email: "dan@x.test" }
        ],
        cc: [{ name: "", email: "eve@x.test" }],
        text: "Schön, danke.\n\n> Hi",
        html: "<p>Schön, danke.</p>",
        reply_text: "Schön, danke.",
        attachments: [{ filename: "offer.pdf", content_type: "application/pdf", bytes: Uint8Array.of(0, 1, 2, 255) }]
      })
    })
  )

  it.effect("reads the Content-ID of a part without its angle brackets", () =>
    Effect.gen(function* () {
      const part = (id: string) => `--x\nContent-Type: image/png\n${id}\nContent-Transfer-Encoding: base64\n\nAAEC\n`
      const ids = ["Content-ID: <Logo.1@x.test>", "content-id: plain@x.test", "Content-ID: <>", "Content-ID:", "X: y"]
      const html = "--x\nContent-Type: text/html\n\n<img src=cid:Logo.1@x.test>\n"
      const { attachments } = yield* parse(
        `Subject: x\nContent-Type: multipart/related; boundary=x\n\n${html}${ids.map(part).join("")}--x--\n`
      )
      assert.deepStrictEqual(
        attachments.map(({ content_id }) => content_id),
        ["Logo.1@x.test", "plain@x.test", undefined, undefined, undefined]
      )
    })
  )

  it.effect("reads a mail that says next to nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parse("Subject:\n\n"), {
        headers: [{ name: "subject", value: "" }],
        message_id: null,
        in_reply_to: [],
        references: [],
        date: null,
        subject: "",
        from: null,
        to: [],
        cc: [],
        text: "",
        html: null,
        reply_text: "",
        attachments: []
      })
    })
  )
})

describe("Message-IDs", () => {
  const longest = `<${"a".repeat(Message.maximumMessageId - 2)}>`
  const ids: ReadonlyArray<readonly [value: string, expected: string | null]> = [
    ["<a@b>", "<a@b>"],
    ["a@b", "<a@b>"],
    ["  <a@b>  ", "<a@b>"],
    ["<a@b> (comment)", "<a@b>"],
    ["< a@b >", "<a@b>"],
    ["<a\n b@c>", "<ab@c>"],
    ["<no-at-sign>", "<no-at-sign>"],
    ["<a@b> <c@d>", "<a@b>"],
    [longest, longest],
    [`<a${longest.slice(1)}`, null],
    ["", null],
    ["<>", null],
    ["a b", null],
    ["no-at-sign", null],
    ["<a@b", null],
    ["<a\u0007@b>", null],
    ["<a\u0000@b>", null]
  ]
  it.effect.each(ids)("%j is %j", ([value, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parse(withHeader(`Message-ID: ${value}`))).message_id, expected)
    })
  )

  it.effect("are none without the field, and those of the first one", () =>
    Effect.gen(function* () {
      assert.isNull((yield* parse(withHeader())).message_id)
      assert.strictEqual((yield* parse(withHeader("Message-ID: <a@b>", "Message-ID: <c@d>"))).message_id, "<a@b>")
    })
  )

  it.effect("that a mail refers to are those among the prose, in order", () =>
    Effect.gen(function* () {
      const { in_reply_to, references } = yield* parse(
        withHeader('In-Reply-To: "Ada"\'s message <a@b> of today', "References: <c@d><e@f> <> x@y\n <g@h>")
      )
      assert.deepStrictEqual(in_reply_to, ["<a@b>"])
      assert.deepStrictEqual(references, ["<c@d>", "<e@f>", "<g@h>"])
      assert.deepStrictEqual((yield* parse(withHeader("In-Reply-To: a@b"))).in_reply_to, ["<a@b>"])
      assert.deepStrictEqual((yield* parse(withHeader("In-Reply-To: see a@b"))).in_reply_to, [])
    })
  )

  it.effect("of thousands are the last hundred", () =>
    Effect.gen(function* () {
      const references = Array.from({ length: 5_000 }, (_, i) => `<${i}@x>`)
      const mail = yield* parse(withHeader(`References: ${references.join("\n ")}`))
      assert.deepStrictEqual(mail.references, references.slice(-100))
    })
  )
})

describe("dates", () => {
  const dates: ReadonlyArray<readonly [value: string, expected: string | null]> = [
    ["Mon, 2 Apr 2012 06:45:30 -0700 (PDT)", "2012-04-02T13:45:30.000Z"],
    ["2 Apr 2012 06:45 +0000", "2012-04-02T06:45:00.000Z"],
    ["Mon, 02 Apr 12 06:45:30 GMT", "2012-04-02T06:45:30.000Z"],
    ["Mon, 2 Apr 2012 06:45:30 EST", "2012-04-02T11:45:30.000Z"],
    ["Mon, 2 Apr 2012 06:45:30", "2012-04-02T06:45:30.000Z"],
    ["Mon, 2 Apr 2012 06:45:30 CEST", "2012-04-02T06:45:30.000Z"],
    ["2012-04-02T06:45:30Z", "2012-04-02T06:45:30.000Z"],
    ["Thu, 1 Jan 1970 00:00:00 +0000", "1970-01-01T00:00:00.000Z"],
    ["", null],
    ["yesterday", null],
    ["Mon, 42 Apr 2012 06:45:30 +0000", null]
  ]
  it.effect.each(dates)("%j is %j, wherever the machine is", ([value, expected]) =>
    Effect.gen(function* () {
      for (const zone of ["Asia/Tokyo", "America/New_York", "UTC"]) {
        process.env["TZ"] = zone
        assert.strictEqual((yield* parse(withHeader(`Date: ${value}`))).date, expected, zone)
      }
    }).pipe(Effect.ensuring(restoreTimeZone))
  )
  const { TZ } = process.env
  const restoreTimeZone = Effect.sync(() => {
    if (TZ === undefined) delete process.env["TZ"]
    else process.env["TZ"] = TZ
  })
})

describe("addresses", () => {
  it.effect("of a sender are the first one, with what the header has", () =>
    Effect.gen(function* () {
      const from = (value: string) => Effect.map(parse(`From: ${value}\n\n`), (mail) => mail.from)
      assert.deepStrictEqual(yield* from("MAILER-DAEMON <>"), { name: "MAILER-DAEMON", email: "" })
      assert.deepStrictEqual(yield* from("ada@x.test, bob@x.test"), { name: "", email: "ada@x.test" })
      assert.deepStrictEqual(yield* from("Sales: ada@x.test;"), { name: "", email: "ada@x.test" })
      assert.deepStrictEqual(yield* from("ada@x.test (Ada)"), { name: "Ada", email: "ada@x.test" })
      assert.deepStrictEqual(yield* from("=?utf-8?Q?A=0AB?= <ada@x.test>"), { name: "A B", email: "ada@x.test" })
      assert.isNull(yield* from(""))
    })
  )

  it.effect("of recipients are those that there are", () =>
    Effect.gen(function* () {
      const { cc, to } = yield* parse(withHeader("To: Ada, undisclosed-recipients:;", "Cc: Bob, bob@x.test"))
      assert.deepStrictEqual(to, [])
      assert.deepStrictEqual(cc, [{ name: "", email: "bob@x.test" }])
    })
  )
})

describe("text", () => {
  const ofType = (type: string, body: string) => `From: ada@x.test\nContent-Type: ${type}\n\n${body}`

  it.effect("is made from HTML when there is no other", () =>
    Effect.gen(function* () {
      const html =
        "<style>p{}</style><h1>Hello</h1><p>See <a href='https://x.test'>this</a><br>&amp; that <img src=x alt=y></p>" +
        "<ul><li>one</ul><div>On Mon, Ada wrote:<blockquote>Hi<br>there</blockquote></div>"
      const mail = yield* parse(ofType("text/html", html))
      assert.strictEqual(mail.text, "Hello\n\nSee this\n& that\n\n * one\n\nOn Mon, Ada wrote:\n\n> Hi\n> there")
      assert.strictEqual(mail.reply_text, "Hello\n\nSee this\n& that\n\n * one")
      assert.strictEqual(mail.html, html)
      const blank = multipart("alternative", "Content-Type: text/plain\n\n \n", "Content-Type: text/html\n\n<b>Hi</b>")
      assert.strictEqual(yield* text(blank), "Hi")
    })
  )

  it.effect("of long HTML is that of its beginning, in whole characters", () =>
    Effect.gen(function* () {
      for (const pad of ["", "x"]) {
        const mail = yield* parse(bytes(ofType("text/html", pad + "😀".repeat(70_000))))
        assert.match(mail.text, /^x?(?:😀){65535,65536}…$/u)
        assert.strictEqual(mail.html, pad + "😀".repeat(70_000))
      }
    })
  )

  it.effect("is read in its charset, an unknown one as Latin-1", () =>
    Effect.gen(function* () {
      const latin = (charset: string) => latin1(ofType(`text/plain; charset=${charset}`, "caf\u00e9"))
      assert.strictEqual(yield* text(latin("iso-8859-1")), "café")
      assert.strictEqual(yield* text(latin("no-such-charset")), "café")
      assert.strictEqual(yield* text(latin("utf-8")), "café")
      assert.strictEqual(yield* text(latin1(ofType("text/plain; charset=iso-2022-jp", "\x1b$B$3\x1b(B"))), "こ")
    })
  )

  it.effect("is well-formed and without NUL, in the header too", () =>
    Effect.gen(function* () {
      const mail = yield* parse(
        latin1(
          "From: \u00e9 <a\u0000@x.test>\nSubject: =?utf-16le?B?ANg=?= a\u0000b =?utf-8?Q?c=00=0D=0Ad?=\nX: \u0000\n" +
            'Content-Type: application/x; name="=?utf-8?Q?e=00?="\nContent-Transfer-Encoding: base64\n\nAA=='
        )
      )
      assert.strictEqual(mail.subject, "\uFFFD a\uFFFDb c\uFFFD d")
      assert.strictEqual(mail.from?.name, "\uFFFD")
      assert.deepStrictEqual(mail.headers[2], { name: "x", value: "\uFFFD" })
      assert.strictEqual(mail.attachments[0]?.filename, "e\uFFFD")
      const utf16 = Buffer.concat([
        Buffer.from(ofType("text/plain; charset=utf-16le", "")),
        Buffer.from("\uD800A\u0000", "utf16le")
      ])
      assert.strictEqual(yield* text(new Uint8Array(utf16)), "\uFFFDA\uFFFD")
    })
  )

  it.effect("of a flowed mail goes on in the next line, as far as the quotation goes", () =>
    Effect.gen(function* () {
      const flowed = "a \nb\n> c \n> d \ne\n>> f \n> g\n  h \n-- \ni \n\nj"
      const expected = "a b\n> c d \ne\n>> f \n> g\n h \n-- \ni \nj"
      assert.strictEqual(yield* text(ofType("text/plain; format=flowed", flowed)), expected)
      assert.strictEqual(yield* text(ofType("text/plain; format=Flowed; delsp=Yes", "a \nb \n> c")), "ab\n> c")
      assert.strictEqual(yield* text(ofType("text/plain", "a \nb")), "a \nb")
    })
  )
})

describe("attachments", () => {
  it.effect("keep every byte that was sent", () =>
    Effect.gen(function* () {
      const file = "a\r\n\r\nb\rc\n-- \r\n--\r\n--x\r\n"
      const { attachments } = yield* parse(
        latin1(
          `From: a@x.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--b--`
        )
      )
      assert.deepStrictEqual(
        attachments.map(({ bytes }) => decode(bytes)),
        [file]
      )
    })
  )

  it.effect("are the mail that a bounce returns and its status, beside the text for people", () =>
    Effect.gen(function* () {
      const returned = "From: me@x.test\nSubject: Offer\n\nBuy!"
      const mail = yield* parse(
        multipart(
          "report; report-type=delivery-status",
          "\nNo such user.",
          "Content-Type: message/delivery-status\n\nStatus: 5.1.1",
          `Content-Type: message/rfc822\n\n${returned}`
        )
      )
      assert.strictEqual(mail.text, "No such user.")
      const files = mail.attachments.map(({ bytes, content_type, filename }) => [filename, content_type, decode(bytes)])
      assert.deepStrictEqual(files, [
        ["delivery-status.txt", "message/delivery-status", "Status: 5.1.1"],
        ["message.eml", "message/rfc822", returned.replaceAll("\n", "\r\n")]
      ])
    })
  )

  it.effect("are mails and images in the text too, under the names that they have", () =>
    Effect.gen(function* () {
      const mail = yield* parse(
        multipart(
          "mixed",
          "\nLook:",
          "Content-Type: message/rfc822; name=fwd.eml\nContent-Disposition: inline\n\nSubject: x\n\nforwarded",
          "Content-Type: image/png\nContent-ID: <logo>\nContent-Disposition: inline\n\nPNG",
          "Content-Type: text/plain\nContent-Disposition: attachment; filename*=utf-8''%C3%A4.txt\n\nfile",
          "Content-Type: no type\n\n\u0001?"
        )
      )
      assert.strictEqual(mail.text, "Look:")
      assert.deepStrictEqual(
        mail.attachments.map(({ content_type, filename }) => [filename, content_type]),
        [
          ["fwd.eml", "message/rfc822"],
          [null, "image/png"],
          ["ä.txt", "text/plain"],
          [null, "application/octet-stream"]
        ]
      )
    })
  )

  it.effect("are texts that are too long to be read", () =>
    Effect.gen(function* () {
      const long = "word ".repeat(500_000)
      const mail = yield* parse(multipart("mixed", "\nHi", `Content-Type: text/html\n\n${long}`, `\n${long}`, "\nBye"))
      assert.notInclude(mail.text, "word")
      assert.isNull(mail.html)
      assert.deepStrictEqual(
        mail.attachments.map(({ bytes, filename }) => [filename, bytes.length]),
        [
          ["text.html", 2_500_000],
          ["text.txt", 2_500_000],
          ["text.txt", 3]
        ]
      )
    })
  )

  it.effect("or text are what a multipart holds that cannot be taken apart", () =>
    Effect.gen(function* () {
      const broken = (type: string) => text(`From: a@x.test\nContent-Type: ${type}\n\n--b\n\nHello\n--b--`)
      assert.include(yield* broken("multipart/mixed"), "Hello")
      assert.include(yield* broken("multipart/report; boundary=another"), "Hello")
      const nested = yield* parse(
        multipart("mixed", "Content-Type: multipart/alternative\nboundary=c\n\n--c\n\nHello\n--c--")
      )
      assert.include(nested.text, "Hello")
      assert.notInclude((yield* parse(multipart("mixed", "\nHello"))).text, "preamble")
    })
  )
})

it.effect("reads what is a view of something larger", () =>
  Effect.gen(function* () {
    const whole = bytes("XXXXFrom: ada@x.test\n\nHello\nYYYY")
    assert.strictEqual(yield* text(whole.subarray(4, -6)), "Hello")
  })
)

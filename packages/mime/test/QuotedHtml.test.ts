/** Quoted mail in HTML is cut where mail programs mark it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { multipart, parse } from "./Mail.ts"

const answer = "Friday at noon suits me."
const html = (body: string) => parse(`From: ada@x.test\nContent-Type: text/html; charset=utf-8\n\n${body}`)

describe("quoted mail in HTML", () => {
  const mails: ReadonlyArray<readonly [program: string, body: string]> = [
    [
      "Gmail",
      `<div dir="ltr">${answer}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Dé Céadaoin scríobh Alan:<br></div><blockquote class="gmail_quote" style="border-left:1px solid">Hello<div>you</div></blockquote></div>`
    ],
    [
      "Gmail, an old one",
      `${answer}<br><div class="gmail_quote">Dé Céadaoin scríobh Alan<br><blockquote class="gmail_quote">Hello</blockquote></div>`
    ],
    [
      "Gmail, forwarded",
      `<div>${answer}</div><div class="gmail_quote"><div class="gmail_attr">---------- Eolas ---------<br>Ó: Alan<br></div><div>Hello</div></div>`
    ],
    [
      "Outlook for the web",
      `<div>${answer}</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>Ó:</b> Alan<br><b>Seolta:</b> Wednesday</div><div>Hello</div>`
    ],
    [
      "Outlook 2016",
      `<div class="WordSection1"><p class="MsoNormal">${answer}</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>Ó:</b> Alan <br><b>Seolta:</b> Wednesday</p></div></div><p class="MsoNormal">Hello</p></div>`
    ],
    [
      "Outlook for phones",
      `<div>${answer}</div><hr><div id="mail-editor-reference-message-container"><div><div><b>Ó: </b>Alan</div></div><div>Hello</div></div>`
    ],
    [
      "Yahoo",
      `<div>${answer}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>Dé Céadaoin</div><div>Hello</div></div></div>`
    ],
    [
      "Thunderbird",
      `<p>${answer}</p><div class="moz-cite-prefix">Dé Céadaoin scríobh Alan<br></div><blockquote type="cite" cite="mid:1">Hello</blockquote>`
    ],
    [
      "Apple Mail",
      `${answer}<div><br><blockquote type="cite"><div>Am 2. Dezember schrieb Alan</div>Hello</blockquote></div>`
    ],
    ["WEB.DE", `<div>${answer}<div name="quote" style="margin:10px"><div>Ó: Alan</div><div>Hello</div></div></div>`],
    [
      "Proton",
      `<div>${answer}</div><div class="protonmail_quote">Dé Céadaoin<br><blockquote type="cite">Hello</blockquote></div>`
    ],
    [
      "Roundcube",
      `<p>${answer}</p><p id="reply-intro">Dé Céadaoin scríobh Alan</p><blockquote type="cite">Hello</blockquote>`
    ],
    ["Zimbra", `<div>${answer}<br><hr id="zwchr"><div><b>Ó: </b>Alan<br><br>Hello</div></div>`],
    [
      "Outlook in Polish, in a table of labels",
      `<p>${answer}</p><hr><table><tr><td>Od:</td><td>Alan &lt;alan@own.example&gt;</td></tr><tr><td>Wysłano:</td><td>środa</td></tr><tr><td>Temat:</td><td>Hi</td></tr></table><p>Hello</p>`
    ]
  ]
  it.effect.each(mails)("of %s is cut", ([, body]) =>
    Effect.gen(function* () {
      const mail = yield* html(body)
      assert.strictEqual(mail.reply_text, answer)
      assert.include(mail.text, "Hello")
      assert.notMatch(mail.text, /[\uFDD0-\uFDEF]/u)
    })
  )

  it.effect("is cut where the HTML marks it, when the plain text does not", () =>
    Effect.gen(function* () {
      const [, [, body] = ["", ""]] = mails
      const mail = yield* parse(
        multipart(
          "alternative",
          `Content-Type: text/plain\n\n${answer}\n\nDe Ceadaoin scriobh Alan\n\nHello`,
          `Content-Type: text/html; charset=utf-8\n\n${body}`
        )
      )
      assert.strictEqual(mail.reply_text, answer)
      assert.include(mail.text, "Hello")
    })
  )

  const signatures: ReadonlyArray<readonly [program: string, body: string]> = [
    [
      "Outlook for phones",
      `<div>${answer}</div><div id="ms-outlook-mobile-signature">Get <a href="https://x.test">Outlook for Android</a></div>`
    ],
    [
      "Samsung Email",
      `<div>${answer}</div><div id="composer_signature"><div>Sent from my Galaxy</div></div><div>-------- Original message --------</div><div>From: Alan</div>`
    ],
    [
      "Gmail",
      `<div>${answer}</div><div class="gmail_signature">Sent from my iPhone</div><div>Noted by hand: not in May.</div>`
    ]
  ]
  it.effect.each(signatures)("does not join the signature of %s", ([program, body]) =>
    Effect.gen(function* () {
      const { reply_text } = yield* html(body)
      assert.strictEqual(reply_text, program === "Gmail" ? `${answer}\n\nNoted by hand: not in May.` : answer)
    })
  )

  const kept: ReadonlyArray<readonly [name: string, body: string, expected: string]> = [
    [
      "below a quotation of Gmail",
      `<div class="gmail_quote">Am Mittwoch schrieb Alan:<blockquote>Hello</blockquote><div>${answer}</div><blockquote>Where?</blockquote><div>Here.</div></div>`,
      `${answer}\nHere.`
    ],
    [
      "that the author indented",
      `<div>${answer}</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>noon</div></blockquote>`,
      `${answer}\nnoon`
    ],
    ["with a line", `<div>${answer}</div><hr><div>We need it in May, and not later.</div>`, ""],
    ["below another mail, when there are no others", `<div id="appendonsend"></div><div>${answer}</div>`, answer]
  ]
  it.effect.each(kept)("leaves text %s", ([, body, expected]) =>
    Effect.gen(function* () {
      const { reply_text, text } = yield* html(body)
      assert.strictEqual(reply_text, expected === "" ? text : expected)
    })
  )

  it.effect("nested without an end is read", () =>
    Effect.gen(function* () {
      for (const tag of ['<div class="gmail_quote">', "<blockquote>", '<div name="quote">']) {
        assert.isString((yield* html(answer + tag.repeat(5_000))).reply_text)
      }
    })
  )
})

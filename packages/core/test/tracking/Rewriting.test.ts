/** The links of tracking in a mail: each leads to the link that it replaces. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Parser } from "htmlparser2"
import { type Bodies, linksOf } from "../../src/tracking/Links.ts"
import { tracked, trackedLink, trackedLinks } from "../../src/tracking/Rewriting.ts"

const publicUrl = "https://mail.ours.example/mailroom"
const urlOf = (number: number) => `${publicUrl}/c/${number}`
const image = `${publicUrl}/o/1.gif`

/** A mail with the links of tracking. */
const rewrite = (bodies: Bodies, withImage = false) =>
  tracked(bodies, {
    links: new Map(trackedLinks(bodies, [publicUrl]).map(({ number }) => [number, urlOf(number)])),
    image: withImage ? image : null
  })

const html = (html: string): Bodies => ({ text: "", html })
const text = (text: string): Bodies => ({ text, html: null })

/** The addresses of the links that a mail program shows. */
const shown = (html: string): ReadonlyArray<string | undefined> => {
  const found: Array<string | undefined> = []
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === "a" || name === "area") found.push(href)
    }
  })
  parser.end(html)
  return found
}

/** The address to which the n-th link of tracking leads. */
const target = (bodies: Bodies, url: string) =>
  trackedLink(bodies, Number(url.slice(`${publicUrl}/c/`.length)), [publicUrl])

/** The HTML without the addresses of its links. */
const besideLinks = (of: string): ReadonlyArray<string> => {
  const links = linksOf(html(of))
  return [...links, undefined].map((link, i) => of.slice(links[i - 1]?.end ?? 0, link?.start))
}

describe("HTML", () => {
  it("gets other addresses in its links, and nothing else", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ['<a href="https://a.test/x?a=1&amp;b=2">A</a>', `<a href="${urlOf(0)}">A</a>`],
      ["<A HREF=' http://a.test '>A</A>", `<A HREF='${urlOf(0)}'>A</A>`],
      ["<a class=x href=https://a.test/b>A</a>", `<a class=x href=${urlOf(0)}>A</a>`],
      ['<map><area href="https://a.test">', `<map><area href="${urlOf(0)}">`],
      ['<a href="https://a.test" href="https://b.test">', `<a href="${urlOf(0)}" href="https://b.test">`],
      [
        '<a title="<a href=\'https://a.test\'>" href="https://b.test">',
        `<a title="<a href='https://a.test'>" href="${urlOf(0)}">`
      ]
    ]
    for (const [before, after] of cases) assert.strictEqual(rewrite(html(before)), after)
  })

  it("stays as it is without a link that is tracked", () => {
    for (const same of [
      "",
      "<p>Hello</p>",
      '<a href="mailto:a@x.test">A</a>',
      '<a href="#a">A</a><a href>B</a><a href="">C</a><a>D</a>',
      '<a href="javascript:alert(1)">A</a>',
      '<a href="ftp://a.test">A</a><a href="//a.test">B</a><a href="https:a.test">C</a><a href="https://">D</a>',
      `<a href="${publicUrl}/u/1.2.3">Stop</a><a href="HTTP://MAIL.OURS.EXAMPLE/mailroom">B</a>`,
      '<img src="https://a.test/a.png"><link href="https://a.test/a.css">',
      '<!-- <a href="https://a.test">A</a> --><style>a[href="https://a.test"]{}</style>',
      "<script>\"<a href='https://a.test'>\"</script>",
      `<a href="https://a.test/${"x".repeat(2_000)}">A</a>`,
      '<a href="https://a.test'
    ]) {
      assert.strictEqual(rewrite(html(same)), same)
    }
  })

  it("tracks links beside the public URL, and numbers all links", () => {
    const mail = html(`<a href="${publicUrl}/u/1">A</a><a href="${publicUrl}2">B</a><a href="https://a.test">C</a>`)
    assert.deepStrictEqual(shown(rewrite(mail) ?? ""), [`${publicUrl}/u/1`, urlOf(1), urlOf(2)])
    assert.strictEqual(trackedLink(mail, 0, [publicUrl]), undefined)
    assert.strictEqual(trackedLink(mail, 3, [publicUrl]), undefined)
    assert.strictEqual(trackedLink(mail, 2, [publicUrl]), "https://a.test/")
  })

  it("tracks no link of tracking again, whatever its host", () => {
    const token = `1.2.0.${"x".repeat(22)}`
    const mail = html(
      `<a href="https://links.theirs.example/c/${token}">A</a><a href="https://a.test/c/${token}x">B</a>`
    )
    assert.deepStrictEqual(shown(rewrite(mail) ?? ""), [`https://links.theirs.example/c/${token}`, urlOf(1)])
    assert.strictEqual(trackedLink(mail, 0, []), undefined)
  })

  it("tracks the first 200 links", () => {
    const mail = html('<a href="https://a.test">A</a>'.repeat(300))
    assert.strictEqual(shown(rewrite(mail) ?? "").filter((href) => href?.startsWith(publicUrl)).length, 200)
  })

  it("gets its image at the end of the document", () => {
    const tag = `<img src="${image}" width="1" height="1" alt="">\n`
    assert.strictEqual(
      rewrite(html("<html><body><p>A</p></body></html>\n"), true),
      `<html><body><p>A</p>\n${tag}</body></html>\n`
    )
    assert.strictEqual(rewrite(html("<p>A</p>"), true), `<p>A</p>\n${tag}`)
  })
})

describe("a plain text", () => {
  it("keeps its spaces", () => {
    assert.strictEqual(
      rewrite(text("A  B\n  - C https://a.test\n\tD\n E")),
      `<div>A&nbsp; B<br>\n&nbsp; - C <a href="${urlOf(0)}">https://a.test</a><br>\n&nbsp;&nbsp;&nbsp; D<br>\n&nbsp;E</div>\n`
    )
  })

  it("gets HTML only when something is tracked", () => {
    assert.strictEqual(rewrite(text("Hello, see www.a.test")), null)
    assert.strictEqual(rewrite(text(`Stop: ${publicUrl}/u/1`)), null)
    assert.strictEqual(
      rewrite(text(`A <b> & (see https://a.test/x?a=1&b=2).\r\nStop: ${publicUrl}/u/1`)),
      `<div>A &lt;b&gt; &amp; (see <a href="${urlOf(0)}">https://a.test/x?a=1&amp;b=2</a>).<br>\nStop: <a href="${publicUrl}/u/1">${publicUrl}/u/1</a></div>\n`
    )
    assert.strictEqual(
      rewrite(text("Hello"), true),
      `<div>Hello</div>\n<img src="${image}" width="1" height="1" alt="">\n`
    )
  })

  it("has links without the punctuation behind them", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      [
        "https://a.test/b, https://a.test/c. (https://a.test/d)",
        ["b", "c", "d"].map((path) => `https://a.test/${path}`)
      ],
      ['<https://a.test/b>"https://a.test/c"!', ["https://a.test/b", "https://a.test/c"]],
      ["https://a.test/x_(y)", ["https://a.test/x_(y)"]],
      ["https:// http://. xhttps://a.test", ["https://a.test/"]]
    ]
    for (const [body, urls] of cases) {
      assert.deepStrictEqual(
        linksOf(text(body)).map(({ url }) => url),
        urls
      )
    }
  })
})

describe("any mail", () => {
  const addresses = [
    "https://a.test",
    "HTTP://B.test:8080/x y?a=1&b=2#c",
    "https://a.test/?a=1&copy=2&amp;c='\"",
    "https://user@[::1]/\u00fc?\t=\n",
    "https://a.test\r\nX: 1",
    `${publicUrl}/u/1`,
    `${publicUrl}/c/9`,
    "mailto:a@x.test",
    "javascript:alert(1)",
    "//a.test",
    "https://[",
    ""
  ]
  const escape = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  const tags = addresses.flatMap((url) => [
    `<a href="${escape(url)}">A</a>`,
    `<area alt href = '${url.replaceAll("'", "&#x27;")}'>`,
    `<a x=1 href=${url.replaceAll(/[\s"'<>]/gu, "")} y>A</a>`
  ])
  const broken = [
    "<!--",
    "-->",
    "<a ",
    '"',
    "'",
    "<style>",
    "</style>",
    "</a>",
    "<",
    ">",
    "<a href=",
    "&amp;",
    "<![CDATA[",
    "&"
  ]
  const Pieces = Schema.Array(Schema.Literals([...tags, ...broken])).check(Schema.isMaxLength(12))
  const Texts = Schema.Array(Schema.Literals([...addresses, ...broken, "Hello", ")", ".\n", "\u{1f600}"])).check(
    Schema.isMaxLength(12)
  )

  it.prop(
    "has links that lead exactly to its own ones, and the rest unchanged, also if it is hostile",
    { pieces: Pieces },
    ({ pieces }) => {
      const before = pieces.join("")
      const mail = html(before)
      const after = rewrite(mail) ?? ""
      const own = shown(before)
      for (const [i, href] of shown(after).entries()) {
        const isTracked = href !== own[i]
        assert.strictEqual(isTracked ? target(mail, href ?? "") : href, isTracked ? new URL(own[i] ?? "").href : own[i])
        if (isTracked) assert.match(target(mail, href ?? "") ?? "", /^https?:\/\/[\x21-\x7e]+$/u)
      }
      assert.strictEqual(shown(after).length, own.length)
      assert.deepStrictEqual(besideLinks(after), besideLinks(before))
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop(
    "of plain text shows the same text",
    { pieces: Texts },
    ({ pieces }) => {
      const mail = text(pieces.join(" "))
      const after = rewrite(mail) ?? ""
      if (after === "") return
      let seen = ""
      const parser = new Parser({
        ontext: (part) => {
          seen += part
        }
      })
      parser.end(after)
      // The text of the file, with the line ends of `<br>` and spaces for tabs.
      const plain = (value: string) =>
        value.replaceAll("\u00a0", " ").replaceAll("\t", "    ").replaceAll(/\r\n?/gu, "\n")
      assert.strictEqual(plain(seen), `${plain(mail.text)}\n`)
      const urls = linksOf(mail).map(({ url }) => url)
      assert.deepStrictEqual(
        shown(after).map((href = "") => (href.startsWith(`${publicUrl}/c/`) ? (target(mail, href) ?? href) : href)),
        urls
      )
    },
    { arbitrary: { runs: 300 } }
  )

  it("is read in linear time", () => {
    for (const hostile of ["<a href=", "https://a.test(", '<a href="&', "&amp;", "<!--", "https://a.test/)))"]) {
      const body = hostile.repeat(20_000)
      rewrite(html(body), true)
      rewrite(text(body), true)
      rewrite(html(`<a href="https://a.test/${body}">`), true)
    }
  })
})

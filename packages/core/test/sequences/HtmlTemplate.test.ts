import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Parser } from "htmlparser2"
import { faultsOfHtml, renderHtml } from "../../src/sequences/HtmlTemplate.ts"

const values = {
  first_name: `<b onclick="x">'&`,
  company: "a b/?&=#'\"",
  website: "javascript:alert(1)",
  personalization: " one <br>\r\ntwo ",
  unsubscribe_link: "https://ours.example/u/1?a=1&b=2"
}
const html = (template: string) => renderHtml(template, values).text

describe("renderHtml", () => {
  it("escapes values in text and in attributes", () => {
    const escaped = "&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;"
    assert.strictEqual(
      html(`<p title="{{first_name}}" class='{{first_name}}'>{{first_name}}</p><!-- {{first_name}} -->`),
      `<p title="${escaped}" class='${escaped}'>${escaped}</p><!-- ${escaped} -->`
    )
  })

  it("keeps the lines of a personalization in text", () => {
    assert.strictEqual(html("<p>{{personalization}}</p>"), "<p>one &lt;br&gt;<br>\ntwo</p>")
    assert.notInclude(html('<p title="{{personalization}}">'), "<br>")
  })

  it("percent-encodes values in links", () => {
    const encoded = "a%20b%2F%3F%26%3D%23%27%22"
    assert.strictEqual(
      html(`<a href='https://x.example/{{company}}'><img SRC=" http://{{company}} "><a href="mailto:{{company}}">`),
      `<a href='https://x.example/${encoded}'><img SRC=" http://${encoded} "><a href="mailto:${encoded}">`
    )
  })

  it("inserts the link to unsubscribe as it is, where it is the link", () => {
    assert.strictEqual(html('<a href=" {{unsubscribe_link}}">'), '<a href=" https://ours.example/u/1?a=1&amp;b=2">')
    assert.strictEqual(
      html('<a href="https://x.example/?to={{unsubscribe_link}}">'),
      '<a href="https://x.example/?to=https%3A%2F%2Fours.example%2Fu%2F1%3Fa%3D1%26b%3D2">'
    )
    assert.strictEqual(
      renderHtml('<a href="{{unsubscribe_link}}">', { unsubscribe_link: "javascript:alert(1)" }).text,
      '<a href="">'
    )
  })

  it("inserts defaults, with their entities, and names what is missing", () => {
    assert.deepStrictEqual(renderHtml(`<p>{{last_name|R&amp;D > "x"}}{{email}}{{email}}</p>`, values), {
      text: "<p>R&amp;D &gt; &quot;x&quot;</p>",
      missing: ["email"]
    })
  })

  it("inserts nothing where no variable may be", () => {
    assert.strictEqual(
      html(
        `<p {{first_name}} class={{company}} onclick="{{first_name}}"><script>{{company}}</script></p {{company}}><iframe srcdoc="{{company}}"><meta content='{{website}}'>`
      ),
      `<p  class= onclick=""><script></script></p ><iframe srcdoc=""><meta content=''>`
    )
  })

  it("leaves a template without variables as it is", () => {
    const template = `<!DOCTYPE html><style>a{b:{c}}</style><p a=1 b='2'>{x} &amp; <br/></p><!--[if mso]><i></i><![endif]-->`
    assert.strictEqual(html(template), template)
  })
})

describe("faultsOfHtml", () => {
  const cases: ReadonlyArray<readonly [template: string, fault: RegExp | null]> = [
    ["<p>{{first_name|you}}</p>", null],
    ["<p>{{fist_name}}</p>", /\{\{fist_name\}\}, which is not a variable: did you mean \{\{first_name\}\}\?/u],
    ["<p>{{<b>first_name</b>}}</p>", /which is not a variable/u],
    ["<p>{{first_name</p>", /does not begin a variable/u],
    ['<a href="https://x.example">x</a><a href="#top"><a href="mailto:a@b.example"><a href="">', null],
    ['<a href="HTTP://x.example/?q={{company}}">', null],
    ['<a href="{{unsubscribe_link}}">', null],
    ['<a href="{{website}}">', /begins with the value of \{\{website\}\}/u],
    ['<a href="java{{company}}">', /begins with the value of/u],
    ['<a href="https:{{company}}">', /begins with the value of/u],
    ['<a href="{{company}}{{unsubscribe_link}}">', /begins with the value of \{\{company\}\}/u],
    ['<a href="{{unsubscribe_link|javascript:alert(1)}}">', /default/u],
    ['<a href="javascript:alert(1)">', /the link "javascript:alert\(1\)"/u],
    ['<a href="&#106;avascript:alert(1)">', /does not begin with/u],
    ["<a href=javascript:alert(1)>", /does not begin with/u],
    ['<img src="data:image/png;base64,AA">', /does not begin with/u],
    ['<!--[if mso]><a href="{{website}}"><![endif]-->', /begins with the value/u],
    ['<!--[if mso]><a href="https://x.example/{{company}}" title="{{email}}"><![endif]-->', null],
    ["<a href=https://x.example/{{company}}>", /no variable may be/u],
    ['<p style="color:{{company}}">', /no variable may be/u],
    ['<p onclick="{{company}}">', /no variable may be/u],
    ['<iframe srcdoc="{{company}}">', /no variable may be/u],
    ['<IFRAME title="{{company}}" SrcDoc="<p>{{company}}</p>">', /no variable may be/u],
    ['<meta http-equiv="refresh" content="0;url={{website}}">', /no variable may be/u],
    ['<Meta name="{{company}}"><p title="{{company}}">', /no variable may be/u],
    ['<iframe srcdoc="<p>Hello</p>"></iframe><meta charset="utf-8"><p title="{{company}}">', null],
    ["<style>{{company}}</style>", /no variable may be/u],
    ["<{{company}}>", /no variable may be/u],
    ["<p{{company}}>", /no variable may be/u],
    ["<!DOCTYPE {{company}}>", /no variable may be/u]
  ]
  for (const [template, fault] of cases) {
    it(template, () => {
      const faults = faultsOfHtml(template)
      if (fault === null) assert.deepStrictEqual(faults, [])
      else {
        assert.lengthOf(faults, 1)
        assert.match(faults[0] ?? "", fault)
      }
    })
  }

  it("reads comments inside of comments once", () => {
    assert.deepStrictEqual(faultsOfHtml(`${"<!--".repeat(50_000)}{{company}}`), [])
  })
})

describe("a value in HTML", () => {
  const pieces = [
    "<script>alert(1)</script>",
    "</p>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "-->",
    "--!>",
    "]]>",
    '"',
    "'",
    "`",
    " onclick=alert(1) ",
    "=",
    "&lt;script&gt;",
    "&#x3c;",
    "\0",
    "\r\n",
    "\u2028",
    "\uD800",
    "\uDC00",
    "/>",
    "{{website}}",
    "x".repeat(10_000)
  ]
  const Hostile = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(5))
  const places = [
    "<p>{{company}}</p>",
    '<p title="{{company}}">x</p>',
    "<p title='{{company}}'>x</p>",
    '<a href="https://x.example/{{company}}?q={{company}}#{{company}}">x</a>',
    "<a href='https://x.example/{{company}}'>x</a>",
    "<!-- {{company}} --><b>x</b>",
    "<title>{{company}}</title><textarea>{{company}}</textarea>",
    '<a href="{{unsubscribe_link}}">{{personalization}}</a>',
    '<!--[if mso]><a href="https://x.example/{{company}}" title="{{company}}">{{company}}</a><![endif]-->',
    // Faulty templates.
    '<a href="{{company}}">x</a>',
    "<p class={{company}}>x</p>",
    "<p {{company}}>x</p>",
    "<script>{{company}}</script>",
    '<p onclick="{{company}}" style="{{company}}">x</p>'
  ]
  const Case = Schema.Struct({
    value: Hostile,
    places: Schema.Array(Schema.Literals(places)).check(Schema.isMaxLength(4))
  })

  /** The elements with the names of their attributes, and the beginnings of their links. */
  const structureOf = (html: string) => {
    const found: Array<unknown> = []
    const parser = new Parser({
      onopentag: (name, attributes) => {
        if (name === "br") return
        const link = attributes["href"] ?? ""
        found.push([name, Object.keys(attributes), link.replace(/^(https:\/\/[a-z.]+)?(.*)$/su, "$1")])
        assert.notMatch(link, /^\s*javascript:/iu)
      },
      oncomment: () => {
        found.push("comment")
      }
    })
    parser.write(html)
    parser.end()
    return found
  }

  it.prop("adds neither elements nor attributes nor schemes", { given: Case }, ({ given }) => {
    const template = given.places.join("\n")
    const at = (value: string) => {
      const link = "https://ours.example"
      const { text } = renderHtml(template, { company: value, personalization: value, unsubscribe_link: link })
      return structureOf(text)
    }
    assert.deepStrictEqual(at(given.value.join("")), at("harmless"))
  })
})

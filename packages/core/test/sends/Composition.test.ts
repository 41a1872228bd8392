import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { below, headerText, htmlBelow, newMessageId, referencesOf, replySubject } from "../../src/sends/Composition.ts"

describe("header fields", () => {
  it.prop("are one line without control characters", [Schema.String], ([value]) => {
    const text = headerText(value)
    assert.isFalse(/[\p{Cc}\u2028\u2029]/u.test(text))
    assert.isAtMost(text.length, 998)
    assert.isTrue(text.isWellFormed())
  })

  it("begin an answer with Re: once", () => {
    assert.deepStrictEqual(["Hi", "Re: Hi", "RE : Hi", "Reply", "", "a\r\nBcc: b"].map(replySubject), [
      "Re: Hi",
      "Re: Hi",
      "RE : Hi",
      "Re: Reply",
      "Re:",
      "Re: a Bcc: b"
    ])
  })

  it("refer to the first message and the last ones", () => {
    const ids = Array.from({ length: 30 }, (_, i) => `<${i}@x>`)
    assert.deepStrictEqual(referencesOf(ids), ["<0@x>", ...ids.slice(21)])
    assert.deepStrictEqual(referencesOf(["<a>", "<a>", "<b>"]), ["<a>", "<b>"])
  })

  it("have a Message-ID at the domain of the account", () => {
    assert.strictEqual(newMessageId("Grace@Ours.Example", "r4nd0m"), "<r4nd0m@ours.example>")
  })
})

describe("below", () => {
  it("puts a signature below the text, if there is one", () => {
    assert.deepStrictEqual([below("Hi\n\n", "Grace"), below("Hi", "  ")], ["Hi\n\nGrace\n", "Hi"])
  })
})

describe("htmlBelow", () => {
  it("puts an escaped signature below the HTML, inside the body of a whole document", () => {
    const added = "Grace <b>&\r\nOurs"
    const block = "<p>Grace &lt;b&gt;&amp;<br>\nOurs</p>\n"
    assert.deepStrictEqual(
      ["<p>Hi</p>", "<html><body><p>Hi</p></BODY >\n</html>\n", "Hi</html>", "<pre></body> is a tag</pre>"].map(
        (html) => htmlBelow(html, added)
      ),
      [
        `<p>Hi</p>\n${block}`,
        `<html><body><p>Hi</p>\n${block}</BODY >\n</html>\n`,
        `Hi\n${block}</html>`,
        `<pre></body> is a tag</pre>\n${block}`
      ]
    )
    assert.strictEqual(htmlBelow("<p>Hi</p>", " \n"), "<p>Hi</p>")
  })
})

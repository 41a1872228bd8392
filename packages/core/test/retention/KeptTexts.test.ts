/** The texts that a message keeps when its text is removed. */
import { assert, describe, it } from "@effect/vitest"
import { keptSearchText, keptTexts } from "../../src/retention/Retention.ts"
import { linksOf } from "../../src/tracking/Links.ts"
import { searchTextOf } from "../../src/unibox/Message.ts"

describe("What stays of a message", () => {
  const bodies: ReadonlyArray<readonly [text: string, html?: string]> = [
    ["See https://a.test/x. And (https://b.test/(y)), https://c.test/?a=1&b=2!"],
    ["no links"],
    [
      "",
      '<p><a href="https://a.test/?a=1&amp;b=%22">A</a><area href=https://b.test/\'x\'><a href="mailto:a@b.test">C</a></p>'
    ],
    ["https://text.test", "<p>none</p>"]
  ]
  for (const [body_text, body_html] of bodies) {
    it(`has the same links under the same numbers: ${body_html ?? body_text}`, () => {
      const given = { body_text, ...(body_html === undefined ? {} : { body_html }), is_our_email: true }
      const left = keptTexts(given)
      const urls = (bodies: typeof left) =>
        linksOf({ text: bodies.body_text, html: bodies.body_html ?? null }).map(({ url }) => url)
      assert.deepStrictEqual(urls(left), urls(given))
      assert.deepStrictEqual(keptTexts({ ...left, is_our_email: true }), left)
      assert.deepStrictEqual(keptTexts({ ...given, is_our_email: false }), { body_text: "" })
    })
  }

  it("is found by subject, names, addresses and persons of a notice, and not by its text", () => {
    const fields = {
      subject: "Grüße",
      from_name: "Zoë",
      from_email: "zoe@x.test",
      to_email: "a@x.test",
      about: ["bob@x.test"]
    }
    const whole = searchTextOf({ ...fields, reply_text: "The secret" })
    assert.strictEqual(keptSearchText(whole), searchTextOf({ ...fields, reply_text: "" }))
    assert.strictEqual(keptSearchText(keptSearchText(whole)), keptSearchText(whole))
  })
})

/** The variable that is being typed in a text, and what a choice makes of it. */
import { assert, describe, it } from "@effect/vitest"
import { chosen, matching, openVariable } from "../page/pages/campaigns/editor/variables.ts"

/** A text with the caret at `^`. */
const at = (marked: string) => [marked.replace("^", ""), marked.indexOf("^")] as const

describe("a variable that is being typed", () => {
  it("begins with {{ before the caret, and ends with its name", () => {
    for (const [marked, name] of [
      ["Hi {{^", ""],
      ["Hi {{fir^", "fir"],
      ["Hi {{ fir^, and", "fir"],
      ["{{first_name}} and {{com^pany}}", "com"],
      ["{{custom.ci^", "custom.ci"],
      ["{{ß^", "ß"]
    ] as const) {
      assert.strictEqual(openVariable(...at(marked))?.name, name, marked)
    }
  })

  it("is none elsewhere", () => {
    for (const marked of [
      "Hi ^",
      "Hi {^",
      "{{first_name}}^",
      "{{first_name|th^ere}}",
      "{{a\nb^",
      "{{ two words^ ",
      "^{{"
    ]) {
      assert.isUndefined(openVariable(...at(marked)), marked)
    }
  })

  it("is completed, also with a default, and what stands behind the caret is kept", () => {
    const choose = (marked: string, name: string, withDefault = false) => {
      const [text, caret] = at(marked)
      const open = openVariable(text, caret) ?? assert.fail(marked)
      const { caret: after, end, start, text: inserted } = chosen(open, name, withDefault)
      const result = text.slice(0, start) + inserted + text.slice(end)
      return `${result.slice(0, after)}^${result.slice(after)}`
    }
    assert.strictEqual(choose("Hi {{fir^ and", "first_name"), "Hi {{first_name}}^ and")
    assert.strictEqual(choose("Hi {{fir^}}, and", "first_name"), "Hi {{first_name}}^, and")
    assert.strictEqual(choose("Hi {{com^panyname}}!", "company"), "Hi {{company}}^!")
    assert.strictEqual(choose("Hi {{fir^", "first_name", true), "Hi {{first_name|^}}")
    assert.strictEqual(choose("Hi {{fir^|you}} there", "first_name"), "Hi {{first_name|you}}^ there")
    assert.strictEqual(choose("Hi {{^\n}} there", "email"), "Hi {{email}}^\n}} there")
  })

  it("is found by the beginning of its name, of a word of it, or of what people call it", () => {
    const known = [
      { name: "first_name", label: "First name" },
      { name: "company", label: "Company" },
      { name: "custom.city", label: "City" },
      { name: "sender.first_name", label: "Sender: first name" }
    ]
    const of = (typed: string) => matching(known, typed).map(({ name }) => name)
    assert.deepStrictEqual(of(""), ["first_name", "company", "custom.city", "sender.first_name"])
    assert.deepStrictEqual(of("fir"), ["first_name", "sender.first_name"])
    assert.deepStrictEqual(of("CI"), ["custom.city"])
    assert.deepStrictEqual(of("name"), ["first_name", "sender.first_name"])
    assert.deepStrictEqual(of("zzz"), [])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { faultsOfText, render, unknownVariables, uses } from "../../src/sequences/Template.ts"

const values = { first_name: "Ada", company: " ", "custom.city": "London" }

describe("render", () => {
  it("inserts values, and defaults for empty ones", () => {
    assert.deepStrictEqual(render("Hi {{first_name}} of {{ company | your company }} in {{custom.city}}", values), {
      text: "Hi Ada of your company in London",
      missing: []
    })
    assert.deepStrictEqual(render("{{company}}{{last_name}}{{company}}{{website|}}", values), {
      text: "",
      missing: ["company", "last_name"]
    })
  })

  it("inserts no value twice: a value with braces stays as it is", () => {
    assert.strictEqual(render("{{first_name}}", { first_name: "{{company}}", company: "x" }).text, "{{company}}")
  })

  it("takes no value from the prototype", () => {
    assert.deepStrictEqual(render("{{custom.constructor}}", {}).missing, ["custom.constructor"])
  })

  it.prop("leaves a text without variables as it is", [Schema.String], ([text]) => {
    if (!text.includes("{{")) assert.strictEqual(render(text, values).text, text)
  })
})

describe("unknownVariables", () => {
  it("names what is no variable, once", () => {
    assert.deepStrictEqual(
      unknownVariables("{{fist_name}} {{first_name}} {{custom.x}} {{fist_name|a}} {{sender.email}}"),
      ["fist_name"]
    )
  })
  it("finds a used variable", () => {
    assert.deepStrictEqual([uses("{{signature}}", "signature"), uses("signature", "signature")], [true, false])
  })
})

describe("faultsOfText", () => {
  it("names unknown variables, open braces and too many variables", () => {
    const faults = (text: string) => faultsOfText(text)
    assert.deepStrictEqual(faults("{{ first_name | you }} {x} }} {{{custom.city}}{"), [])
    assert.match(
      faults("{{firstname}}")[0] ?? "",
      /^uses \{\{firstname\}\}.*did you mean \{\{first_name\}\}\? Variables: email/u
    )
    assert.match(faults("{{zzzzzzzzz}}")[0] ?? "", /is not a variable\. Variables: .*, custom\.<field>$/u)
    for (const text of ["{{first_name", "{{first_name}", "{{}}", "{{first_name|a{b}}}"]) {
      assert.match(faults(text).join(), /\{\{ that does not begin a variable/u, text)
    }
    assert.deepStrictEqual(faults("{{email}}".repeat(100)), [])
    assert.deepStrictEqual(faults("{{email}}".repeat(101)), ["must have at most 100 variables"])
  })
})

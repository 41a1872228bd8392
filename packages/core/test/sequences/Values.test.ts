import { assert, describe, it } from "@effect/vitest"
import { render } from "../../src/sequences/Template.ts"
import { isPlaceholder, placeholdersOf, trimmed, valuesOfLead } from "../../src/sequences/Values.ts"

const lead = { email: "a@x.example", first_name: "A", last_name: "", company: "", website: "", personalization: "" }

describe("the values of a lead", () => {
  it("have texts, numbers and flags of custom fields", () => {
    const found = valuesOfLead({ ...lead, custom_fields: { city: "London", size: 0, vip: true, none: null } })
    assert.deepStrictEqual(
      [found["custom.city"], found["custom.size"], found["custom.vip"], found["custom.none"], found["email"]],
      ["London", "0", "true", "", "a@x.example"]
    )
  })

  it("are without spaces and invisible letters around them", () => {
    const first_name = "\u00a0\u200b Ada\u00a0Maria \u2060\ufeff"
    const values = valuesOfLead({ ...lead, first_name, custom_fields: { city: "\u200e\t Rome \u3000" } })
    assert.strictEqual(render("Hi {{first_name}}, in {{custom.city}}.", values).text, "Hi Ada\u00a0Maria, in Rome.")
    assert.strictEqual(render("Hi {{first_name|there}}", { first_name: "\u200b\u00a0" }).text, "Hi there")
    assert.strictEqual(trimmed(` ${" ".repeat(100_000)}a`), "a")
  })

  it("count as missing where they are placeholders of an export", () => {
    const fields = { first_name: " null ", company: "N/A", custom_fields: { city: "-", plan: "#N/A" } }
    const values = valuesOfLead({ ...lead, ...fields })
    assert.deepStrictEqual(render("{{first_name|there}} {{company}}{{custom.city|x}}{{custom.plan|y}}", values), {
      text: "there xy",
      missing: ["company"]
    })
    assert.deepStrictEqual(placeholdersOf({ ...lead, ...fields }), {
      first_name: " null ",
      company: "N/A",
      "custom.city": "-",
      "custom.plan": "#N/A"
    })
  })
})

describe("a placeholder", () => {
  it.each([
    ..."null NULL undefined none None NONE nil NaN nan n/a N/A n.a. NA #N/A #REF! #NAME? - -- — . ? (blank) (null) [empty] <null> <NA>".split(
      " "
    ),
    "not available",
    "Keine Angabe",
    "k.A.",
    "unbekannt",
    "inconnu",
    "Sin datos",
    "неизвестно",
    "不明",
    "[object Object]",
    "\u200b-\u00a0"
  ])("is %j", (value) => assert.isTrue(isPlaceholder(value)))

  it.each([
    "",
    "Ada",
    "Na",
    "Nil",
    "Nan",
    "Null",
    "Nuno",
    "No",
    "X",
    "0",
    "€€",
    "👍",
    "A-",
    "N",
    "Dr. None",
    "Ben & Co"
  ])("is not %j", (value) => assert.isFalse(isPlaceholder(value)))
})

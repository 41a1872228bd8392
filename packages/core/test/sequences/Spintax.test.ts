/** Alternatives in the texts of a step: the braces that are alternatives, the choice for a lead, and faults. */
import { assert, describe, it } from "@effect/vitest"
import { alternativesOfHtml, faultsOfHtml } from "../../src/sequences/HtmlTemplate.ts"
import { alternativesOf, countOf, faultsOfSpun, spin } from "../../src/sequences/Spintax.ts"
import { faultsOfText, render } from "../../src/sequences/Template.ts"
import { seeded } from "../sending/Mailing.ts"

const first = () => 0
const last = (_: number, count: number) => count - 1
const textsOf = (template: string) => alternativesOf(template).map(({ texts }) => texts)

describe("Alternatives", () => {
  it.each<[string, ReadonlyArray<ReadonlyArray<string>>]>([
    ["{Hi|Hello} there", [["Hi", "Hello"]]],
    [
      "{Hi|Hello|Hey} {Ada|you}",
      [
        ["Hi", "Hello", "Hey"],
        ["Ada", "you"]
      ]
    ],
    // An empty alternative leaves the words out.
    ["It is {very |}short", [["very ", ""]]],
    ["{Hope you are well|\nHow are you?}", [["Hope you are well", "\nHow are you?"]]],
    // Variables are left alone, also with a default. An alternative may have some.
    ["{{first_name}}", []],
    ["{{first_name|there}}", []],
    ["{Hi|Hello {{first_name|you}}} again", [["Hi", "Hello {{first_name|you}}"]]],
    ["{{{first_name|there}}|x}", [["{{first_name|there}}", "x"]]],
    ["{{first_name}|{company}}", []],
    // A single text is left alone, and so are braces of code, CSS and JSON.
    ["{Hi}", []],
    ["{first_name|there}", []],
    ["{}", []],
    ["{|}", []],
    ["{1|2}", []],
    ["a { color: red } b", []],
    ['{"a": 1}', []],
    ["if (a || b) {return a||b}", []],
    ["`{Hi|Hello}`", []],
    ["const {a|b} = c", []],
    ["${Hi|Hello}", []],
    // A group cannot contain another one: only the inner one is found, and the text has a fault.
    ["{Hi|{Hello|Hey} you}", [["Hello", "Hey"]]]
  ])("of %j", (template, expected) => {
    assert.deepStrictEqual(textsOf(template), expected)
  })

  it("are chosen one by one, and the rest of the text stays", () => {
    const template = "{Hi|Hello} {{first_name|there}}, {how are you|what is new}? {unchanged}"
    const groups = alternativesOf(template)
    assert.strictEqual(countOf(groups), 4)
    assert.strictEqual(render(spin(template, groups, first), {}).text, "Hi there, how are you? {unchanged}")
    assert.strictEqual(
      render(spin(template, groups, last), { first_name: "Ada" }).text,
      "Hello Ada, what is new? {unchanged}"
    )
  })

  it("in HTML are those of its texts, and no group with a tag inside", () => {
    const html = '<p title="{a|b}">{Hi|Hello} <b>{Ada|you}</b> {A &amp; B|C}</p><style>p{x|y z}</style>'
    const groups = alternativesOfHtml(html)
    assert.deepStrictEqual(
      groups.map(({ texts }) => texts),
      [
        ["Hi", "Hello"],
        ["Ada", "you"],
        ["A &amp; B", "C"]
      ]
    )
    assert.strictEqual(spin(html, groups, last), '<p title="{a|b}">Hello <b>you</b> C</p><style>p{x|y z}</style>')
    assert.deepStrictEqual(alternativesOfHtml("<p>{<b>Hi</b>|Hello}</p>"), [])
  })

  it.each([
    "{Hi|Hello} {{first_name|there}}",
    "{Hi|}",
    "Plain",
    "{a|b|c} ".repeat(50),
    "A brace { in a line,\nand a bar | in another",
    "Berlin | Paris :-}",
    "Ada | House Ltd | https://house.example",
    "{Hope you are well|\nHow are you?} {{first_name|there}}",
    "`{Hi|Hello` is code",
    "a { color: red } b | c"
  ])("are no fault: %j", (text) => {
    assert.deepStrictEqual([...faultsOfSpun(text), ...faultsOfHtml(`<p>${text}</p>`)], [])
  })

  it.each([
    ["{Hi|{Hello|Hey} you}", "has {Hi|{Hello|Hey} you}, alternatives where none can be chosen"],
    ["{Hi|{Hello|Hey} you}", "they are not nested: write each text out"],
    ["{Hi|Hello x", "has {Hi|Hello x, alternatives with one brace only"],
    ["{Hi | Hello {{first_name|there}},\n\nhow are you?", "close the brace"],
    ["{Hi|{Hello|Hey} you", "alternatives with one brace only"],
    ["Hi|Hello} x", "has Hi|Hello}, alternatives with one brace only"],
    [
      "{Good morning|Good day} Ada,\nwe met|we spoke} last year",
      "has we met|we spoke}, alternatives with one brace only"
    ],
    ["Hi|Hello} x", "open the brace"],
    ["{|} x", "has {|}, alternatives without a word"],
    ["at {9|10} o'clock", "has {9|10}, alternatives without a word"],
    ["{Hi|Hello {first_name}}", "has {first_name}, a tag of another program"],
    ["{first_name|there}", "has {first_name|there}, a tag of another program"],
    ["{Hi|Hello {{frist_name}}}", "uses {{frist_name}}, which is not a variable"],
    ["{a|b} ".repeat(51), "must have at most 50 groups of alternatives"]
  ])("have faults: %j", (text, expected) => {
    for (const faults of [faultsOfSpun(text), faultsOfHtml(`<p>${text}</p>`)]) {
      assert.include(faults.join("\n"), expected)
    }
  })

  it("with a tag inside, or in an attribute, are a fault of HTML", () => {
    for (const html of ["<p>{<b>Hi</b>|Hello}</p>", '<p title="{Hi|Hello}">x</p>']) {
      assert.include(faultsOfHtml(html).join("\n"), "has {Hi|Hello}, alternatives where none can be chosen")
    }
  })

  it("that are written twice count once", () => {
    assert.strictEqual(countOf(alternativesOf("{Hi|Hi} {a|b c|a}")), 2)
  })

  it("are a fault of texts that are inserted as they are, such as reply templates", () => {
    assert.include(faultsOfText("{Hi|Hello} you").join("\n"), "alternatives where none can be chosen")
  })

  it("are each a part of the text: what is chosen has no braces, and nothing else changes", () => {
    const below = seeded(7)
    const words = ["Hi", "Hello there", "first name", "company", "a b c", "Grüße"]
    const word = () => words[below(words.length)] ?? assert.fail()
    for (let round = 0; round < 300; round++) {
      // More than two: a pair may be the name of a field with its default.
      const all = Array.from({ length: 1 + below(6) }, () => [
        word(),
        ...Array.from({ length: 1 + below(4) }, word),
        "or"
      ])
      const template = all.map((texts) => `{${texts.join("|")}}.`).join("")
      const shift = below(20)
      const spun = spin(template, alternativesOf(template), (index, count) => (shift + index) % count)
      assert.strictEqual(spun, all.map((texts, i) => `${texts[(shift + i) % texts.length]}.`).join(""), template)
    }
  })
})

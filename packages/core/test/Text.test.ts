import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { decode } from "../src/InvalidInput.ts"
import { cut, EmailAddress, fold, Name, searchFor, text } from "../src/Text.ts"

const accepts = (schema: Schema.Decoder<string>) => (value: unknown) =>
  Option.isSome(Schema.decodeUnknownOption(schema)(value))
const WellFormed = Schema.String.check(Schema.makeFilter((value) => value.isWellFormed()))
const codePoints = Array.from({ length: 0x110000 }, (_, i) => i)
  .filter((i) => i < 0xd800 || i > 0xdfff)
  .map((i) => String.fromCodePoint(i))

describe("text", () => {
  it("is well-formed, without NUL, and no longer than allowed", () => {
    const isText = accepts(text(3))
    for (const value of ["", "abc", "a😀", " \n\t", "\u0001"]) assert.isTrue(isText(value), JSON.stringify(value))
    for (const value of ["abcd", "😀😀", "a\u0000", "\u0000", "\ud800", "a\udc00b", 1, null, undefined]) {
      assert.isFalse(isText(value), JSON.stringify(value))
    }
  })

  it("of a name is not blank", () => {
    const isName = accepts(Name)
    for (const value of ["a", " a ", "x".repeat(200)]) assert.isTrue(isName(value), value)
    for (const value of ["", " ", "\n\u00a0\t", "x".repeat(201), "\u0000"]) assert.isFalse(isName(value), value)
  })
})

describe("EmailAddress", () => {
  const isAddress = accepts(EmailAddress)
  const label = "b".repeat(63)

  it.each([
    "a@b",
    "ada@example.com",
    "Ada.Lovelace+news@mail.example.co.uk",
    "o'hara@x.test",
    "!#$%&'*+-/=?^_`{|}~@x.test",
    "1@2.3",
    "ädä@exämple.test",
    "😀@x.test",
    `${"a".repeat(64)}@x.test`,
    `a@${label}.x.test`,
    `a@${label}.${label}.${label}.${"b".repeat(60)}`,
    `a@${"b.".repeat(31)}b`
  ])("accepts %s", (value) => assert.isTrue(isAddress(value)))

  it.each([
    "",
    "@",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c",
    " a@b",
    "a@b ",
    "a@b\n",
    "a@b\r\nBcc: c@d",
    "a@b,c@d",
    "a@b;c@d",
    "<a@b>",
    "Ada <a@b>",
    "a@b (Ada)",
    '"a b"@c',
    "a:b@c",
    "a\\b@c",
    "a@[127.0.0.1]",
    ".a@b",
    "a.@b",
    "a..b@c",
    "a@.b",
    "a@b.",
    "a@b..c",
    "a@b\u0000",
    "a\u0007@b",
    "a\u200b@b",
    "a\u202e@b",
    "a\ud800@b",
    `${"a".repeat(65)}@x.test`,
    `a@${"b".repeat(64)}.test`,
    `a@${label}.${label}.${label}.${"b".repeat(61)}`,
    `a@${"b.".repeat(32)}b`,
    `a@b${"b".repeat(300)}`
  ])("refuses %j", (value) => assert.isFalse(isAddress(value)))

  it.effect("has one fault, whatever is wrong with it", () =>
    Effect.gen(function* () {
      for (const value of ["", "x", "@", "a..b@c", "a b@c", "a".repeat(300)]) {
        assert.lengthOf((yield* Effect.flip(decode(EmailAddress)(value))).faults, 1, value)
      }
    })
  )

  it("refuses a hostile one at once", () => {
    for (const unit of ["a.", "a@", ".", "@.", "b"]) assert.isFalse(isAddress(`a@${unit.repeat(1_000_000)}!@`))
  })
})

describe("cut", () => {
  it("cuts a longer text, and no code point in half", () => {
    assert.strictEqual(cut("abc", 3), "abc")
    assert.strictEqual(cut("abcd", 3), "abc")
    assert.strictEqual(cut("ab😀", 3), "ab")
    assert.strictEqual(cut("ab😀", 4), "ab😀")
    assert.strictEqual(cut("a😀b", 3), "a😀")
  })
})

describe("fold", () => {
  it("makes spellings equal that differ in case", () => {
    const spellings: ReadonlyArray<ReadonlyArray<string>> = [
      ["ADA@X.TEST", "ada@x.test", "Ada@x.Test"],
      ["ΟΔΥΣΣΕΥΣ", "οδυσσευς", "Οδυσσευσ"],
      ["STRASSE", "straße", "Strasse", "STRAẞE"],
      ["ÉLAN", "élan"],
      ["İ", "i\u0307"],
      ["ǅ", "ǆ", "Ǆ"],
      ["\u212a", "k", "K"],
      ["ﬀ", "FF"],
      ["𐐀", "𐐨"]
    ]
    for (const [first = "", ...others] of spellings) {
      for (const other of others) assert.strictEqual(fold(other), fold(first), `${other} and ${first}`)
    }
  })

  it("keeps apart what is not the same letter", () => {
    for (const [one, other] of [
      ["e", "é"],
      ["o", "ö"],
      ["ı", "j"],
      ["a", "а"]
    ] as const) {
      assert.notStrictEqual(fold(one), fold(other))
    }
  })

  it("folds what is folded no further, and every case of a letter alike", () => {
    const isFolded = (folded: string) => fold(folded) === folded
    const foldsAsUpperCase = (upper: string) => fold(upper) === fold(upper.toUpperCase())
    // One assertion per code point takes ten times as long as the folding.
    const faults = codePoints.filter(
      (character) => !isFolded(fold(character)) || !foldsAsUpperCase(character.toUpperCase())
    )
    assert.deepStrictEqual(faults, [])
  })

  it.prop("is idempotent", { value: WellFormed }, ({ value }) => {
    assert.strictEqual(fold(fold(value)), fold(value))
  })

  it.prop("folds a text as it folds its parts", { a: WellFormed, b: WellFormed, c: WellFormed }, ({ a, b, c }) => {
    assert.strictEqual(fold(a + b), fold(a) + fold(b))
    assert.include(fold(a + b + c), fold(b))
  })

  it("folds letters by themselves, wherever they stand in a word", () => {
    for (const a of ["Σ", "ς", "İ", "i", "A", "\u0307", " ", "ß"]) {
      for (const b of ["Σ", "Α", "\u0307", ".", "", "ẞ"]) assert.strictEqual(fold(a + b), fold(a) + fold(b))
    }
  })
})

describe("searchFor", () => {
  it("looks for folded text, and for nothing where there is none, so that nothing is searched through", () => {
    assert.deepStrictEqual(searchFor("ÉLAN"), { search: "élan" })
    assert.deepStrictEqual(searchFor(" "), { search: " " })
    assert.deepStrictEqual([searchFor(""), searchFor(undefined)], [{}, {}])
  })
})

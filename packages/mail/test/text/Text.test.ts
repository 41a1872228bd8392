import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { decode } from "../../../core/src/InvalidInput.ts"
import {
  cut,
  EmailAddress,
  fold,
  foldAll,
  foldedFields,
  foldForSearch,
  Name,
  searchFor,
  text
} from "../../src/text/Text.ts"

const accepts = (schema: Schema.Decoder<string>) => (value: unknown) =>
  Option.isSome(Schema.decodeUnknownOption(schema)(value))
const WellFormed = Schema.String.check(Schema.makeFilter((value) => value.isWellFormed()))
/** Whether a character stays the same in lower case, in upper case, and when Unicode decomposes it. */
const isPlain = (character: string) =>
  character.toLowerCase() === character &&
  character.toUpperCase() === character &&
  character.normalize("NFD") === character
const codePoints = Array.from({ length: 0x110000 }, (_, i) => i)
  .filter((i) => i < 0xd800 || i > 0xdfff)
  .map((i) => String.fromCodePoint(i))
const marks = /[\u0300-\u036f]/u
/** The characters that folding could change. */
const foldable = codePoints.filter((character) => !isPlain(character) || marks.test(character))

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
    const faults = foldable.filter(
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

describe("foldForSearch", () => {
  it("makes spellings equal that differ in case or accents", () => {
    const spellings: ReadonlyArray<ReadonlyArray<string>> = [
      ["muller", "Müller", "MU\u0308LLER"],
      ["jose", "José", "JOSE\u0301"],
      ["weiss", "Weiß", "WEIẞ"],
      ["lodz", "Łódź"],
      ["soren", "Søren"],
      ["dordevic", "Đorđević"],
      ["sari", "Sarı", "SARI"],
      ["istanbul", "İstanbul"],
      ["thora", "Þóra"],
      ["lae", "Læ", "LÆ"],
      ["coeur", "Cœur"],
      ["nguyen", "Nguyễn"],
      ["αθηνα", "Αθήνα"],
      ["семен", "Семён"],
      ["가", "\u1100\u1161"]
    ]
    for (const [plain = "", ...others] of spellings) {
      for (const other of [plain, ...others]) {
        assert.strictEqual(foldForSearch(other), foldForSearch(plain), `${other} and ${plain}`)
      }
    }
    assert.strictEqual(foldForSearch("Łódź, Weiß"), "lodz, weiss")
  })

  it("keeps apart what is not the same letter", () => {
    for (const [one, other] of [
      ["a", "а"],
      ["o", "0"],
      ["か", "が"],
      ["mueller", "müller"]
    ] as const) {
      assert.notStrictEqual(foldForSearch(one), foldForSearch(other))
    }
  })

  it("folds what is folded no further, and every case and composition of a letter alike", () => {
    const faults = foldable.filter((character) => {
      const folded = foldForSearch(character)
      return (
        foldForSearch(folded) !== folded ||
        foldForSearch(fold(character)) !== folded ||
        foldForSearch(character.normalize("NFD")) !== folded ||
        marks.test(folded) ||
        /[A-Z]/u.test(folded)
      )
    })
    assert.deepStrictEqual(faults, [])
  })

  it.prop("is idempotent", { value: WellFormed }, ({ value }) => {
    assert.strictEqual(foldForSearch(foldForSearch(value)), foldForSearch(value))
  })

  it.prop("folds a text as it folds its parts", { a: WellFormed, b: WellFormed, c: WellFormed }, ({ a, b, c }) => {
    assert.strictEqual(foldForSearch(a + b), foldForSearch(a) + foldForSearch(b))
    assert.include(foldForSearch(a + b + c), foldForSearch(b))
  })
})

describe("foldAll", () => {
  const fields = { a: WellFormed, b: WellFormed }
  it.prop("contains both spellings of every field, and gives back the one with accents", fields, ({ a, b }) => {
    const all = foldAll([a, b])
    for (const field of [a, b]) for (const text of [fold(field), foldForSearch(field)]) assert.include(all, text)
    assert.deepStrictEqual(foldedFields(all), [fold(a), fold(b)])
  })

  it("has no match across two fields or two spellings", () => {
    const all = foldAll(["Jé", "plain", "süß"])
    assert.strictEqual(all, "jéAplainAsüssBjeAAsuss")
    assert.deepStrictEqual(foldedFields(all), ["jé", "plain", "süss"])
    assert.deepStrictEqual(foldedFields(foldAll([""])), [""])
  })
})

describe("searchFor", () => {
  it("looks for folded text, and for nothing where there is none, so that nothing is searched through", () => {
    assert.deepStrictEqual(searchFor("ÉLAN"), { search: "elan" })
    assert.deepStrictEqual(searchFor("ÉLAN", fold), { search: "élan" })
    assert.deepStrictEqual(searchFor(" "), { search: " " })
    assert.deepStrictEqual(
      ["", undefined, "\u0301"].map((text) => searchFor(text)),
      [{}, {}, {}]
    )
  })
})

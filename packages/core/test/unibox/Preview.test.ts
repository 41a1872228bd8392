import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { preview } from "../../src/unibox/Preview.ts"

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })
const fold = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()

/** Checks the guarantees of `preview` for any text. */
const check = (text: string) => {
  const shown = preview(text)
  const folded = fold(text).toWellFormed()
  const short = shown === folded ? shown : shown.replace(/…$/u, "")
  if (shown !== folded && shown !== "") assert.match(shown, /…$/u)
  assert.isAtMost(shown.length, 50)
  const ends = [...segmenter.segment(folded)].map(({ index, segment }) => index + segment.length)
  assert.isTrue(folded.startsWith(short))
  assert.include([0, ...ends], short.length, "ends inside a character")
  assert.strictEqual(fold(short), short)
  // The preview is as long as possible: it has no room for the next character, or for the one after a removed space.
  const next = ends.find((end) => end > short.length && folded.slice(short.length, end) !== " ")
  if (next !== undefined) assert.isAbove(next, 49)
}

const characters = {
  flag: "🇩🇪",
  family: "👩‍👩‍👧‍👦",
  skin: "👍🏽",
  keycap: "1️⃣",
  combining: "e\u0301\u0323\u0308",
  zalgo: `a${"\u0335".repeat(20)}`,
  hangul: "\u1112\u1161\u11ab",
  devanagari: "क्षि",
  tamil: "நி",
  emoji: "😀",
  crlf: "a\r\nb",
  tag: "🏴󠁧󠁢󠁥󠁮󠁧󠁿"
}

describe("preview", () => {
  it("is the text when that is short, with its white space folded", () => {
    assert.strictEqual(preview(""), "")
    assert.strictEqual(preview("  Hello,\r\n\r\n\tAda \u00a0\u2003 and\u0000\u0007Bob\u2028"), "Hello, Ada and Bob")
    assert.strictEqual(preview("x".repeat(50)), "x".repeat(50))
  })

  it("is what fits of a longer one", () => {
    assert.strictEqual(preview("x".repeat(51)), `${"x".repeat(49)}…`)
    assert.strictEqual(preview(`${"x".repeat(48)} yz`), `${"x".repeat(48)}…`)
    assert.strictEqual(preview(`${"x".repeat(49)}😀`), `${"x".repeat(49)}…`)
    assert.strictEqual(preview(`${"x".repeat(48)}😀`), `${"x".repeat(48)}😀`)
    assert.strictEqual(preview(`${"x".repeat(48)}e\u0301\u0301`), `${"x".repeat(48)}…`)
  })

  for (const [name, character] of Object.entries(characters)) {
    it(`does not cut a character in half: ${name}`, () => {
      for (let length = 0; length <= 51; length++) {
        check("x".repeat(length) + character)
        check("x".repeat(length) + character.repeat(20))
      }
    })
  }

  it("is empty when not even one character fits", () => {
    for (const mark of ["\u0301", "\u200d👩"]) assert.strictEqual(preview(`👩${mark.repeat(60)} and more`), "")
  })

  it("does not cut a character where it stops reading", () => {
    for (const character of Object.values(characters)) {
      for (let length = 9_950; length <= 10_000; length++) {
        const short = preview(`${"\n".repeat(length)}${character}`)
        assert.isTrue(short === "" || short === fold(character), JSON.stringify(short))
      }
    }
  })

  it("reads no more than it needs of a long text", () => {
    assert.strictEqual(preview("word ".repeat(5_000_000)), `${"word ".repeat(10).trim()}…`)
    assert.strictEqual(preview(" ".repeat(20_000_000)), "")
  })

  it("has no half of a pair", () => {
    assert.strictEqual(preview("a\ud800b"), "a\ufffdb")
    assert.strictEqual(preview(`${"\udc00".repeat(60)}`), `${"\ufffd".repeat(49)}…`)
  })

  it.prop("keeps its promises for any text", { text: Schema.String }, ({ text }) => check(text), {
    arbitrary: { runs: 500 }
  })

  const Character = Schema.Literals([...Object.values(characters), "x", " ", "\u200d", "\u0301", "🇩", "\n", "\ud83d"])
  it.prop(
    "keeps its promises for any characters one after the other",
    { text: Schema.Array(Character).check(Schema.isMinLength(10), Schema.isMaxLength(60)) },
    ({ text }) => check(text.join("")),
    { arbitrary: { runs: 500 } }
  )
})

import { assert, describe, it } from "@effect/vitest"
import { foldForSearch } from "@mailroom/mail/text"
import { excerptOf, maximumExcerpt } from "../../src/unibox/Excerpt.ts"

const words = (count: number, name = "word") => Array.from({ length: count }, (_, i) => `${name}${i}`).join(" ")

describe("an excerpt", () => {
  for (const [name, text, search, expected] of [
    ["is the whole of a short text", "Please call me.", "call", "Please call me."],
    ["has one space for white space", "Please\r\n\r\n  call\tme.", "call", "Please call me."],
    ["ignores case", "PLEASE CALL ME", "call", "PLEASE CALL ME"],
    ["ignores accents", "Die Löschanlage ist alt", "loschanlage", "Die Löschanlage ist alt"],
    ["finds an accent that is a character of its own", "Cafe\u0301 am Kanal", "cafe", "Cafe\u0301 am Kanal"],
    ["finds letters that fold to two", "Die Straße ist lang", "strasse", "Die Straße ist lang"],
    ["finds other scripts", "שלום רב, אשמח לקבל הצעה.", "הצעה", "שלום רב, אשמח לקבל הצעה."],
    ["finds what has no spaces", "会員番号は必要ですか", "番号", "会員番号は必要ですか"],
    ["finds signs literally", "100 % of it (a.b)", "(a.b)", "100 % of it (a.b)"],
    ["is absent when only other fields have the search", "Please call me.", "ada@x.test", undefined],
    ["is absent for a text without the search", "", "call", undefined],
    ["is absent when the search is behind what is searched", `${"x".repeat(2_000)} call`, "call", undefined]
  ] as const) {
    it(name, () => assert.strictEqual(excerptOf(text, foldForSearch(search)), expected))
  }

  it("begins and ends at words near the first match of a long text", () => {
    const text = `${words(40, "before")} needle ${words(40, "after")} needle`
    assert.strictEqual(
      excerptOf(text, "needle"),
      "… before36 before37 before38 before39 needle after0 after1 after2 after3 after4 after5 after6 after7 after8 after9 after10 after11 after12 …"
    )
  })

  it("keeps the beginning of a text that is cut at its end only", () => {
    assert.strictEqual(excerptOf(`needle ${words(40)}`, "needle")?.slice(0, 20), "needle word0 word1 w")
    assert.match(excerptOf(`needle ${words(40)}`, "needle") ?? "", /word\d+ …$/u)
  })

  it("is never longer than its maximum, cuts no character in half, and has the match", () => {
    for (const filler of ["👩‍👩‍👧", "word ", "字", "a\u0301"]) {
      for (let before = 0; before < 60; before++) {
        const excerpt = excerptOf(`${filler.repeat(before)}needle${filler.repeat(60)}`, "needle") ?? ""
        assert.isAtMost(excerpt.length, maximumExcerpt)
        assert.isTrue(excerpt.isWellFormed())
        assert.include(excerpt, "needle")
      }
    }
  })
})

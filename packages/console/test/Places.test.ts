/** The page marks the same places of a text that the search of the server finds. */
import { assert, describe, it } from "@effect/vitest"
import { foldForSearch } from "@mailroom/mail/text"
import { placesIn } from "../page/kit/places.ts"

describe("the places of a search", () => {
  it.each([
    ["Smørrebrød", "smorrebrod", [[0, 10]]],
    [
      "Łódź, Łódź",
      "lodz",
      [
        [0, 4],
        [6, 10]
      ]
    ],
    ["Straße", "strasse", [[0, 6]]],
    ["STRASSE", "straße", [[0, 7]]],
    ["İstanbul", "istanbul", [[0, 8]]],
    ["Diyarbakır", "diyarbakir", [[0, 10]]],
    ["Cafe\u0301 am Kanal", "café", [[0, 5]]],
    ["Þór Æsir", "thor aesir", [[0, 8]]]
  ])("%s has %s", (text, search, places) => {
    assert.deepStrictEqual(
      [...placesIn(text, search)].map(([from, to]) => [from, to]),
      places
    )
  })

  it("has a mark for each letter as the server folds it", () => {
    const missed: Array<string> = []
    for (let code = 0x21; code <= 0xff_ff; code++) {
      const letter = String.fromCodePoint(code)
      const folded = foldForSearch(letter)
      // A mark alone is nothing to search for.
      if (!letter.isWellFormed() || folded.trim() === "") continue
      const text = `-${letter}-`
      const found = placesIn(text, `-${folded}-`)
      if (found.length !== 1) missed.push(code.toString(16))
    }
    assert.deepStrictEqual(missed, [])
  })
})

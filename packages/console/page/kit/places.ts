/** The places of a search in a text, as the server finds them. */

const plain: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ħ: "h",
  ł: "l",
  ŧ: "t",
  œ: "oe"
}

/** A letter without case and accents, as the server searches: see `foldForSearch`. */
const fold = (letter: string) =>
  letter
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .replaceAll(/[æðøþđħłŧœ]/gu, (unit) => plain[unit] ?? unit)

/** The places of a search in a text, as pairs of indexes. */
export const placesIn = (text: string, search: string): ReadonlyArray<readonly [number, number]> => {
  const wanted = [...search.trim()].map(fold).join("")
  if (wanted === "" || text === "") return []
  let folded = ""
  /** The index in the text of each unit of `folded`. */
  const indexes: Array<number> = []
  let index = 0
  for (const letter of text) {
    const unit = fold(letter)
    folded += unit
    for (let i = 0; i < unit.length; i++) indexes.push(index)
    index += letter.length
  }
  indexes.push(text.length)
  const places: Array<readonly [number, number]> = []
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    places.push([indexes[at] ?? 0, indexes[at + wanted.length] ?? text.length])
  }
  return places
}

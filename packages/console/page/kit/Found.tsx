/** A text with the places marked that a search has found. */

/** A letter without case and accents, as the server searches. */
const fold = (letter: string) => letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

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

export const Found = ({ search, text }: { readonly text: string; readonly search: string }) => {
  let end = 0
  return (
    <>
      {placesIn(text, search).map(([from, to]) => {
        const before = text.slice(end, from)
        end = to
        return [before, <mark key={from}>{text.slice(from, to)}</mark>]
      })}
      {text.slice(end)}
    </>
  )
}

/** Patterns of words by how they begin, so that a text is compared with few of them. */

/** The alternatives of each place of a pattern, as letters. An empty one may be left out. */
export type Slots = ReadonlyArray<ReadonlyArray<string>>

/** A pattern whose first slot is filled by one of these words. */
interface Beginning {
  readonly words: ReadonlyArray<string>
  readonly rest: Slots
}

/** Values by the first two letters of a word, or by the only one. */
type ByKey<A> = ReadonlyMap<string, ReadonlyArray<A>>
export type Patterns = ByKey<Beginning>

const keyLength = 2
export const keyOf = (word: string): string => word.slice(0, keyLength)

/** The values whose word may begin at a place of a text. */
export const at = <A>(all: ByKey<A>, letters: string, place: number): ReadonlyArray<A> => {
  const both = all.get(letters.slice(place, place + keyLength)) ?? []
  const single = letters.length - place < keyLength ? [] : (all.get(letters.slice(place, place + 1)) ?? [])
  return single.length === 0 ? both : [...single, ...both]
}

/** The beginnings of a pattern. Where the first slot may be empty, it also begins with the next one. */
const beginningsOf = ([slot = [], ...rest]: Slots): ReadonlyArray<readonly [key: string, Beginning]> => {
  const byKey = Map.groupBy(
    slot.filter((word) => word !== ""),
    keyOf
  )
  const own = [...byKey].map(([key, words]) => [key, { words, rest }] as const)
  return slot.includes("") && rest.length > 0 ? [...own, ...beginningsOf(rest)] : own
}

export const patternsOf = (all: ReadonlyArray<Slots>): Patterns => {
  const patterns = new Map<string, Array<Beginning>>()
  for (const [key, beginning] of all.flatMap(beginningsOf)) {
    const known = patterns.get(key)
    if (known === undefined) patterns.set(key, [beginning])
    else known.push(beginning)
  }
  return patterns
}

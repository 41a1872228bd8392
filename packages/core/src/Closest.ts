/** The candidate that `input` probably misspells: the one with the fewest edits, at most two, ignoring case. */
export const closest = (input: string, candidates: ReadonlyArray<string>): string | undefined => {
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(input.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((a, b) => a.edits - b.edits)
  return best?.candidate
}

/** The number of characters to insert, delete or replace: the Levenshtein distance, by the usual table, of which one row is kept. */
const editsBetween = (a: string, b: string): number => {
  // The edits between the characters of `a` that were read so far, and the first 0, 1, 2 … characters of `b`.
  let row = Array.from({ length: b.length + 1 }, (_, length) => length)
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (character === other ? 0 : 1)
      const deleted = (row[j + 1] ?? 0) + 1
      const inserted = (next[j] ?? 0) + 1
      next.push(Math.min(replaced, deleted, inserted))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The candidate that `input` probably misspells: the one with the fewest edits, at most two, ignoring case. */
export const closest = (input: string, candidates: ReadonlyArray<string>): string | undefined => {
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(input.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((a, b) => a.edits - b.edits)
  return best?.candidate
}

/** The number of characters to insert, delete or replace (Levenshtein distance). */
const editsBetween = (a: string, b: string): number => {
  // The distances from a prefix of `a` to each prefix of `b`.
  let distances = Array.from({ length: b.length + 1 }, (_, length) => length)
  for (const [row, character] of [...a].entries()) {
    const next = [row + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (distances[column] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(replaced, (distances[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    distances = next
  }
  return distances.at(-1) ?? 0
}

/** The pattern of a word of a table: `*` is any ending. */
export const wordPattern = (word: string): string =>
  word
    .replaceAll(/[.?+()[\]{}|^$\\]/gu, "\\$&")
    .replaceAll("'", "['’]")
    .replaceAll("*", "\\p{L}*")

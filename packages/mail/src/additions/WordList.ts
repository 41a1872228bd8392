/** Reads the lists of words of `words/additions`. It imports nothing from Effect, because threads load it. */
import { plain } from "../text/Wording.ts"

/** Lower case, without accents and punctuation, with a space around each word. */
export const wordsOf = (text: string): string =>
  ` ${plain(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `

export interface WordList {
  /** The number of words of the list that are in a text made by `wordsOf`. */
  readonly countIn: (words: string) => number
  readonly isIn: (words: string) => boolean
  readonly begins: (words: string) => boolean
  readonly is: (words: string) => boolean
}

/** A list of words. A `*` is any ending. `isJoined`: of a language without spaces. */
export const wordList = (list: ReadonlyArray<string>, isJoined = false): WordList => {
  const all = list.map((word) => {
    const text = wordsOf(word)
    if (isJoined) return text.trim()
    return word.endsWith("*") ? text.trimEnd() : text
  })
  const whole = new Set(all.map((word) => word.trim()))
  return {
    countIn: (words) => all.filter((word) => words.includes(word)).length,
    isIn: (words) => all.some((word) => words.includes(word)),
    begins: (words) => {
      const start = isJoined ? words.trimStart() : words
      return all.some((word) => start.startsWith(word))
    },
    is: (words) => whole.has(words.trim())
  }
}

/** A text as its letters, which knows where its words begin and end. */
import { plain } from "../text/Wording.ts"

export interface Spelled {
  readonly text: string
  /** Only letters and digits, in the plain form. */
  readonly letters: string
  /** The place behind a word that begins at a place; `undefined` if the word is not there. */
  readonly after: (word: string, from: number) => number | undefined
  /** Whether the text has the word; with `isStem` a word that begins so. */
  readonly has: (word: string, isStem: boolean) => boolean
  /** The places where a word begins or ends, ascending. */
  readonly bounds: ReadonlyArray<number>
}

/** Scripts that write no space between words, or not always. The plain form of Hangul consists of parts of syllables. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u
const letter = /[\p{L}\p{N}]/u
const mark = /\p{M}/u

/** The letters of a text without what stands between them, so that `s t o p` is found as a word. */
export const spelled = (text: string): Spelled => {
  let all = ""
  /** The places between two words. */
  const bounds = new Set([0])
  let isInWord = false
  for (const char of plain(text)) {
    if (!letter.test(char)) {
      // Vowel signs of Indic scripts are inside words.
      isInWord &&= mark.test(char)
      continue
    }
    const isUnspaced = unspaced.test(char)
    if (!isInWord || isUnspaced) bounds.add(all.length)
    all += char
    if (isUnspaced) bounds.add(all.length)
    isInWord = true
  }
  bounds.add(all.length)
  const after = (word: string, from: number) => {
    const end = from + word.length
    return bounds.has(from) && bounds.has(end) && all.startsWith(word, from) ? end : undefined
  }
  return {
    text,
    letters: all,
    after,
    has: (word, isStem) => {
      for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + 1)) {
        if (bounds.has(at) && (isStem || bounds.has(at + word.length))) return true
      }
      return false
    },
    bounds: [...bounds]
  }
}

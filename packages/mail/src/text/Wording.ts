/** Forms of a text that do not depend on its case, its accents or its punctuation. */

import { letters as undecomposed } from "./PlainName.ts"

/**
 * Lower case, without accents (Unicode NFKD), with one space between words. Wide punctuation becomes ordinary
 * punctuation.
 */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[ıłøđðþæœß]/gu, (letter) => undecomposed[letter] ?? letter)
    .replaceAll(/\s+/gu, " ")
    .trim()

/**
 * The text without accents. Characters that Unicode composes in other ways, such as Korean ones, stay whole.
 */
export const unaccented = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .replaceAll(/[ıłøđðþæœß]/gu, (letter) => undecomposed[letter] ?? letter)
    .normalize("NFC")

/** Letters that ASCII also writes with two letters. */
const twoLetters: Readonly<Record<string, string>> = { ä: "ae?", ö: "oe?", ü: "ue?", ø: "oe?", å: "aa?", æ: "ae?" }

/** A regular expression for texts made by `unaccented`: `ä` also matches `ae`. */
export const unaccentedPattern = (pattern: string): string =>
  unaccented(pattern.normalize("NFC").replaceAll(/[äöüøåæ]/gu, (letter) => twoLetters[letter] ?? letter))

/** Only the letters and digits of the plain form: spellings with and without spaces, hyphens and apostrophes are equal. */
export const letters = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, "")

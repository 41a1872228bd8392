/** Forms of a text that do not depend on its case, its accents or its punctuation. */

/**
 * Lower case, without accents (Unicode NFKD), with one space between words. Wide punctuation becomes ordinary
 * punctuation. Turkish `ı` becomes `i`, because `toLowerCase` maps `I` to `i`.
 */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** Only the letters and digits of the plain form: spellings with and without spaces, hyphens and apostrophes are equal. */
export const letters = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, "")

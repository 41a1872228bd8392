/** Names of columns and tags without what people write differently. */

// The page of the console uses this file, so it imports nothing.

/**
 * Latin letters with a stroke and ligatures, which NFKD does not decompose, each with the letters for it. `toLowerCase` maps the
 * Turkish `I` to `i`.
 */
export const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i"
}

/** A name without case, accents, white space and signs: `Prénom` and `PRENOM` are the same. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[ßæœøłđðþı]/gu, (letter) => letters[letter] ?? letter)
    .normalize("NFC")

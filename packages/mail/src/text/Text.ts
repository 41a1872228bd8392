/** Text as the contract allows it, and the folding that makes texts comparable. */
import { Schema } from "effect"

/** Well-formed Unicode without NUL, at most `maximum` UTF-16 units (contract, section 1). */
export const text = (maximum: number) =>
  Schema.String.check(
    // Stop after this check: on a very long text, the patterns of later checks would run for long or overflow the
    // stack.
    Schema.isMaxLength(maximum).abort(),
    Schema.makeFilter((value) => (value.includes("\u0000") ? "must not contain NUL" : undefined)),
    Schema.makeFilter((value) => (value.isWellFormed() ? undefined : "must be well-formed Unicode"))
  )

/** A text of any length, as rows have it. */
export const Plain = text(Number.MAX_SAFE_INTEGER)

/** A text field of a lead: at most 10 000 characters. */
export const LeadText = text(10_000)

/** Escapes text for HTML, outside of attributes, and for the markup of Slack. */
export const escape = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** The first `maximum` UTF-16 units of a text, without cutting a code point in half. */
export const cut = (value: string, maximum: number): string =>
  value.length <= maximum ? value : value.slice(0, maximum).replace(/\p{Cs}$/u, "")

/** Rejects a text that is empty or only white space. */
export const isNotBlank = Schema.makeFilter((value: string) => (value.trim() === "" ? "must not be empty" : undefined))

/** Maximum length of a `Name`, in UTF-16 units. */
export const maximumName = 200
/** The name of an object, chosen by a person: 1 to 200 characters, not only white space. */
export const Name = text(maximumName).check(isNotBlank)

/**
 * Maximum number of labels of a domain. Coverage compares an address with each of its parent domains, so this bounds
 * the work; real domains have about ten labels.
 */
export const maximumLabels = 32
const labels = new RegExp(`@(?:[^.@]{1,63}\\.){0,${maximumLabels - 1}}[^.@]{1,63}$`, "u")

/** The e-mail addresses in a text that people wrote. */
export const addresses = /(?<![^\s<>()[\],;:"'])[^\s<>()[\],;:"'@]{1,64}@[^\s<>()[\],;:"'@]{1,255}/gu

/**
 * One e-mail address (RFC 5321, 4.5.3.1): at most 254 characters, at most 64 before the `@`, and at most 32 labels
 * after it. It has no white space, control characters, brackets, commas or quotes, so it can be written into a header
 * unchanged.
 */
export const EmailAddress = text(254).check(
  Schema.isPattern(/^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u, {
    expected: "one e-mail address",
    // Few JSON Schema validators support `\p`, and the format is enough for clients.
    toJsonSchema: () => ({ format: "email" })
  }).abort(),
  Schema.makeFilter((value) =>
    labels.test(value) && !/\.\.|^\.|\.@/u.test(value) ? undefined : "must be one e-mail address"
  )
)

/**
 * Folds text so that spellings that differ only in case become equal. It works code point by code point: `fold(a + b) =
 * fold(a) + fold(b)`, so a folded substring is found in the folded text. Every storage keeps the folded text beside the
 * original and compares that, because no two engines fold alike.
 */
export const fold = (value: string): string => {
  if (isAscii(value)) return value.toLowerCase()
  let folded = ""
  // Through upper case, `σ` and `ς` become equal. Lower case first: `ẞ` is already upper case, and only `ß` becomes `SS`.
  for (const character of value) folded += character.toLowerCase().toUpperCase().toLowerCase()
  return folded
}
/**
 * Folds text for searches, where accents do not matter either: `muller` finds `Müller`, and `jose` finds `José`. Case is
 * folded as by `fold`, and this works code point by code point, too. It makes different names equal, so it must not
 * decide whether two texts are the same.
 */
export const foldForSearch = (value: string): string => {
  const folded = fold(value)
  if (isAscii(folded)) return folded
  let plain = ""
  for (const character of folded) plain += isAscii(character) ? character : withoutAccents(character)
  return plain
}
/** A letter without the marks that Unicode takes apart from it, or with its stroke. */
const withoutAccents = (character: string): string =>
  character
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .replaceAll(/[æðøþđħłŧœ]/gu, (letter) => unmarked[letter] ?? letter)
/** Letters of Latin that Unicode does not take apart; `fold` makes `i` of `ı`, and `ss` of `ß`. */
const unmarked: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ħ: "h",
  ł: "l",
  ŧ: "t",
  œ: "oe"
}

/** Whether all characters are ASCII. */
export const isAscii = (value: string): boolean => ascii.test(value)
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/u

/** Joins fields, folded for searches, into one text in which searches look. */
export const foldAllForSearch = (fields: ReadonlyArray<string>): string => fields.map(foldForSearch).join(separator)

/**
 * Joins fields, folded by `fold`, into one text, from which `foldedFields` takes them out again. If some have accents,
 * these follow without them, so that searches find them, too.
 */
export const foldAll = (fields: ReadonlyArray<string>): string => {
  const folded = fields.map(fold)
  const unaccented = folded.map((text) => {
    const plain = foldForSearch(text)
    return plain === text ? "" : plain
  })
  const hasAccents = unaccented.some((text) => text !== "")
  const all = hasAccents ? [folded, unaccented] : [folded]
  return all.map((texts) => texts.join(separator)).join(ending)
}

/** The fields of a text made by `foldAll`, folded by `fold`. */
export const foldedFields = (text: string): ReadonlyArray<string> => (text.split(ending)[0] ?? "").split(separator)
/** Prevents matches across two fields: folded text has no upper-case ASCII letters. */
const separator = "A"
/** Ends the fields with accents. */
const ending = "B"

/** Whether a text contains one of these texts, ignoring case. */
export const containsAny = (texts: ReadonlyArray<string>): ((text: string) => boolean) => {
  const parts = texts.map(fold)
  return (text) => {
    const folded = fold(text)
    return parts.some((part) => folded.includes(part))
  }
}

/** The `search` part of a store's query. Absent for an empty text, because every text contains it. */
export const searchFor = (
  search: string | undefined,
  folding: (text: string) => string = foldForSearch
): { readonly search?: string } => {
  const folded = folding(search ?? "")
  return folded === "" ? {} : { search: folded }
}

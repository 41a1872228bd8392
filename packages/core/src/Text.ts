/** Text as the contract allows it, and the one way it is folded for comparison. */
import { Schema } from "effect"

/** Well-formed Unicode without NUL, at most `maximum` UTF-16 units (contract, section 1). */
export const text = (maximum: number) =>
  Schema.String.check(
    // The other checks are for texts that may be kept: of a longer one, patterns go on for long or overflow the stack.
    Schema.isMaxLength(maximum).abort(),
    Schema.makeFilter((value) => (value.includes("\u0000") ? "must not contain NUL" : undefined)),
    Schema.makeFilter((value) => (value.isWellFormed() ? undefined : "must be well-formed Unicode"))
  )

/** A lead's text fields: at most 10 000 characters. */
export const LeadText = text(10_000)

/** The text as far as `maximum` UTF-16 units go, with no code point cut in half. */
export const cut = (value: string, maximum: number): string =>
  value.length <= maximum ? value : value.slice(0, maximum).replace(/\p{Cs}$/u, "")

/** A name someone gave to a thing: 1 to 200 characters, not only white space. */
export const Name = text(200).check(
  Schema.makeFilter((value) => (value.trim() === "" ? "must not be empty" : undefined))
)

/** Of a domain: no domain in use has a third of them, and a lead is compared by each domain that it lies in. */
export const maximumLabels = 32
const labels = new RegExp(`@(?:[^.@]{1,63}\\.){0,${maximumLabels - 1}}[^.@]{1,63}$`, "u")

/**
 * One e-mail address (RFC 5321, 4.5.3.1): at most 254 characters, at most 64 before the `@`, at most 32 labels after it,
 * no white space, control characters, brackets, commas or quotes, so that it can stand in a header as it is.
 */
export const EmailAddress = text(254).check(
  Schema.isPattern(/^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u, {
    expected: "one e-mail address",
    // Few readers of JSON Schema know `\p`, and the format says it all.
    toJsonSchema: () => ({ format: "email" })
  }).abort(),
  Schema.makeFilter((value) =>
    labels.test(value) && !/\.\.|^\.|\.@/u.test(value) ? undefined : "must be one e-mail address"
  )
)

/**
 * Folds text so that spellings that differ in case become equal. It works code point by code point, so
 * `fold(a + b) = fold(a) + fold(b)`: a substring of the folded text is what was searched for. Every storage keeps the
 * folded text beside the original and compares that, because no two engines fold alike.
 */
export const fold = (value: string): string => {
  if (isAscii(value)) return value.toLowerCase()
  let folded = ""
  // Lower case first: `ẞ` is upper case already, and only `ß` becomes `SS`.
  for (const character of value) folded += character.toLowerCase().toUpperCase().toLowerCase()
  return folded
}
/** Whether all characters are ASCII. */
export const isAscii = (value: string): boolean => ascii.test(value)
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/u

/** Folds fields into one text to search in. */
export const foldAll = (fields: ReadonlyArray<string>): string => fields.map(fold).join(separator)

/** The fields of a text that `foldAll` made, folded. */
export const foldedFields = (text: string): ReadonlyArray<string> => text.split(separator)
/** No match spans two fields: folded text has no upper-case ASCII letter. */
const separator = "A"

/** Whether a text contains one of these texts, all of them folded. */
export const containsAny = (texts: ReadonlyArray<string>): ((text: string) => boolean) => {
  const parts = texts.map(fold)
  return (text) => {
    const folded = fold(text)
    return parts.some((part) => folded.includes(part))
  }
}

/** The part of a store's query that says what to look for: none for no text, which every text holds. */
export const searchFor = (search: string | undefined): { readonly search?: string } =>
  search === undefined || search === "" ? {} : { search: fold(search) }

/** Texts in the language of the reader. */
import { locale } from "./language.ts"
import { german, type Part } from "./translations.ts"

/** The same texts in any language. */
export type Translation<A> = A extends string
  ? string
  : A extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof A]: Translation<A[Key]> }

/**
 * The German texts. Readers of other languages do not load them. Each module with texts waits for the German texts, so
 * the files of German texts must not import such a module. If they cannot be loaded, the texts are English.
 */
const translated = locale.language === "de" ? await german.load?.().catch(() => undefined) : undefined

/** The texts of a part of the page, given in English. */
export const pick = <const A extends object>(part: Part, english: A): Translation<A> =>
  (translated?.[part] ?? english) as Translation<A>

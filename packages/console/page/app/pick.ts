/** Texts in the language of the reader. */
import { locale } from "./language.ts"

/** The parts of the page that have texts. */
export type Part =
  | "accounts"
  | "analytics"
  | "app"
  | "billing"
  | "blacklist"
  | "campaigns"
  | "developers"
  | "import"
  | "first"
  | "inbox"
  | "integrations"
  | "leads"
  | "outbox"
  | "settings"
  | "signIn"

/** The same texts in any language. */
export type Translation<A> = A extends string
  ? string
  : A extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof A]: Translation<A[Key]> }

/**
 * The German texts, of which other readers load nothing. Modules with texts wait for them, so they must not import these
 * modules. Should they not be loaded, the texts are English.
 */
const german =
  locale.language === "de"
    ? await import("./german.ts").then(
        (found) => found.german,
        () => undefined
      )
    : undefined

/** The texts of a part of the page, given in English. */
export const pick = <const A extends object>(part: Part, english: A): Translation<A> =>
  (german?.[part] ?? english) as Translation<A>

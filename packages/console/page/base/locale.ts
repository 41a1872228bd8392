/** The languages of the texts. Pure functions. */

/** The first one is for browsers that speak none of them. */
export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]

/** `navigator.languages` may contain `en-US@posix`, for which `Intl` throws. */
const isValid = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const languageOf = (tag: string): Language | undefined =>
  languages.find((language) => new RegExp(`^${language}(?:-|$)`, "iu").test(tag))

export interface Locale {
  /** The language of the texts. */
  readonly language: Language
  /** The tag for dates and numbers: the reader's own variant of the language, if the browser names one. */
  readonly tag: string
}

/** The locale of a choice; by `auto` it is the first one of `tags` for which there are texts. */
export const localeOf = (chosen: Language | "auto", tags: ReadonlyArray<string>): Locale => {
  const known = tags.flatMap((tag) => {
    const language = isValid(tag) ? languageOf(tag) : undefined
    return language === undefined ? [] : [{ language, tag }]
  })
  const fallback = chosen === "auto" ? languages[0] : chosen
  return known.find(({ language }) => chosen === "auto" || language === chosen) ?? { language: fallback, tag: fallback }
}

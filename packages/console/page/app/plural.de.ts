/** Plurals of German texts. */

const tag = globalThis.document?.documentElement.lang || "de"
const numbers = new Intl.NumberFormat(tag)
const rules = new Intl.PluralRules(tag)

/** A number and the noun in its form: `plural(2, "Lead", "Leads")`. */
export const plural = (count: number, one: string, other: string): string =>
  `${numbers.format(count)} ${rules.select(count) === "one" ? one : other}`

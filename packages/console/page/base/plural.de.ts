/** Plurals of German texts. */

const numbers = new Intl.NumberFormat("de")
const rules = new Intl.PluralRules("de")

/** A number and the noun in its form: `plural(2, "Lead", "Leads")`. */
export const plural = (count: number, one: string, other: string): string =>
  `${numbers.format(count)} ${rules.select(count) === "one" ? one : other}`

/** The variables in the texts of a step: `{{first_name}}`, `{{first_name|there}}` (sending design, "Text"). Pure functions. */
import type { Lead } from "../leads/Lead.ts"

/** The names that a text may use, besides `custom.<key>`. */
const variables = [
  "email",
  "first_name",
  "last_name",
  "company",
  "website",
  "personalization",
  "sender.first_name",
  "sender.last_name",
  "sender.email",
  "signature",
  "unsubscribe_link"
] as const
export type Variable = (typeof variables)[number] | `custom.${string}`

/** The values of variables; an absent or empty one counts as missing. */
export type Values = Readonly<Record<string, string>>

const variable = /\{\{([^{}|]{1,250})(?:\|([^{}]{0,1000}))?\}\}/gu
const known: ReadonlySet<string> = new Set(variables)

const isKnown = (name: string) => known.has(name) || /^custom\.[^\s].{0,200}$/u.test(name)

/** The names in a text that are not variables, without duplicates, in order. */
export const unknownVariables = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(variable)].map(([, name = ""]) => name.trim()).filter((name) => !isKnown(name)))
]

export interface Rendered {
  readonly text: string
  /** The variables that have neither a value nor a default, without duplicates, in order. */
  readonly missing: ReadonlyArray<string>
}

/** Replaces the variables of a text by their values, or by their defaults. A missing value becomes an empty text. */
export const render = (template: string, values: Values): Rendered => {
  const missing = new Set<string>()
  const text = template.replaceAll(variable, (_, written: string, fallback: string | undefined) => {
    const name = written.trim()
    const value = Object.hasOwn(values, name) ? (values[name] ?? "") : ""
    if (value.trim() !== "") return value
    if (fallback === undefined) missing.add(name)
    return fallback?.trim() ?? ""
  })
  return { text, missing: [...missing] }
}

/** Whether a text uses a variable. */
export const uses = (template: string, name: Variable): boolean =>
  [...template.matchAll(variable)].some(([, found = ""]) => found.trim() === name)

/** The values of a lead. */
export const valuesOfLead = (
  lead: Pick<Lead, "company" | "email" | "first_name" | "last_name" | "personalization" | "website"> & {
    readonly custom_fields: Readonly<Record<string, unknown>>
  }
): Values => ({
  ...Object.fromEntries(
    Object.entries(lead.custom_fields).map(([key, value]) => [`custom.${key}`, value === null ? "" : String(value)])
  ),
  email: lead.email,
  first_name: lead.first_name,
  last_name: lead.last_name,
  company: lead.company,
  website: lead.website,
  personalization: lead.personalization
})

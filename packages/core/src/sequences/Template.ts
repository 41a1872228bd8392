/** The variables in the texts of a step: `{{first_name}}`, `{{first_name|there}}` (sending design, "Text"). Pure functions. */
import { Schema } from "effect"
import { closest } from "../Closest.ts"
import { CustomFieldName } from "../leads/CustomFields.ts"
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
const isFieldName = Schema.is(CustomFieldName)

const isKnown = (name: string) => known.has(name) || (name.startsWith("custom.") && isFieldName(name.slice(7)))

/** A variable in a text. */
export interface Use {
  readonly name: string
  /** The text for a missing value; `undefined`: the value is required. */
  readonly fallback: string | undefined
  /** Where it begins in the text. */
  readonly start: number
  /** Where the text after it begins. */
  readonly end: number
}

/** The variables in a text, in order. */
export const usesOf = (template: string): ReadonlyArray<Use> =>
  [...template.matchAll(variable)].map(({ 0: { length }, 1: name = "", 2: fallback, index }) => ({
    name: name.trim(),
    fallback: fallback?.trim(),
    start: index,
    end: index + length
  }))

/** The value of a variable, or its default; `undefined` if it has neither. */
export const valueOf = ({ fallback, name }: Use, values: Values): string | undefined => {
  const value = Object.hasOwn(values, name) ? (values[name] ?? "") : ""
  return value.trim() === "" ? fallback : value
}

/** The names in a text that are not variables, without duplicates, in order. */
export const unknownVariables = (text: string): ReadonlyArray<string> => [
  ...new Set(
    usesOf(text)
      .map(({ name }) => name)
      .filter((name) => !isKnown(name))
  )
]

/** Maximum number of variables in a text. Values are long, so it bounds the length of a mail. */
const maximumUses = 100

/** The faults of a text, for people: unknown variables, too many of them, and braces that are not closed. */
export const faultsOfText = (template: string): ReadonlyArray<string> => [
  ...unknownVariables(template).map((name) => {
    const similar = closest(name, variables)
    const hint = similar === undefined ? "" : `: did you mean {{${similar}}}?`
    return `uses {{${name}}}, which is not a variable${hint === "" ? "." : hint} Variables: ${variables.join(", ")}, custom.<field>`
  }),
  ...(usesOf(template).length > maximumUses ? [`must have at most ${maximumUses} variables`] : []),
  ...(template.replaceAll(variable, " ").includes("{{")
    ? ["has {{ that does not begin a variable such as {{email}}"]
    : [])
]

export interface Rendered {
  readonly text: string
  /** The variables that have neither a value nor a default, without duplicates, in order. */
  readonly missing: ReadonlyArray<string>
}

/** Replaces the variables of a text by their values, or by their defaults. A missing value becomes an empty text. */
export const render = (template: string, values: Values): Rendered => {
  const missing = new Set<string>()
  let text = ""
  let end = 0
  for (const use of usesOf(template)) {
    const value = valueOf(use, values)
    if (value === undefined) missing.add(use.name)
    text += template.slice(end, use.start) + (value ?? "")
    end = use.end
  }
  return { text: text + template.slice(end), missing: [...missing] }
}

/** Whether a text uses a variable. */
export const uses = (template: string, name: Variable): boolean => usesOf(template).some((use) => use.name === name)

interface Sender {
  readonly email: string
  readonly settings: { readonly first_name: string; readonly last_name: string; readonly signature: string }
}

/** The values of the account that sends. */
export const valuesOfSender = ({ email, settings }: Sender): Values => ({
  "sender.first_name": settings.first_name,
  "sender.last_name": settings.last_name,
  "sender.email": email,
  signature: settings.signature
})

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

/** The variables in the texts of a step: `{{first_name}}`, `{{first_name|there}}`. Pure functions. */
import { Schema } from "effect"
import { CustomFieldName } from "../leads/CustomFields.ts"
import { defaultIn, defaultOf, foreignTags, formOf, hide, isForeignDefault } from "./ForeignTags.ts"
import { similarVariable } from "./TagNames.ts"
import { trimmed, type Values } from "./Values.ts"

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

/** Matches a variable: its name, and its default if it has one. */
const variable = /\{\{([^{}|]{1,250})(?:\|([^{}]{0,1000}))?\}\}/gu
const known: ReadonlySet<string> = new Set(variables)
const isFieldName = Schema.is(CustomFieldName)

/** Whether a name is that of a variable, or of a custom field that may exist. */
const isKnown = (name: string) =>
  known.has(name) || (name.startsWith("custom.") && isFieldName(name.slice("custom.".length)))

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
  const value = trimmed(Object.hasOwn(values, name) ? (values[name] ?? "") : "")
  return value === "" ? fallback : value
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

/** A variable as it is proposed in place of one that is similar, with a default: `{{first_name|there}}` for `{{firstname|there}}`. */
const proposalFor = (similar: string, { fallback, name }: Pick<Use, "fallback" | "name">): string => {
  // Another program may have its default in the name: `{{firstname or "there"}}`.
  if (fallback === undefined) return formOf(similar, defaultIn(name))
  return formOf(similar, defaultIn(`|${fallback}`) ?? defaultOf(similar))
}

/** The fault of a variable that is unknown, has three braces, or has a default that is written as in another program; `undefined`: none. */
const faultOfUse = ({ end, fallback, name, start }: Use, template: string): string | undefined => {
  const tag = template.slice(start, end)
  if (!isKnown(name)) {
    const similar = similarVariable(name, variables)
    const hint = similar === undefined ? "." : `: did you mean ${proposalFor(similar, { fallback, name })}?`
    return `uses {{${name}}}, which is not a variable${hint} Variables: ${variables.join(", ")}, custom.<field>`
  }
  if (template[start - 1] === "{" && template[end] === "}") {
    return `has {${tag}}, a tag of another program: write ${tag} with two braces`
  }
  return fallback !== undefined && isForeignDefault(fallback)
    ? `has ${tag}, whose default is written as in another program: write ${proposalFor(name, { fallback, name })}`
    : undefined
}

/** A text whose variables `foreignTags` ignores. */
export const withHiddenUses = (template: string): string => template.replaceAll(variable, hide)

/** The faults of the variables in a text, for people: unknown names, foreign defaults, too many, and open braces. */
export const faultsOfVariables = (template: string): ReadonlyArray<string> => {
  const uses = usesOf(template)
  const rest = template.replaceAll(variable, " ")
  const open = rest.indexOf("{{")
  return [
    ...new Set(uses.slice(0, maximumUses).flatMap((use) => faultOfUse(use, template) ?? [])),
    ...(uses.length > maximumUses ? [`must have at most ${maximumUses} variables`] : []),
    ...(open === -1 ? [] : [faultOfOpen(rest.slice(open))])
  ]
}

/** The fault of `{{` that does not begin a variable. `rest`: the text from there on. */
const faultOfOpen = (rest: string): string => {
  const [tag = "", inner = ""] = /^\{\{([^{}\n]{0,60})(?:\}\}?)?/u.exec(rest) ?? []
  const similar = similarVariable(inner.split("|", 1)[0]?.trim() ?? "", variables)
  const example = similar === undefined ? "{{email}}" : formOf(similar, defaultOf(similar))
  return `has {{ that does not begin a variable such as ${example}: ${tag.trim()}`
}

/** The faults of a text, for people: of its variables, and tags of other programs. */
export const faultsOfText = (template: string): ReadonlyArray<string> => [
  ...faultsOfVariables(template),
  ...foreignTags(withHiddenUses(template))
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

/** Shows schemas as lists of fields, reduced to the keywords that the page displays. */
import { type Child, disclosure, h, prose } from "./dom.ts"
import type { Schema } from "./OpenApi.ts"

/** A schema merged with the members of `allOf`, and with the schema in an `anyOf` of one schema and `null`. */
export interface Simplified extends Omit<Schema, "allOf" | "anyOf" | "oneOf"> {
  readonly types: ReadonlyArray<string>
  /** The alternatives to choose from; empty without a choice. */
  readonly variants: ReadonlyArray<Schema>
}

/** Copies inherited keywords into the schema. A schema that was a reference inherits the keywords of its target. */
const own = (schema: Schema): Schema => {
  const copy: Record<string, unknown> = {}
  for (const keyword in schema) copy[keyword] = schema[keyword as keyof Schema]
  return copy
}

/** Merges two schemas. The keywords of `b` take precedence. */
const both = (a: Schema, b: Schema): Schema => ({
  ...a,
  ...b,
  properties: { ...a.properties, ...b.properties },
  required: [...(a.required ?? []), ...(b.required ?? [])]
})

export const simplified = (schema: Schema): Simplified => {
  const { allOf = [], anyOf = [], oneOf = anyOf, ...rules } = own(schema)
  const variants = oneOf.filter(({ type }) => type !== "null")
  const parts = [...allOf, ...(variants.length === 1 ? variants : [])].map(simplified)
  const merged = parts.reduceRight<Schema>((rules, part) => both(part, rules), rules)
  const types = [...parts.flatMap(({ types }) => types), rules.type ?? [], variants.length < oneOf.length ? "null" : []]
  if (types.length === 0 && merged.properties !== undefined) types.push("object")
  return {
    ...merged,
    types: [...new Set(types.flat())],
    variants: variants.length > 1 ? variants : parts.flatMap(({ variants }) => variants)
  }
}

const typeOf = (schema: Schema): string => {
  const { component, format, items, types, variants } = simplified(schema)
  const nullable = types.includes("null") ? ["null"] : []
  if (component !== undefined && (variants.length > 0 || types.includes("object"))) {
    return [component, ...nullable].join(" or ")
  }
  if (variants.length > 0) return [...new Set([...variants.map(typeOf), ...nullable])].join(" or ")
  const names = types.map((type) => {
    if (type === "array" && items !== undefined) return `array of ${typeOf(items)}`
    return type === "string" && format !== undefined ? format : type
  })
  return names.join(" or ") || "any value"
}

const range = (minimum: number | undefined, maximum: number | undefined, unit = "") => {
  // The largest safe integer is not a limit worth showing.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? undefined : `at most ${most}${unit}`
}

/** The constraints of a value, apart from its type. */
const rulesOf = (schema: Schema): Child => {
  const { items = {}, types, ...rules } = simplified(schema)
  const values = rules.enum ?? (rules.const === undefined ? (simplified(items).enum ?? []) : [rules.const])
  const code = (value: unknown) => h("code", {}, typeof value === "string" ? value : JSON.stringify(value))
  const rulesShown = [
    values.length > 0 && h("span", {}, values.length > 1 ? "One of " : "Always ", ...values.map(code)),
    range(rules.minimum, rules.maximum),
    range(rules.minLength, rules.maxLength, " characters"),
    range(rules.minItems, rules.maxItems, " items"),
    rules.default !== undefined && h("span", {}, "Default ", code(rules.default)),
    rules.pattern !== undefined && rules.format === undefined && h("span", {}, "Pattern ", code(rules.pattern))
  ].filter((rule) => rule !== undefined && rule !== false)
  return rulesShown.length > 0 && h("div", { class: "rules" }, ...rulesShown.map((rule) => h("span", {}, rule)))
}

/** A named value: a field, a parameter or a header. */
export const field = (name: string, schema: Schema, required: boolean, description = schema.description): Child =>
  h(
    "li",
    { class: "field" },
    h("code", { class: "name" }, name),
    h("span", { class: "type" }, typeOf(schema)),
    // The style sheet shows `required` in requests, and `may be absent` in answers.
    required ? h("span", { class: "required" }, "required") : h("span", { class: "optional" }, "may be absent"),
    prose(description),
    rulesOf(schema),
    hasFields(schema) && disclosure(["Fields"], () => fieldsOf(schema))
  )

const hasFields = (schema: Schema, depth = 0): boolean => {
  // Limited, because an array may contain arrays of itself.
  if (depth > 4) return false
  const { additionalProperties, items, patternProperties, properties = {}, types, variants } = simplified(schema)
  if (types.includes("array") && items !== undefined) return hasFields(items, depth + 1)
  if (typeof additionalProperties === "object" || patternProperties !== undefined) return true
  return Object.keys(properties).length > 0 || variants.some((variant) => hasFields(variant, depth + 1))
}

/** The name of a variant: its title, its component, or the only value of one of its fields. */
const variantName = (schema: Schema) => {
  const { component, properties = {}, title } = simplified(schema)
  const [only] = Object.values(properties).flatMap(({ const: constant, enum: values = [constant] }) =>
    values.length === 1 && values[0] !== undefined ? [String(values[0])] : []
  )
  return title ?? component ?? only ?? typeOf(schema)
}

/** The fields of an object, of an array's items, or of each variant. */
export const fieldsOf = (schema: Schema): Child => {
  const {
    additionalProperties,
    items,
    patternProperties = {},
    properties = {},
    required = [],
    types,
    variants
  } = simplified(schema)
  if (types.includes("array") && items !== undefined) return fieldsOf(items)
  if (variants.length > 0) {
    const shown = variants.map((variant) => disclosure([variantName(variant)], () => fieldsOf(variant)))
    return h("div", {}, h("p", {}, "One of these:"), ...shown)
  }
  const others = [
    ...Object.values(patternProperties),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : [])
  ]
  return h(
    "ul",
    { class: "fields" },
    ...Object.entries(properties).map(([name, property]) => field(name, property, required.includes(name))),
    ...others.map((other) => field("(any name)", other, false))
  )
}

/** Example values: from the document or, if it has none, derived from the schemas. */
import type { MediaType, Parameter, Schema } from "./OpenApi.ts"
import { simplified } from "./schema.ts"

const strings: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00.000Z",
  email: "ada@example.com",
  hostname: "example.com",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000"
}

/** The example that a schema contains, if any. */
const exampleIn = ({ const: constant, default: preset, enum: values, example, examples }: Schema): unknown =>
  example ?? examples?.[0] ?? constant ?? preset ?? values?.[0]

/**
 * An example that matches the schema. An example of an object has all required fields, and the fields with an example.
 */
const exampleOf = (schema: Schema, depth = 0): unknown => {
  const { types, variants, ...rules } = simplified(schema)
  const value = exampleIn(rules)
  if (value !== undefined || depth > 8) return value
  const [variant] = variants
  if (variant !== undefined) return exampleOf(variant, depth + 1)
  if (types.includes("object")) {
    const { properties = {}, required = [] } = rules
    const wanted = Object.entries(properties).filter(
      ([name, property]) => required.includes(name) || exampleIn(simplified(property)) !== undefined
    )
    return Object.fromEntries(wanted.map(([name, property]) => [name, exampleOf(property, depth + 1)]))
  }
  if (types.includes("array")) return rules.items === undefined ? [] : [exampleOf(rules.items, depth + 1)]
  if (types.includes("integer") || types.includes("number")) return Math.max(rules.minimum ?? 1, 1)
  if (types.includes("boolean")) return true
  return types.includes("string") ? (strings[rules.format ?? ""] ?? "string") : null
}

/** The examples of a body, by name. */
export const examplesOf = ({
  example,
  examples,
  schema = {}
}: MediaType): ReadonlyArray<readonly [string, unknown]> => {
  const named = Object.entries(examples ?? {}).map(([name, { summary, value }]) => [summary ?? name, value] as const)
  return named.length > 0 ? named : [["Example", example ?? exampleOf(schema)]]
}

/** The example of a parameter; `undefined` if it has none. */
export const exampleValue = ({ example, examples, schema = {} }: Parameter): unknown => {
  const { types: _, variants: __, ...rules } = simplified(schema)
  return example ?? Object.values(examples ?? {})[0]?.value ?? exampleIn(rules)
}

/** The example of a parameter as text; empty if it has none. */
export const exampleText = (parameter: Parameter): string => {
  const value = exampleValue(parameter)
  return value === undefined ? "" : String(value)
}

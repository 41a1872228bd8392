/** Converts schemas and parameters of the OpenAPI document to the plain form that client generators understand. */

import { parameterKey } from "../contract/Parameters.ts"

/** A part of the document. */
export type Json = Record<string, any>

/** The name of the component that a reference points to. */
export const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1)

/** Converts each schema in the document to its plain form. */
export const plain = (document: Json): Json => mapObjects(document, (node) => cleaned(hoisted(folded(node))))

/** Rebuilds JSON bottom-up: `change` gets each object after its children were changed. */
const mapObjects = (value: any, change: (node: Json) => Json): any => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (typeof value !== "object" || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapObjects(child, change)])))
}

/**
 * Merges members of `allOf` that only add keywords into the schema: many generators read such an `allOf` as `unknown`.
 */
const folded = ({ allOf, ...schema }: Json): Json =>
  // The description of a field overrides the description of its type.
  Array.isArray(allOf) ? Object.assign({}, schema, ...allOf) : schema

/** Moves a description from the non-null branch to the whole nullable schema. */
const hoisted = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return schema
  const { description, ...value } = anyOf[0]
  return description === undefined ? schema : { description, ...rest, anyOf: [value, anyOf[1]] }
}

/** Removes keywords that only Effect reads, and declares integers as `integer`. */
const cleaned = ({ "x-effect-stream": _, ...node }: Json): Json =>
  node["type"] === "number" && node["enum"]?.every(Number.isInteger) === true ? { ...node, type: "integer" } : node

/** The parameters of an operation, with descriptions, and with their types instead of the string that is decoded. */
export const parametersOf = ({ parameters = [] }: Json): ReadonlyArray<Json> =>
  parameters.map(({ name, schema: { description: ofParameter, ...schema }, ...parameter }: Json) => {
    const { description: ofType, ...shown } = asShown(schema)
    const description = ofParameter ?? ofType
    return {
      name: parameter["in"] === "header" ? headerName(name) : name,
      ...parameter,
      ...(description === undefined ? {} : { description }),
      // The values are separated by commas, and the parameter is given once.
      ...(shown["type"] === "array" ? { style: "form", explode: false } : {}),
      schema: shown
    }
  })

/** The schema of a parameter, and of its items, as the document shows it. */
const asShown = (schema: Json): Json => {
  const { items, ...shown } = schema[parameterKey] ?? schema
  return items === undefined ? shown : { ...shown, items: asShown(items) }
}

/** The header name as the RFCs spell it: `ETag`, `If-Match`. */
export const headerName = (name: string): string =>
  name === "etag" ? "ETag" : name.replaceAll(/(?:^|-)\w/gu, (letter) => letter.toUpperCase())

/**
 * Allows additional fields in all schemas that requests do not contain. Answers and payloads may get new fields later,
 * and a client that validates them must not reject unknown fields.
 */
export const withOpenAnswers = (document: Json): Json => {
  const { schemas } = document["components"]
  const operations = Object.values<Json>(document["paths"]).flatMap((path) => Object.values<Json>(path))
  const requested = new Set(operations.flatMap(({ requestBody = {} }) => namesIn(requestBody)))
  for (const name of requested) for (const other of namesIn(schemas[name])) requested.add(other)
  const opened = Object.entries<Json>(schemas).map(([name, { additionalProperties, ...schema }]) => {
    const isOpen = additionalProperties === undefined || (additionalProperties === false && !requested.has(name))
    return [name, isOpen ? schema : { ...schema, additionalProperties }]
  })
  return { ...document, components: { ...document["components"], schemas: Object.fromEntries(opened) } }
}

/** The names of the schemas to which a part of the document refers. */
const namesIn = (part: Json): ReadonlyArray<string> =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/gu)].map(([, name = ""]) => name)

/** Adds a description to every field and parameter of a named type that has none: the description of the type. */
export const withDescriptions = (document: Json): Json => {
  const { schemas } = document["components"]
  const withDescription = (schema: Json): Json => {
    const { $ref } = schema["anyOf"]?.[0] ?? schema
    const type = typeof $ref === "string" ? schemas[nameOf($ref)] : undefined
    return schema["description"] === undefined && type?.description !== undefined
      ? { ...schema, description: type.description }
      : schema
  }
  return mapObjects(document, (node) => {
    if (typeof node["properties"] === "object" && node["type"] === "object") {
      const properties = Object.entries<Json>(node["properties"]).map(([name, schema]) => [
        name,
        withDescription(schema)
      ])
      return { ...node, properties: Object.fromEntries(properties) }
    }
    if (typeof node["in"] === "string" && node["description"] === undefined && node["schema"] !== undefined) {
      const { description } = withDescription(node["schema"])
      return description === undefined ? node : { ...node, description }
    }
    return node
  })
}

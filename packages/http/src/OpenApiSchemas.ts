/** Schemas and parameters of the OpenAPI document in the plain form that client generators read. */

/** A part of the document. */
export type Json = Record<string, any>

/** The name of the component that a reference leads to. */
export const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1)

/** What a parameter looks like in the document, where the decoder reads it from text: see `Parameters.ts`. */
export const parameterKey = "x-parameter"

/** The document with each schema in its plain form. */
export const plain = (document: Json): Json => mapObjects(document, (node) => cleaned(hoisted(folded(node))))

/** Rebuilds JSON from its leaves up: `change` gets each object with its children changed already. */
const mapObjects = (value: any, change: (node: Json) => Json): any => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (typeof value !== "object" || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapObjects(child, change)])))
}

/** Members of `allOf` that only add keywords are part of the schema itself: many generators make `unknown` of them. */
const folded = ({ allOf, ...schema }: Json): Json =>
  // What is said of a field comes after what is said of its type.
  Array.isArray(allOf) ? Object.assign({}, schema, ...allOf) : schema

/** What is said of a value that may be `null` is said of both. */
const hoisted = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return schema
  const { description, ...value } = anyOf[0]
  return description === undefined ? schema : { description, ...rest, anyOf: [value, anyOf[1]] }
}

/** Without what only readers in Effect know, and with integers as such. */
const cleaned = ({ "x-effect-stream": _, ...node }: Json): Json =>
  node["type"] === "number" && node["enum"]?.every(Number.isInteger) === true ? { ...node, type: "integer" } : node

/** The parameters of an operation: with their own descriptions, as what they are rather than as text. */
export const parametersOf = ({ parameters = [] }: Json): ReadonlyArray<Json> =>
  parameters.map(({ name, schema: { description: ofParameter, ...schema }, ...parameter }: Json) => {
    const { description: ofType, ...shown } = asShown(schema)
    const description = ofParameter ?? ofType
    return {
      name: parameter["in"] === "header" ? headerName(name) : name,
      ...parameter,
      ...(description === undefined ? {} : { description }),
      // Values are separated by commas: one parameter, given once.
      ...(shown["type"] === "array" ? { style: "form", explode: false } : {}),
      schema: shown
    }
  })

/** A parameter's schema, and that of its items, as what it is rather than as text. */
const asShown = (schema: Json): Json => {
  const { items, ...shown } = schema[parameterKey] ?? schema
  return items === undefined ? shown : { ...shown, items: asShown(items) }
}

/** As the RFCs write it: `ETag`, `If-Match`. */
export const headerName = (name: string): string =>
  name === "etag" ? "ETag" : name.replaceAll(/(?:^|-)\w/gu, (letter) => letter.toUpperCase())

/**
 * The document in which only what requests contain is closed. Fields may be added to answers and payloads: a client
 * that validates them must not reject what it does not know.
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

/** The names of the schemas that a part of the document refers to. */
const namesIn = (part: Json): ReadonlyArray<string> =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/gu)].map(([, name = ""]) => name)

/**
 * The document in which every field and parameter of a named type has a description: its own, or the one of its type.
 */
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

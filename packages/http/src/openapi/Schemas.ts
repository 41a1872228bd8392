/** Converts the JSON side of Effect's schemas to schemas of OpenAPI, in the plain forms that client generators read. */
import { Schema, SchemaAST } from "effect"
import { keywordsOf, textForm } from "../contract/Parameters.ts"

/** A part of the document. */
export type Json = Record<string, any>

/** The schemas of one document. They share its components: each type with an identifier becomes one, to which they refer. */
export interface Schemas {
  /** The schema of a request, which rejects unknown fields. */
  readonly request: (schema: Schema.Constraint) => Json
  /** The schema of a parameter, with a description. */
  readonly parameter: (ast: SchemaAST.AST) => Json
  /** The schema of an answer or of a payload. It may get further fields, so it allows them. */
  readonly answer: (schema: Schema.Constraint) => Json
  /** The components by name. */
  readonly components: Json
}

/** A schema of a request rejects unknown fields, and that of an answer allows them. */
type Use = "answer" | "request"

export const makeSchemas = (): Schemas => {
  const components: Json = {}
  // The components that requests refer to. A type of requests and answers has one component, which is that of requests.
  const requested = new Set<string>()

  /** The schema of a type; a reference if the type has a name, whose component is then set. */
  const emit = (from: SchemaAST.AST, use: Use): Json => {
    const ast = jsonSide(from)
    const name = SchemaAST.resolveIdentifier(ast) ?? SchemaAST.resolveIdentifier(from)
    if (name === undefined) return inline(ast, use)
    if (!Object.hasOwn(components, name) || (use === "request" && !requested.has(name))) {
      if (use === "request") requested.add(name)
      // A component is set before its parts, which may refer to it.
      components[name] ??= {}
      components[name] = inline(ast, use)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** The schema of a type without its name. */
  const inline = (ast: SchemaAST.AST, use: Use): Json => {
    const schema = { ...shapeOf(ast, use), ...annotationsOf(ast.annotations) }
    for (const check of ast.checks ?? [])
      Object.assign(schema, keywordsOf(check, schema["type"]), annotationsOf(check.annotations))
    return schema
  }

  /** The JSON schema of a type, without its name and description. */
  const shapeOf = (ast: SchemaAST.AST, use: Use): Json => {
    switch (ast._tag) {
      case "String":
      case "Boolean":
      case "Null":
      case "Number":
        return { type: ast._tag.toLowerCase() }
      case "Literal":
        return { type: Number.isInteger(ast.literal) ? "integer" : typeof ast.literal, enum: [ast.literal] }
      case "Union":
        return unionOf(ast.types, use)
      case "Arrays":
        return { type: "array", items: emit(ast.rest[0] ?? SchemaAST.unknown, use) }
      case "Objects":
        return objectOf(ast, use)
      case "Never":
        return { not: {} }
      case "Unknown":
      case "Declaration":
        return {}
      default:
        throw new Error(`No schema for ${ast._tag}`)
    }
  }

  const unionOf = (types: ReadonlyArray<SchemaAST.AST>, use: Use): Json => {
    const members = types.map((type) => emit(type, use))
    const [first = {}] = members
    if (members.every((member) => member["enum"] !== undefined && member["type"] === first["type"])) {
      return { type: first["type"], enum: members.flatMap((member) => member["enum"]) }
    }
    const [, second] = members
    if (members.length !== 2 || second?.["type"] !== "null") return { anyOf: members }
    // The description is that of the nullable value.
    const { description, ...value } = first
    return { ...(description === undefined ? {} : { description }), anyOf: [value, second] }
  }

  const objectOf = ({ indexSignatures, propertySignatures }: SchemaAST.Objects, use: Use): Json => {
    const required = propertySignatures.filter(({ type }) => !isOptional(type)).map(({ name }) => name)
    const properties = propertySignatures.map(({ name, type }) => [name, fieldOf(type, use)])
    const [index] = indexSignatures
    const isClosed = index === undefined ? use === "request" : index.type._tag === "Never"
    return {
      type: "object",
      ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
      ...(required.length === 0 ? {} : { required }),
      ...(isClosed ? { additionalProperties: false } : {}),
      ...(index === undefined || index.type._tag === "Never" ? {} : valuesOf(index, use))
    }
  }

  /** The values under free names, or under names of a pattern. */
  const valuesOf = ({ parameter, type }: SchemaAST.IndexSignature, use: Use): Json => {
    const { pattern } = inline(parameter, use)
    const values = emit(type, use)
    if (pattern !== undefined) return { patternProperties: { [pattern]: values }, additionalProperties: false }
    // Any values need no keyword: generators of clients take `true` for values without a type.
    return Object.keys(values).length === 0 ? {} : { additionalProperties: values }
  }

  /** The schema of a field. Without a description, it has that of its type. */
  const fieldOf = (type: SchemaAST.AST, use: Use): Json => {
    const schema = { ...emit(type, use), ...annotationsOf(keyAnnotationsOf(type)) }
    const { $ref } = schema["anyOf"]?.[0] ?? schema
    const ofType = components[nameOf($ref ?? "")]?.description
    return schema["description"] === undefined && ofType !== undefined ? { ...schema, description: ofType } : schema
  }

  return {
    request: ({ ast }) => emit(ast, "request"),
    parameter: (ast) => fieldOf(ast, "request"),
    answer: ({ ast }) => emit(ast, "answer"),
    components
  }
}

/** The name of the component that a reference points to. */
const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1)

/** The type that JSON has for a schema: its last encoding, except for the text form of a parameter. */
export const jsonSide = (ast: SchemaAST.AST): SchemaAST.AST => {
  const to = ast.encoding?.map((link) => link.to).findLast((to) => SchemaAST.resolve(to)?.[textForm] !== true)
  return to === undefined ? ast : jsonSide(to)
}

const isOptional = (ast: SchemaAST.AST) => SchemaAST.isOptional(SchemaAST.toEncoded(ast))
/** The annotations of a field, on its JSON side. */
export const keyAnnotationsOf = (ast: SchemaAST.AST) => jsonSide(ast).context?.annotations

const shown = ["title", "description", "format", "examples"]
const annotationsOf = (annotations: Schema.Annotations.Annotations = {}): Json =>
  Object.fromEntries(shown.flatMap((key) => (annotations[key] === undefined ? [] : [[key, annotations[key]]])))

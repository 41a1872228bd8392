/** Decodes strictly: reports every fault, and an unknown field is a fault. */
import { Effect, Schema, SchemaAST } from "effect"

const strict = { errors: "all", onExcessProperty: "error" } as const

/**
 * Like `Schema.decodeUnknownEffect`, but strict. Strict options make Effect interpret the schema. So input without unknown
 * fields is first decoded by the compiled schema, without these options, and again to find all faults: the rows
 * "leads, limit 1", "PATCH /leads/{id}" and "POST /events" of the bench.
 */
export const decodeStrictly = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S
): ((input: unknown) => Effect.Effect<S["Type"], Schema.SchemaError>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const decodeAll = Schema.decodeUnknownEffect(schema, strict)
  const hasOnlyKnownFields = knownFieldsCheck(SchemaAST.toEncoded(schema.ast))
  return (input) =>
    hasOnlyKnownFields(input) ? Effect.catchTag(decode(input), "SchemaError", () => decodeAll(input)) : decodeAll(input)
}

/** A function for values of this schema. It returns `true` if the value has no unknown field, `false` if it may have one. */
const knownFieldsCheck = (ast: SchemaAST.AST): ((value: unknown) => boolean) => {
  switch (ast._tag) {
    case "Objects":
      return inObject(ast)
    case "Arrays":
      return inArray(ast)
    case "Union":
      return inUnion(ast)
    case "Declaration":
    case "Suspend":
      return () => false
    default:
      return () => true
  }
}

const inObject = ({ indexSignatures, propertySignatures }: SchemaAST.Objects) => {
  if (indexSignatures.length > 0) return () => false
  const checks = new Map(propertySignatures.map(({ name, type }) => [name, knownFieldsCheck(type)]))
  return (value: unknown) => {
    // Only an object has fields. The schema itself rejects other values.
    if (typeof value !== "object" || value === null || Array.isArray(value)) return true
    const object = value as Readonly<Record<PropertyKey, unknown>>
    return Reflect.ownKeys(object).every((name) => checks.get(name)?.(object[name]) === true)
  }
}

const inArray = ({ elements, rest }: SchemaAST.Arrays) => {
  const [item, ...others] = rest
  if (item === undefined || elements.length + others.length > 0) return () => false
  const check = knownFieldsCheck(item)
  return (value: unknown) => !Array.isArray(value) || value.every(check)
}

/** A value of a union with several objects or lists may be any of them: then nothing is certain. */
const inUnion = ({ types }: SchemaAST.Union) => {
  const [only, ...others] = types.filter(({ _tag }) => composed.has(_tag))
  if (only === undefined) return () => true
  return others.length > 0 ? () => false : knownFieldsCheck(only)
}

const composed: ReadonlySet<string> = new Set(["Arrays", "Declaration", "Objects", "Suspend", "Union"])

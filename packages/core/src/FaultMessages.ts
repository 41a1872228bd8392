/** Messages that say what is wrong with an input: `must be an integer`, `is required`. */
import { SchemaAST, type SchemaIssue } from "effect"
import { closest } from "./Closest.ts"

/** The message for an invalid value, with its path in the input. */
interface Message {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** The message for an unknown field. HTTP also uses it for unknown parameters. */
export const unknownField = "is an unknown field"

/** Maximum number of reported faults: a list of the wrong type would otherwise produce one for each element. */
export const maximumFaults = 100

/**
 * The faults of a failed decoding, at least the first `maximumFaults`. `outerMessage` is the message of the check that
 * contains this issue.
 */
export const messagesOf = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey> = [],
  outerMessage?: string
): ReadonlyArray<Message> => {
  switch (issue._tag) {
    case "Pointer":
      return messagesOf(issue.issue, [...path, ...issue.path], outerMessage)
    case "Encoding":
      return messagesOf(issue.issue, path, outerMessage)
    case "Filter":
      return messagesOf(issue.issue, path, outerMessage ?? messageIn(issue.filter.annotations))
    case "Composite":
      // Each inner issue has at least one fault, and a body may have tens of thousands of them.
      return issue.issues.slice(0, maximumFaults).flatMap((inner) => messagesOf(inner, path, outerMessage))
    case "AnyOf": {
      // The value has the type of no member, so faults inside the members say nothing.
      const isOfNoMember = issue.issues.every(({ _tag }) => _tag === "AnyOf" || _tag === "InvalidType")
      return isOfNoMember
        ? [{ path, message: outerMessage ?? mustBe(issue.ast) }]
        : issue.issues.flatMap((inner) => messagesOf(inner, path, outerMessage))
    }
    case "InvalidType":
      // The schema accepts no value: this field is unknown.
      return [{ path, message: outerMessage ?? (SchemaAST.isNever(issue.ast) ? unknownField : mustBe(issue.ast)) }]
    case "InvalidValue":
      return [{ path, message: messageIn(issue.annotations) ?? outerMessage ?? "is not valid" }]
    case "MissingKey":
      return [{ path, message: "is required" }]
    case "UnexpectedKey":
      return [{ path, message: expectedNameOf(issue.ast) ?? unknownFieldOf(issue.ast, path.at(-1)) }]
    case "Forbidden":
    case "OneOf":
      return [{ path, message: outerMessage ?? "is not valid" }]
  }
}

/** How the messages of Effect's checks begin, and the beginnings that replace them. */
const beginnings = [
  [/^a value between /u, "must be between "],
  [/^a value with /u, "must have "],
  [/^a value greater than or equal to /u, "must be at least "],
  [/^a value less than or equal to /u, "must be at most "],
  [/^/u, "must be "]
] as const

/** The message of a check: its own, or Effect's as a predicate, such as `must be at least 1`. */
const messageIn = (annotations: Readonly<Record<string, unknown>> | undefined): string | undefined => {
  const { expected, message } = annotations ?? {}
  if (typeof message === "string") return message
  if (typeof expected !== "string") return undefined
  const [from, to] = beginnings.find(([beginning]) => beginning.test(expected)) ?? [/^/u, "must be "]
  return expected.replace(from, to)
}

/** The field that an unknown one probably means: with few other letters, or with the same beginning, such as `user` for `username`. */
const meantBy = (key: string, names: ReadonlyArray<string>): string | undefined => {
  if (key.length < 4) return undefined
  const begins = (name: string) => name.length > 3 && (key.startsWith(name) || name.startsWith(key))
  return closest(key, names) ?? names.find(begins)
}

/** The message for an unknown field of an object, with the field that is probably meant. */
const unknownFieldOf = (ast: SchemaAST.AST, key: PropertyKey | undefined): string => {
  const names = SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  const meant = typeof key === "string" ? meantBy(key, names) : undefined
  return meant === undefined ? unknownField : `${unknownField}: did you mean ${meant}?`
}

/** The pattern that the keys of a record must match, as a message. */
const expectedNameOf = (ast: SchemaAST.AST): string | undefined => {
  if (!SchemaAST.isObjects(ast)) return undefined
  const names = ast.indexSignatures.flatMap(({ parameter }) => parameter.checks ?? [])
  const expected = names.map(({ annotations }) => annotations?.["expected"]).find((text) => typeof text === "string")
  return expected === undefined ? undefined : `must have ${expected}`
}

/** The field whose literal values distinguish the objects of a union, and these values. */
const discriminatorOf = (ast: SchemaAST.AST) => {
  if (!SchemaAST.isUnion(ast) || !ast.types.every(SchemaAST.isObjects)) return undefined
  const literals = ast.types.map(
    ({ propertySignatures }) =>
      new Map(propertySignatures.flatMap(({ name, type }) => (SchemaAST.isLiteral(type) ? [[name, type.literal]] : [])))
  )
  const name = [...(literals[0]?.keys() ?? [])].find((name) => literals.every((fields) => fields.has(name)))
  return name === undefined ? undefined : { name, values: literals.map((fields) => String(fields.get(name))) }
}

/** The message for a value of another kind than the schema takes: `must be a string or null`, `must be one of A, B, C`. */
const mustBe = (ast: SchemaAST.AST): string => {
  const encoded = SchemaAST.toEncoded(ast)
  const discriminator = discriminatorOf(encoded)
  if (discriminator !== undefined) {
    const { name, values } = discriminator
    return `must be an object whose ${String(name)} is one of ${values.join(", ")}`
  }
  const kinds = [...new Set(kindsOf(encoded))]
  const isChoice = kinds.length > 2 && SchemaAST.isUnion(ast) && ast.types.every(SchemaAST.isLiteral)
  if (isChoice) return `must be one of ${kinds.join(", ")}`
  const others = kinds.slice(0, -1).join(", ")
  const last = kinds.at(-1) ?? ""
  return others === "" ? `must be ${last}` : `must be ${others} or ${last}`
}

/** The kinds of values that a schema takes, in words, such as `a string`. */
const kindsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "String":
      return ["a string"]
    case "Number":
      return [
        ast.checks?.some(({ annotations }) => annotations?.["expected"] === "an integer") ? "an integer" : "a number"
      ]
    case "Boolean":
      return ["true", "false"]
    case "Null":
      return ["null"]
    case "Literal":
      return [String(ast.literal)]
    case "Arrays":
      return ["an array"]
    case "Objects":
      return ["an object"]
    case "Union":
      return ast.types.flatMap(kindsOf)
    case "Undefined":
      return []
    default:
      return [String(ast.annotations?.["expected"] ?? "of another kind")]
  }
}

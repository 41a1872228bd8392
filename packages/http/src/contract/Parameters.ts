/**
 * Parameters of paths and queries, and parts of answers that several groups have (contract, section 1). In a parameter,
 * a number is decimal digits, a boolean is `true` or `false`, and the values of a list are separated by commas.
 */
import { Count, described } from "@mailroom/core"
import { type JsonSchema, Record, Schema, SchemaAST, SchemaGetter } from "effect"

/** An annotation of the text form of a parameter. The OpenAPI document shows the type, and not this form. */
export const textForm = "@mailroom/http/textForm"

type Parameter<S extends Schema.Constraint> = S["~type.optionality"] extends "optional"
  ? Schema.optionalKey<Schema.Codec<S["Type"], string>>
  : Schema.Codec<S["Type"], string>

/** Converts the fields of an input, such as a query of core, to parameters: with the same names, types and defaults. */
export const parameters = <Fields extends globalThis.Record<string, Schema.Constraint>>(fields: Fields) =>
  Record.map(fields, (field) => parameter(field as Schema.Top)) as unknown as {
    readonly [K in keyof Fields]: Parameter<Fields[K]>
  }

/** The schema of a parameter: it decodes the text form of the field, then the field itself. */
const parameter = (field: Schema.Top): Schema.Top => {
  const ast = SchemaAST.toEncoded(field.ast)
  const text = textOf(ast)
  if (text === undefined) return field
  return (SchemaAST.isOptional(ast) ? Schema.optionalKey(text) : text).pipe(
    Schema.decodeTo(field, { decode: SchemaGetter.passthrough(), encode: SchemaGetter.passthrough() })
  )
}

/** The codec of the text form of a value; `undefined` if the value is text. */
const textOf = (ast: SchemaAST.AST): Schema.Top | undefined => {
  switch (ast._tag) {
    case "Number":
      return integer(ast)
    case "Boolean":
      return flag
    case "Arrays":
      return list(ast)
    default:
      return undefined
  }
}

const digits = Schema.String.check(
  Schema.isPattern(/^(?:0|-?[1-9][0-9]{0,15})$/u, { message: "must be an integer" })
).annotate({ [textForm]: true })

const integer = (ast: SchemaAST.Number) => {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = Object.assign(
    {},
    ...(ast.checks ?? []).map((check) => keywordsOf(check))
  )
  return digits.pipe(
    Schema.decodeTo(
      Schema.Number.check(
        Schema.isGreaterThanOrEqualTo(minimum, { message: `must be at least ${minimum}` }),
        Schema.isLessThanOrEqualTo(maximum, { message: `must be at most ${maximum}` })
      ).annotate({ [textForm]: true }),
      { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) }
    )
  )
}

const flag = Schema.Literals(["true", "false"])
  .annotate({ [textForm]: true })
  .pipe(
    Schema.decodeTo(Schema.Boolean.annotate({ [textForm]: true }), {
      decode: SchemaGetter.transform((text) => text === "true"),
      encode: SchemaGetter.transform((value) => (value ? "true" : "false"))
    })
  )

const list = ({ rest: [item = SchemaAST.string] }: SchemaAST.Arrays) =>
  Schema.String.annotate({ [textForm]: true }).pipe(
    Schema.decodeTo(
      Schema.Array((textOf(item) ?? Schema.make(item)) as Schema.Codec<unknown, string>).annotate({ [textForm]: true }),
      {
        decode: SchemaGetter.transform((text: string) => text.split(",")),
        encode: SchemaGetter.transform((values: ReadonlyArray<string>) => values.join(","))
      }
    )
  )

/** The keywords of JSON Schema for a check of a type of JSON. */
export const keywordsOf = (check: SchemaAST.Check<any>, type?: JsonSchema.Type): globalThis.Record<string, any> => {
  const schema = check.annotations?.toJsonSchema?.({ type, schemas: [] })
  if (schema !== undefined) return Array.isArray(schema) ? schema[0] : schema
  return check._tag === "FilterGroup" ? Object.assign({}, ...check.checks.map((part) => keywordsOf(part, type))) : {}
}

/** The result for one id of a deletion. */
export const DeletionStatus = Schema.Literals(["deleted", "not_found"]).annotate({
  identifier: "DeletionStatus",
  description: "The result of the deletion."
})

/** The answer of an offset list [spec]. `rows` is the plural of the row's name. */
export const offsetPage = <S extends Schema.Top>(row: S, identifier: string, rows: string) =>
  Schema.Struct({
    total: described(Count, "The number of rows in all pages together.", 1),
    offset: described(Count, "The number of skipped rows.", 0),
    limit: described(Count, "The maximum number of rows in the page.", 50),
    data: described(Schema.Array(row), "The rows of the page.")
  }).annotate({ identifier, description: `A page of ${rows}.` })

/** The answer of a cursor list [spec]. */
export const cursorPage = <S extends Schema.Top>(row: S) =>
  ({
    data: described(Schema.Array(row), "The rows of the page."),
    has_more: described(Schema.Boolean, "Whether there is another page.", false),
    next_cursor: described(Schema.optionalKey(Schema.String), "The `cursor` of the next page; absent on the last page.")
  }) as const

/**
 * The text form of ids, numbers and booleans in paths and queries (contract, section 1): decimal digits, nothing else.
 */
import { Campaign, Count, described, Pagination } from "@mailroom/core"
import { Effect, Schema, SchemaAST, SchemaGetter } from "effect"

/** The key under which a string schema keeps the schema that the OpenAPI document shows for the parameter. */
export const parameterKey = "x-parameter"

const pattern = /^(?:0|-?[1-9][0-9]{0,15})$/u

interface Range {
  readonly description?: string
  readonly minimum: number
  readonly maximum: number
  readonly default?: number
}

/** The schema that the OpenAPI document shows for a parameter: see `parametersOf` in `OpenApiSchemas`. */
const shownAs = (schema: object) => ({ toJsonSchema: () => ({ [parameterKey]: schema }) })

const integer = (range: Range) =>
  Schema.String.check(
    Schema.isPattern(pattern, { message: "must be an integer", ...shownAs({ type: "integer", ...range }) })
  ).pipe(
    Schema.decodeTo(
      Schema.Number.check(
        Schema.isGreaterThanOrEqualTo(range.minimum, { message: `must be at least ${range.minimum}` }),
        Schema.isLessThanOrEqualTo(range.maximum, { message: `must be at most ${range.maximum}` })
      ),
      { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) }
    )
  )

const ids = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** An id, in decimal digits. */
export const id = <S extends Schema.Codec<number>>(to: S) =>
  integer({ ...ids, description: SchemaAST.resolveDescription(to.ast) ?? "An id." }).pipe(Schema.decodeTo(to))

/** An integer in decimal digits, with an optional minus sign. */
export const safeInteger = integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** Seconds since 1970. */
export const seconds = integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const limit = (maximum: number) =>
  integer({
    minimum: 1,
    maximum,
    default: Pagination.defaultLimit,
    description: "The maximum number of rows in a page."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(Pagination.defaultLimit))))

export const offset = integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: "The number of rows to skip."
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("0")))

/** The parameters of a list by ascending id. `rowId` is the schema of `after_id`. */
export const offsetQuery = <S extends Schema.Top>(rowId: S) => ({
  after_id: described(Schema.optionalKey(rowId), Pagination.afterId),
  offset,
  limit: limit(Pagination.maximumLimit)
})

/** `true` or `false`. */
export const flag = Schema.Literals(["true", "false"])
  .check(Schema.makeFilter(() => undefined, shownAs({ type: "boolean" })))
  .pipe(
    Schema.decodeTo(Schema.Boolean, {
      decode: SchemaGetter.transform((text) => text === "true"),
      encode: SchemaGetter.transform((value) => (value ? "true" : "false"))
    })
  )

/** A campaign's UUID in any case, without braces. */
export const campaignId = Campaign.CampaignIdInput

/** The result for one id of a deletion. */
export const DeletionStatus = Schema.Literals(["deleted", "not_found"]).annotate({
  identifier: "DeletionStatus",
  description: "The result of the deletion."
})

/** The answer of an offset list [spec]. `rows` is the plural of the row's name. */
export const offsetPage = <S extends Schema.Top>(row: S, identifier: string, rows: string) =>
  Schema.Struct({
    total: described(Count, "The number of rows in all pages together."),
    offset: described(Count, "The number of skipped rows."),
    limit: described(Count, "The maximum number of rows in the page."),
    data: described(Schema.Array(row), "The rows of the page.")
  }).annotate({ identifier, description: `A page of ${rows}.` })

/** The answer of a cursor list [spec]. */
export const cursorPage = <S extends Schema.Top>(row: S) =>
  ({
    data: described(Schema.Array(row), "The rows of the page."),
    has_more: described(Schema.Boolean, "Whether there is another page."),
    next_cursor: described(Schema.optionalKey(Schema.String), "The `cursor` of the next page; absent on the last page.")
  }) as const

/** A list in one parameter, separated by commas. */
export const list = <S extends Schema.Codec<any, string>>(value: S) =>
  Schema.String.check(
    Schema.makeFilter(() => undefined, {
      representation: { id: "@mailroom/http/list", payload: null, schemas: [SchemaAST.toEncoded(value.ast)] },
      toJsonSchema: ({ schemas: [items] }) => ({ [parameterKey]: { type: "array", items } })
    })
  ).pipe(
    Schema.decodeTo(Schema.Array(value), {
      decode: SchemaGetter.transform((text: string) => text.split(",")),
      encode: SchemaGetter.transform((values: ReadonlyArray<string>) => values.join(","))
    })
  )

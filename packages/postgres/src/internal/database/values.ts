/**
 * Reads values that the driver returns, and converts values that it does not accept as parameters. A reader checks the kind of a value,
 * such as number or text, whether or not the client has `PgTypes.registry`. It does not check narrower types, such as an id: the schema
 * did when the value was written.
 */
import type { Pagination, Timestamp } from "@mailroom/core"
import { Array as Arr, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** A row with these columns, of whatever the driver makes of them. */
export type Row<Columns extends string> = { readonly [Column in Columns]: unknown }

/** A row as the values of its columns, in their order. */
export type Values = ReadonlyArray<unknown>

const unexpected = (expected: string, value: unknown): never => {
  throw new TypeError(`Expected ${expected}, the driver answered ${value === null ? "null" : typeof value}`)
}

/** `int8`: a number with our registry, a bigint or a string without. */
export const int = <A extends number>(value: unknown): A => {
  const number = typeof value === "bigint" || typeof value === "string" ? Number(value) : value
  return (Number.isSafeInteger(number) ? number : unexpected("an integer", value)) as A
}

export const text = <A extends string>(value: unknown): A =>
  (typeof value === "string" ? value : unexpected("text", value)) as A

export const bool = (value: unknown): boolean => (typeof value === "boolean" ? value : unexpected("a boolean", value))

/** `timestamptz`: a string as `toISOString` writes it with our registry, a Date or another string without. */
export const instant = (value: unknown): Timestamp.Timestamp =>
  (typeof value === "string" && value.length === 24 && value.endsWith("Z")
    ? value
    : (value instanceof Date ? value : new Date(text(value))).toISOString()) as Timestamp.Timestamp

export const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : unexpected("bytes", value))

export const array = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : unexpected("an array", value)

/** The value of a `jsonb` column that contains only objects. */
export const object = <A extends object>(value: unknown): A =>
  (typeof value === "object" && value !== null ? value : unexpected("an object", value)) as A

export const intOrNull = <A extends number>(value: unknown): A | null => (value === null ? null : int(value))
export const textOrNull = <A extends string>(value: unknown): A | null => (value === null ? null : text(value))
export const instantOrNull = (value: unknown): Timestamp.Timestamp | null => (value === null ? null : instant(value))

/** Ids as an `int8[]` literal: the driver would send small and great ones under different types. */
export const ids = (ids: ReadonlyArray<number>): string => `{${ids.join()}}`

/** The pattern of LIKE for texts that hold `search`, taken literally. */
export const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/gu, "\\$&")}%`

/**
 * The condition that a column contains the search. The trigram index cannot narrow a search without three letters or
 * digits in a row; for LIKE, Postgres would read all of the index.
 */
export const contains = (sql: SqlClient.SqlClient, column: string, search: string): Statement.Fragment =>
  /[\p{L}\p{N}]{3}/u.test(search)
    ? sql`${sql.literal(column)} LIKE ${containing(search)}::text`
    : sql`strpos(${sql.literal(column)}, ${search}::text) > 0`

/** Reads `total` joined to a page: where the page is empty, one row has no `id`. */
export const pageOf =
  <R, A>(read: (row: R) => A) =>
  (rows: ReadonlyArray<R & Row<"id" | "total">>): Pagination.Rows<A> => ({
    total: int(rows[0]?.total),
    data: rows[0]?.id === null ? [] : rows.map(read)
  })

/** Reads the first row, if there is one. */
export const readFirst =
  <R, A>(read: (row: R) => A) =>
  (rows: ReadonlyArray<R>): Option.Option<A> =>
    Option.map(Arr.head(rows), read)

/** Columns: the names, types, readers and lists of rows derive from the tables and schemas of core. */
import { Table } from "@mailroom/core"
import { type Schema, Struct } from "effect"
import type { SqlClient, SqlConnection, Statement } from "effect/sql"
import { array, bool, instant, instantOrNull, int, intOrNull, object, text, textOrNull, type Values } from "./values.ts"

/** A column: its type in Postgres, and the reader of its values. */
export interface Column {
  readonly type: string
  readonly read: (value: unknown) => any
  /** The expression that a SELECT uses instead of the column. */
  readonly from?: string
  /** Whether the field is absent, instead of `null`, where the column is NULL. */
  readonly isOptional?: boolean
}

/** One column for each field of the entity, in the order in which the entity's keys are answered. */
export type Columns<Entity> = { readonly [Name in keyof Entity]-?: Column }
type AnyColumns = { readonly [name: string]: Column }

export const Text: Column = { type: "text", read: text }
export const TextOrNull: Column = { type: "text", read: textOrNull }
/** Text that sorts by its bytes. */
export const Key: Column = { type: `text COLLATE "C"`, read: text }
export const Uuid: Column = { type: "uuid", read: text }
export const UuidOrNull: Column = { type: "uuid", read: textOrNull }
export const Int: Column = { type: "bigint", read: int }
export const IntOrNull: Column = { type: "bigint", read: intOrNull }
export const Bool: Column = { type: "boolean", read: bool }
export const Instant: Column = { type: "timestamptz", read: instant }
export const InstantOrNull: Column = { type: "timestamptz", read: instantOrNull }
/** A `json` column. */
export const Json: Column = { type: "json", read: object }
const arrayOf = ({ read, type }: Column): Column => ({
  type: `${type}[]`,
  read: (value) => array(value).map((item) => read(item))
})

const required: { readonly [Type in Table.ColumnType]: Column } = {
  bool: Bool,
  instant: Instant,
  int: Int,
  "int[]": arrayOf(Int),
  json: Json,
  text: Text,
  "text[]": arrayOf(Text),
  uuid: Uuid,
  "uuid[]": arrayOf(Uuid)
}
const orNull = ({ read, type }: Column): Column => ({ type, read: (value) => (value === null ? null : read(value)) })
const nullable: { readonly [Type in Table.ColumnType]: Column } = {
  bool: orNull(Bool),
  instant: InstantOrNull,
  int: IntOrNull,
  "int[]": orNull(required["int[]"]),
  json: orNull(Json),
  text: TextOrNull,
  "text[]": orNull(required["text[]"]),
  uuid: UuidOrNull,
  "uuid[]": orNull(required["uuid[]"])
}

const columnOf = (name: string, { isNullable, isOptional, type }: Table.Column): Column => ({
  ...(isNullable && !isOptional ? nullable : required)[type],
  ...(isOptional && { isOptional }),
  // The driver has no parser for lists of UUIDs.
  ...(type === "uuid[]" && { from: `${name}::text[]` })
})

/** The columns of a table, or of a schema. `exceptions`: the ones that are read or written in another way. */
export const of = <Fields extends Schema.Struct.Fields>(
  described: Table.Described<Fields>,
  exceptions: Partial<Columns<Fields>> = {}
): Columns<Fields> =>
  Object.fromEntries(
    Object.entries(Table.columnsOf(described)).map(([name, column]) => [
      name,
      (exceptions as { readonly [name: string]: Column })[name] ?? columnOf(name, column)
    ])
  ) as Columns<Fields>

/** The columns that change after a row began to exist. */
export const changedOf = ({ fixed, key }: Table.Table, columns: AnyColumns): AnyColumns =>
  Struct.omit(columns, [...key, ...fixed])

/** The names, for an INSERT. */
export const namesOf = (columns: object): string => Object.keys(columns).join(", ")

/** The names with their types, as the definition of rows that are sent as JSON. */
export const definitionsOf = (columns: { readonly [name: string]: Pick<Column, "type"> }): string =>
  Object.entries(columns)
    .map(([name, { type }]) => `${name} ${type}`)
    .join(", ")

/** The list of a SELECT or RETURNING; with `table`, each column is qualified. */
export const selectionOf = (columns: AnyColumns, table = ""): string =>
  Object.entries(columns)
    .map(([name, { from }]) => (from === undefined ? (table === "" ? name : `${table}.${name}`) : `${from} AS ${name}`))
    .join(", ")

/** The assignments of an UPDATE from the rows `new`. */
export const assignmentsOf = (columns: object): string =>
  Object.keys(columns)
    .map((name) => `${name} = new.${name}`)
    .join(", ")

/**
 * Rows that are sent as one JSON document, however many they are: an item of FROM, named `alias`. In a subquery: an UPDATE
 * FROM the function itself would ask all servers of Citus when Postgres considers its generic plan.
 */
export const rowsOf = (
  sql: SqlClient.SqlClient,
  columns: AnyColumns,
  rows: ReadonlyArray<object>,
  alias = "new"
): Statement.Fragment =>
  sql`(SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
    AS rows (${sql.literal(definitionsOf(columns))})) AS ${sql.literal(alias)}`

/** The same with their position, from 1, in the column `place`. */
export const orderedRowsOf = (
  sql: SqlClient.SqlClient,
  columns: AnyColumns,
  rows: ReadonlyArray<object>,
  alias = "new"
): Statement.Fragment => sql`
  ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json) AS (${sql.literal(definitionsOf(columns))}))
    WITH ORDINALITY AS ${sql.literal(`${alias} (${namesOf(columns)}, place)`)}`

/**
 * Compiles a reader to one object literal: a loop over the names takes twenty times as long for a page (the rows of the
 * bench that read leads and threads). Where a host forbids compilation, the loop is used.
 */
const compile = <Row, Entity>(
  columns: Columns<Entity>,
  keyOf: (name: string, index: number) => number | string
): ((row: Row) => Entity) => {
  const entries = Object.entries<Column>(columns).map(
    ([name, { isOptional = false, read }], i) => [name, keyOf(name, i), read, isOptional] as const
  )
  const values = entries.map(([name, key, , isOptional], i) => {
    const value = `row[${JSON.stringify(key)}]`
    return isOptional
      ? `if (${value} !== null) entity.${name} = read${i}(${value})`
      : `entity.${name} = read${i}(${value})`
  })
  const fields = entries.map(([name, key], i) => `${name}: read${i}(row[${JSON.stringify(key)}])`)
  const body = entries.some(([, , , isOptional]) => isOptional)
    ? `const entity = {}; ${values.join("; ")}; return entity`
    : `return { ${fields.join(", ")} }`
  try {
    const make = new Function(...entries.map((_, i) => `read${i}`), `return (row) => { ${body} }`)
    return make(...entries.map(([, , read]) => read))
  } catch {
    return (row) => {
      const value = (key: number | string) => (row as Readonly<Record<number | string, unknown>>)[key]
      return Object.fromEntries(
        entries.flatMap(([name, key, read, isOptional]) =>
          isOptional && value(key) === null ? [] : [[name, read(value(key))]]
        )
      ) as Entity
    }
  }
}

/** The reader of rows by the names of their columns; other columns are ignored. */
export const readerOf = <Entity>(columns: Columns<Entity>): ((row: SqlConnection.Row) => Entity) =>
  compile(columns, (name) => name)

/** The reader of rows that are arrays, in the order of the table; further values are ignored. */
export const valuesReaderOf = <Entity>(columns: Columns<Entity>): ((row: Values) => Entity) =>
  compile(columns, (_, index) => index)

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
export const selectionOf = (columns: AnyColumns, table = ""): string => {
  const prefix = table === "" ? "" : `${table}.`
  return Object.entries(columns)
    .map(([name, { from }]) => (from === undefined ? `${prefix}${name}` : `${from} AS ${name}`))
    .join(", ")
}

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

/** As `rowsOf`, with the position of each row, from 1, in the column `place`. */
export const orderedRowsOf = (
  sql: SqlClient.SqlClient,
  columns: AnyColumns,
  rows: ReadonlyArray<object>,
  alias = "new"
): Statement.Fragment => sql`
  ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json) AS (${sql.literal(definitionsOf(columns))}))
    WITH ORDINALITY AS ${sql.literal(`${alias} (${namesOf(columns)}, place)`)}`

/**
 * Makes the function that reads a row into an entity. `keyOf` gives the key of a column's value in the row. The function is
 * compiled to one object literal: a loop over the names takes twenty times as long for a page (the rows of the bench that
 * read leads and threads). Where a host forbids compilation, the loop is used.
 */
const compile = <Row, Entity>(
  columns: Columns<Entity>,
  keyOf: (name: string, index: number) => number | string
): ((row: Row) => Entity) => {
  const fields = Object.entries<Column>(columns).map(([name, { isOptional = false, read }], i) => {
    const key = keyOf(name, i)
    // `value` and `reader` are code: an expression, and the name of the parameter with the function `read`.
    return { name, key, read, isOptional, value: `row[${JSON.stringify(key)}]`, reader: `read${i}` }
  })
  const properties = fields.map(({ name, reader, value }) => `${name}: ${reader}(${value})`)
  const assignments = fields.map(({ isOptional, name, reader, value }) => {
    const assignment = `entity.${name} = ${reader}(${value})`
    return isOptional ? `if (${value} !== null) ${assignment}` : assignment
  })
  const body = fields.some(({ isOptional }) => isOptional)
    ? `const entity = {}; ${assignments.join("; ")}; return entity`
    : `return { ${properties.join(", ")} }`
  try {
    const make = new Function(...fields.map(({ reader }) => reader), `return (row) => { ${body} }`)
    return make(...fields.map(({ read }) => read))
  } catch {
    return (row) => {
      const valueOf = (key: number | string) => (row as Readonly<Record<number | string, unknown>>)[key]
      const present = fields.filter(({ isOptional, key }) => !isOptional || valueOf(key) !== null)
      return Object.fromEntries(present.map(({ key, name, read }) => [name, read(valueOf(key))])) as Entity
    }
  }
}

/** The reader of rows by the names of their columns; other columns are ignored. */
export const readerOf = <Entity>(columns: Columns<Entity>): ((row: SqlConnection.Row) => Entity) =>
  compile(columns, (name) => name)

/** The reader of rows that are arrays, in the order of the table; further values are ignored. */
export const valuesReaderOf = <Entity>(columns: Columns<Entity>): ((row: Values) => Entity) =>
  compile(columns, (_, index) => index)

/** Columns of rows that move: how they are read, and the SQL types of their keys. */
import { CustomFields, MovedRows } from "@mailroom/core"
import type { SqlConnection } from "effect/sql"
import { array, bool, instant, int, object, text } from "../database/values.ts"

const readers: { readonly [Type in MovedRows.ColumnType]: (value: unknown) => unknown } = {
  bool,
  instant,
  int,
  json: (value) => (Array.isArray(value) ? value : object(value)),
  list: array,
  text,
  uuid: text
}

const sqlTypes: { readonly [Type in MovedRows.ColumnType]: string } = {
  bool: "boolean",
  instant: "timestamptz",
  int: "bigint",
  json: "json",
  list: "json",
  text: "text",
  uuid: "uuid"
}

const typeOf = (type: string) => type.replace("?", "") as MovedRows.ColumnType

/** The list of a SELECT from the row `moved`. */
export const selectionOf = (kind: MovedRows.MovedKind, from: Readonly<Record<string, string>> = {}): string =>
  Object.entries(MovedRows.columnsOf(kind))
    .map(([name, type]) => {
      const expression = from[name] ?? `moved.${name}`
      return typeOf(type) === "list" ? `to_json(${expression}) AS ${name}` : `${expression} AS ${name}`
    })
    .join(", ")

/** Reads a row of this selection. */
export const readerOf = <Kind extends MovedRows.MovedKind>(kind: Kind) => {
  const columns = Object.entries(MovedRows.columnsOf(kind)).map(([name, type]) => ({
    name,
    // jsonb orders keys by their length.
    read: name === "custom_fields" ? (value: unknown) => CustomFields.ascending(object(value)) : readers[typeOf(type)]
  }))
  return (row: SqlConnection.Row) =>
    Object.fromEntries(
      columns.map(({ name, read }) => [name, row[name] === null ? null : read(row[name])])
    ) as unknown as MovedRows.MovedRows[Kind]
}

/** The columns of the key, with the SQL type of each. */
export const keyOf = (kind: MovedRows.MovedKind): ReadonlyArray<{ readonly name: string; readonly type: string }> =>
  MovedRows.shapes[kind].key.map((name) => ({
    name,
    type: sqlTypes[typeOf(MovedRows.columnsOf(kind)[name] ?? "text")]
  }))

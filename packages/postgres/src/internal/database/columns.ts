/** Tables of columns: names, types and readers of an entity's rows derive from one table. */
import { bool, instant, instantOrNull, int, intOrNull, object, text, textOrNull, type Values } from "./values.ts"

/** A column: its type in Postgres, and the reader of its values. */
export interface Column {
  readonly type: string
  readonly read: (value: unknown) => any
}

/** One column for each field of the entity, in the order in which the entity's keys are answered. */
export type Columns<Entity> = { readonly [Name in keyof Entity]-?: Column }

export const Text: Column = { type: "text", read: text }
export const TextOrNull: Column = { type: "text", read: textOrNull }
export const Int: Column = { type: "bigint", read: int }
export const IntOrNull: Column = { type: "bigint", read: intOrNull }
export const Bool: Column = { type: "boolean", read: bool }
export const Instant: Column = { type: "timestamptz", read: instant }
export const InstantOrNull: Column = { type: "timestamptz", read: instantOrNull }
/** A `json` column. */
export const Json: Column = { type: "json", read: object }

/** The names for a SELECT or an INSERT. */
export const namesOf = (columns: object): string => Object.keys(columns).join(", ")

/** The names with their types, as the definition of rows that are sent as JSON. */
export const definitionsOf = (columns: { readonly [name: string]: Pick<Column, "type"> }): string =>
  Object.entries(columns)
    .map(([name, { type }]) => `${name} ${type}`)
    .join(", ")

/**
 * Returns the reader of rows whose values are in the order of the table; further values are ignored. The reader is
 * compiled to one object literal: a loop over the names takes twenty times as long for a page (the rows of the bench that
 * read leads). Where a host forbids compilation, the loop is used.
 */
export const readerOf = <Entity>(columns: Columns<Entity>): ((row: Values) => Entity) => {
  const entries = Object.entries<Column>(columns)
  const fields = entries.map(([name], i) => `${name}: read${i}(row[${i}])`)
  const readers = entries.map(([, { read }]) => read)
  try {
    const make = new Function(...readers.map((_, i) => `read${i}`), `return (row) => ({ ${fields.join(", ")} })`)
    return make(...readers)
  } catch {
    return (row) => Object.fromEntries(entries.map(([name, { read }], i) => [name, read(row[i])])) as Entity
  }
}

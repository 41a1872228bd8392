/** The methods of rows that are written in batches (`KeyedStore`), from their table. */
import type { KeyedStore, OrganizationId, Table } from "@mailroom/core"
import type { SqlConnection } from "effect/sql"
import * as Column from "./columns.ts"
import type { Database } from "./Database.ts"

/** The key of the table is one column. */
export const keyedStore = <Key extends number | string, Row extends object>(
  { read, sql, write }: Pick<Database, "read" | "sql" | "write">,
  port: string,
  described: Table.Table,
  columns: Column.Columns<Row>
): KeyedStore<Key, Row> => {
  const named: { readonly [name: string]: Column.Column } = columns
  const changed = Column.changedOf(described, named)
  const readRow = Column.readerOf<Row>(columns)
  const readRows = (rows: ReadonlyArray<SqlConnection.Row>) => rows.map(readRow)
  const [keyName = "id"] = described.key
  const keyColumn = named[keyName] ?? Column.Int
  const [table, key] = [sql.literal(`mailroom.${described.name}`), sql.literal(keyName)]
  // As text: the driver would send small and great ids under different types.
  const anyOf = (keys: ReadonlyArray<Key>) => sql`ANY(${`{${keys.join()}}`}::${sql.literal(keyColumn.type)}[])`
  const select = (organization_id: OrganizationId, keys: ReadonlyArray<Key>) => sql`
    SELECT ${sql.literal(Column.selectionOf(named))} FROM ${table}
    WHERE organization_id = ${organization_id}::bigint AND ${key} = ${anyOf(keys)}
    ORDER BY ${key}`

  return {
    findMany: (organization_id, keys) => read(`${port}.findMany`, select(organization_id, keys), readRows),

    lock: (organization_id, keys) => write(`${port}.lock`, sql`${select(organization_id, keys)} FOR UPDATE`, readRows),

    // `stored.key = ANY` repeats the keys: Postgres expects a hundred rows of a JSON document, and would read all of a small
    // table.
    write: (organization_id, rows) =>
      write(
        `${port}.write`,
        sql`
          UPDATE ${table} stored SET ${sql.literal(Column.assignmentsOf(changed))}
          FROM ${Column.rowsOf(sql, { [keyName]: keyColumn, ...changed }, rows)}
          WHERE stored.organization_id = ${organization_id}::bigint AND stored.${key} = new.${key}
            AND stored.${key} = ${anyOf(rows.map((row) => (row as { readonly [name: string]: Key })[keyName] as Key))}`
      )
  }
}

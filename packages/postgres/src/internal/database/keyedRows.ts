/** The methods of rows that are written in batches (`KeyedStore`), from their table. */
import type { Campaign, KeyedStore, OrganizationId, Table } from "@mailroom/core"
import type { SqlConnection } from "effect/sql"
import * as Column from "./columns.ts"
import type { Database } from "./Database.ts"

/** A key that needs no quotes in the text form of an array: a number, or a text that the schema of `uuid` has checked. */
type SafeKey = Campaign.CampaignId | number

/** The key of the table is one column. `described`: the table, which has a key. */
export const keyedStore = <Key extends SafeKey, Row extends object>(
  { read, sql, write: change }: Pick<Database, "read" | "sql" | "write">,
  port: string,
  described: Table.Table,
  columns: Column.Columns<Row>
): KeyedStore<Key, Row> => {
  const named: { readonly [name: string]: Column.Column } = columns
  const changed = Column.changedOf(described, named)
  const readRow = Column.readerOf<Row>(columns)
  const readRows = (rows: ReadonlyArray<SqlConnection.Row>) => rows.map(readRow)
  // Each table has a key, and its columns include it: the defaults only satisfy the types.
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

    lock: (organization_id, keys) => change(`${port}.lock`, sql`${select(organization_id, keys)} FOR UPDATE`, readRows),

    // `stored.key = ANY` repeats the keys of `new`: Postgres estimates a hundred rows for any JSON document, and would read the whole of a
    // small table for so many.
    write: (organization_id, rows) =>
      change(
        `${port}.write`,
        sql`
          UPDATE ${table} stored SET ${sql.literal(Column.assignmentsOf(changed))}
          FROM ${Column.rowsOf(sql, { [keyName]: keyColumn, ...changed }, rows)}
          WHERE stored.organization_id = ${organization_id}::bigint AND stored.${key} = new.${key}
            AND stored.${key} = ${anyOf(rows.map((row) => (row as { readonly [name: string]: Key })[keyName] as Key))}`
      )
  }
}

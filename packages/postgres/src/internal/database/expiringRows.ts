/** The methods of rows that expire (`ExpiringStore`), from their table. */
import type { ExpiringStore, OrganizationId, Table } from "@mailroom/core"
import * as Column from "./columns.ts"
import type { Database } from "./Database.ts"
import { limited } from "./paged.ts"
import { int, type Row as Selected } from "./values.ts"

/** The key of the table is one column, which the driver returns as the key. */
export const expiringRows = <Key extends number | string>(
  { read, sql, write }: Pick<Database, "read" | "sql" | "write">,
  port: string,
  described: Table.Table,
  readKey: (value: unknown) => Key
): ExpiringStore<Key> => {
  const [keyName = "id"] = described.key
  const { type = "bigint" } = Column.of(described)[keyName] ?? {}
  const [table, key] = [sql.literal(`mailroom.${described.name}`), sql.literal(keyName)]

  return {
    findExpired: ({ limit, now }) =>
      read(
        `${port}.findExpired`,
        sql<Selected<string>>`
          SELECT organization_id, ${key} FROM ${table}
          WHERE expires_at <= ${now}::timestamptz
          ORDER BY expires_at ${limited(sql, limit)}`,
        (rows) =>
          rows.map((row) => ({
            organization_id: int<OrganizationId>(row["organization_id"]),
            key: readKey(row[keyName])
          }))
      ),

    removeExpired: (organization_id, keys, now) =>
      write(
        `${port}.removeExpired`,
        sql<Selected<string>>`
          WITH expired AS MATERIALIZED (
            SELECT ${key} FROM ${table}
            WHERE organization_id = ${organization_id}::bigint AND ${key} = ANY(${keys.map(String)}::text[]::${sql.literal(type)}[])
              AND expires_at <= ${now}::timestamptz
            FOR UPDATE SKIP LOCKED
          )
          DELETE FROM ${table}
          WHERE organization_id = ${organization_id}::bigint AND ${key} = ANY(ARRAY(SELECT ${key} FROM expired))
          RETURNING ${key}`,
        (rows) => rows.map((row) => readKey(row[keyName]))
      )
  }
}

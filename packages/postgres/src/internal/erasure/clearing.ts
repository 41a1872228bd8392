/** Deletes what an organization has, table by table. */
import type { OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "../database/Database.ts"
import { limited } from "../database/paged.ts"
import { type Row, text } from "../database/values.ts"

type Clearing = Pick<Database, "read" | "sql" | "write">

/**
 * The tables with rows of organizations, from the catalog. A table comes before the tables that it refers to. `work` is
 * the first, so that workers find nothing to do.
 */
const findTables = ({ read, sql }: Pick<Database, "read" | "sql">, operation: string) =>
  read(
    operation,
    sql<Row<"name">>`
      WITH RECURSIVE found AS (
        SELECT oid, 0 AS distance FROM pg_class
        WHERE relnamespace = to_regnamespace('mailroom') AND relkind = 'r'
          AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'organization_id')
        UNION
        SELECT confrelid, distance + 1 FROM found JOIN pg_constraint ON conrelid = found.oid
        WHERE contype = 'f' AND confrelid <> conrelid AND confrelid <> to_regclass('mailroom.organizations')
      )
      SELECT relname AS name FROM found JOIN pg_class USING (oid)
      GROUP BY relname ORDER BY relname <> 'work', max(distance), relname`,
    (rows) => rows.map(({ name }) => text(name))
  )

/** Deletes at most `limit` rows of the organization; without a limit all. Returns how many. */
export const deleteSome = (
  { sql, write }: Pick<Database, "sql" | "write">,
  operation: string,
  table: string,
  organization_id: OrganizationId,
  limit?: number
) => {
  const name = sql.literal(`mailroom.${table}`)
  const some =
    limit === undefined
      ? sql.literal("")
      : sql`AND ctid = ANY(ARRAY(
          SELECT ctid FROM ${name} WHERE organization_id = ${organization_id}::bigint ${limited(sql, limit)}
        ))`
  return write(
    operation,
    sql`DELETE FROM ${name} WHERE organization_id = ${organization_id}::bigint ${some} RETURNING 1 AS deleted`,
    (rows) => rows.length
  )
}

/**
 * Deletes about `limit` rows of the organization, whatever the tables; without a limit all. Returns whether there was
 * any.
 */
export const clear = Effect.fnUntraced(function* (
  database: Clearing,
  operation: string,
  organization_id: OrganizationId,
  limit?: number
) {
  let deleted = 0
  for (const table of yield* findTables(database, operation)) {
    if (limit !== undefined && deleted >= limit) break
    const left = limit === undefined ? undefined : limit - deleted
    deleted += yield* deleteSome(database, operation, table, organization_id, left)
  }
  return deleted > 0
})

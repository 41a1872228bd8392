/**
 * INSERT … SELECT as Citus sends it to the worker of the organization (docs/internals/citus.md): the organization comes
 * from a row there, and the ids of new rows are in the statement. On plain Postgres the statement draws them itself.
 */
import type { OrganizationId, Stored } from "@mailroom/core"
import { Effect, Option } from "effect"
import type { SqlError, Statement } from "effect/sql"
import * as Column from "./columns.ts"
import type { Database } from "./Database.ts"
import { noOrganization } from "./errors.ts"
import { int, type Row } from "./values.ts"

type Columns = { readonly [name: string]: Column.Column }
type Rows = ReadonlyArray<object>

/** The columns of the rows `new`, as an INSERT takes them. */
export const givenOf = (columns: object): string =>
  Object.keys(columns)
    .map((name) => `new.${name}`)
    .join(", ")

/**
 * The INSERT of rows into a table, as `stored`, without what follows, such as ON CONFLICT. `order` is that of the locks. Without the
 * organization it inserts nothing.
 */
export const insertInto = (
  sql: Database["sql"],
  table: string,
  organization_id: OrganizationId,
  { columns, order = "new.place", rows }: { readonly columns: Columns; readonly rows: Rows; readonly order?: string }
): Statement.Fragment => sql`
  INSERT INTO mailroom.${sql.literal(table)} AS stored (organization_id, ${sql.literal(Column.namesOf(columns))})
  SELECT organization.id, ${sql.literal(givenOf(columns))}
  FROM mailroom.organizations organization, ${Column.orderedRowsOf(sql, columns, rows)}
  WHERE organization.id = ${organization_id}::bigint
  ORDER BY ${sql.literal(order)}`

/**
 * Runs an INSERT that takes the organization from its row, and returns rows. Fails with `NoOrganization` when it inserts
 * nothing because that row is missing.
 */
export const inserting =
  ({ read, sql, write }: Pick<Database, "read" | "sql" | "write">) =>
  <Given, A>(
    operation: string,
    organization_id: OrganizationId,
    statement: Effect.Effect<ReadonlyArray<Given>, SqlError.SqlError>,
    readRows: (rows: ReadonlyArray<Given>) => A
  ): Stored<A> =>
    Effect.gen(function* () {
      const answer = yield* write(operation, statement, (rows) =>
        rows.length === 0 ? Option.none() : Option.some(readRows(rows))
      )
      if (Option.isSome(answer)) return answer.value
      const exists = yield* read(
        operation,
        sql`SELECT FROM mailroom.organizations WHERE id = ${organization_id}::bigint`,
        (rows) => rows.length > 0
      )
      return exists ? readRows([]) : yield* Effect.fail(noOrganization(operation, `no organization ${organization_id}`))
    })

/** Draws ids for rows of a table that are inserted next, ascending. */
export const drawIds = (
  { sql, write }: Pick<Database, "sql" | "write">,
  operation: string,
  table: string,
  count: number
) =>
  write(
    operation,
    sql<Row<"id">>`
      SELECT nextval(${sql.literal(`'mailroom.${table}_id_seq'`)}) AS id FROM generate_series(1, ${count}::integer)`,
    (rows) => rows.map((row) => int(row.id)).sort((a, b) => a - b)
  )

/** The rows and columns of an INSERT. On Citus they get new ids, ascending in the order of the rows; else the table draws them. */
export const identified = (
  database: Pick<Database, "isDistributed" | "sql" | "write">,
  operation: string,
  table: string,
  { columns, rows }: { readonly columns: Columns; readonly rows: Rows }
): Stored<{ readonly columns: Columns; readonly rows: Rows }> =>
  database.isDistributed
    ? Effect.map(drawIds(database, operation, table, rows.length), (ids) => ({
        columns: { id: Column.Int, ...columns },
        rows: rows.map((row, i) => ({ ...row, id: ids[i] }))
      }))
    : Effect.succeed({ columns, rows })

/** A row from which an INSERT takes its organization, and which it locks. Its alias is the name of the table in the singular. */
interface LockedRow {
  readonly alias: string
  readonly columns: string
  readonly where: Statement.Fragment
  readonly lock: "FOR NO KEY UPDATE" | "FOR SHARE"
}

/**
 * The parts of an INSERT that locks the row it takes its organization from:
 * - `before`: the statement to run first. On Citus it locks the row; elsewhere the INSERT itself does.
 * - `with`, `from` and `where`: the parts of the INSERT, by which it selects the row.
 * - `row`: selects the row without a lock.
 */
export const locking = (
  { isDistributed, sql, write }: Pick<Database, "isDistributed" | "sql" | "write">,
  row: LockedRow
) => {
  const table = sql.literal(`mailroom.${row.alias}s ${row.alias}`)
  const selected = sql`SELECT ${sql.literal(row.columns)} FROM ${table} WHERE ${row.where}`
  const locked = sql`${selected} ${sql.literal(row.lock)}`
  return isDistributed
    ? {
        row: selected,
        before: (operation: string) => write(operation, locked),
        with: sql``,
        from: table,
        where: row.where
      }
    : {
        row: selected,
        before: () => Effect.void,
        with: sql`WITH ${sql.literal(row.alias)} AS MATERIALIZED (${locked})`,
        from: sql.literal(row.alias),
        where: sql.literal("TRUE")
      }
}

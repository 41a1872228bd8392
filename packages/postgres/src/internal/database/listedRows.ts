/** The methods of rows that people make, list and remove (`ListedStore`), from their table. */
import {
  type ListedStore,
  type NamedRows,
  type OrganizationId,
  type StorageError,
  type Table,
  Text
} from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./columns.ts"
import type { Database } from "./Database.ts"
import { violated } from "./errors.ts"
import { identified, inserting, insertInto } from "./insertion.ts"
import { paged } from "./paged.ts"
import { bool, pageOf, readFirst, type Row as Selected } from "./values.ts"

type Identified = { readonly id: number }

/** The methods for which names do not matter. */
export const listedRows = <Row extends Identified>(
  { read, sql, write }: Pick<Database, "read" | "sql" | "write">,
  port: string,
  described: Table.Table
): Omit<ListedStore<Row, never>, "insert"> => {
  const columns = Column.of(described)
  const changed = Column.changedOf(described, columns)
  const table = sql.literal(`mailroom.${described.name}`)
  const stored = Column.selectionOf(columns)
  const readRow = Column.readerOf<Row>(columns as Column.Columns<Row>)
  const one = (organization_id: OrganizationId, id: number) =>
    sql`organization_id = ${organization_id}::bigint AND id = ${id}::bigint`
  const select = (organization_id: OrganizationId, id: number) =>
    sql`SELECT ${sql.literal(stored)} FROM ${table} WHERE ${one(organization_id, id)}`

  return {
    find: (organization_id, id) => read(`${port}.find`, select(organization_id, id), readFirst(readRow)),

    lock: (organization_id, id, mode) =>
      write(
        `${port}.lock`,
        sql`${select(organization_id, id)} ${sql.literal(mode === "shared" ? "FOR SHARE" : "FOR NO KEY UPDATE")}`,
        readFirst(readRow)
      ),

    page: (organization_id, page) =>
      read(
        `${port}.page`,
        paged(sql, stored, sql`FROM ${table} WHERE organization_id = ${organization_id}::bigint`, page),
        pageOf(readRow)
      ),

    replace: (organization_id, row) =>
      write(
        `${port}.replace`,
        sql`
          UPDATE ${table} old SET ${sql.literal(Column.assignmentsOf(changed))}
          FROM ${Column.rowsOf(sql, changed, [row])}
          WHERE old.organization_id = ${organization_id}::bigint AND old.id = ${row.id}::bigint
          RETURNING old.id`,
        (rows) => rows.length > 0
      ),

    remove: (organization_id, id) =>
      write(
        `${port}.remove`,
        sql`DELETE FROM ${table} WHERE ${one(organization_id, id)} RETURNING id`,
        (rows) => rows.length > 0
      )
  }
}

/**
 * The store of rows with a unique text. For a unique column `name`, their table also has the column `name_folded`, and the
 * constraint `<table>_name_key`.
 */
export const namedStore = <Row extends Identified, New extends object, Duplicate>(
  database: Database,
  { duplicate, port, table: described }: NamedRows<Duplicate>
): ListedStore<Row, New, Duplicate> => {
  const { sql, write } = database
  const { key, name, unique = "name" } = described
  const folded = `${unique}_folded`
  const constraint = `${name}_${unique}_key`
  const textOf = (row: object) => String((row as Readonly<Record<string, unknown>>)[unique])
  const toRow = (row: object) => ({ ...row, [folded]: Text.fold(textOf(row)) })
  const columns = Column.of(described)
  const table = sql.literal(`mailroom.${name}`)
  const stored = Column.selectionOf(columns)
  const readRow = Column.readerOf<Row>(columns as Column.Columns<Row>)
  const written = { ...Struct.omit(columns, key), [folded]: Column.Text }
  const changed = Column.changedOf(described, written)
  const isTaken = (error: StorageError) => violated(error) === constraint

  return {
    ...listedRows<Row>(database, port, described),

    insert: Effect.fnUntraced(function* (organization_id, row) {
      const withIds = yield* identified(database, `${port}.insert`, name, { columns: written, rows: [toRow(row)] })
      const [inserted] = yield* inserting(database)(
        `${port}.insert`,
        organization_id,
        sql`
          ${insertInto(sql, name, organization_id, withIds)}
          ON CONFLICT ON CONSTRAINT ${sql.literal(constraint)} DO NOTHING
          RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readRow)
      )
      return inserted ?? (yield* Effect.fail(duplicate(textOf(row))))
    }),

    // Looks for another row with the text first: a violated constraint would abort the transaction around this.
    replace: (organization_id, row) =>
      write(
        `${port}.replace`,
        sql<Selected<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM ${table}
            WHERE organization_id = ${organization_id}::bigint AND ${sql.literal(folded)} = ${Text.fold(textOf(row))}::text
              AND id <> ${row.id}::bigint
          ), replaced AS (
            UPDATE ${table} old SET ${sql.literal(Column.assignmentsOf(changed))}
            FROM ${Column.rowsOf(sql, changed, [toRow(row)])}
            WHERE old.organization_id = ${organization_id}::bigint AND old.id = ${row.id}::bigint
              AND NOT EXISTS (SELECT FROM rival)
            RETURNING old.id
          )
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival) AND EXISTS (
              SELECT FROM ${table} WHERE organization_id = ${organization_id}::bigint AND id = ${row.id}::bigint
            ) AS is_duplicate`,
        ([result]) => ({ isReplaced: bool(result?.is_replaced), isDuplicate: bool(result?.is_duplicate) })
      ).pipe(
        Effect.catchIf(isTaken, () => Effect.succeed({ isReplaced: false, isDuplicate: true })),
        Effect.flatMap(({ isDuplicate, isReplaced }) =>
          isDuplicate ? Effect.fail(duplicate(textOf(row))) : Effect.succeed(isReplaced)
        )
      )
  }
}

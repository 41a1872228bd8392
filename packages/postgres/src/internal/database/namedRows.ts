/** The stores of rows with a name, which is unique in its organization by its folded form. */
import { type NamedStore, type OrganizationId, type StorageError, type Table, Text } from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./columns.ts"
import type { Database } from "./Database.ts"
import { violated } from "./errors.ts"
import { paged } from "./paged.ts"
import { bool, pageOf, readFirst, type Row as Selected } from "./values.ts"

type Named = { readonly id: number; readonly name: string }

/** The table also has the column `name_folded`, and the constraint `<table>_name_key`. */
interface Entity<Duplicate> {
  /** For example `TagStore`. */
  readonly port: string
  readonly table: Table.Table
  readonly duplicate: (name: string) => Duplicate
}

const toRow = <New extends { readonly name: string }>(row: New) => ({ ...row, name_folded: Text.fold(row.name) })

export const namedStore = <Row extends Named, New extends { readonly name: string }, Duplicate>(
  { read, sql, write }: Database,
  { duplicate, port, table: described }: Entity<Duplicate>
): NamedStore<Row, New, Duplicate> => {
  const { key, name } = described
  const columns = Column.of(described)
  const table = sql.literal(`mailroom.${name}`)
  const stored = Column.selectionOf(columns)
  const readRow = Column.readerOf<Row>(columns as Column.Columns<Row>)
  const written = { ...Struct.omit(columns, key), name_folded: Column.Text }
  const changed = Column.changedOf(described, written)
  const isTaken = (error: StorageError) => violated(error) === `${name}_name_key`
  const one = (organization_id: OrganizationId, id: number) =>
    sql`organization_id = ${organization_id}::bigint AND id = ${id}::bigint`
  const select = (organization_id: OrganizationId, id: number) =>
    sql`SELECT ${sql.literal(stored)} FROM ${table} WHERE ${one(organization_id, id)}`

  return {
    insert: Effect.fnUntraced(function* (organization_id, row) {
      const [inserted] = yield* write(
        `${port}.insert`,
        sql`
          INSERT INTO ${table} (organization_id, ${sql.literal(Column.namesOf(written))})
          SELECT ${organization_id}::bigint, ${sql.literal(Column.namesOf(written))}
          FROM ${Column.rowsOf(sql, written, [toRow(row)])}
          ON CONFLICT ON CONSTRAINT ${sql.literal(`${name}_name_key`)} DO NOTHING
          RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readRow)
      )
      return inserted ?? (yield* Effect.fail(duplicate(row.name)))
    }),

    find: (organization_id, id) => read(`${port}.find`, select(organization_id, id), readFirst(readRow)),

    lock: (organization_id, id) =>
      write(`${port}.lock`, sql`${select(organization_id, id)} FOR NO KEY UPDATE`, readFirst(readRow)),

    page: (organization_id, page) =>
      read(
        `${port}.page`,
        paged(sql, stored, sql`FROM ${table} WHERE organization_id = ${organization_id}::bigint`, page),
        pageOf(readRow)
      ),

    // Inside a transaction a violated constraint would end it: the name is looked for first.
    replace: (organization_id, row) =>
      write(
        `${port}.replace`,
        sql<Selected<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM ${table}
            WHERE organization_id = ${organization_id}::bigint AND name_folded = ${Text.fold(row.name)}::text
              AND id <> ${row.id}::bigint
          ), replaced AS (
            UPDATE ${table} old SET ${sql.literal(Column.assignmentsOf(changed))}
            FROM ${Column.rowsOf(sql, changed, [toRow(row)])}
            WHERE old.organization_id = ${organization_id}::bigint AND old.id = ${row.id}::bigint
              AND NOT EXISTS (SELECT FROM rival)
            RETURNING old.id
          )
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival)
              AND EXISTS (SELECT FROM ${table} WHERE ${one(organization_id, row.id)}) AS is_duplicate`,
        ([result]) => ({ isReplaced: bool(result?.is_replaced), isDuplicate: bool(result?.is_duplicate) })
      ).pipe(
        Effect.catchIf(isTaken, () => Effect.succeed({ isReplaced: false, isDuplicate: true })),
        Effect.flatMap(({ isDuplicate, isReplaced }) =>
          isDuplicate ? Effect.fail(duplicate(row.name)) : Effect.succeed(isReplaced)
        )
      ),

    remove: (organization_id, id) =>
      write(
        `${port}.remove`,
        sql`DELETE FROM ${table} WHERE ${one(organization_id, id)} RETURNING id`,
        (rows) => rows.length > 0
      )
  }
}

/** Tags. */
import { type OrganizationId, Tag, TagStore, Text } from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { violated } from "./internal/database/errors.ts"
import { paged } from "./internal/database/paged.ts"
import { bool, pageOf, readFirst, type Row } from "./internal/database/values.ts"

const columns = { id: Column.Int, name: Column.Text, sentiment: Column.Text } satisfies Column.Columns<Tag.Tag>
const stored = Column.selectionOf(columns)
const readTag = Column.readerOf<Tag.Tag>(columns)
const written = { ...Struct.omit(columns, ["id"]), name_folded: Column.Text }
const toRow = ({ name, sentiment }: Omit<Tag.Tag, "id">) => ({ name, sentiment, name_folded: Text.fold(name) })

export const tagStore = ({ read, sql, write }: Database): TagStore["Service"] => {
  const one = (organization_id: OrganizationId, id: Tag.TagId) => sql`
    SELECT ${sql.literal(stored)} FROM mailroom.tags
    WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint`

  return TagStore.of({
    insert: Effect.fnUntraced(function* (organization_id, tag) {
      const [inserted] = yield* write(
        "TagStore.insert",
        sql`
          INSERT INTO mailroom.tags (organization_id, ${sql.literal(Column.namesOf(written))})
          SELECT ${organization_id}::bigint, ${sql.literal(Column.namesOf(written))}
          FROM ${Column.rowsOf(sql, written, [toRow(tag)])}
          ON CONFLICT ON CONSTRAINT tags_name_key DO NOTHING
          RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readTag)
      )
      return inserted ?? (yield* new Tag.DuplicateTag({ name: tag.name }))
    }),

    find: (organization_id, id) => read("TagStore.find", one(organization_id, id), readFirst(readTag)),

    lock: (organization_id, id) =>
      write("TagStore.lock", sql`${one(organization_id, id)} FOR NO KEY UPDATE`, readFirst(readTag)),

    page: (organization_id, page) =>
      read(
        "TagStore.page",
        paged(sql, stored, sql`FROM mailroom.tags WHERE organization_id = ${organization_id}::bigint`, page),
        pageOf(readTag)
      ),

    // Inside a transaction a violated constraint would end it: the name is looked for first.
    replace: (organization_id, tag) =>
      write(
        "TagStore.replace",
        sql<Row<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM mailroom.tags
            WHERE organization_id = ${organization_id}::bigint AND name_folded = ${Text.fold(tag.name)}::text
              AND id <> ${tag.id}::bigint
          ), replaced AS (
            UPDATE mailroom.tags tag SET ${sql.literal(Column.assignmentsOf(written))}
            FROM ${Column.rowsOf(sql, written, [toRow(tag)])}
            WHERE tag.organization_id = ${organization_id}::bigint AND tag.id = ${tag.id}::bigint
              AND NOT EXISTS (SELECT FROM rival)
            RETURNING tag.id
          )
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival) AND EXISTS (
              SELECT FROM mailroom.tags WHERE organization_id = ${organization_id}::bigint AND id = ${tag.id}::bigint
            ) AS is_duplicate`,
        ([row]) => ({ replaced: bool(row?.is_replaced), duplicate: bool(row?.is_duplicate) })
      ).pipe(
        Effect.catchIf(
          (error) => violated(error) === "tags_name_key",
          () => Effect.succeed({ replaced: false, duplicate: true })
        ),
        Effect.flatMap(({ duplicate, replaced }) =>
          duplicate ? Effect.fail(new Tag.DuplicateTag({ name: tag.name })) : Effect.succeed(replaced)
        )
      ),

    remove: (organization_id, id) =>
      write(
        "TagStore.remove",
        sql`
          DELETE FROM mailroom.tags WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
          RETURNING id`,
        (rows) => rows.length > 0
      )
  })
}

/** Tags. */
import { Tag, TagStore, Text } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "./internal/database/Database.ts"
import { violated } from "./internal/database/errors.ts"
import { paged } from "./internal/database/paged.ts"
import { bool, int, pageOf, readFirst, type Row, text } from "./internal/database/values.ts"

const readTag = (row: Row<keyof Tag.Tag>): Tag.Tag => ({
  id: int(row.id),
  name: text(row.name),
  sentiment: text(row.sentiment)
})

export const tagStore = ({ query, sql, write }: Database): TagStore["Service"] => {
  return TagStore.of({
    insert: Effect.fnUntraced(function* (organization_id, { name, sentiment }) {
      const [id] = yield* write(
        "TagStore.insert",
        sql<Row<"id">>`
          INSERT INTO mailroom.tags (organization_id, name, name_folded, sentiment)
          VALUES (${organization_id}::bigint, ${name}, ${Text.fold(name)}, ${sentiment})
          ON CONFLICT ON CONSTRAINT tags_name_key DO NOTHING
          RETURNING id`,
        (rows) => rows.map((row) => int<Tag.TagId>(row.id))
      )
      if (id === undefined) return yield* new Tag.DuplicateTag({ name })
      return { id, name, sentiment }
    }),

    find: (organization_id, id) =>
      query(
        "TagStore.find",
        sql<Row<keyof Tag.Tag>>`
          SELECT id, name, sentiment FROM mailroom.tags
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint`,
        readFirst(readTag)
      ),

    lock: (organization_id, id) =>
      write(
        "TagStore.lock",
        sql<Row<keyof Tag.Tag>>`
          SELECT id, name, sentiment FROM mailroom.tags
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint FOR NO KEY UPDATE`,
        readFirst(readTag)
      ),

    page: (organization_id, page) =>
      query(
        "TagStore.page",
        paged<keyof Tag.Tag>(
          sql,
          "id, name, sentiment",
          sql`FROM mailroom.tags WHERE organization_id = ${organization_id}::bigint`,
          page
        ),
        pageOf(readTag)
      ),

    // Inside a transaction a violated constraint would end it: the name is looked for first.
    replace: (organization_id, { id, name, sentiment }) =>
      write(
        "TagStore.replace",
        sql<Row<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM mailroom.tags
            WHERE organization_id = ${organization_id}::bigint AND name_folded = ${Text.fold(name)}::text
              AND id <> ${id}::bigint
          ), replaced AS (
            UPDATE mailroom.tags SET name = ${name}, name_folded = ${Text.fold(name)}, sentiment = ${sentiment}
            WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint AND NOT EXISTS (SELECT FROM rival)
            RETURNING id
          )
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival) AND EXISTS (
              SELECT FROM mailroom.tags WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
            ) AS is_duplicate`,
        ([row]) => ({ replaced: bool(row?.is_replaced), duplicate: bool(row?.is_duplicate) })
      ).pipe(
        Effect.catchIf(
          (error) => violated(error) === "tags_name_key",
          () => Effect.succeed({ replaced: false, duplicate: true })
        ),
        Effect.flatMap(({ duplicate, replaced }) =>
          duplicate ? Effect.fail(new Tag.DuplicateTag({ name })) : Effect.succeed(replaced)
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

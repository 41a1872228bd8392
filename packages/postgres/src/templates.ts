/** Reply templates. */
import { type OrganizationId, ReplyTemplate, ReplyTemplateStore, Text } from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { violated } from "./internal/database/errors.ts"
import { paged } from "./internal/database/paged.ts"
import { bool, pageOf, readFirst, type Row } from "./internal/database/values.ts"

const columns = {
  id: Column.Int,
  name: Column.Text,
  body: Column.Text,
  created_at: Column.Instant,
  updated_at: Column.Instant
} satisfies Column.Columns<ReplyTemplate.ReplyTemplate>
const stored = Column.selectionOf(columns)
const readTemplate = Column.readerOf<ReplyTemplate.ReplyTemplate>(columns)
const written = { ...Struct.omit(columns, ["id"]), name_folded: Column.Text }
const changed = Struct.omit(written, ["created_at"])
const toRow = (template: ReplyTemplate.ReplyTemplateDraft) => ({ ...template, name_folded: Text.fold(template.name) })

export const replyTemplateStore = ({ read, sql, write }: Database): ReplyTemplateStore["Service"] => {
  const one = (organization_id: OrganizationId, id: ReplyTemplate.ReplyTemplateId) => sql`
    SELECT ${sql.literal(stored)} FROM mailroom.reply_templates
    WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint`

  return ReplyTemplateStore.of({
    insert: Effect.fnUntraced(function* (organization_id, template) {
      const [inserted] = yield* write(
        "ReplyTemplateStore.insert",
        sql`
          INSERT INTO mailroom.reply_templates (organization_id, ${sql.literal(Column.namesOf(written))})
          SELECT ${organization_id}::bigint, ${sql.literal(Column.namesOf(written))}
          FROM ${Column.rowsOf(sql, written, [toRow(template)])}
          ON CONFLICT ON CONSTRAINT reply_templates_name_key DO NOTHING
          RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readTemplate)
      )
      return inserted ?? (yield* new ReplyTemplate.DuplicateReplyTemplate({ name: template.name }))
    }),

    find: (organization_id, id) => read("ReplyTemplateStore.find", one(organization_id, id), readFirst(readTemplate)),

    lock: (organization_id, id) =>
      write("ReplyTemplateStore.lock", sql`${one(organization_id, id)} FOR NO KEY UPDATE`, readFirst(readTemplate)),

    page: (organization_id, page) =>
      read(
        "ReplyTemplateStore.page",
        paged(sql, stored, sql`FROM mailroom.reply_templates WHERE organization_id = ${organization_id}::bigint`, page),
        pageOf(readTemplate)
      ),

    // Inside a transaction a violated constraint would end it: the name is looked for first.
    replace: (organization_id, template) =>
      write(
        "ReplyTemplateStore.replace",
        sql<Row<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM mailroom.reply_templates
            WHERE organization_id = ${organization_id}::bigint AND name_folded = ${Text.fold(template.name)}::text
              AND id <> ${template.id}::bigint
          ), replaced AS (
            UPDATE mailroom.reply_templates template SET ${sql.literal(Column.assignmentsOf(changed))}
            FROM ${Column.rowsOf(sql, changed, [toRow(template)])}
            WHERE template.organization_id = ${organization_id}::bigint AND template.id = ${template.id}::bigint
              AND NOT EXISTS (SELECT FROM rival)
            RETURNING template.id
          )
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival) AND EXISTS (
              SELECT FROM mailroom.reply_templates WHERE organization_id = ${organization_id}::bigint AND id = ${template.id}::bigint
            ) AS is_duplicate`,
        ([row]) => ({ replaced: bool(row?.is_replaced), duplicate: bool(row?.is_duplicate) })
      ).pipe(
        Effect.catchIf(
          (error) => violated(error) === "reply_templates_name_key",
          () => Effect.succeed({ replaced: false, duplicate: true })
        ),
        Effect.flatMap(({ duplicate, replaced }) =>
          duplicate
            ? Effect.fail(new ReplyTemplate.DuplicateReplyTemplate({ name: template.name }))
            : Effect.succeed(replaced)
        )
      ),

    remove: (organization_id, id) =>
      write(
        "ReplyTemplateStore.remove",
        sql`
          DELETE FROM mailroom.reply_templates WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
          RETURNING id`,
        (rows) => rows.length > 0
      )
  })
}

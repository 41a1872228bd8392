/** Messages that move, with the metadata of their attachments and the text in which searches look. */
import type { MovedRows, OrganizationId } from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { Database } from "../database/Database.ts"
import { fileRecordColumns } from "../threads/threadRows.ts"
import { threadSummaries } from "../threads/threadSummaries.ts"
import { selectionOf } from "./movedColumns.ts"

const fileFields = Object.keys(fileRecordColumns)
  .map((name) => `'${name}', file.${name}`)
  .join(", ")

export const messageSource = {
  table: "messages",
  selection: selectionOf("messages", {
    search_text: `(SELECT search.search_text FROM mailroom.message_search search
      WHERE search.organization_id = $1::bigint AND search.of_message = moved.id)`,
    attachments: `(SELECT coalesce(json_agg(json_strip_nulls(json_build_object(${fileFields})) ORDER BY file.id), '[]')
      FROM mailroom.attachments file
      WHERE file.organization_id = $1::bigint AND file.of_message = moved.id)`
  }),
  where: "TRUE"
}

/** Stores messages whose threads are stored. */
export const writeMessages = Effect.fnUntraced(function* (
  { sql, write }: Pick<Database, "sql" | "write">,
  operation: string,
  organization_id: OrganizationId,
  rows: ReadonlyArray<MovedRows.MovedMessage>
) {
  const insert = (table: string, records: ReadonlyArray<object>) => {
    const [first] = records
    if (first === undefined) return Effect.void
    const names = Object.keys(first)
    return write(
      operation,
      sql`
        INSERT INTO mailroom.${sql.literal(table)} (organization_id, ${sql.literal(names.join(", "))})
        SELECT ${organization_id}::bigint, ${sql.literal(names.map((name) => `new.${name}`).join(", "))}
        FROM json_populate_recordset(NULL::mailroom.${sql.literal(table)}, ${JSON.stringify(records)}::json) new`
    )
  }
  yield* insert("messages", rows.map(Struct.omit(["attachments", "search_text"])))
  yield* insert(
    "attachments",
    rows.flatMap(({ attachments, id: of_message }) =>
      attachments.map((file) => ({ of_message, ...file, content_id: file.content_id ?? null }))
    )
  )
  yield* insert(
    "message_search",
    rows.map(({ id: of_message, search_text, thread_id }) => ({ of_message, thread_id, search_text }))
  )
  const files = new Map(rows.map(({ attachments, id }) => [id, attachments.map(Struct.omit(["content_type", "size"]))]))
  const inserted = rows.map(({ body_html, cc_email, from_name, id, left_out, message_id, ...message }) => ({
    id,
    message: {
      ...message,
      ...(from_name === null ? {} : { from_name }),
      ...(cc_email === null ? {} : { cc_email }),
      ...(message_id === null ? {} : { message_id }),
      ...(left_out === null ? {} : { left_out }),
      ...(body_html === null ? {} : { body_html })
    }
  }))
  yield* threadSummaries({ sql, write })(operation, organization_id, inserted, files, { keepsState: true })
})

/** Stores messages of another database, with the metadata of their attachments and the text in which searches look. */
import type { MovedRows, OrganizationId } from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { Database } from "../database/Database.ts"
import { inserting } from "../database/insertion.ts"
import { threadSummaries } from "../threads/threadSummaries.ts"

/** Stores messages whose threads are stored. */
export const writeMessages = Effect.fnUntraced(function* (
  { read, sql, write }: Pick<Database, "read" | "sql" | "write">,
  operation: string,
  organization_id: OrganizationId,
  rows: ReadonlyArray<MovedRows.MovedMessage>
) {
  const insert = (table: string, records: ReadonlyArray<object>) => {
    const [first] = records
    if (first === undefined) return Effect.void
    const names = Object.keys(first)
    return inserting({ read, sql, write })(
      operation,
      organization_id,
      sql`
        INSERT INTO mailroom.${sql.literal(table)} (organization_id, ${sql.literal(names.join(", "))})
        SELECT organization.id, ${sql.literal(names.map((name) => `new.${name}`).join(", "))}
        FROM mailroom.organizations organization,
          json_populate_recordset(NULL::mailroom.${sql.literal(table)}, ${JSON.stringify(records)}::json) new
        WHERE organization.id = ${organization_id}::bigint
        RETURNING 1 AS inserted`,
      () => undefined
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
  const inserted = rows.map(({ id, ...message }) => ({ id, message }))
  yield* threadSummaries({ sql, write })(operation, organization_id, inserted, files, { keepsState: true })
})

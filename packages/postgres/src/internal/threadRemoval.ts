/** Finds stray mail, and removes the threads of leads. */
import { type Attachment, type StrayMessage, Text, type Thread, type ThreadStore } from "@mailroom/core"
import { Effect } from "effect"
import { completion } from "./completion.ts"
import type { Database } from "./Database.ts"
import { touch } from "./threadChanges.ts"
import { bool, containing, ids, int, type Row, text } from "./values.ts"

export const threadRemoval = (database: Database): Pick<ThreadStore["Service"], "findStray" | "removeOf"> => {
  const { slowQuery, sql, transaction, write } = database
  const complete = completion(database)
  return {
    // One text at a time, behind an OFFSET: for several, Postgres would read all messages.
    findStray: Effect.fnUntraced(function* (organization_id, texts) {
      yield* complete("ThreadStore.findStray", organization_id)
      const patterns = texts.map((text) => containing(Text.fold(text)))
      return yield* slowQuery(
        "ThreadStore.findStray",
        sql<Row<keyof StrayMessage>>`
          SELECT DISTINCT found.of_message, found.thread_id, thread.has_our_email, found.search_text
          FROM unnest(${patterns}::text[]) AS pattern CROSS JOIN LATERAL (
            SELECT of_message, thread_id, search_text FROM mailroom.message_search
            WHERE organization_id = ${organization_id}::bigint AND search_text LIKE pattern OFFSET 0
          ) found
          JOIN mailroom.threads thread
            ON thread.organization_id = ${organization_id}::bigint AND thread.id = found.thread_id
          WHERE thread.lead_id IS NULL`,
        (rows) =>
          rows.map((row) => ({
            thread_id: int<Thread.ThreadId>(row.thread_id),
            has_our_email: bool(row.has_our_email),
            search_text: text(row.search_text)
          }))
      )
    }),

    // The attachments go with their messages, and those with their threads.
    removeOf: Effect.fnUntraced(function* (organization_id, leads, strays) {
      const threads = yield* write(
        "ThreadStore.removeOf",
        sql<Row<"id">>`
          SELECT id FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint
            AND (lead_id = ANY(${ids(leads)}::bigint[]) OR lead_id IS NULL AND id = ANY(${ids(strays)}::bigint[]))
          ORDER BY id FOR UPDATE`,
        (rows) => rows.map(({ id }) => int<Thread.ThreadId>(id))
      )
      if (threads.length === 0) return []
      const attachments = yield* write(
        "ThreadStore.removeOf",
        sql<Row<"id">>`
          SELECT file.id FROM mailroom.messages message
          JOIN mailroom.attachments file ON file.organization_id = ${organization_id}::bigint
            AND file.of_message = message.id
          WHERE message.organization_id = ${organization_id}::bigint
            AND message.thread_id = ANY(${ids(threads)}::bigint[])`,
        (rows) => rows.map(({ id }) => int<Attachment.AttachmentId>(id))
      )
      yield* write(
        "ThreadStore.removeOf",
        sql`
          DELETE FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(threads)}::bigint[])`,
        () => undefined
      )
      yield* touch(database)("ThreadStore.removeOf", organization_id)
      return attachments
    }, transaction)
  }
}

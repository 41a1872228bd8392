/** Finds stray mail, and removes the threads of leads and empty ones. */
import { type Attachment, type StrayMessage, Text, type Thread, type ThreadStore } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "../database/Database.ts"
import { touch } from "./threadChanges.ts"
import { bool, containing, ids, int, type Row, text } from "../database/values.ts"

export const threadRemoval = (
  database: Database
): Pick<ThreadStore["Service"], "findStray" | "removeEmpty" | "removeOf"> => {
  const { readLong, sql, transaction, write } = database
  return {
    // One text at a time: for several, Postgres would read all messages.
    findStray: Effect.fnUntraced(function* (organization_id, texts) {
      const found = yield* Effect.forEach(texts, (given) =>
        readLong(
          "ThreadStore.findStray",
          sql<Row<"of_message" | keyof StrayMessage>>`
            SELECT message.of_message, message.thread_id, thread.has_our_email, message.search_text
            FROM mailroom.message_search message
            JOIN mailroom.threads thread
              ON thread.organization_id = ${organization_id}::bigint AND thread.id = message.thread_id
            WHERE message.organization_id = ${organization_id}::bigint
              AND message.search_text LIKE ${containing(Text.fold(given))}::text AND thread.lead_id IS NULL`.unprepared,
          (rows) =>
            rows.map((row) => {
              const message: StrayMessage = {
                thread_id: int(row.thread_id),
                has_our_email: bool(row.has_our_email),
                search_text: text(row.search_text)
              }
              return [int(row.of_message), message] as const
            })
        )
      )
      return [...new Map(found.flat()).values()]
    }),

    removeEmpty: (organization_id, threads) =>
      write(
        "ThreadStore.removeEmpty",
        sql`
          DELETE FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(threads)}::bigint[])
            AND last_message_id IS NULL`
      ),

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
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(threads)}::bigint[])`
      )
      yield* touch(database)("ThreadStore.removeOf", organization_id)
      return attachments
    }, transaction)
  }
}

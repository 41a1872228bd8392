/** Removes the threads of leads. */
import type { Attachment, Thread, ThreadStore } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "./Database.ts"
import { touch } from "./threadChanges.ts"
import { ids, int, type Row } from "./values.ts"

/** The attachments go with their messages, and those with their threads. */
export const removeThreads =
  (database: Database): ThreadStore["Service"]["removeOf"] =>
  (organization_id, leads, addresses) => {
    const { sql, transaction, write } = database
    return transaction(
      Effect.gen(function* () {
        const threads = yield* write(
          "ThreadStore.removeOf",
          sql<Row<"id">>`
          SELECT id FROM mailroom.threads thread
          WHERE organization_id = ${organization_id}::bigint AND (
            lead_id = ANY(${ids(leads)}::bigint[]) OR lead_id IS NULL AND EXISTS (
              SELECT FROM mailroom.messages message
              WHERE message.organization_id = ${organization_id}::bigint AND message.thread_id = thread.id
                AND (lower(from_email) = ANY(${addresses}::text[])
                  OR string_to_array(lower(concat_ws(', ', to_email, cc_email)), ', ') && ${addresses}::text[])
            )
          )
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
          sql`DELETE FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(threads)}::bigint[])`,
          () => undefined
        )
        yield* touch(database)("ThreadStore.removeOf", organization_id)
        return attachments
      })
    )
  }

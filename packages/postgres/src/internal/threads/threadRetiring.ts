/** Retires messages: their texts and attachments go, their rows stay. */
import type { Attachment, Message, Thread, ThreadStore } from "@mailroom/core"
import { Effect } from "effect"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { limited } from "../database/paged.ts"
import { bool, ids, int, type Row, text } from "../database/values.ts"
import { touch } from "./threadChanges.ts"

const retiredColumns = {
  id: Column.Int,
  body_text: Column.Text,
  body_html: Column.TextOrNull,
  search_text: Column.Text
}

export const threadRetiring = (database: Database): Pick<ThreadStore["Service"], "lockAged" | "retire"> => {
  const { atomic, read, sql, write } = database
  return {
    // Three statements: `found` are the oldest messages, and one more that shows whether there are others; `locked` are their
    // threads that no other transaction has locked; `messages` are the ones whose texts together have at most `maximum_bytes`,
    // or the first one. The last statement is apart from the lock, so that it sees what was stored before the lock.
    lockAged: Effect.fnUntraced(function* (organization_id, { before, limit, maximum_bytes }) {
      const operation = "ThreadStore.lockAged"
      const found = yield* read(
        operation,
        sql<Row<"id" | "thread_id">>`
          SELECT id, thread_id FROM mailroom.messages
          WHERE organization_id = ${organization_id}::bigint AND text_removed IS NULL AND date_sent < ${before}::timestamptz
          ORDER BY date_sent, id ${limited(sql, limit)} + 1`,
        (rows) =>
          rows.map((row) => ({ id: int<Message.MessageId>(row.id), thread_id: int<Thread.ThreadId>(row.thread_id) }))
      )
      const wanted = found.slice(0, limit)
      if (wanted.length === 0) return { messages: [], has_more: false }
      const locked = yield* write(
        operation,
        sql<Row<"id">>`
          SELECT id FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint
            AND id = ANY(${ids([...new Set(wanted.map(({ thread_id }) => thread_id))])}::bigint[])
          ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
        (rows) => rows.map((row) => int<Thread.ThreadId>(row.id))
      )
      const messages = yield* read(
        operation,
        sql<Row<keyof Message.AgedMessage>>`
          SELECT id, thread_id, is_our_email, search_text, CASE WHEN is_our_email THEN body_text ELSE '' END AS body_text,
            CASE WHEN is_our_email THEN body_html END AS body_html
          FROM (
            SELECT message.*, search.search_text, row_number() OVER place AS number,
              sum(octet_length(body_text) + coalesce(octet_length(body_html), 0)) OVER place AS bytes
            FROM mailroom.messages message
            JOIN mailroom.message_search search
              ON search.organization_id = ${organization_id}::bigint AND search.of_message = message.id
            WHERE message.organization_id = ${organization_id}::bigint AND text_removed IS NULL
              AND message.id = ANY(${ids(wanted.map(({ id }) => id))}::bigint[])
              AND message.thread_id = ANY(${ids(locked)}::bigint[])
            WINDOW place AS (ORDER BY date_sent, message.id ROWS UNBOUNDED PRECEDING)
          ) message
          WHERE number = 1 OR bytes <= ${maximum_bytes}::bigint
          ORDER BY number`,
        (rows) =>
          rows.map((row): Message.AgedMessage => ({
            id: int(row.id),
            thread_id: int(row.thread_id),
            is_our_email: bool(row.is_our_email),
            search_text: text(row.search_text),
            body_text: text(row.body_text),
            ...(row.body_html === null ? {} : { body_html: text(row.body_html) })
          }))
      )
      return { messages, has_more: messages.length < found.length }
    }),

    retire: (organization_id, messages) =>
      atomic(
        Effect.gen(function* () {
          const operation = "ThreadStore.retire"
          if (messages.length === 0) return []
          const message_ids = ids(messages.map(({ id }) => id))
          const rows = messages.map(({ body_html = null, body_text, id, search_text }) => ({
            id,
            body_text,
            body_html,
            search_text
          }))
          yield* write(
            operation,
            sql`
              UPDATE mailroom.messages message
              SET text_removed = TRUE, reply_text = '', body_text = new.body_text, body_html = new.body_html
              FROM ${Column.rowsOf(sql, retiredColumns, rows)}
              WHERE message.organization_id = ${organization_id}::bigint AND message.id = new.id
                AND message.id = ANY(${message_ids}::bigint[])`
          )
          yield* write(
            operation,
            sql`
              UPDATE mailroom.message_search search SET search_text = new.search_text
              FROM ${Column.rowsOf(sql, retiredColumns, rows)}
              WHERE search.organization_id = ${organization_id}::bigint AND search.of_message = new.id
                AND search.of_message = ANY(${message_ids}::bigint[]) AND search.search_text <> new.search_text`
          )
          const attachments = yield* write(
            operation,
            sql<Row<"id">>`
              DELETE FROM mailroom.attachments
              WHERE organization_id = ${organization_id}::bigint AND of_message = ANY(${message_ids}::bigint[])
              RETURNING id`,
            (rows) => rows.map((row) => int<Attachment.AttachmentId>(row.id))
          )
          // A thread carries its last message.
          if (attachments.length > 0) {
            yield* write(
              operation,
              sql`
                UPDATE mailroom.threads SET last_message = jsonb_set(last_message, '{attachments}', '[]')
                WHERE organization_id = ${organization_id}::bigint
                  AND id = ANY(${ids([...new Set(messages.map(({ thread_id }) => thread_id))])}::bigint[])
                  AND last_message_id = ANY(${message_ids}::bigint[])`
            )
          }
          yield* touch(database)(operation, organization_id)
          return attachments
        })
      )
  }
}

/**
 * The summary that a thread has of its messages: the newest one, and whether there are new ones. Forwarded messages count only in a
 * thread without others.
 */
import type { Attachment, Message, OrganizationId } from "@mailroom/core"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { ids, object } from "../database/values.ts"
import { toKept, toKeptFile } from "./threadRows.ts"

/** The changes that new messages make to threads: a row for each thread. */
const addedColumns = {
  thread_id: Column.Int,
  ours: Column.Bool,
  inbound: Column.Bool,
  has_account: Column.Bool,
  unseen: Column.Bool,
  tab: Column.TextOrNull,
  message_id: Column.Int,
  date_sent: Column.Instant,
  is_forward: Column.Bool,
  summary: { type: "jsonb", read: object }
}

export interface Inserted {
  readonly id: Message.MessageId
  readonly message: Parameters<typeof toKept>[0] &
    Pick<Message.NewMessage, "account_id" | "date_sent" | "is_new" | "is_our_email" | "kind" | "tab" | "thread_id">
}

const isForward = ({ message }: Inserted) => message.kind === "forward"

/**
 * The function that adds new messages, which are stored, to the summaries of their threads. An inbound message opens its thread,
 * unless `keepsState`.
 */
export const threadSummaries =
  ({ sql, write }: Pick<Database, "sql" | "write">) =>
  (
    operation: string,
    organization_id: OrganizationId,
    inserted: ReadonlyArray<Inserted>,
    attachments: ReadonlyMap<Message.MessageId, ReadonlyArray<Attachment.Attachment>>,
    { keepsState = false } = {}
  ) => {
    // The account of the newest message that has one.
    const accountOfThread = sql`(
      SELECT message.account_id FROM mailroom.messages message
      WHERE message.organization_id = ${organization_id}::bigint AND message.thread_id = thread.id
        AND message.account_id IS NOT NULL
      ORDER BY message.date_sent DESC, message.id DESC LIMIT 1)`
    const threads = [...Map.groupBy(inserted, ({ message }) => message.thread_id)].map(([thread_id, added]) => {
      const others = added.filter((one) => !isForward(one))
      const newest = (others.length === 0 ? added : others).reduce((a, b) =>
        b.message.date_sent >= a.message.date_sent ? b : a
      )
      return {
        thread_id,
        ours: added.some(({ message }) => message.is_our_email),
        inbound: added.some(({ message }) => !message.is_our_email),
        has_account: added.some(({ message }) => message.account_id !== null),
        unseen: added.some(({ message }) => message.is_new),
        tab: added.find(({ message }) => message.tab !== undefined)?.message.tab ?? null,
        message_id: newest.id,
        date_sent: newest.message.date_sent,
        is_forward: isForward(newest),
        summary: { ...toKept(newest.message), attachments: (attachments.get(newest.id) ?? []).map(toKeptFile) }
      }
    })
    const ifInbound = (column: string, value: string) =>
      sql.literal(keepsState ? `thread.${column}` : `CASE WHEN added.inbound THEN ${value} ELSE thread.${column} END`)
    // The statement also names the ids: Postgres expects a hundred rows of a JSON document, and would read all threads of a
    // small table.
    const thread_ids = ids(threads.map(({ thread_id }) => thread_id))
    return write(
      operation,
      sql`
        UPDATE mailroom.threads thread SET
          has_our_email = thread.has_our_email OR added.ours,
          is_listed = thread.is_listed OR added.inbound,
          is_new = thread.is_new OR added.unseen,
          tab = coalesce(added.tab, thread.tab),
          state = ${ifInbound("state", "'open'")},
          snoozed_until = ${ifInbound("snoozed_until", "NULL")},
          account_id = CASE WHEN added.has_account THEN ${accountOfThread} ELSE thread.account_id END,
          last_message_id = CASE WHEN added.is_last THEN added.message_id ELSE thread.last_message_id END,
          last_date_sent = CASE WHEN added.is_last THEN added.date_sent ELSE thread.last_date_sent END,
          last_message = CASE WHEN added.is_last THEN added.summary ELSE thread.last_message END
        FROM (
          SELECT given.*, last_message_id IS NULL
            OR (NOT given.is_forward, given.date_sent, given.message_id)
              > (last_message->>'kind' <> 'forward', last_date_sent, last_message_id) AS is_last
          FROM ${Column.rowsOf(sql, addedColumns, threads, "given")}
          JOIN mailroom.threads ON organization_id = ${organization_id}::bigint AND id = given.thread_id
            AND id = ANY(${thread_ids}::bigint[])
        ) added
        WHERE thread.organization_id = ${organization_id}::bigint AND thread.id = added.thread_id
          AND thread.id = ANY(${thread_ids}::bigint[])`
    )
  }

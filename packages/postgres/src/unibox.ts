/** Threads and messages. A thread carries its last message, so that a list of threads reads one index. */
import { type Attachment, type Message, type OrganizationId, Thread, ThreadStore } from "@mailroom/core"
import { Effect, Option } from "effect"
import type { Database } from "./internal/Database.ts"
import { array, bool, instant, int, object, type Row, text } from "./internal/values.ts"

/** What is kept of a message under the same names twice: in its row, and in the `last_message` of its thread. */
const types = {
  subject: "text",
  body: "text",
  date_sent: "timestamptz",
  from_name: "text",
  from_email: "text",
  to_email: "text",
  cc_email: "text",
  is_our_email: "boolean",
  message_id: "text"
}
type SummaryColumn = "attachments" | keyof typeof types

const summaryColumns = Object.keys(types).join(", ")
const summaryDefinitions = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")
const toJson = (message: Message.NewMessage): { readonly [Column in keyof typeof types]: unknown } => ({
  subject: message.subject,
  body: message.body,
  date_sent: message.date_sent,
  from_name: message.from_name ?? null,
  from_email: message.from_email,
  to_email: message.to_email,
  cc_email: message.cc_email ?? null,
  is_our_email: message.is_our_email,
  message_id: message.message_id ?? null
})

const readAttachment = (row: Row<keyof Attachment.Attachment>): Attachment.Attachment => ({
  id: int(row.id),
  filename: text(row.filename),
  ext: text(row.ext),
  type: int(row.type)
})

const readSummary = (
  row: Row<SummaryColumn>,
  known: Pick<Message.MessageSummary, "id" | "is_new" | "thread_id">
): Message.MessageSummary => ({
  ...known,
  subject: text(row.subject),
  body: text(row.body),
  date_sent: instant(row.date_sent),
  ...(row.from_name === null ? {} : { from_name: text(row.from_name) }),
  from_email: text(row.from_email),
  to_email: text(row.to_email),
  ...(row.cc_email === null ? {} : { cc_email: text(row.cc_email) }),
  is_our_email: bool(row.is_our_email),
  ...(row.message_id === null ? {} : { message_id: text(row.message_id) }),
  attachments: array(row.attachments).map((file) => readAttachment(object(file)))
})

/** A message that no message of ours stands beside is in no conversation yet. */
const conversation = (has_our_email: unknown, thread_id: Thread.ThreadId) => (bool(has_our_email) ? { thread_id } : {})

const readMessage = (
  row: Row<SummaryColumn | "body_html" | "body_text" | "has_our_email" | "id" | "is_new" | "thread_id">
): Message.Message => ({
  ...readSummary(row, {
    id: int(row.id),
    is_new: bool(row.is_new),
    ...conversation(row.has_our_email, int(row.thread_id))
  }),
  body_text: text(row.body_text),
  ...(row.body_html === null ? {} : { body_html: text(row.body_html) })
})

const threadColumns = "id, tab, lead_id, campaign_id, has_our_email, is_new, last_message_id, last_message"

const messageColumns = ["id", "thread_id", "is_new", "body_text", "body_html", ...Object.keys(types)]
  .map((name) => `message.${name}`)
  .join(", ")

type ThreadRow = Row<
  "campaign_id" | "has_our_email" | "id" | "is_new" | "last_message" | "last_message_id" | "lead_id" | "tab"
>

const readThread = (row: ThreadRow): Thread.Thread => {
  const id = int<Thread.ThreadId>(row.id)
  const thread_id = conversation(row.has_our_email, id)
  return {
    id,
    tab: text(row.tab),
    ...thread_id,
    ...(row.lead_id === null ? {} : { lead_id: int(row.lead_id) }),
    ...(row.campaign_id === null ? {} : { campaign_id: text(row.campaign_id) }),
    last_message: readSummary(object(row.last_message), {
      id: int(row.last_message_id),
      ...thread_id,
      is_new: bool(row.is_new)
    })
  }
}

const readFirst =
  <R, A>(read: (row: R) => A) =>
  ([row]: ReadonlyArray<R>): Option.Option<A> =>
    row === undefined ? Option.none() : Option.some(read(row))

const readThreadId = readFirst((row: Row<"thread_id">) => int<Thread.ThreadId>(row.thread_id))

export const threadStore = ({ query, sql, transaction, write }: Database): ThreadStore["Service"] => {
  const find = (organization_id: OrganizationId, id: Thread.ThreadId) =>
    query(
      "ThreadStore.find",
      sql<ThreadRow>`
        SELECT ${sql.literal(threadColumns)} FROM mailroom.threads
        WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint AND last_message_id IS NOT NULL`,
      readFirst(readThread)
    )

  return ThreadStore.of({
    insertThread: (organization_id, { campaign_id, lead_id, tab }) =>
      write(
        "ThreadStore.insertThread",
        sql<Row<"id">>`
          INSERT INTO mailroom.threads (organization_id, tab, lead_id, campaign_id)
          VALUES (${organization_id}::bigint, ${tab}, ${lead_id}::bigint, ${campaign_id}::uuid)
          RETURNING id`,
        ([row]) => int<Thread.ThreadId>(row?.id)
      ),

    insertMessage: (organization_id, message) =>
      write(
        "ThreadStore.insertMessage",
        sql<Row<"attachment_ids" | "id">>`
          WITH given AS MATERIALIZED (
            SELECT ${JSON.stringify(toJson(message))}::jsonb AS summary
          ), message AS (
            INSERT INTO mailroom.messages (organization_id, thread_id, identity, is_new, body_text, body_html,
              ${sql.literal(summaryColumns)})
            SELECT ${organization_id}::bigint, ${message.thread_id}::bigint, ${message.identity}::text,
              ${message.is_new}::boolean, ${message.body_text}::text, ${message.body_html ?? null}::text,
              ${sql.literal(summaryColumns)}
            FROM given, jsonb_to_record(given.summary) AS summary (${sql.literal(summaryDefinitions)})
            ON CONFLICT ON CONSTRAINT messages_identity_key DO NOTHING
            RETURNING id, date_sent
          ), file AS (
            INSERT INTO mailroom.attachments (organization_id, of_message, filename, ext, type, content_type, size)
            SELECT ${organization_id}::bigint, message.id, filename, ext, type, content_type, size
            FROM message, ROWS FROM (json_to_recordset(${JSON.stringify(message.attachments)}::json)
              AS (filename text, ext text, type smallint, content_type text, size bigint)) WITH ORDINALITY
              AS file (filename, ext, type, content_type, size, place)
            ORDER BY place
            RETURNING id, filename, ext, type
          ), thread AS (
            UPDATE mailroom.threads SET
              has_our_email = has_our_email OR ${message.is_our_email}::boolean,
              is_listed = is_listed OR NOT ${message.is_our_email}::boolean,
              is_new = threads.is_new OR ${message.is_new}::boolean,
              (last_message_id, last_date_sent, last_message) = (
                SELECT newest.id, newest.date_sent, newest.summary FROM (VALUES
                  (last_message_id, last_date_sent, last_message), (added.id, added.date_sent, added.summary)
                ) AS newest (id, date_sent, summary)
                WHERE newest.id IS NOT NULL ORDER BY newest.date_sent DESC, newest.id DESC LIMIT 1
              )
            FROM (
              SELECT message.id, message.date_sent, given.summary || jsonb_build_object('attachments',
                (SELECT coalesce(jsonb_agg(to_jsonb(file) ORDER BY file.id), '[]') FROM file)) AS summary
              FROM message, given
            ) added
            WHERE organization_id = ${organization_id}::bigint AND threads.id = ${message.thread_id}::bigint
          )
          SELECT id, ARRAY(SELECT id FROM file ORDER BY id) AS attachment_ids FROM message`,
        readFirst((row) => ({
          id: int<Message.MessageId>(row.id),
          attachment_ids: array(row.attachment_ids).map((id) => int<Attachment.AttachmentId>(id))
        }))
      ),

    find,

    findByIdentity: (organization_id, identity) =>
      query(
        "ThreadStore.findByIdentity",
        sql<Row<"thread_id">>`
          SELECT thread_id FROM mailroom.messages
          WHERE organization_id = ${organization_id}::bigint AND identity = ${identity}::text`,
        readThreadId
      ),

    findByMessageIds: (organization_id, message_ids) =>
      query(
        "ThreadStore.findByMessageIds",
        sql<Row<"thread_id">>`
          SELECT thread_id FROM unnest(${message_ids}::text[]) WITH ORDINALITY AS asked (message_id, place)
          JOIN mailroom.messages USING (message_id)
          WHERE organization_id = ${organization_id}::bigint
          ORDER BY place, id LIMIT 1`,
        readThreadId
      ),

    findByLead: (organization_id, lead_id) =>
      query(
        "ThreadStore.findByLead",
        sql<Row<"thread_id">>`
          SELECT id AS thread_id FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint AND lead_id = ${lead_id}::bigint AND has_our_email
          ORDER BY last_date_sent DESC, id DESC LIMIT 1`,
        readThreadId
      ),

    findByLeadEmail: (organization_id, folded) =>
      query(
        "ThreadStore.findByLeadEmail",
        sql<Row<"thread_id">>`
          SELECT thread.id AS thread_id FROM mailroom.leads lead
          JOIN mailroom.threads thread ON thread.organization_id = lead.organization_id AND thread.lead_id = lead.id
          WHERE lead.organization_id = ${organization_id}::bigint AND lead.email_folded = ${folded}::text
            AND thread.has_our_email
          ORDER BY thread.last_date_sent DESC, thread.id DESC LIMIT 1`,
        readThreadId
      ),

    page: (organization_id, { before, limit, tab }) => {
      const beyond =
        before === undefined
          ? sql.literal("")
          : sql`AND (last_date_sent, id) < (${before.date_sent}::timestamptz, ${before.id}::bigint)`
      return query(
        "ThreadStore.page",
        sql<ThreadRow>`
          SELECT ${sql.literal(threadColumns)} FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint AND tab = ${tab}::text AND is_listed ${beyond}
          ORDER BY last_date_sent DESC, id DESC ${sql.literal(`LIMIT ${limit}`)}`,
        (rows) => rows.map(readThread)
      )
    },

    messages: (organization_id, id, { after, limit }) => {
      const beyond =
        after === undefined
          ? sql.literal("")
          : sql`AND (message.date_sent, message.id) > (${after.date_sent}::timestamptz, ${after.id}::bigint)`
      return query(
        "ThreadStore.messages",
        sql<Parameters<typeof readMessage>[0]>`
          SELECT ${sql.literal(messageColumns)}, thread.has_our_email, (
            SELECT coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'filename', file.filename, 'ext', file.ext,
              'type', file.type) ORDER BY file.id), '[]')
            FROM mailroom.attachments file
            WHERE file.organization_id = ${organization_id}::bigint AND file.of_message = message.id
          ) AS attachments
          FROM mailroom.messages message
          JOIN mailroom.threads thread ON thread.organization_id = message.organization_id
            AND thread.id = message.thread_id
          WHERE message.organization_id = ${organization_id}::bigint AND message.thread_id = ${id}::bigint ${beyond}
          ORDER BY message.date_sent, message.id ${sql.literal(`LIMIT ${limit}`)}`,
        (rows) => rows.map(readMessage)
      )
    },

    // Locked in a separate statement, so that the next one sees the mail that was stored before the lock.
    update: (organization_id, id, { is_new, tab }) =>
      transaction(
        Effect.gen(function* () {
          yield* write(
            "ThreadStore.update",
            sql`SELECT FROM mailroom.threads
              WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint FOR NO KEY UPDATE`,
            () => undefined
          )
          return yield* write(
            "ThreadStore.update",
            sql<ThreadRow>`
              WITH seen AS (
                UPDATE mailroom.messages SET is_new = FALSE
                WHERE organization_id = ${organization_id}::bigint AND thread_id = ${id}::bigint AND is_new
                  AND ${is_new === false}::boolean
              ), marked AS (
                UPDATE mailroom.messages SET is_new = TRUE
                WHERE organization_id = ${organization_id}::bigint AND ${is_new === true}::boolean AND id = (
                  SELECT id FROM mailroom.messages
                  WHERE organization_id = ${organization_id}::bigint AND thread_id = ${id}::bigint AND NOT is_our_email
                  ORDER BY date_sent DESC, id DESC LIMIT 1
                )
                RETURNING id
              )
              UPDATE mailroom.threads
              SET tab = coalesce(${tab ?? null}::text, tab),
                is_new = is_new AND NOT ${is_new === false}::boolean OR EXISTS (SELECT FROM marked)
              WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
                AND last_message_id IS NOT NULL
              RETURNING ${sql.literal(threadColumns)}`,
            readFirst(readThread)
          )
        })
      ),

    unread: (organization_id) =>
      query(
        "ThreadStore.unread",
        sql<Row<Thread.Tab>>`
          SELECT count(*) FILTER (WHERE tab = 'replies') AS replies, count(*) FILTER (WHERE tab = 'other') AS other
          FROM mailroom.threads WHERE organization_id = ${organization_id}::bigint AND is_listed AND is_new`,
        ([row]) => ({ replies: int(row?.replies), other: int(row?.other) })
      ),

    attachment: (organization_id, id) =>
      query(
        "ThreadStore.attachment",
        sql<Row<keyof Attachment.AttachmentRecord>>`
          SELECT id, filename, ext, type, content_type, size FROM mailroom.attachments
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint`,
        readFirst((row) => ({ ...readAttachment(row), content_type: text(row.content_type), size: int(row.size) }))
      )
  })
}

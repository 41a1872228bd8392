/** Threads and messages. A thread carries its last message, so that a list of threads reads one index. */
import {
  Domain,
  type Attachment,
  type Lead,
  Message,
  type OrganizationId,
  type StoredIdentity,
  type Thread,
  ThreadStore
} from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { drawIds, givenOf, identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { isShown } from "./internal/leads/hidden.ts"
import { threadChanges, touch } from "./internal/threads/threadChanges.ts"
import { threadPages } from "./internal/threads/threadPage.ts"
import { type Inserted, threadSummaries } from "./internal/threads/threadSummaries.ts"
import { threadRetiring } from "./internal/threads/threadRetiring.ts"
import { threadRemoval } from "./internal/threads/threadRemoval.ts"
import {
  fileColumns,
  fileRecordColumns,
  keptColumns,
  linkedSelection,
  ours,
  readAttachment,
  readLinked,
  readMessage,
  readOurs,
  storedMessage,
  toKept
} from "./internal/threads/threadRows.ts"
import { limited } from "./internal/database/paged.ts"
import { bool, contains, ids, int, readFirst, type Row, text } from "./internal/database/values.ts"

/** The columns of a new message that are sent as JSON; texts are sent apart from it. */
const sentColumns = {
  thread_id: Column.Int,
  account_id: Column.IntOrNull,
  identity: Column.Key,
  is_new: Column.Bool,
  has_html: Column.Bool,
  trust: Column.Text,
  refers_to: Column.IntOrNull,
  ...keptColumns
}
/** A file as an object of JSON. */
const fileFields = Object.keys(fileColumns)
  .map((name) => `'${name}', file.${name}`)
  .join(", ")
const newFileColumns = { of_message: Column.Int, ...Struct.omit(fileRecordColumns, ["id"]) }
const newThreadColumns = { tab: Column.Text, lead_id: Column.IntOrNull, campaign_id: Column.UuidOrNull }
const searchColumns = { of_message: Column.Int, thread_id: Column.Int, search_text: Column.Text }
const idsOf = (files: ReadonlyArray<Attachment.Attachment> = []) => files.map(({ id }) => id)

/** The reply text in both spellings of `Message.searchTextOf`, where it is the sixth field: with its accents, and without. */
const searchedReply =
  "split_part(split_part(search_text, 'B', 1), 'A', 6) || 'A' || split_part(split_part(search_text, 'B', 2), 'A', 6)"

const readThreadId = readFirst((row: Row<"thread_id">) => int<Thread.ThreadId>(row.thread_id))

type Stored = Inserted & { readonly message: Message.NewMessage }

export const threadStore = (database: Database): ThreadStore["Service"] => {
  const { read, sql, atomic, write } = database
  const pages = threadPages(database)
  const changes = threadChanges(database)

  /** Locks threads by ascending id. Returns the ids that exist. */
  const lockThreads = (organization_id: OrganizationId, thread_ids: ReadonlyArray<Thread.ThreadId>) =>
    thread_ids.length === 0
      ? Effect.succeed([])
      : write(
          "ThreadStore.insertMessages",
          sql<Row<"id">>`SELECT id FROM mailroom.threads
            WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(thread_ids)}::bigint[])
            ORDER BY id FOR NO KEY UPDATE`,
          (rows) => rows.map(({ id }) => int<Thread.ThreadId>(id))
        )

  /** The id of each message, in order; none where its identity is stored already, or its thread is not one of `threads`. */
  const insertMessages = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    messages: ReadonlyArray<Message.NewMessage>,
    threads: ReadonlySet<Thread.ThreadId>
  ) {
    const placed = messages.filter(({ thread_id }) => threads.has(thread_id))
    const sent = placed.map((message) => ({
      ...toKept(message),
      thread_id: message.thread_id,
      identity: message.identity,
      is_new: message.is_new,
      account_id: message.account_id,
      has_html: message.body_html !== undefined,
      trust: message.trust,
      refers_to: message.refers_to ?? null
    }))
    const { columns, rows: numbered } = yield* identified(database, "ThreadStore.insertMessages", "messages", {
      columns: sentColumns,
      rows: sent
    })
    const stored = Struct.omit(columns, ["has_html"])
    // Bodies are sent without nulls: the driver cannot tell the type of an array that holds nothing else.
    return yield* write(
      "ThreadStore.insertMessages",
      sql<Row<"id" | "identity">>`
        INSERT INTO mailroom.messages (organization_id, ${sql.literal(Column.namesOf(stored))},
          body_text, body_html, reply_text)
        SELECT organization.id, ${sql.literal(givenOf(stored))},
          new.body_text, CASE WHEN new.has_html THEN new.body_html END, new.reply_text
        FROM mailroom.organizations organization, ROWS FROM (
          json_to_recordset(${JSON.stringify(numbered)}::json) AS (${sql.literal(Column.definitionsOf(columns))}),
          unnest(${placed.map(({ body_text }) => body_text)}::text[]),
          unnest(${placed.map(({ body_html = "" }) => body_html)}::text[]),
          unnest(${placed.map(({ reply_text }) => reply_text)}::text[])
        ) WITH ORDINALITY AS new (${sql.literal(Column.namesOf(columns))}, body_text, body_html, reply_text, place)
        WHERE organization.id = ${organization_id}::bigint
        ORDER BY new.place
        ON CONFLICT ON CONSTRAINT messages_identity_key DO NOTHING
        RETURNING id, identity`,
      (rows) => {
        const inserted = new Map(rows.map(({ id, identity }) => [text(identity), int<Message.MessageId>(id)]))
        return messages.map(({ identity, thread_id }) => {
          if (!threads.has(thread_id)) return Option.none()
          const id = Option.fromUndefinedOr(inserted.get(identity))
          // A later input with the same identity is a duplicate of this one.
          inserted.delete(identity)
          return id
        })
      }
    )
  })

  /**
   * The rows and columns of new attachments. An upload becomes an attachment with the same id, and its own row is deleted; an
   * upload without a row, because it has expired, is left out.
   */
  const withIds = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    files: ReadonlyArray<{ readonly id?: Attachment.AttachmentId }>
  ) {
    const uploads = files.flatMap(({ id }) => id ?? [])
    const operation = "ThreadStore.insertMessages"
    if (uploads.length === 0) {
      return yield* identified(database, operation, "attachments", { columns: newFileColumns, rows: files })
    }
    const ended = yield* write(
      operation,
      sql<Row<"id">>`
        DELETE FROM mailroom.uploads
        WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(uploads)}::bigint[]) RETURNING id`,
      (rows) => new Set(rows.map(({ id }) => int<Attachment.AttachmentId>(id)))
    )
    const drawn = yield* drawIds(database, operation, "attachments", files.length - uploads.length)
    const rows = files.flatMap((file): ReadonlyArray<object> => {
      if (file.id === undefined) return [{ ...file, id: drawn.shift() }]
      return ended.has(file.id) ? [file] : []
    })
    return { columns: { id: Column.Int, ...newFileColumns }, rows }
  })

  /** The attachments of the inserted messages, by message, in their order. */
  const insertAttachments = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inserted: ReadonlyArray<Stored>
  ) {
    const files = inserted.flatMap(({ id, message }) =>
      message.attachments.map((file) => ({ of_message: id, ...file }))
    )
    if (files.length === 0) return new Map<Message.MessageId, ReadonlyArray<Attachment.Attachment>>()
    const numbered = yield* withIds(organization_id, files)
    return yield* write(
      "ThreadStore.insertMessages",
      sql`
        ${insertInto(sql, "attachments", organization_id, numbered)}
        RETURNING of_message, ${sql.literal(Column.selectionOf(fileColumns))}`,
      (rows) =>
        Map.groupBy(
          rows
            .map((row) => ({ of_message: int<Message.MessageId>(row["of_message"]), file: readAttachment(row) }))
            .sort((a, b) => a.file.id - b.file.id),
          ({ of_message }) => of_message
        )
    ).pipe(
      Effect.map((groups) => new Map([...groups].map(([id, rows]) => [id, rows.map(({ file }) => file)] as const)))
    )
  })

  /** Stores the texts that searches look in. Core folds them, because Postgres folds text differently. */
  const insertSearch = (organization_id: OrganizationId, inserted: ReadonlyArray<Stored>) => {
    const texts = inserted.map(({ id, message }) => ({
      of_message: id,
      thread_id: message.thread_id,
      search_text: Message.searchTextOf(message)
    }))
    return write(
      "ThreadStore.insertMessages",
      sql`${insertInto(sql, "message_search", organization_id, { columns: searchColumns, rows: texts, order: "new.of_message" })}`
    )
  }

  const summarize = threadSummaries(database)

  return ThreadStore.of({
    insertThreads: Effect.fnUntraced(function* (organization_id, threads) {
      if (threads.length === 0) return []
      const numbered = yield* identified(database, "ThreadStore.insertThreads", "threads", {
        columns: newThreadColumns,
        rows: threads
      })
      return yield* inserting(database)(
        "ThreadStore.insertThreads",
        organization_id,
        sql<Row<"id">>`${insertInto(sql, "threads", organization_id, numbered)} RETURNING id`,
        (rows) => rows.map((row) => int<Thread.ThreadId>(row.id)).sort((a, b) => a - b)
      )
    }),

    insertMessages: (organization_id, messages, added = []) =>
      atomic(
        Effect.gen(function* () {
          const others = messages.flatMap(({ thread_id }) => (added.includes(thread_id) ? [] : [thread_id]))
          const threads = new Set([...added, ...(yield* lockThreads(organization_id, others))])
          const message_ids = yield* insertMessages(organization_id, messages, threads)
          const inserted = messages.flatMap((message, i) =>
            Option.match(message_ids[i] ?? Option.none(), { onNone: () => [], onSome: (id) => [{ id, message }] })
          )
          const attachments = yield* insertAttachments(organization_id, inserted)
          if (inserted.length > 0) {
            yield* insertSearch(organization_id, inserted)
            yield* summarize("ThreadStore.insertMessages", organization_id, inserted, attachments)
            yield* touch(database)("ThreadStore.insertMessages", organization_id)
          }
          return message_ids.map((id) => Option.map(id, (id) => ({ id, attachment_ids: idsOf(attachments.get(id)) })))
        })
      ),

    ...pages,
    ...changes,
    ...threadRemoval(database),
    ...threadRetiring(database),

    findByIdentities: (organization_id, identities) =>
      read(
        "ThreadStore.findByIdentities",
        sql<Row<keyof StoredIdentity>>`
          SELECT identity, thread_id, trust FROM mailroom.messages
          WHERE organization_id = ${organization_id}::bigint AND identity = ANY(${identities}::text[])`,
        (rows) =>
          rows.map((row) => ({ identity: text(row.identity), thread_id: int(row.thread_id), trust: text(row.trust) }))
      ),

    findByMessageIds: (organization_id, message_ids) =>
      read(
        "ThreadStore.findByMessageIds",
        sql<Row<"thread_id">>`
          SELECT thread_id FROM unnest(${message_ids}::text[]) WITH ORDINALITY AS asked (message_id, place)
          JOIN mailroom.messages USING (message_id)
          WHERE organization_id = ${organization_id}::bigint
          ORDER BY place, id LIMIT 1`,
        readThreadId
      ),

    findOurs: (organization_id, match, { limit }) =>
      read(
        "ThreadStore.findOurs",
        sql`
          SELECT ${sql.literal(ours)} FROM mailroom.messages message
          JOIN mailroom.threads thread
            ON thread.organization_id = ${organization_id}::bigint AND thread.id = message.thread_id
          WHERE message.organization_id = ${organization_id}::bigint AND is_our_email AND ${
            "message_ids" in match
              ? sql`message_id = ANY(${match.message_ids}::text[])`
              : sql`thread.lead_id = ${match.lead_id}::bigint AND date_sent >= ${match.since}::timestamptz`
          }
          ORDER BY message.id ${limited(sql, limit)}`,
        (rows) => rows.map(readOurs)
      ),

    findLinked: (organization_id, { ids: named, referred }, { limit }) =>
      read(
        "ThreadStore.findLinked",
        sql`
          SELECT ${sql.literal(linkedSelection)} FROM mailroom.messages message
          JOIN mailroom.threads thread ON thread.id = message.thread_id
          WHERE message.organization_id = ${organization_id}::bigint AND thread.organization_id = ${organization_id}::bigint
            AND (message.id = ANY(${ids(named)}::bigint[]) OR message.refers_to = ANY(${ids(referred)}::bigint[]))
          ORDER BY message.id ${limited(sql, limit)}`,
        (rows) => rows.map(readLinked)
      ),

    findOurText: (organization_id, message_id) =>
      read(
        "ThreadStore.findOurText",
        sql<Row<"body_html" | "body_text">>`
          SELECT body_text, body_html FROM mailroom.messages
          WHERE organization_id = ${organization_id}::bigint AND message_id = ${message_id}::text AND is_our_email
          ORDER BY id LIMIT 1`,
        readFirst((row: Row<"body_html" | "body_text">) => ({
          body_text: text(row.body_text),
          ...(row.body_html === null ? {} : { body_html: text(row.body_html) })
        }))
      ),

    findReceived: (organization_id, id, kinds) =>
      read(
        "ThreadStore.findReceived",
        sql<Row<"id">>`
          SELECT id FROM mailroom.messages
          WHERE organization_id = ${organization_id}::bigint AND thread_id = ${id}::bigint AND NOT is_our_email
            AND kind = ANY(${kinds}::text[])
          ORDER BY id DESC LIMIT 1`,
        readFirst((row: Row<"id">) => int<Message.MessageId>(row.id))
      ),

    findMatching: (organization_id, thread_ids, search) =>
      read(
        "ThreadStore.findMatching",
        sql<Row<"id" | "reply_text" | "thread_id">>`
          SELECT DISTINCT ON (folded.thread_id)
            folded.thread_id, message.id, left(message.reply_text, ${Message.searchedReply}::int) AS reply_text
          FROM mailroom.message_search folded
          JOIN mailroom.messages message
            ON message.organization_id = ${organization_id}::bigint AND message.id = folded.of_message
          WHERE folded.organization_id = ${organization_id}::bigint
            AND folded.thread_id = ANY(${ids(thread_ids)}::bigint[]) AND ${contains(sql, "folded.search_text", search)}
          ORDER BY folded.thread_id, ${contains(sql, `(${searchedReply})`, search)} DESC, message.date_sent DESC, message.id DESC`,
        (rows) =>
          rows.map(({ id, reply_text, thread_id }) => ({
            thread_id: int<Thread.ThreadId>(thread_id),
            id: int<Message.MessageId>(id),
            reply_text: text(reply_text)
          }))
      ),

    findByLeads: (organization_id, lead_ids) =>
      read(
        "ThreadStore.findByLeads",
        sql<Row<"id" | "lead_id">>`
          SELECT DISTINCT ON (lead_id) lead_id, id FROM mailroom.threads
          WHERE organization_id = ${organization_id}::bigint AND lead_id = ANY(${ids(lead_ids)}::bigint[])
            AND has_our_email
          ORDER BY lead_id, last_date_sent DESC, id DESC`,
        (rows) => rows.map(({ id, lead_id }) => [int<Lead.LeadId>(lead_id), int<Thread.ThreadId>(id)] as const)
      ),

    findByLeadEmail: (organization_id, address) =>
      read(
        "ThreadStore.findByLeadEmail",
        sql<Row<"thread_id">>`
          SELECT thread.id AS thread_id FROM mailroom.leads lead
          JOIN mailroom.threads thread ON thread.organization_id = ${organization_id}::bigint AND thread.lead_id = lead.id
          WHERE lead.organization_id = ${organization_id}::bigint
            AND lead.domain_key = ${Domain.domainKeyOf(address)}::text AND lead.address = ${address}::text
            AND thread.has_our_email AND ${isShown(sql, organization_id, "lead.campaign_id")}
          ORDER BY thread.last_date_sent DESC, thread.id DESC LIMIT 1`,
        readThreadId
      ),

    messages: (organization_id, id, { after, id: only, limit, maximum_bytes, order = "asc" }) => {
      const [direction, beyond] = order === "asc" ? ["ASC", ">"] : ["DESC", "<"]
      const place = sql.literal(`date_sent ${direction}, id ${direction}`)
      const rest =
        after === undefined
          ? sql.literal("")
          : sql`AND (date_sent, id) ${sql.literal(beyond)} (${after.at}::timestamptz, ${after.id}::bigint)`
      // Postgres keeps long texts outside their rows, but their sizes inside: the window reads sizes only, and texts
      // are read for the answer alone.
      return read(
        "ThreadStore.messages",
        sql`
          SELECT message.*, (
            SELECT CASE WHEN has_our_email THEN id END FROM mailroom.threads
            WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
          ) AS thread_id, (
            SELECT coalesce(jsonb_agg(jsonb_build_object(${sql.literal(fileFields)}) ORDER BY file.id), '[]')
            FROM mailroom.attachments file
            WHERE file.organization_id = ${organization_id}::bigint AND file.of_message = message.id
          ) AS attachments
          FROM (
            SELECT message.*, row_number() OVER place AS number, lead(id) OVER place IS NOT NULL AS has_next,
              sum(octet_length(body_text) + coalesce(octet_length(body_html), 0) + octet_length(reply_text)) OVER place AS bytes
            FROM (
              SELECT ${sql.literal(storedMessage)} FROM mailroom.messages message
              WHERE organization_id = ${organization_id}::bigint AND thread_id = ${id}::bigint ${rest} ${
                only === undefined ? sql.literal("") : sql`AND id = ${only}::bigint`
              }
              ORDER BY ${place} ${limited(sql, limit)} + 1
            ) message
            WINDOW place AS (ORDER BY ${place} ROWS UNBOUNDED PRECEDING)
          ) message
          WHERE number = 1 OR (number <= ${limit}::bigint AND bytes <= ${maximum_bytes}::bigint)
          ORDER BY ${place}`,
        (rows) => ({ data: rows.map(readMessage), has_more: rows.length > 0 && bool(rows.at(-1)?.["has_next"]) })
      )
    }
  })
}

/** Threads, messages and attachments as rows: their columns, how they are written, and how they are read. */
import { Actor, Attachment, Message, MessageLink, type OurMessage, Thread } from "@mailroom/core"
import { Struct } from "effect"
import type { SqlConnection } from "effect/sql"
import * as Column from "../database/columns.ts"
import { array, bool, object } from "../database/values.ts"

export const fileColumns = Column.of(Attachment.Attachment)
export const fileRecordColumns = Column.of(Attachment.table)

export const readAttachment = Column.readerOf<Attachment.Attachment>(fileColumns)

const attachments: Column.Column = {
  type: "jsonb",
  read: (value) => array(value).map((file) => readAttachment(object(file)))
}
const readActor = Column.readerOf<Actor.Actor>(Column.of(Actor.Actor))
/** `jsonb` has its own order of the fields. */
const sent_by: Column.Column = { type: "json", read: (actor) => readActor(object(actor)), isOptional: true }
const summaryColumns = Column.of(Message.MessageSummary, { attachments, sent_by })

/** The columns of a message that are stored twice: in its row, and in the `last_message` of its thread. */
export const keptColumns = Struct.omit(summaryColumns, ["id", "thread_id", "is_new", "attachments"])
/** An attachment as it is stored in the `last_message` of a thread. */
export const toKeptFile = (file: Attachment.Attachment) => ({ ...file, content_id: file.content_id ?? null })
export const toKept = (message: { readonly [Name in keyof typeof keptColumns]?: unknown }) =>
  Object.fromEntries(Struct.keys(keptColumns).map((name) => [name, message[name] ?? null]))

const messageColumns = Column.of(Message.Message, { attachments })
export const readMessage = Column.readerOf<Message.Message>(messageColumns)
/** The stored columns of the row `message`. */
export const storedMessage = Column.selectionOf(Struct.omit(messageColumns, ["thread_id", "attachments"]), "message")

const ourColumns = {
  id: { ...Column.Int, from: "message.id" },
  thread_id: { ...Column.Int, from: "message.thread_id" },
  lead_id: { ...Column.IntOrNull, from: "thread.lead_id" },
  ...Struct.pick(messageColumns, ["to_email", "cc_email", "bcc_email", "message_id", "kind"])
} satisfies Column.Columns<OurMessage>
export const ours = Column.selectionOf(ourColumns)
export const readOurs = Column.readerOf<OurMessage>(ourColumns)

const linkedColumns = Column.of(MessageLink.LinkedMessage, { sent_by, tab: { ...Column.Text, from: "thread.tab" } })
/** The columns of the row `message` with its `thread`. */
export const linkedSelection = Column.selectionOf(linkedColumns, "message")
export const readLinked = Column.readerOf<MessageLink.LinkedMessage>(linkedColumns)

const readSummary = Column.readerOf<Message.MessageSummary>(summaryColumns)

/** The columns of the row `lead` that a thread shows. */
const leadColumns = Column.of(Thread.ThreadLead)
const readLead = Column.readerOf<Thread.ThreadLead>(leadColumns)
export const leadOfThread = Column.selectionOf(leadColumns, "lead")

const readColumns = Column.readerOf<Thread.Thread>(
  Column.of(Thread.Thread, {
    last_message: { type: "jsonb", read: (message) => readSummary(object(message)) },
    lead: { type: "record", read: (lead) => readLead(object(lead)), isOptional: true }
  })
)

/** The columns of the row `thread` that `readThread` and the order of lists need. */
export const threadColumns = [
  "id",
  "tab",
  "state",
  "snoozed_until",
  "assigned_to",
  "lead_id",
  "campaign_id",
  "account_id",
  "has_our_email",
  "is_new",
  "last_message_id",
  "last_date_sent",
  "last_message"
]
  .map((name) => `thread.${name}`)
  .join(", ")

/** Reads the row `thread` with its lead and campaign. A thread is a conversation once it holds a message of ours. */
export const readThread = (row: SqlConnection.Row): Thread.Thread => {
  const thread_id = bool(row["has_our_email"]) ? row["id"] : null
  const { email, is_new, last_message, last_message_id: id } = row
  return readColumns({
    ...row,
    thread_id,
    last_message: { ...object(last_message), id, thread_id, is_new },
    lead: email === null ? null : row
  })
}

/** Threads, messages and attachments as rows: their columns, how they are written, and how they are read. */
import type { Attachment, Message, OurMessage, Thread } from "@mailroom/core"
import type { Types } from "effect"
import { array, bool, instant, int, intOrNull, object, type Row, text, textOrNull } from "../database/values.ts"

/** The columns of a message that are stored twice: in its row, and in the `last_message` of its thread. */
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

export const summaryColumns = Object.keys(types).join(", ")
export const summaryDefinitions = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")
export const toJson = (message: Message.NewMessage): { readonly [Column in keyof typeof types]: unknown } => ({
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

export const readAttachment = (row: Row<keyof Attachment.Attachment>): Attachment.Attachment => ({
  id: int(row.id),
  filename: text(row.filename),
  ext: text(row.ext),
  type: int(row.type)
})

/** An object that is filled field by field: spreading optional fields into a literal takes ten times as long. */
type Draft<A> = Partial<Types.Mutable<A>>

/** Adds the columns of a summary to its ids. */
const addSummary = (
  draft: Draft<Message.MessageSummary>,
  row: Row<SummaryColumn>,
  is_new: boolean
): Message.MessageSummary => {
  draft.subject = text(row.subject)
  draft.body = text(row.body)
  draft.date_sent = instant(row.date_sent)
  if (row.from_name !== null) draft.from_name = text(row.from_name)
  draft.from_email = text(row.from_email)
  draft.to_email = text(row.to_email)
  if (row.cc_email !== null) draft.cc_email = text(row.cc_email)
  draft.is_new = is_new
  draft.is_our_email = bool(row.is_our_email)
  if (row.message_id !== null) draft.message_id = text(row.message_id)
  draft.attachments = array(row.attachments).map((file) => readAttachment(object(file)))
  return draft as Message.MessageSummary
}

export const ourColumns = "message.thread_id, thread.lead_id, message.message_id, message.to_email, message.cc_email"

export const readOurs = (row: Row<keyof OurMessage>): OurMessage => ({
  thread_id: int(row.thread_id),
  lead_id: intOrNull(row.lead_id),
  to_email: text(row.to_email),
  ...(row.cc_email === null ? {} : { cc_email: text(row.cc_email) }),
  ...(row.message_id === null ? {} : { message_id: text(row.message_id) })
})

/** The ids of a message. A thread is a conversation once it holds a message of ours. */
const messageIds = (id: Message.MessageId, thread_id: Thread.ThreadId, has_our_email: unknown) =>
  bool(has_our_email) ? { id, thread_id } : { id }

export const readMessage = (
  row: Row<
    SummaryColumn | "body_html" | "body_text" | "has_our_email" | "id" | "is_new" | "reply_text" | "thread_id" | "trust"
  >
): Message.Message => {
  const ids = messageIds(int(row.id), int(row.thread_id), row.has_our_email)
  const message: Draft<Message.Message> = addSummary(ids, row, bool(row.is_new))
  message.body_text = text(row.body_text)
  if (row.body_html !== null) message.body_html = text(row.body_html)
  message.reply_text = text(row.reply_text)
  message.trust = text(row.trust)
  return message as Message.Message
}

export const threadColumns = `thread.id, thread.tab, thread.lead_id, thread.campaign_id, thread.account_id,
  thread.has_our_email, thread.is_new, thread.last_message_id, thread.last_date_sent, thread.last_message`

export const messageColumns = [
  "id",
  "thread_id",
  "is_new",
  "body_text",
  "body_html",
  "reply_text",
  "trust",
  ...Object.keys(types)
]
  .map((name) => `message.${name}`)
  .join(", ")

/** The columns of the lead that a thread shows, by their names in the statement. */
export const leadColumns = "lead.email AS lead_email, lead.first_name, lead.last_name, lead.company, lead.reply_status"
type LeadColumn = "company" | "first_name" | "last_name" | "lead_email" | "reply_status"

export type ThreadRow = Row<
  | LeadColumn
  | "account_id"
  | "campaign_id"
  | "campaign_name"
  | "has_our_email"
  | "id"
  | "is_new"
  | "last_message"
  | "last_message_id"
  | "lead_id"
  | "message_count"
  | "tab"
>

const readLead = (row: Row<LeadColumn>): Thread.ThreadLead => ({
  email: text(row.lead_email),
  first_name: text(row.first_name),
  last_name: text(row.last_name),
  company: text(row.company),
  reply_status: textOrNull(row.reply_status)
})

export const readThread = (row: ThreadRow): Thread.Thread => {
  const id = int<Thread.ThreadId>(row.id)
  const isConversation = bool(row.has_our_email)
  const thread: Draft<Thread.Thread> = { id, tab: text(row.tab) }
  if (isConversation) thread.thread_id = id
  if (row.lead_id !== null) thread.lead_id = int(row.lead_id)
  if (row.campaign_id !== null) thread.campaign_id = text(row.campaign_id)
  const ids = messageIds(int(row.last_message_id), id, isConversation)
  thread.last_message = addSummary(ids, object(row.last_message), bool(row.is_new))
  thread.message_count = int(row.message_count)
  if (row.account_id !== null) thread.account_id = int(row.account_id)
  if (row.lead_email !== null) thread.lead = readLead(row)
  if (row.campaign_name !== null) thread.campaign_name = text(row.campaign_name)
  return thread as Thread.Thread
}

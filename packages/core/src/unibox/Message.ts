/** One e-mail of a thread (contract, section 3). */
import { Trust } from "@mailroom/mail"
import { cut, foldAll, foldedFields } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"
import { Attachment, type AttachmentRecord } from "../attachments/Attachment.ts"
import { Actor } from "../people/Actor.ts"
import { LeftOut } from "./LeftOut.ts"
import { MessageKind } from "./MessageKind.ts"
import { type AccountId, type AttachmentId, MessageId, ThreadId } from "../ids.ts"

export { MessageId } from "../ids.ts"

/** A message in a list. Optional fields are absent when they have no value. Storage returns fields in this order. */
export const MessageSummary = Schema.Struct({
  id: MessageId,
  thread_id: described(
    Schema.optionalKey(ThreadId),
    "The thread of the message; absent as long as the thread has no message of ours.",
    311
  ),
  subject: described(Schema.String, "The subject; may be empty.", "Re: A question"),
  body: described(
    Schema.String,
    "A preview of the text: white space folded, at most 50 characters, with `…` at the end where it is cut.",
    "Yes, please call me."
  ),
  date_sent: described(
    Timestamp,
    "When the mail was sent, by its date; when it arrived, if the date is missing or impossible.",
    "2026-03-02T10:30:00.000Z"
  ),
  from_name: described(Schema.optionalKey(Schema.String), "The sender's name.", "Ada Lovelace"),
  from_email: described(Schema.String, "The sender's address; empty when the mail has none.", "ada@example.com"),
  to_email: described(Schema.String, "The recipients' addresses, separated by `, `.", "sales@mailroom.example"),
  cc_email: described(Schema.optionalKey(Schema.String), "The addresses that got a copy, separated by `, `."),
  bcc_email: described(
    Schema.optionalKey(Schema.String),
    "The addresses that got a copy of our mail without being named in it, separated by `, `."
  ),
  is_new: described(Schema.Boolean, "Whether the message is new: not marked as seen.", true),
  is_our_email: described(Schema.Boolean, "Whether one of our accounts sent it.", false),
  sent_by: described(
    Schema.optionalKey(Actor),
    "Who sent an answer, or forwarded a message, through Mailroom. Absent: the mail came in, or is one of a campaign, or was sent with another program.",
    { type: "person", id: 4, name: "Grace Hopper" }
  ),
  kind: MessageKind,
  message_id: described(
    Schema.optionalKey(Schema.String),
    "The header's Message-ID (RFC 5322, 3.6.4), with its angle brackets.",
    "<reply-1@example.com>"
  ),
  attachments: Schema.Array(Attachment),
  left_out: described(
    Schema.optionalKey(Schema.Array(LeftOut)),
    "The files of the mail that are not stored with it: those of a mail over 25 MiB that came in, and those that a mail of a step had. Absent: none."
  )
})
export type MessageSummary = typeof MessageSummary.Type

/** A message with its full text. */
export const Message = Schema.Struct({
  ...MessageSummary.fields,
  body_text: described(
    Schema.String,
    "The whole plain text.",
    "Yes, please call me.\n\n> Hello Ada, do you have a minute?\n"
  ),
  body_html: described(Schema.optionalKey(Schema.String), "The HTML, unchanged: sanitize it before showing it."),
  reply_text: described(
    Schema.String,
    "The text that the author wrote: `body_text` without quoted mail and signature, at most 40 000 characters.",
    "Yes, please call me."
  ),
  trust: described(Trust, "How far it can be believed; mail of ours is verified.", "plausible"),
  refers_to: described(
    Schema.optionalKey(MessageId),
    "The id of the message that a `forward` forwards, or of the forwarded message that this mail answers."
  ),
  text_removed: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: its texts and attachments were removed after the `keep_messages_days` of the organization. Absent: it is complete."
  )
})
export type Message = typeof Message.Type

/** A message to store. Its attachments get ids, under which their bytes are stored in the `BlobStore`. */
export interface NewMessage extends Omit<Message, "attachments" | "id" | "text_removed" | "thread_id"> {
  /** The thread of the message. */
  readonly thread_id: ThreadId
  /** The account that sent or received the mail. */
  readonly account_id: AccountId | null
  /** The identity of the mail, by which a repeated mail is recognized; see `makeMailIdentity`. */
  readonly identity: string
  /** The addresses that a notice is about, from any part of it. They are only used for search. */
  readonly about?: ReadonlyArray<string>
  /** The tab that its thread moves to. Absent: it stays. */
  readonly tab?: "replies"
  /** One with an id is an upload, which becomes an attachment of the message, and keeps its id. */
  readonly attachments: ReadonlyArray<Omit<AttachmentRecord, "id"> & { readonly id?: AttachmentId }>
}

/** A message with its texts; `body_text` and `body_html` only of a message of ours. */
export interface AgedMessage extends Pick<Message, "body_html" | "body_text" | "id" | "is_our_email"> {
  readonly thread_id: ThreadId
  /** The result of `searchTextOf`. */
  readonly search_text: string
}

/** The texts that a message keeps. */
export interface RetiredMessage extends Omit<AgedMessage, "is_our_email"> {}

/** Maximum length of a Message-ID, so that it fits an index entry. Mail systems write far shorter ones. */
export const maximumMessageId = 800

/** How many UTF-16 units of each `reply_text` are searched (contract, section 3). */
export const searchedReply = 2_000

/**
 * The text that `search` looks in: the fields folded, and folded for searches. A match always lies in a single field. Erasure reads
 * the fields with their accents (`searchedFields`): without them, one person could be another one.
 */
export const searchTextOf = ({
  about = [],
  bcc_email = "",
  cc_email = "",
  from_email,
  from_name = "",
  reply_text,
  subject,
  to_email
}: Pick<
  NewMessage,
  "about" | "bcc_email" | "cc_email" | "from_email" | "from_name" | "reply_text" | "subject" | "to_email"
>): string =>
  foldAll([
    subject,
    from_name,
    from_email,
    to_email,
    [cc_email, bcc_email].filter((list) => list !== "").join(", "),
    cut(reply_text, searchedReply),
    ...about
  ])

/** The fields of `searchTextOf`, and the addresses in its header fields. */
export const searchedFields = (search_text: string) => {
  const fields = foldedFields(search_text)
  // The order of `searchTextOf`.
  const [, , from = "", to = "", copies = ""] = fields
  return { fields, addresses: [from, to, copies].flatMap((list) => list.split(", ")) }
}

/** One e-mail of a thread (contract, section 3). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import type { AccountId } from "../accounts/Account.ts"
import { Id } from "../Id.ts"
import { cut, foldAll, foldedFields } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { Attachment, type AttachmentRecord } from "../attachments/Attachment.ts"
import { Trust } from "../Trust.ts"

export const ThreadId = Id.annotate({ description: "The id of a thread." }).pipe(Schema.brand("ThreadId"))
export type ThreadId = typeof ThreadId.Type

export const MessageId = Id.annotate({ description: "The id of a message." }).pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

/** A message in a listing. Optional fields are absent when they have no value. Storage returns fields in this order. */
export const MessageSummary = Schema.Struct({
  id: MessageId,
  thread_id: described(
    Schema.optionalKey(ThreadId),
    "Its conversation; absent as long as that holds no message of ours."
  ),
  subject: described(Schema.String, "The subject; may be empty."),
  body: described(Schema.String, "A preview of the text: white space folded, at most 50 characters."),
  date_sent: described(
    Timestamp,
    "When the mail was sent, by its own date; when it arrived, if that is missing or impossible."
  ),
  from_name: described(Schema.optionalKey(Schema.String), "The sender's name."),
  from_email: described(Schema.String, "The sender's address; empty when the mail names none."),
  to_email: described(Schema.String, "The recipients' addresses, separated by `, `."),
  cc_email: described(Schema.optionalKey(Schema.String), "The addresses that got a copy, separated by `, `."),
  is_new: described(Schema.Boolean, "Whether nobody has seen it."),
  is_our_email: described(Schema.Boolean, "Whether one of our accounts sent it."),
  message_id: described(
    Schema.optionalKey(Schema.String),
    "The header's Message-ID (RFC 5322, 3.6.4), with its angle brackets."
  ),
  attachments: Schema.Array(Attachment)
})
export type MessageSummary = typeof MessageSummary.Type

/** A message with all its text. */
export const Message = Schema.Struct({
  ...MessageSummary.fields,
  body_text: described(Schema.String, "The whole plain text."),
  body_html: described(Schema.optionalKey(Schema.String), "The HTML as it came: not safe to show unsanitized."),
  reply_text: described(
    Schema.String,
    "What this message itself says: `body_text` without quoted mail and signature, at most 40 000 characters."
  ),
  trust: described(Trust, "How far it can be believed; mail of ours is verified.")
})
export type Message = typeof Message.Type

/** A message to store. Its attachments get ids, under which their bytes go to the `BlobStore`. */
export interface NewMessage extends Omit<Message, "attachments" | "id" | "thread_id"> {
  /** The thread it goes to. */
  readonly thread_id: ThreadId
  /** The account that sent the mail, or that got it. */
  readonly account_id: AccountId | null
  /** What makes it the same mail when it comes again; see `identityOf` in Intake. */
  readonly identity: string
  /** The addresses that a notice is about, wherever it names them. They are only searched for. */
  readonly about?: ReadonlyArray<string>
  readonly attachments: ReadonlyArray<Omit<AttachmentRecord, "id">>
}

/** The longest Message-ID that is taken for one: what fits an index entry, far beyond what mail systems write. */
export const maximumMessageId = 800

/** How much of each `reply_text` a search looks in, in UTF-16 units (contract, section 3). */
const searchedReply = 2_000

/** The text of a message that `search` looks in, folded: a search in it finds what is in one of the fields. */
export const searchTextOf = ({
  about = [],
  cc_email = "",
  from_email,
  from_name = "",
  reply_text,
  subject,
  to_email
}: Pick<
  NewMessage,
  "about" | "cc_email" | "from_email" | "from_name" | "reply_text" | "subject" | "to_email"
>): string => foldAll([subject, from_name, from_email, to_email, cc_email, cut(reply_text, searchedReply), ...about])

/** The fields of `searchTextOf`, folded, and the addresses of the header among them. */
export const searchedFields = (search_text: string) => {
  const fields = foldedFields(search_text)
  return { fields, addresses: fields.slice(2, 5).flatMap((list) => list.split(", ")) }
}

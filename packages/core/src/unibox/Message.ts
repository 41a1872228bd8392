/** One e-mail of a thread (contract, section 3). */
import { Schema } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { Id } from "../Id.ts"
import { cut, fold } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { Attachment, type AttachmentRecord } from "../attachments/Attachment.ts"
import { Trust } from "../Trust.ts"

export const ThreadId = Id.pipe(Schema.brand("ThreadId"))
export type ThreadId = typeof ThreadId.Type

export const MessageId = Id.pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

/** A message in a listing. Optional fields are absent when they have no value. Storage returns fields in this order. */
export const MessageSummary = Schema.Struct({
  id: MessageId,
  /** Its conversation; absent as long as that holds no message of ours. */
  thread_id: Schema.optionalKey(ThreadId),
  subject: Schema.String,
  /** A preview of the text: white space folded, at most 50 characters [spec]. */
  body: Schema.String,
  date_sent: Timestamp,
  from_name: Schema.optionalKey(Schema.String),
  from_email: Schema.String,
  /** Addresses, separated by `, `. */
  to_email: Schema.String,
  cc_email: Schema.optionalKey(Schema.String),
  is_new: Schema.Boolean,
  is_our_email: Schema.Boolean,
  /** The header's Message-ID (RFC 5322, 3.6.4), with its angle brackets. */
  message_id: Schema.optionalKey(Schema.String),
  attachments: Schema.Array(Attachment)
})
export type MessageSummary = typeof MessageSummary.Type

/** A message with all its text. */
export const Message = Schema.Struct({
  ...MessageSummary.fields,
  body_text: Schema.String,
  body_html: Schema.optionalKey(Schema.String),
  /** What this message itself says: `body_text` without quoted mail and signature, at most 40 000 characters. */
  reply_text: Schema.String,
  /** Of incoming mail: how far it can be believed (domain, "Whom to believe"). */
  trust: Schema.optionalKey(Trust)
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
  readonly attachments: ReadonlyArray<Omit<AttachmentRecord, "id">>
}

/** The longest Message-ID that is taken for one: what fits an index entry, far beyond what mail systems write. */
export const maximumMessageId = 800

/** How much of each `reply_text` a search looks in, in UTF-16 units (contract, section 3). */
const searchedReply = 2_000
/** Folded text has no upper-case letter of ASCII, so no search text matches across two fields. */
const separator = "A"

/** The text of a message that `search` looks in, folded: a search in it finds what is in one of the fields. */
export const searchTextOf = ({
  cc_email = "",
  from_email,
  from_name = "",
  reply_text,
  subject,
  to_email
}: Pick<Message, "cc_email" | "from_email" | "from_name" | "reply_text" | "subject" | "to_email">): string =>
  [subject, from_name, from_email, to_email, cc_email, cut(reply_text, searchedReply)].map(fold).join(separator)

/** Answers from the unibox: to whom, from which account, and whether one may be sent. Pure functions. */
import { EmailAddress, isNotBlank, text } from "@mailroom/mail/text"
import { Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { described } from "../Described.ts"
import { AccountId, MessageId } from "../ids.ts"
import { type Actor, isSame } from "../people/Actor.ts"
import type { Message } from "../unibox/Message.ts"
import { FileIds } from "../uploads/Upload.ts"
import { referencesOf, replySubject } from "./Composition.ts"
import { maximumCopies } from "./Recipients.ts"
import { sendAt } from "./Scheduling.ts"
import { isScheduled, isWaiting, type SendRecord } from "./Send.ts"
import { TimestampInput } from "../Timestamp.ts"

const copies = Schema.Array(EmailAddress).check(
  Schema.isMaxLength(maximumCopies, { message: `must have at most ${maximumCopies} addresses` })
)

export const NewReply = Schema.Struct({
  body_text: described(text(100_000).check(isNotBlank), "The text of the answer, at most 100 000 characters."),
  body_html: described(
    Schema.optionalKey(text(500_000)),
    "The same as HTML. Absent, empty or only white space: the mail is plain text."
  ),
  account_id: described(
    Schema.optionalKey(AccountId),
    "The account to answer from. Default: the account of the conversation."
  ),
  cc: described(
    Schema.optionalKey(copies),
    "At most 20 addresses that get a copy. An address that is named twice, or is the recipient, gets the mail once.",
    ["charles@example.com"]
  ),
  bcc: described(Schema.optionalKey(copies), "At most 20 addresses that get a copy, which no other recipient sees.", [
    "crm@mailroom.example"
  ]),
  attachments: described(
    Schema.optionalKey(FileIds),
    "The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Each upload can be used by one mail. With them, the mail has at most 25 000 000 bytes as it is sent.",
    [31]
  ),
  last_message_id: described(
    Schema.optionalKey(MessageId),
    "The newest message of the conversation that the writer has seen. If somebody else has added one since, or an answer of somebody else " +
      "is being sent, nothing is queued: a conflict, `newer_message`. Default: nothing is checked.",
    812
  ),
  send_at: described(
    Schema.optionalKey(TimestampInput),
    `When the answer is sent: ${sendAt}. Default: at once. Until then it is \`queued\`. Mail of a person that comes into the conversation first refuses it, and its text is kept.`,
    "2026-03-03T08:00:00.000Z"
  )
}).annotate({ identifier: "NewReply", description: "An answer to the newest incoming mail of a conversation." })
export type NewReply = typeof NewReply.Type

export const ReplyObstacle = Schema.Literals([
  "no_recipient",
  "recipient_unsubscribed",
  "account_not_connected"
]).annotate({
  identifier: "ReplyObstacle",
  description:
    "`no_recipient`: the conversation has no incoming mail with an address. `recipient_unsubscribed`: the address, or one of `cc` or " +
    "`bcc`, is on the blacklist, because its owner unsubscribed or complained. `account_not_connected`: the account that would answer has no " +
    "credentials, or does not exist."
})
export type ReplyObstacle = typeof ReplyObstacle.Type

export const ReplyState = Schema.Struct({
  allowed: described(Schema.Boolean, "Whether an answer can be sent.", true),
  reason: described(Schema.NullOr(ReplyObstacle), "Why not; `null` if it is allowed.", null),
  account_id: described(Schema.NullOr(AccountId), "The account that an answer comes from; `null`: none."),
  from_email: described(
    Schema.NullOr(Schema.String),
    "The address of this account; `null`: none.",
    "sales@mailroom.example"
  ),
  to_email: described(
    Schema.NullOr(Schema.String),
    "The address that an answer goes to; `null`: none.",
    "ada@example.com"
  ),
  cc: described(
    Schema.Array(Schema.String),
    "The other people of the mail that is answered, to answer to all: send them as `cc`. Without the organization's accounts, and without people who unsubscribed or complained.",
    []
  ),
  subject: described(Schema.String, "The subject of an answer.", "Re: A question")
}).annotate({ identifier: "ReplyState", description: "Whether a conversation can be answered, and how." })
export type ReplyState = typeof ReplyState.Type

/** The newest messages of a thread, by descending date, that an answer is made from. */
export type Newest = ReadonlyArray<
  Pick<
    Message,
    "cc_email" | "from_email" | "from_name" | "is_our_email" | "kind" | "message_id" | "subject" | "to_email"
  >
>

/** The newest incoming mail that has the address of its sender. */
export const inboundOf = (newest: Newest) =>
  newest.find(({ from_email, is_our_email }) => !is_our_email && from_email !== "")

/**
 * Header fields of an answer to the newest incoming mail of these messages. That mail is the last reference (RFC 5322,
 * 3.6.4), also if a message of ours has a later date. `idsOf`: the ids by which a mail is known, such as that of a relay.
 */
export const headersOf = (newest: Newest, idsOf: (message_id: string) => ReadonlyArray<string> = (id) => [id]) => {
  const inbound = inboundOf(newest)
  // Recipients of the answer do not know messages that were forwarded to others.
  const others = newest.filter((message) => message !== inbound && message.kind !== "forward").toReversed()
  const referred = inbound === undefined ? others : [...others, inbound]
  return {
    subject: replySubject(inbound?.subject ?? newest[0]?.subject ?? ""),
    in_reply_to: inbound?.message_id ?? null,
    references: referencesOf(referred.flatMap(({ message_id }) => (message_id === undefined ? [] : idsOf(message_id))))
  }
}

/** The author of a mail; `null`: unknown, or the lead. */
export interface Newer {
  readonly by: Actor | null
}

/**
 * A mail that somebody else has added to a conversation after the message `seen`; `undefined`: nobody has. `messages`: the newest
 * messages; forwarded ones do not count. `sends`: the answers that are not yet messages.
 */
export const newerThan = (
  seen: MessageId,
  actor: Actor,
  messages: ReadonlyArray<Pick<Message, "id" | "kind" | "sent_by">>,
  sends: ReadonlyArray<Pick<SendRecord, "content" | "outcome" | "send_at">>
): Newer | undefined => {
  const added = [
    ...messages.filter(({ id, kind }) => id > seen && kind !== "forward").map(({ sent_by = null }) => sent_by),
    ...sends.filter(isUnderWay).map(({ content }) => content?.sent_by ?? null)
  ]
  const by = added.find((author) => author === null || !isSame(author, actor))
  return by === undefined ? undefined : { by }
}

/** Whether an answer is under way. Neither is one that waits for its time, nor one whose outcome nobody knows any more. */
const isUnderWay = (send: Pick<SendRecord, "outcome" | "send_at">): boolean =>
  send.outcome === "begun" || (isWaiting(send) && !isScheduled(send))

/** Why no answer can be sent; `null`: it can. */
const obstacleOf = (
  to: string | null,
  account: Pick<AccountRecord, "email" | "id"> | undefined,
  isUnsubscribed: boolean
): ReplyObstacle | null => {
  if (to === null) return "no_recipient"
  if (isUnsubscribed) return "recipient_unsubscribed"
  return account === undefined ? "account_not_connected" : null
}

/**
 * Whether an answer can be sent, and how. `account`: the one to answer from, if it exists and can send. `isUnsubscribed`: whether the
 * recipient must not be written to any more. `cc`: the people to propose.
 */
export const replyState = (
  newest: Newest,
  account: Pick<AccountRecord, "email" | "id"> | undefined,
  isUnsubscribed: boolean,
  cc: ReadonlyArray<string> = []
): ReplyState => {
  const to = inboundOf(newest)?.from_email ?? null
  const reason = obstacleOf(to, account, isUnsubscribed)
  return {
    allowed: reason === null,
    reason,
    account_id: account?.id ?? null,
    from_email: account?.email ?? null,
    to_email: to,
    cc,
    subject: headersOf(newest).subject
  }
}

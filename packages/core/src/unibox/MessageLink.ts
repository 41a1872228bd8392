/** Links between a message, the mails by which it was forwarded, and the answers to those. */
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { MessageId, ThreadId } from "../ids.ts"
import { Message, MessageSummary } from "./Message.ts"
import { Tab } from "./Thread.ts"

const shown = {
  id: MessageId,
  thread_id: described(
    ThreadId,
    "The thread of that message. An answer to a forwarded message is in another one.",
    311
  ),
  tab: described(Tab, "The tab of that thread.", "replies"),
  ...Struct.pick(MessageSummary.fields, [
    "date_sent",
    "from_name",
    "from_email",
    "to_email",
    "cc_email",
    "sent_by",
    "kind"
  ])
}

export const MessageLink = Schema.Struct({
  relation: described(
    Schema.Literals(["forwarded_as", "forwards", "answered_by", "answers"]),
    "`forwarded_as`: that mail forwarded this message. `forwards`: this mail forwarded that message. `answered_by`: that mail answers this forward. `answers`: this mail answers that forward.",
    "forwarded_as"
  ),
  ...shown
}).annotate({
  identifier: "MessageLink",
  description: "A forward, the message that it forwards, or an answer to a forward."
})
export type MessageLink = typeof MessageLink.Type

/** A message as links show it, and the message that it refers to. */
export const LinkedMessage = Schema.Struct({ ...shown, ...Struct.pick(Message.fields, ["refers_to"]) })
export type LinkedMessage = typeof LinkedMessage.Type

/** A message of a conversation, as people read it. */
export const ConversationMessage = Schema.Struct({
  ...Struct.omit(Message.fields, ["refers_to"]),
  links: described(
    Schema.optionalKey(Schema.Array(MessageLink)),
    "The mails that forwarded this message, the message that it forwards, the answers to it if it is a forward, and the forward that it answers, by ascending id. Absent: none.",
    []
  )
})
export type ConversationMessage = typeof ConversationMessage.Type

/** The maximum number of messages to link with a page of a conversation. */
export const maximumLinks = 1_000

const relationOf = (
  message: Pick<Message, "id" | "kind" | "refers_to">,
  other: Pick<LinkedMessage, "id" | "kind" | "refers_to">
): MessageLink["relation"] | undefined => {
  if (other.id === message.refers_to) return message.kind === "forward" ? "forwards" : "answers"
  if (other.refers_to === message.id) return other.kind === "forward" ? "forwarded_as" : "answered_by"
  return undefined
}

/** The links of a message with messages that were found for it. */
export const linksOf = (
  message: Pick<Message, "id" | "kind" | "refers_to">,
  found: ReadonlyArray<LinkedMessage>
): ReadonlyArray<MessageLink> =>
  found.flatMap((other) => {
    const relation = relationOf(message, other)
    return relation === undefined ? [] : [{ relation, ...Struct.omit(other, ["refers_to"]) }]
  })

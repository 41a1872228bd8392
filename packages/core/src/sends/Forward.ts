/** Messages that are forwarded: to whom, and what the mail says. Pure functions. */
import { EmailAddress, text } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { AttachmentId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Message } from "../unibox/Message.ts"
import { maximumFiles } from "../uploads/Upload.ts"
import { below } from "./Composition.ts"
import { maximumCopies } from "./Recipients.ts"
import { NewReply } from "./Reply.ts"

export const NewForward = Schema.Struct({
  to: described(
    Schema.Array(EmailAddress).check(
      Schema.isBetweenLength(1, maximumCopies, { message: `must have 1 to ${maximumCopies} addresses` })
    ),
    "1 to 20 addresses. The mail goes to the first one, and the others get a copy, as those of `cc` do. Together with `cc` at most 21.",
    ["charles@example.com"]
  ),
  body_text: described(
    Schema.optionalKey(text(100_000)),
    "A text above the forwarded message, at most 100 000 characters. Default: none.",
    "Charles, can you answer this?"
  ),
  forwarded_attachments: described(
    Schema.optionalKey(
      Schema.Array(AttachmentId).check(
        Schema.isMaxLength(maximumFiles, { message: `must have at most ${maximumFiles} files` }),
        Schema.isUnique({ message: "must not name a file twice" })
      )
    ),
    "The ids of the attachments of the message that are forwarded with it, together with `attachments` at most 20. Default: all, and of the mail of a step also the files in `left_out` that its step still has. `attachments` of the answer lists the files that go along.",
    []
  ),
  ...Struct.pick(NewReply.fields, ["account_id", "attachments", "bcc", "cc"])
}).annotate({
  identifier: "NewForward",
  description: "A message of a conversation that is forwarded to somebody else."
})
export type NewForward = typeof NewForward.Type

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** An instant as header fields have it (RFC 5322, 3.3), in UTC. */
const headerDate = (at: Timestamp): string => {
  const date = new Date(at)
  const day = `${days[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return `${day} ${at.slice(11, 19)} +0000`
}

const senderOf = ({ from_email, from_name = "" }: Pick<Message, "from_email" | "from_name">): string =>
  from_name === "" || from_email === "" ? from_name || from_email : `${from_name} <${from_email}>`

const oneLine = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()

/** A message as it is quoted in a mail that forwards it: a header block, and its plain text. `bcc_email` is never named. */
export const quotedText = (
  message: Pick<Message, "body_text" | "cc_email" | "date_sent" | "from_email" | "from_name" | "subject" | "to_email">
): string => {
  const { body_text, cc_email = "", date_sent, subject, to_email } = message
  const fields = [
    ["From", senderOf(message)],
    ["Date", headerDate(date_sent)],
    ["Subject", subject],
    ["To", to_email],
    ["Cc", cc_email]
  ] as const
  const lines = fields.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${oneLine(value)}`]))
  return ["---------- Forwarded message ---------", ...lines, "", body_text.trim(), ""].join("\n")
}

/** The text of a mail that forwards a message. */
export const forwardText = (written: string, signature: string, message: Parameters<typeof quotedText>[0]): string => {
  const own = written.trim() === "" ? "" : below(written, signature)
  return own === "" ? quotedText(message) : `${own.trimEnd()}\n\n${quotedText(message)}`
}

/** The `MailParser` of Mailroom: MIME by `postal-mime`, HTML by `html-to-text`, replies by `email-reply-parser`. */
import { type Mailbox, MailParser, type ParsedMail, Timestamp, UnreadableMail } from "@mailroom/core"
import { Effect, Layer } from "effect"
import type { Address, Attachment, Email } from "postal-mime"
import { htmlText } from "./HtmlText.ts"
import { messageId, messageIds } from "./MessageIds.ts"
import { MimeReader } from "./MimeReader.ts"
import { replyText } from "./ReplyText.ts"

/** In bytes: what mail systems accept at most, and memory for one mail with it. */
const maximumMail = 40 * 1024 * 1024

/** Reads mail of at most 40 MiB; what is malformed in it is read as far as it goes. */
export const layer: Layer.Layer<MailParser> = Layer.succeed(
  MailParser,
  MailParser.of({
    parse: Effect.fn("MailParser.parse")(function* (raw) {
      if (raw.length > maximumMail) return yield* new UnreadableMail({ reason: "The mail is larger than 40 MiB" })
      const mail = yield* Effect.tryPromise({
        try: async () => toMail(await new MimeReader().parse(whole(raw))),
        catch: (error) => new UnreadableMail({ reason: error instanceof Error ? error.message : String(error) })
      })
      if (!mail.headers.some(({ name }) => origin.has(name))) {
        return yield* new UnreadableMail({ reason: "The mail has none of the header fields that every mail has" })
      }
      return mail
    })
  })
)

/** postal-mime copies a view, and takes a buffer as it is. */
const whole = (raw: Uint8Array) =>
  raw.buffer instanceof ArrayBuffer && raw.length === raw.buffer.byteLength ? raw.buffer : raw

/** What says of a mail where it comes from: what has none of these is some other file. */
const origin = new Set(["date", "from", "message-id", "received", "return-path", "sender", "subject", "to"])

const toMail = (email: Email): ParsedMail => {
  const headers = email.headers.map(({ key, value }) => ({ name: clean(key), value: clean(value) }))
  const header = (name: string) => headers.find((field) => field.name === name)?.value ?? ""
  const html = email.html === undefined ? null : lines(email.html)
  const plain = lines(email.text ?? "")
  const text = plain.trim() === "" && html !== null ? lines(htmlText(html)) : plain
  return {
    headers,
    message_id: messageId(header("message-id")),
    in_reply_to: messageIds(header("in-reply-to")),
    references: messageIds(header("references")),
    date: dateOf(header("date")),
    subject: line(email.subject ?? ""),
    from: mailboxes(email.from === undefined ? [] : [email.from])[0] ?? null,
    to: mailboxes(email.to).filter(hasEmail),
    cc: mailboxes(email.cc).filter(hasEmail),
    text,
    html,
    reply_text: replyText(text),
    attachments: email.attachments.map(toAttachment)
  }
}

/** As every storage takes it: well-formed Unicode without NUL. */
const clean = (text: string) => text.toWellFormed().replaceAll("\u0000", "\uFFFD")
const lines = (text: string) => clean(text).replaceAll(/\r\n?/gu, "\n")
/** What stands in a header, and so in one line, even if an encoded word says otherwise. */
const line = (text: string) =>
  clean(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()

const mailboxes = (addresses: ReadonlyArray<Address> = []): ReadonlyArray<Mailbox> =>
  addresses
    .flatMap((address) => (address.group === undefined ? [address] : address.group))
    .map(({ address, name }) => ({ name: line(name), email: line(address) }))
const hasEmail = ({ email }: Mailbox) => email !== ""

/** A date without a zone, or with an unknown one, is taken for UTC (RFC 5322, 4.3), never for local time. */
const dateOf = (value: string): Timestamp.Timestamp | null => {
  const date = value.slice(0, 100)
  const millis = Date.parse(hasZone.test(date) ? date : `${date.replace(unknownZone, "$1")} GMT`)
  return Number.isNaN(millis) ? null : Timestamp.fromMillis(millis)
}
const hasZone = /:\d{2}\s*(?:[+-]\d{4}|UTC?|GMT|Z|[ECMP][SD]T)\b/iu
const unknownZone = /(:\d{2})\s+[a-z].*$/iu

const toAttachment = ({ content, filename, mimeType }: Attachment): ParsedMail["attachments"][number] => {
  const content_type = mediaType.test(mimeType) ? mimeType : "application/octet-stream"
  return {
    filename: line(filename ?? "") || (nameless.get(content_type) ?? null),
    content_type,
    // A view as it is: it would be copied.
    bytes:
      typeof content === "string"
        ? new TextEncoder().encode(content)
        : content instanceof Uint8Array
          ? content
          : new Uint8Array(content)
  }
}

/** RFC 6838, 4.2. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/u

/** Parts that mail systems do not name, but people open. */
const nameless = new Map([
  ["message/delivery-status", "delivery-status.txt"],
  ["message/rfc822", "message.eml"],
  ["text/calendar", "invite.ics"],
  ["text/html", "text.html"],
  ["text/plain", "text.txt"],
  ["text/rfc822-headers", "headers.txt"]
])

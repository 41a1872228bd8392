/** Reads a mail with `postal-mime`, and its HTML with `html-to-text`. */
import type { Mailbox, ParsedMail } from "@mailroom/core"
import { type About, quotesMail, replyText } from "@mailroom/mail/reply-text"
import { setImmediate } from "node:timers/promises"
import type { Address, Attachment, Email } from "postal-mime"
import { htmlText, marksQuotes } from "./HtmlText.ts"
import { messageId, messageIds } from "./MessageIds.ts"
import { MimeReader } from "./MimeReader.ts"
import { signedPart } from "./SignedMail.ts"
import { tnefText } from "./Tnef.ts"
import { noteOnCharset, noteOnParts } from "./Unreadable.ts"

// A thread loads this file and its imports. So this file imports only types from core and Effect, and `replyText`,
// which needs neither. Loading them would make a thread start eight times as slowly, and take 60 MB.

/** A parsed mail with its date in milliseconds since the epoch. */
export interface Reading extends Omit<ParsedMail, "date"> {
  readonly date: number | null
}

/** More header fields than mail programs write. */
const maximumFields = 2_000
const maximumMailboxes = 1_000
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Reads a mail; malformed parts are read as far as possible. Fails with an `Error` that names the reason when the bytes
 * are not a mail, or exceed a limit of `MimeReader`. For a small mail, no step takes long, and other work runs in
 * between.
 */
export const read = async (raw: Uint8Array): Promise<Reading> => {
  const reader = new MimeReader()
  const email = await reader.parse(whole(raw))
  if (!email.headers.some(({ key }) => origin.has(key))) {
    throw new Error("The mail has none of the header fields that every mail has")
  }
  // Other work may run before the next step.
  await setImmediate()
  return toReading(await opened(email), reader)
}

/** Names of types of opaque S/MIME: signed, encrypted or compressed. */
const secured = new Set(["application/pkcs7-mime", "application/x-pkcs7-mime"])

/** A mail with the text and the files of the part that its opaque signature has. The signature stays a file. */
const opened = async (email: Email): Promise<Email> => {
  if ((email.text ?? "").trim() !== "" || email.html !== undefined) return email
  const file = email.attachments.find(({ mimeType }) => secured.has(mimeType))
  const part = file === undefined ? undefined : signedPart(toAttachment(file).bytes)
  if (part === undefined) return email
  const { attachments, html, text } = await new MimeReader().parse(part.buffer)
  return { ...email, text, html, attachments: [...email.attachments, ...attachments] }
}

/** The bytes in the form that postal-mime does not copy: it copies a view, but not a buffer. Each line has a line feed. */
const whole = (raw: Uint8Array) => {
  if (!raw.includes(lineFeed)) return raw.map((byte) => (byte === carriageReturn ? lineFeed : byte)).buffer
  const isWholeBuffer = raw.buffer instanceof ArrayBuffer && raw.length === raw.buffer.byteLength
  return isWholeBuffer ? (raw.buffer as ArrayBuffer) : raw
}

/** Header fields of which every mail has at least one. A file without any of them is not a mail. */
const origin = new Set(["date", "from", "message-id", "received", "return-path", "sender", "subject", "to"])

/** Takes from a parsed mail the fields that Mailroom reads. */
const toReading = (email: Email, { authors, isGuess }: MimeReader): Reading => {
  const headers = email.headers
    .slice(0, maximumFields)
    .map(({ key, value }) => ({ name: clean(key), value: clean(value) }))
  const header = (name: string) => headers.find((field) => field.name === name)?.value ?? ""
  const html = email.html === undefined ? null : lines(email.html)
  const attachments = email.attachments.map(toAttachment)
  // The text part. Where it is empty: the text of the HTML or, without HTML, of `winmail.dat`.
  const plain = lines(email.text ?? "")
  const isEmpty = plain.trim() === ""
  const rich = isEmpty && html === null ? lines(richText(attachments)) : ""
  const written = isEmpty && html !== null ? htmlText(html) : { text: rich || plain, marked: rich || plain }
  const text = lines(written.text)
  const from = authorIn(mailboxes(authors))
  const to = recipients(email.to)
  const cc = recipients(email.cc)
  const subject = line(email.subject ?? "")
  const own = ownText(lines(written.marked), html, { from, recipients: [...to, ...cc], subject })
  const note = text.trim() === "" ? noteOnParts(attachments.map(({ content_type }) => content_type)) : ""
  return {
    headers,
    message_id: messageId(header("message-id")),
    in_reply_to: messageIds(header("in-reply-to")),
    references: messageIds(header("references")),
    date: dateOf(header("date")),
    subject,
    from,
    to,
    cc,
    text,
    html,
    reply_text: isGuess ? `${noteOnCharset}\n\n${own}`.trim() : own || note,
    attachments
  }
}

/** The author's text. If the plain text does not show where quoted mail begins, but the HTML does, the HTML decides. */
const ownText = (text: string, html: string | null, about: About): string => {
  const isShownByHtml = html !== null && marksQuotes(html) && !quotesMail(text, about)
  const fromHtml = isShownByHtml ? replyText(lines(htmlText(html).marked), about) : ""
  return fromHtml || replyText(text, about)
}

/** Well-formed Unicode without NUL, as every storage requires. */
const clean = (text: string) => text.toWellFormed().replaceAll("\u0000", "\uFFFD")
/** Cleaned text whose lines end in a line feed. */
const lines = (text: string) => clean(text).replaceAll(/\r\n?/gu, "\n")
/** A header value in one line, even if an encoded word contains line breaks. */
const line = (text: string) =>
  clean(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()

const mailboxes = (addresses: ReadonlyArray<Address> = []): ReadonlyArray<Mailbox> =>
  addresses
    .flatMap((address) => (address.group === undefined ? [address] : address.group))
    // Outlook puts apostrophes around an address that is the name, too.
    .map(({ address, name }) => ({ name: line(name), email: line(address).replace(/^'([^']+)'$/u, "$1") }))

/**
 * The first mailbox with an address, else the first one. A name with a comma that is not quoted stands before it as
 * mailboxes without an address.
 */
const authorIn = (all: ReadonlyArray<Mailbox>): Mailbox | null => {
  const at = all.findIndex(({ email }) => email.includes("@"))
  const author = all[at]
  if (author === undefined) return all[0] ?? null
  const names = all.slice(0, at + 1).map(({ name }) => name)
  return { ...author, name: names.filter((name) => name !== "").join(", ") }
}
const recipients = (addresses: ReadonlyArray<Address> | undefined) =>
  mailboxes(addresses?.slice(0, maximumMailboxes))
    .filter(({ email }) => email !== "")
    .slice(0, maximumMailboxes)

/**
 * Parses a date. A date without a time zone, or with an unknown one, is read as UTC (RFC 5322, 4.3), never as local
 * time.
 */
const dateOf = (value: string): number | null => {
  const date = value.slice(0, 100)
  const millis = Date.parse(hasZone.test(date) ? date : `${date.replace(unknownZone, "$1")} GMT`)
  return Number.isNaN(millis) ? null : millis
}
const hasZone = /:\d{2}\s*(?:[+-]\d{4}|UTC?|GMT|Z|[ECMP][SD]T)\b/iu
const unknownZone = /(:\d{2})\s+[a-z].*$/isu

/** The text that Outlook sends only in `winmail.dat`. */
const richText = (attachments: Reading["attachments"]): string =>
  attachments
    .map(({ bytes, content_type, filename }) =>
      tnefTypes.has(content_type) || filename?.toLowerCase() === "winmail.dat" ? tnefText(bytes) : undefined
    )
    .find((text) => text !== undefined) ?? ""
const tnefTypes = new Set(["application/ms-tnef", "application/vnd.ms-tnef"])

const toAttachment = ({ content, contentId, filename, mimeType }: Attachment): ParsedMail["attachments"][number] => {
  const content_type = mediaType.test(mimeType) ? mimeType : "application/octet-stream"
  const content_id = line(contentId ?? "").replaceAll(/^<|>$/gu, "")
  return {
    filename: line(filename ?? "") || (nameless.get(content_type) ?? null),
    content_type,
    ...(content_id !== "" && { content_id }),
    // Views are kept: a new array would copy them.
    bytes:
      typeof content === "string"
        ? new TextEncoder().encode(content)
        : content instanceof Uint8Array
          ? content
          : new Uint8Array(content)
  }
}

/** The syntax of a media type (RFC 6838, 4.2). */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/u

/** Names for types of parts that mail systems leave unnamed, but people open. */
const nameless = new Map([
  ["application/ms-tnef", "winmail.dat"],
  ["application/pgp-encrypted", "version.asc"],
  ["application/pkcs7-mime", "smime.p7m"],
  ["application/vnd.ms-tnef", "winmail.dat"],
  ["application/x-pkcs7-mime", "smime.p7m"],
  ["message/delivery-status", "delivery-status.txt"],
  ["message/rfc822", "message.eml"],
  ["text/calendar", "invite.ics"],
  ["text/html", "text.html"],
  ["text/plain", "text.txt"],
  ["text/rfc822-headers", "headers.txt"]
])

/** The mail that a report is about, and what else a report has attached. */
import { addressIn, fieldsOf, firstMessageIdIn, valueOf } from "./HeaderFields.ts"
import type { ParsedMail } from "./MailParser.ts"

/** As far as it is returned. */
export interface ReturnedMail {
  /** Its Message-ID, and the one that a relay gave it, with angle brackets; empty when none is returned. */
  readonly message_ids: ReadonlyArray<string>
  /** An address; empty when there is none. */
  readonly from: string
  /** The addresses in To and Cc. */
  readonly recipients: ReadonlyArray<string>
}

/** A mail of which nothing is returned. */
export const nothing: ReturnedMail = { message_ids: [], from: "", recipients: [] }

/** In bytes, or in UTF-16 units of a text: a header, or a report of many recipients. */
export const maximumText = 64 * 1024
const mails = new Set([
  "message/global",
  "message/global-headers",
  "message/partial",
  "message/rfc822",
  "message/rfc822-headers",
  "text/rfc822-headers"
])

/** The `report-type` (RFC 6522), in lower case; empty when the mail is no report. */
export const reportType = (mail: ParsedMail): string =>
  /^\s*multipart\/report\b.*?report-type\s*=\s*"?([\w-]+)/su.exec(
    valueOf(mail.headers, "content-type").toLowerCase()
  )?.[1] ?? ""

/** The beginning of the first part of one of these types; `null` without one. Its charset is no matter for its fields. */
export const attachedText = (mail: ParsedMail, types: ReadonlySet<string>): string | null => {
  const part = mail.attachments.find(({ content_type }) => types.has(content_type))
  if (part === undefined) return null
  return new TextDecoder().decode(part.bytes.subarray(0, maximumText)).replaceAll(/\r\n?/gu, "\n")
}

/** The mail that is attached to a mail, as text; `null` without one. */
export const attachedMail = (mail: ParsedMail): string | null => attachedText(mail, mails)

/** What a report returns: a part of its own or, in reports that follow no standard, the end of the text. */
export const returnedBy = (mail: ParsedMail, text: string): ReturnedMail => {
  const header = (attachedMail(mail) ?? text).slice(0, maximumText)
  // Some put a line before it that is none of its header.
  const start = /^[\w-]+[ \t]*:/mu.exec(header)?.index ?? header.length
  const fields = fieldsOf(header.slice(start))
  return {
    message_ids: firstMessageIdIn(valueOf(fields, "message-id")),
    from: addressIn(valueOf(fields, "from")),
    recipients: fields
      .filter(({ name }) => name === "to" || name === "cc")
      .flatMap(({ value }) => value.split(","))
      .flatMap((mailbox) => addressIn(mailbox) || [])
  }
}

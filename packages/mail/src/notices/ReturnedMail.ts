/** The mail that a report is about, and the other parts that a report has attached. */
import { addressIn, fieldsOf, firstMessageIdIn, valueOf } from "../text/HeaderFields.ts"
import type { ParsedMail } from "../MailParser.ts"

/** The data of the returned mail, as far as the report contains it. */
export interface ReturnedMail {
  /** The Message-ID of the mail, and the id that a relay gave it, with angle brackets; empty if neither is returned. */
  readonly message_ids: ReadonlyArray<string>
  /** The sender's address; empty if it is not returned. */
  readonly from: string
  /** The addresses in To and Cc. */
  readonly recipients: ReadonlyArray<string>
}

/** A report that returns no part of the mail. */
export const nothing: ReturnedMail = { message_ids: [], from: "", recipients: [] }

/** Maximum size to read of a header or a report, in bytes, or in UTF-16 units of a text. */
export const maximumText = 64 * 1024
const mails = new Set([
  "message/global",
  "message/global-headers",
  "message/partial",
  "message/rfc822",
  "message/rfc822-headers",
  "text/rfc822-headers"
])

/** The `report-type` (RFC 6522), in lower case; empty if the mail is not a report. */
export const reportType = (mail: ParsedMail): string =>
  /^\s*multipart\/report\b.*?report-type\s*=\s*"?([\w-]+)/su.exec(
    valueOf(mail.headers, "content-type").toLowerCase()
  )?.[1] ?? ""

/** The beginning of the first part with one of these types; `null` if there is none. Its charset does not matter for its fields. */
export const attachedText = (mail: ParsedMail, types: ReadonlySet<string>): string | null => {
  const part = mail.attachments.find(({ content_type }) => types.has(content_type))
  if (part === undefined) return null
  return new TextDecoder().decode(part.bytes.subarray(0, maximumText)).replaceAll(/\r\n?/gu, "\n")
}

/** The mail that is attached to a mail, as text; `null` if there is none. */
export const attachedMail = (mail: ParsedMail): string | null => attachedText(mail, mails)

export const deliveryTypes: ReadonlySet<string> = new Set(["message/delivery-status", "message/global-delivery-status"])
const reports = new Set([
  ...deliveryTypes,
  "message/disposition-notification",
  "message/feedback-report",
  "message/global-disposition-notification"
])

/** The fields of a report that name the mail, each with its source. */
const idFields: ReadonlyArray<readonly [name: string, source: string]> = [
  ["original-message-id", "RFC 8098, 3.2.5"],
  ["x-original-message-id", "Gmail"],
  ["original-envelope-id", "RFC 3464, 2.2.1: mail programs use the Message-ID (RFC 3461, 4.4)"]
]

/** The Message-ID that a report names, or the text of a report that has no part for its fields. */
const namedId = (mail: ParsedMail): ReadonlyArray<string> => {
  const report = (attachedText(mail, reports) ?? mail.text).slice(0, maximumText)
  const fields = report.split(/\n[ \t]*\n/u).flatMap(fieldsOf)
  const [id] = idFields.flatMap(([name]) => firstMessageIdIn(valueOf(fields, name)))
  return id === undefined ? [] : [id]
}

/**
 * The mail that a report returns: in a separate part or, in reports that do not follow a standard, at the end of the
 * text. Without it, its Message-ID may be a field of the report.
 */
export const returnedBy = (mail: ParsedMail, text: string): ReturnedMail => {
  const header = (attachedMail(mail) ?? text).slice(0, maximumText)
  // Some reports put a line before the header that does not belong to it.
  const start = /^[\w-]+[ \t]*:/mu.exec(header)?.index ?? header.length
  const fields = fieldsOf(header.slice(start))
  const message_ids = firstMessageIdIn(valueOf(fields, "message-id"))
  return {
    message_ids: message_ids.length > 0 ? message_ids : namedId(mail),
    from: addressIn(valueOf(fields, "from")),
    recipients: fields
      .filter(({ name }) => name === "to" || name === "cc")
      .flatMap(({ value }) => value.split(","))
      .flatMap((mailbox) => addressIn(mailbox) || [])
  }
}

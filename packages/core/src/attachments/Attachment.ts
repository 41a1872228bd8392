/** A file that was attached to a message (contract, section 3). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import * as Table from "../Table.ts"
import { AttachmentId } from "../ids.ts"

export { AttachmentId } from "../ids.ts"

export const AttachmentType = Schema.Literals([0, 1, 2, 3, 4, 5]).annotate({
  identifier: "AttachmentType",
  example: 2,
  description: "0 other, 1 image, 2 document, 3 archive, 4 calendar, 5 message."
})
export type AttachmentType = typeof AttachmentType.Type

export const Attachment = Schema.Struct({
  id: AttachmentId,
  filename: described(Schema.String, "The name that the sender gave it; never a path.", "Needs.pdf"),
  ext: described(
    Schema.String,
    "The extension of the name: without the dot, in lower case; empty when the name has none.",
    "pdf"
  ),
  type: AttachmentType,
  content_id: described(
    Schema.optionalKey(Schema.String),
    "The Content-ID (RFC 2392) without angle brackets, by which the HTML shows the file: `cid:` and this text, percent-encoded. Absent: it has none. Two files of a message may have the same."
  )
})
export type Attachment = typeof Attachment.Type

/** An attachment as it is stored, without its bytes. */
export const AttachmentRecord = Schema.Struct({
  ...Attachment.fields,
  content_type: Schema.String,
  size: described(Schema.Int, "In bytes.")
})
export type AttachmentRecord = typeof AttachmentRecord.Type

export const table = Table.of("attachments", AttachmentRecord, { key: ["id"] })

const maximumName = 255
const maximumContentId = 250

/**
 * A file name that cannot leave its folder, nor break a header: separators and control characters become `_`, and the end of a long
 * name stays, with its extension. It keeps the joiners that emoji and some scripts are written with.
 */
const safeName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[/\\\p{Cc}]|(?![\u200c\u200d])\p{Cf}/gu, "_")
    .trim()
    .slice(-maximumName)
    // The cut may have left half of a character.
    .toWellFormed()
    .replace(/^[\s.]+/u, "")

/**
 * The attachment's data derived from its name, media type, size and Content-ID. A Content-ID of more than 250 characters is dropped.
 */
export const describe = (
  name: string | null,
  content_type: string,
  size: number,
  content_id?: string
): Omit<AttachmentRecord, "id"> => {
  const filename = safeName(name ?? "") || "attachment"
  const ext = /\.([^.\s]{1,32})$/u.exec(filename)?.[1]?.toLowerCase() ?? ""
  const hasId = content_id !== undefined && content_id !== "" && content_id.length <= maximumContentId
  return { filename, ext, type: typeOf(content_type, ext), ...(hasId && { content_id }), content_type, size }
}

/** The type by the media type and the extension, as a number of `AttachmentType`. */
const typeOf = (content_type: string, ext: string): AttachmentType => {
  if (content_type.startsWith("image/")) return 1
  if (content_type === "text/calendar" || ext === "ics") return 4
  if (content_type.startsWith("message/") || ext === "eml") return 5
  if (archives.has(ext) || archiveTypes.test(content_type)) return 3
  if (documents.has(ext) || documentTypes.test(content_type)) return 2
  return 0
}

const archives = new Set(["zip", "gz", "tgz", "tar", "rar", "7z", "bz2", "xz"])
const archiveTypes = /^application\/(?:zip|gzip|x-tar|x-7z-compressed|x-rar-compressed|vnd\.rar)$/u
const documents = new Set([
  "pdf",
  "doc",
  "docx",
  "xls",
  "xlsx",
  "ppt",
  "pptx",
  "odt",
  "ods",
  "odp",
  "rtf",
  "txt",
  "csv"
])
const documentTypes =
  /^text\/|^application\/(?:pdf|msword|rtf|vnd\.ms-|vnd\.openxmlformats-officedocument|vnd\.oasis\.opendocument)/u

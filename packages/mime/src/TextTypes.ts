/** The media type of a part whose `Content-Type` is not one. */
import { Buffer } from "node:buffer"
import { decodeWords } from "postal-mime"

/** The media type at the beginning of a field that may go on without a semicolon. */
const beginning = /^\s*([a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})(?:\s|$)/iu

/** No text has bytes before this one, except zeros in UTF-16. */
const backspace = 8

/** Types of texts that programs read, and persons do not. */
const forPrograms = /^text\/(?:calendar|csv|directory|rfc822-headers|vcard|x-vcard)$/u

/**
 * The media type of a part. An invalid one is plain text (RFC 2045, 5.2), and so is an unknown type of text that is the
 * whole mail (`isWhole`; RFC 2046, 4.1.4). Such a text may be HTML. Bytes that no text has stay a file.
 */
export const textTypeOf = (value: string, isWhole: boolean, content: Uint8Array): string => {
  const type = beginning.exec(value.includes("=?") ? decodeWords(value) : value)?.[1]?.toLowerCase()
  const isText = type === undefined || (isWhole && type.startsWith("text/") && !forPrograms.test(type))
  if (!isText || type === "text/plain" || type === "text/html") return type ?? value
  const bytes = content.subarray(0, 200)
  if (type === undefined && bytes.some((byte) => byte > 0 && byte < backspace)) return value
  const start = Buffer.from(bytes).toString("latin1")
  return /^\s*<(?:!doctype html|html|head|body)\b/iu.test(start) ? "text/html" : "text/plain"
}

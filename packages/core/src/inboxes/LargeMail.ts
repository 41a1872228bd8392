/** Mail that is too large to be read whole: its header and its texts are, its attachments are left out. Pure functions. */
import type { MailPart, PartRequest } from "../mailboxes/InboxReader.ts"
import type { LeftOut } from "../unibox/LeftOut.ts"

/** Largest part of the header, of a text, and of all texts together, in bytes as they are transferred. */
const limits = { header: 192 * 1024, text: 2 ** 21, texts: 2 ** 22 }

/** Most parts that are read, and most attachments that are named. */
const maximumParts = 100

const headerKey = "HEADER"

/** Types of mails inside a mail. Only their header is read, which names a mail that came back. */
const mailTypes: ReadonlySet<string> = new Set(["message/rfc822", "message/global"])

/** The structure of a mail of which only the header can be read. */
export const unknownStructure: MailPart = {
  part: "1",
  type: "application/octet-stream",
  parameters: {},
  encoding: null,
  is_attachment: true,
  filename: null,
  size: 0,
  children: []
}

const isMultipart = ({ type }: MailPart) => type.startsWith("multipart/")

/** Whether a part is read: texts, and reports such as `message/delivery-status`. */
const isText = ({ is_attachment, type }: MailPart) =>
  (type.startsWith("text/") && !is_attachment) || (type.startsWith("message/") && !mailTypes.has(type))

const leavesOf = (part: MailPart): ReadonlyArray<MailPart> =>
  isMultipart(part) ? part.children.flatMap(leavesOf) : [part]

/** The key under which a part is read; `null`: it is not. */
const keyOf = (part: MailPart): string | null => {
  if (mailTypes.has(part.type)) return `${part.part}.${headerKey}`
  return isText(part) ? part.part : null
}

/** The header and the texts to read, in their order, as far as they fit. */
export const partsToRead = (structure: MailPart): ReadonlyArray<PartRequest> => {
  const requests: Array<PartRequest> = [{ key: headerKey, most: limits.header }]
  let rest = limits.texts
  for (const part of leavesOf(structure)) {
    const key = keyOf(part)
    const most = Math.min(rest, limits.text)
    if (key === null || most === 0 || requests.length === maximumParts) continue
    requests.push({ key, most })
    rest -= Math.min(part.size, most)
  }
  return requests
}

/** The attachments that are not read. */
const leftOutOf = (structure: MailPart): ReadonlyArray<LeftOut> =>
  leavesOf(structure)
    .filter((part) => !isText(part))
    .slice(0, maximumParts)
    .map(({ filename, size, type }) => ({ filename: filename ?? "attachment", content_type: type, size }))

/** The fields of a header, without those about its content and without one that was cut. */
const otherFields = (header: string) =>
  header
    .slice(0, header.lastIndexOf("\n") + 1)
    .split(/\r?\n(?![\t ])/u)
    .filter((field) => field.trim() !== "" && !/^(?:content-[a-z-]+|mime-version):/iu.test(field))

/** The parameters that say how a text is read, and which kind of report it is. */
const keptParameters = ["boundary", "charset", "delsp", "format", "report-type"]

const quoted = (value: string) => `"${value.replaceAll(/[^\x20-\x7E]/gu, "?").replaceAll(/["\\]/gu, String.raw`\$&`)}"`

const fieldsOf = (type: string, parameters: MailPart["parameters"] = {}, encoding: string | null = null) => {
  const kept = keptParameters.flatMap((name) => {
    const value = parameters[name]
    return value === undefined ? [] : [`${name}=${quoted(value)}`]
  })
  const fields = [`Content-Type: ${[type, ...kept].join(";\r\n ")}`]
  return [...fields, ...(encoding === null ? [] : [`Content-Transfer-Encoding: ${encoding}`])].join("\r\n")
}

type Pieces = ReadonlyArray<Uint8Array | string>

const isBoundary = /^[\x21-\x7E]{1,200}$/u

/** A part as it is written into the mail, with its fields; empty: it was left out. `read`: the contents of the parts by `keyOf`. */
const written = (part: MailPart, read: ReadonlyMap<string, Uint8Array>): Pieces => {
  if (isMultipart(part)) {
    const given = part.parameters["boundary"] ?? ""
    const boundary = isBoundary.test(given) ? given : `part-${part.part}`
    const children = part.children.map((child) => written(child, read)).filter(({ length }) => length > 0)
    return [
      fieldsOf(part.type, { ...part.parameters, boundary }),
      "\r\n\r\n",
      ...children.flatMap((child) => [`--${boundary}\r\n`, ...child, "\r\n"]),
      `--${boundary}--\r\n`
    ]
  }
  const body = read.get(keyOf(part) ?? "")
  if (body === undefined) return []
  const fields = mailTypes.has(part.type)
    ? fieldsOf("text/rfc822-headers")
    : fieldsOf(part.type, part.parameters, part.encoding)
  return [fields, "\r\n\r\n", body]
}

/** Bytes as a text with a character for each. */
const toText = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")

/** The reverse of `toText`. */
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const joined = (pieces: Pieces): Uint8Array => {
  const all = pieces.map((piece) => (typeof piece === "string" ? toBytes(piece) : piece))
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of all) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** The mail as bytes (RFC 5322) without its attachments, and what was left out. */
export const withoutAttachments = (
  structure: MailPart,
  read: ReadonlyMap<string, Uint8Array>
): { readonly raw: Uint8Array; readonly left_out: ReadonlyArray<LeftOut> } => {
  const header = otherFields(toText(read.get(headerKey) ?? new Uint8Array()))
  const fields = [...header, "MIME-Version: 1.0", ""].join("\r\n")
  const content = written(structure, read)
  return { raw: joined([fields, ...(content.length === 0 ? ["\r\n"] : content)]), left_out: leftOutOf(structure) }
}

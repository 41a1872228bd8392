/** Runs `postal-mime` within limits, for any mail. */
import PostalMime, {
  addressParser,
  type Address,
  type Attachment,
  type Email,
  type PostalMimeOptions
} from "postal-mime"
import { Buffer, isUtf8 } from "node:buffer"
import { Base64, Decoder, Plain, QuotedPrintable } from "./Body.ts"
import { charsetIn, readable, readableHeader, readableWords } from "./Charsets.ts"
import { textTypeOf } from "./TextTypes.ts"
import { unflow } from "./Flowed.ts"

const maximumLines = 2_000_000
const maximumParts = 500
/** In bytes; much more than a person reads. Parts beyond this limit become attachments, so that nothing is lost. */
const maximumText = 2 * 1024 * 1024
/** In bytes. */
const maximumHeaders = 256 * 1024
const chunkSize = 256 * 1024
/**
 * Matches the beginning of groups nested in groups in an address field, which RFC 5322 (3.4) does not allow. Up to 8
 * colons can be an IPv6 address.
 */
const nestedGroups = /(?::[^:;]*){16}/u
const addressFields = new Set(["bcc", "cc", "delivered-to", "from", "reply-to", "return-path", "sender", "to"])

/** Fields whose encoded words are shown. */
const wordFields = new Set(["cc", "from", "reply-to", "sender", "subject", "to"])

const options: PostalMimeOptions = {
  maxNestingDepth: 32,
  // For all parts together.
  maxHeadersSize: maximumHeaders,
  // A mail inside a mail, such as the original mail in a bounce, is not the text of its sender.
  forceRfc822Attachments: true,
  attachmentEncoding: "arraybuffer"
}

interface Part {
  readonly state: "header" | "body" | "finished"
  readonly contentTransferEncoding: { readonly encoding: string }
  readonly contentType: {
    readonly parsed: {
      value: string
      readonly params: { charset?: string; format?: string; readonly delsp?: string; readonly name?: string }
    }
    multipart: string | false
  }
  readonly contentDisposition: { readonly parsed: { value: string; readonly params: { readonly filename?: string } } }
  readonly childNodes: ReadonlyArray<Part>
  contentDecoder: object | null
  content: Uint8Array<ArrayBuffer> | ArrayBuffer | null
}

/**
 * Members that the type declarations of postal-mime 4.0.0 omit. The dependency is pinned to that version, and tests
 * check them.
 */
interface Internals {
  /** The bytes of the whole mail. */
  readonly av: Uint8Array<ArrayBuffer>
  readonly boundaries: ReadonlyArray<{ readonly value: Uint8Array }>
  readonly currentNode: Part
  readonly attachments: Array<Attachment>
  readonly root: Part & { readonly headers: ReadonlyArray<{ readonly key: string; value: string }> }
  /** Where the next line begins in `av`. */
  readPos: number
  readLine(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly done: boolean }
  collectNode(part: Part, alternative: Part | false, related: boolean): Promise<void>
  buildMessage(): Email
}
const Reader = PostalMime as unknown as new (options: PostalMimeOptions) => Internals & PostalMime

const lineFeed = 0x0a
const carriageReturn = 0x0d
const dash = 0x2d

/**
 * Reads one mail. When the mail exceeds a limit, `parse` fails with an `Error` that names the limit.
 *
 * postal-mime processes each line separately. For each line of a part without encoding it keeps two blobs until the
 * part ends: 1 MiB of empty lines takes it 8 seconds and 1.7 GB, a forwarded mail of 25 MB 6 seconds and 0.9 GB. This
 * reader passes it bodies in chunks of lines. It also ends a paragraph of `format=flowed` where the quotation level
 * changes, which postal-mime does not do.
 */
export class MimeReader extends Reader {
  #lines = 0
  #parts = 0
  #text = 0
  #charset: string | undefined
  /** Whether characters of the text may be wrong, because its charset is unknown. */
  isGuess = false
  /** All mailboxes of `From`. */
  authors: ReadonlyArray<Address> = []

  constructor() {
    super(options)
  }

  /**
   * Returns the next line without its end or, inside a body, several lines as if they were one. Delimiters between parts
   * and header lines are always single.
   */
  override readLine() {
    this.#countLine()
    const start = this.readPos
    const delimiter = this.#isDelimiter(start)
    if (delimiter && ++this.#parts > maximumParts) throw new Error(`More than ${maximumParts} parts`)
    const { state } = this.currentNode
    if (state === "body") this.currentNode.contentDecoder = decoderOf(this.currentNode)
    const single = delimiter || state === "header"
    const end = (single ? undefined : this.#chunkEnd(start)) ?? this.#lineEnd(start)
    this.readPos = end
    const bytes = this.av.subarray(start, this.#contentEnd(start, end, single))
    return { bytes: state === "header" && !delimiter ? this.#header(bytes) : bytes, done: end === this.av.length }
  }

  /** Called when a part ends: corrects its type, decodes its text, and turns text over the limit into an attachment. */
  override collectNode(part: Part, alternative: Part | false, related: boolean) {
    const { multipart, parsed } = part.contentType
    const content = withoutLineEnd(part)
    part.content = content
    // The boundary is missing or never occurs. The content would be lost, so it becomes text.
    if (multipart !== false && part.childNodes.length === 0) {
      part.contentType.multipart = false
      parsed.value = "text/plain"
    }
    const disposition = part.contentDisposition.parsed
    const isFile = (parsed.params.name ?? disposition.params.filename) !== undefined
    if (!isFile && multipart === false) {
      parsed.value = textTypeOf(parsed.value, part === this.root, content ?? new Uint8Array())
    }
    if ((parsed.value === "text/plain" || parsed.value === "text/html") && disposition.value !== "attachment") {
      this.#text += content?.length ?? 0
      if (this.#text > maximumText) disposition.value = "attachment"
      else if (content !== null) this.#readText(part, content)
    }
    return super.collectNode(part, alternative, related)
  }

  /**
   * Truncates an address field where groups are nested: postal-mime would parse the inner content again for each level.
   */
  override buildMessage() {
    for (const field of this.root.headers) {
      const end = addressFields.has(field.key) ? field.value.search(nestedGroups) : -1
      if (end !== -1) field.value = field.value.slice(0, end)
    }
    const values = this.root.headers.map(({ value }) => value)
    for (const field of this.root.headers) {
      if (wordFields.has(field.key)) field.value = readableWords(field.value)
    }
    const message = super.buildMessage()
    this.authors = addressParser(this.root.headers.find(({ key }) => key === "from")?.value ?? "")
    // The fields are given as they were sent.
    for (const [i, field] of message.headers.entries()) field.value = values[i] ?? ""
    return message
  }

  /** Puts the part's text into a charset that postal-mime reads. Text in a guessed charset is also kept as a file. */
  #readText(part: Part, content: Uint8Array<ArrayBuffer>) {
    const { params, value } = part.contentType.parsed
    const named = params.charset ?? ""
    const text = readable(content, named === "" && value === "text/html" ? charsetIn(content) : named)
    params.charset = text.charset
    part.content = text.bytes
    if (params.format?.toLowerCase() === "flowed") {
      part.content = encode(unflow(decode(text.bytes), params.delsp?.toLowerCase() === "yes"))
      delete params.format
    }
    if (!text.isGuess) return
    this.isGuess = true
    this.attachments.push({
      filename: null,
      mimeType: part.contentType.parsed.value,
      disposition: null,
      content
    })
  }

  /** A header line in UTF-8. In a line that is not, the charset is the one that the mail names for its text. */
  #header(line: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (isUtf8(line)) return line
    this.#charset ??= this.#firstCharset()
    return this.#charset === "" ? line : readableHeader(line, this.#charset)
  }

  /** The first charset that the mail names, other than ASCII and UTF-8; empty if it names none. */
  #firstCharset(): string {
    const beginning = Buffer.from(this.av.buffer, 0, Math.min(this.av.length, maximumHeaders)).toString("latin1")
    const labels = [...beginning.matchAll(/\bcharset ?= ?"?([\w.:+-]{1,60})/giu)].map(([, label = ""]) => label)
    return labels.find((label) => !/^(?:us-ascii|utf-?8)$/iu.test(label)) ?? ""
  }

  #countLine() {
    if (++this.#lines > maximumLines) throw new Error(`More than ${maximumLines} lines`)
  }

  /** The offset behind the line's feed, or behind the mail. */
  #lineEnd(start: number): number {
    const at = this.av.indexOf(lineFeed, start)
    return at === -1 ? this.av.length : at + 1
  }

  /** The end of the content: without its last line feed and, for a single line, without trailing carriage returns. */
  #contentEnd(start: number, end: number, single: boolean): number {
    let stop = this.av[end - 1] === lineFeed ? end - 1 : end
    if (single) while (stop > start && this.av[stop - 1] === carriageReturn) stop--
    return stop
  }

  /** The end of the last complete line within a chunk and before a delimiter; `undefined` if there is none. */
  #chunkEnd(start: number): number | undefined {
    const limit = start + chunkSize
    const end = limit >= this.av.length ? this.av.length : this.av.lastIndexOf(lineFeed, limit - 1) + 1
    if (end <= start) return undefined
    const chunk = Buffer.from(this.av.buffer, start, end - start)
    for (let at = chunk.indexOf("\n--"); at !== -1; at = chunk.indexOf("\n--", at + 1)) {
      if (this.#isDelimiter(start + at + 1)) return start + at + 1
      this.#countLine()
    }
    return end
  }

  /** Whether the line at `start` looks like a delimiter between two parts. */
  #isDelimiter(start: number): boolean {
    return (
      this.av[start] === dash &&
      this.av[start + 1] === dash &&
      this.boundaries.some(({ value }) => startsWith(this.av, start + 2, value))
    )
  }
}

const startsWith = (bytes: Uint8Array, start: number, prefix: Uint8Array): boolean => {
  for (let i = 0; i < prefix.length; i++) if (bytes[start + i] !== prefix[i]) return false
  return true
}

const isBase64 = ({ contentTransferEncoding }: Part) => contentTransferEncoding.encoding.includes("base64")

/** Selects the decoder as postal-mime does: a part that names two encodings is base64. */
const decoderOf = (part: Part): Decoder => {
  if (part.contentDecoder instanceof Decoder) return part.contentDecoder
  if (isBase64(part)) return new Base64()
  return part.contentTransferEncoding.encoding.includes("quoted-printable") ? new QuotedPrintable() : new Plain()
}

/**
 * The content without the line end before a delimiter, which is not part of it (RFC 2046, 5.1.1). Decoded base64
 * contains no such line end.
 */
const withoutLineEnd = (part: Part): Uint8Array<ArrayBuffer> | null => {
  const { content } = part
  if (content === null) return null
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content
  if (isBase64(part) || bytes.at(-1) !== lineFeed) return bytes
  return bytes.subarray(0, bytes.at(-2) === carriageReturn ? -2 : -1)
}

// Decodes each byte to one character. In the charsets of mail, bytes that look like `>`, a space or a line end always
// are that character.
const decode = ({ buffer, byteLength, byteOffset }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1")
const encode = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))

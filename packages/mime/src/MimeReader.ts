/** `postal-mime` within bounds, whatever the mail. */
import PostalMime, { type Email, type PostalMimeOptions } from "postal-mime"
import { Buffer } from "node:buffer"
import { Base64, Decoder, Plain, QuotedPrintable } from "./Body.ts"
import { unflow } from "./Flowed.ts"

const maximumLines = 2_000_000
const maximumParts = 500
/** In bytes. Far beyond what a person reads: what is more becomes an attachment, so that nothing is lost. */
const maximumText = 2 * 1024 * 1024
const chunkSize = 256 * 1024
/** The start of an address field's groups in groups: RFC 5322 (3.4) has none; 8 colons can be an IPv6 address. */
const nestedGroups = /(?::[^:;]*){16}/u
const addressFields = new Set(["bcc", "cc", "delivered-to", "from", "reply-to", "return-path", "sender", "to"])

const options: PostalMimeOptions = {
  maxNestingDepth: 32,
  // In bytes, of all parts together.
  maxHeadersSize: 256 * 1024,
  // A mail inside a mail, such as the one that a bounce returns, is not its sender's text.
  forceRfc822Attachments: true,
  attachmentEncoding: "arraybuffer"
}

interface Part {
  readonly state: "header" | "body" | "finished"
  readonly contentTransferEncoding: { readonly encoding: string }
  readonly contentType: {
    readonly parsed: { value: string; readonly params: { format?: string; readonly delsp?: string } }
    multipart: string | false
  }
  readonly contentDisposition: { readonly parsed: { value: string } }
  readonly childNodes: ReadonlyArray<Part>
  contentDecoder: object | null
  content: Uint8Array<ArrayBuffer> | ArrayBuffer | null
}

/** What the declarations of postal-mime 4.0.0 leave out. The dependency is pinned to that version, and tests watch. */
interface Internals {
  readonly av: Uint8Array<ArrayBuffer>
  readonly boundaries: ReadonlyArray<{ readonly value: Uint8Array }>
  readonly currentNode: Part
  readonly root: { readonly headers: ReadonlyArray<{ readonly key: string; value: string }> }
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
 * Reads one mail. When the mail is beyond the bounds above, `parse` fails with an `Error` that says which one.
 *
 * postal-mime goes by lines, and for each line of a part that is not encoded it keeps two blobs until the part ends:
 * 1 MiB of empty lines takes it 8 seconds and 1.7 GB, a forwarded mail of 25 MB 6 seconds and 0.9 GB. This reader
 * hands it bodies in chunks of lines. It also flows `format=flowed` no further than a quotation goes,
 * which postal-mime does.
 */
export class MimeReader extends Reader {
  #lines = 0
  #parts = 0
  #text = 0

  constructor() {
    super(options)
  }

  /** The next line without its end or, inside a body, as many lines as can be taken for one. */
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
    return { bytes: this.av.subarray(start, this.#contentEnd(start, end, single)), done: end === this.av.length }
  }

  override collectNode(part: Part, alternative: Part | false, related: boolean) {
    const { multipart, parsed } = part.contentType
    const content = withoutLineEnd(part)
    part.content = content
    // Its boundary is missing, or occurs nowhere: what it holds would be lost.
    if (multipart !== false && part.childNodes.length === 0) {
      part.contentType.multipart = false
      parsed.value = "text/plain"
    }
    const disposition = part.contentDisposition.parsed
    if ((parsed.value === "text/plain" || parsed.value === "text/html") && disposition.value !== "attachment") {
      this.#text += content?.length ?? 0
      if (this.#text > maximumText) disposition.value = "attachment"
      else if (content !== null && parsed.params.format?.toLowerCase() === "flowed") {
        part.content = encode(unflow(decode(content), parsed.params.delsp?.toLowerCase() === "yes"))
        delete parsed.params.format
      }
    }
    return super.collectNode(part, alternative, related)
  }

  /** postal-mime reads what is in a group again for each group around it: an address field ends where they nest. */
  override buildMessage() {
    for (const field of this.root.headers) {
      const end = addressFields.has(field.key) ? field.value.search(nestedGroups) : -1
      if (end !== -1) field.value = field.value.slice(0, end)
    }
    return super.buildMessage()
  }

  #countLine() {
    if (++this.#lines > maximumLines) throw new Error(`More than ${maximumLines} lines`)
  }

  #lineEnd(start: number): number {
    const at = this.av.indexOf(lineFeed, start)
    return at === -1 ? this.av.length : at + 1
  }

  /** Where a line ends, less its line feed, or a single line less any carriage returns too. */
  #contentEnd(start: number, end: number, single: boolean): number {
    let stop = this.av[end - 1] === lineFeed ? end - 1 : end
    if (single) while (stop > start && this.av[stop - 1] === carriageReturn) stop--
    return stop
  }

  /** The end of the last line that ends within a chunk and before a delimiter, if any does. */
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

  /** Whether what begins at `start` looks like a line that parts two parts. */
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

/** As postal-mime decides: what names two encodings is base64. */
const decoderOf = (part: Part): Decoder => {
  if (part.contentDecoder instanceof Decoder) return part.contentDecoder
  if (isBase64(part)) return new Base64()
  return part.contentTransferEncoding.encoding.includes("quoted-printable") ? new QuotedPrintable() : new Plain()
}

/** The line end before a delimiter is none of the part (RFC 2046, 5.1.1); base64 yields none. */
const withoutLineEnd = (part: Part): Uint8Array<ArrayBuffer> | null => {
  const { content } = part
  if (content === null) return null
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content
  if (isBase64(part) || bytes.at(-1) !== lineFeed) return bytes
  return bytes.subarray(0, bytes.at(-2) === carriageReturn ? -2 : -1)
}

// One character for each byte. In the charsets of mail, a byte that looks like `>`, a space or a line end is one.
const decode = ({ buffer, byteLength, byteOffset }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1")
const encode = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))

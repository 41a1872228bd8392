/** Reads the mail inside of an opaque S/MIME signature (RFC 8551, 3.5.2): a CMS object, in BER (RFC 5652). */

interface Value {
  readonly tag: number
  readonly content: Uint8Array<ArrayBuffer>
  /** The place behind the value. */
  readonly end: number
}

// Tags of values (X.690, 8.1.2).
const sequence = 0x30
const objectId = 0x06
const explicit = 0xa0
const octets = 0x04
const constructedOctets = 0x24
const endOfContents = 0
/** Maximum number of values in values. Real ones have six around the content, and some more where it is in pieces. */
const maximumDepth = 12

/** 1.2.840.113549.1.7.2: signed data. */
const signedData = "2a864886f70d010702"

/** The value that begins at a place; `undefined` if none does. */
const valueAt = (bytes: Uint8Array<ArrayBuffer>, at: number, depth = 0): Value | undefined => {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || depth > maximumDepth) return undefined
  // Behind the tag is the length (X.690, 8.1.3): below 0x80 itself, above it the number of bytes that it takes, and
  // 0x80 alone says that it is unknown.
  if (first === 0x80) return untilEnd(bytes, at + 2, tag, depth)
  const count = first < 0x80 ? 0 : first & 0x7f
  if (count > 4) return undefined
  let length = first < 0x80 ? first : 0
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0)
  const start = at + 2 + count
  const end = start + length
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), end }
}

/** A value of unknown length: it ends with two zeros behind its values. */
const untilEnd = (bytes: Uint8Array<ArrayBuffer>, start: number, tag: number, depth: number): Value | undefined => {
  let at = start
  for (let inner = valueAt(bytes, at, depth + 1); inner !== undefined; inner = valueAt(bytes, at, depth + 1)) {
    if (inner.tag === endOfContents) return { tag, content: bytes.subarray(start, at), end: inner.end }
    at = inner.end
  }
  return undefined
}

/** The values in a value, without pairs of zeros. */
function* valuesIn(bytes: Uint8Array<ArrayBuffer>) {
  for (let value = valueAt(bytes, 0); value !== undefined; value = valueAt(bytes, value.end)) yield value
}

/** The content of the first value with a tag. */
const inside = (bytes: Uint8Array<ArrayBuffer>, tag: number): Uint8Array<ArrayBuffer> | undefined => {
  for (const value of valuesIn(bytes)) if (value.tag === tag) return value.content
  return undefined
}

/** The content of an octet string, which may be in pieces. */
const textOf = (bytes: Uint8Array<ArrayBuffer>, depth = 0): Uint8Array<ArrayBuffer> | undefined => {
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  for (const { content, tag } of valuesIn(bytes)) {
    if (tag === octets) pieces.push(content)
    const inner = tag === constructedOctets && depth < maximumDepth ? textOf(content, depth + 1) : undefined
    if (inner !== undefined) pieces.push(inner)
  }
  return pieces.length === 0 ? undefined : new Uint8Array(Buffer.concat(pieces))
}

/** The part that was signed, with its header; `undefined` if the bytes are not signed data, or without a content. */
export const signedPart = (bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined => {
  const whole = inside(new Uint8Array(bytes), sequence)
  const id = whole === undefined ? undefined : inside(whole, objectId)
  if (whole === undefined || id === undefined || Buffer.from(id).toString("hex") !== signedData) return undefined
  // Signed data: version, algorithms, and the content as a sequence of its type and the octets.
  const path = [explicit, sequence, sequence, explicit]
  const content = path.reduce<Uint8Array<ArrayBuffer> | undefined>(
    (found, tag) => (found === undefined ? undefined : inside(found, tag)),
    whole
  )
  return content === undefined ? undefined : textOf(content)
}

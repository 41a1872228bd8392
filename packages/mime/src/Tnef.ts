/** Reads the text of `winmail.dat`, the format of Outlook for rich text (MS-OXTNEF). */

const signature = 0x223e9f78
/** Attributes of the message (MS-OXTNEF, 2.1.3.4). */
const attribute = { body: 0x0002_800c, codePage: 0x0006_9007, properties: 0x0006_9003 }
/** The property PidTagBody (MS-OXCMSG, 2.2.1.58.1). */
const bodyProperty = 0x1000
/** Types of properties (MS-OXCDATA, 2.11.1), and the size of those with a fixed size, in bytes. */
const text8 = 0x001e
const text16 = 0x001f
const sizes: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16]
])

/** The plain text of the message; `undefined` if the bytes have none, or are not in this format. */
export const tnefText = (bytes: Uint8Array): string | undefined => {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The body among the attributes. Each attribute is a byte for its level, an id and a length of 4 bytes each, the value,
 * and a checksum of 2 bytes.
 */
const read = (view: DataView): string | undefined => {
  if (view.getUint32(0, true) !== signature) return undefined
  let codePage = 1252
  let found: string | undefined
  for (let at = 6; at + 9 <= view.byteLength && found === undefined;) {
    const id = view.getUint32(at + 1, true)
    const length = view.getUint32(at + 5, true)
    const value = part(view, at + 9, length)
    if (id === attribute.codePage) codePage = value.getUint32(0, true)
    else if (id === attribute.body) found = decode(value, codePage)
    else if (id === attribute.properties) found = bodyOf(value, codePage)
    at += 9 + length + 2
  }
  return found
}

/** A part of the view. Fails with a `RangeError` when the view is shorter. */
const part = (view: DataView, at: number, length: number): DataView => {
  if (at + length > view.byteLength) throw new RangeError("The file ends within a value")
  return new DataView(view.buffer, view.byteOffset + at, length)
}

/**
 * The body in a list of properties (MS-OXTNEF, 2.1.3.4.1 and 2.1.3.5). The other properties are walked over, because
 * their sizes differ. A tag has the id of the property in its upper half, and the type in its lower half.
 */
const bodyOf = (view: DataView, codePage: number): string | undefined => {
  let at = 4
  const next = () => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  /** The next value of variable size. It is padded to whole units of 4 bytes. */
  const nextValue = () => {
    const length = next()
    const text = part(view, at, length)
    at += Math.ceil(length / 4) * 4
    return text
  }
  for (let left = view.getUint32(0, true); left > 0; left--) {
    const tag = next()
    const type = tag & 0xffff
    if (tag >>> 16 >= 0x8000) {
      // The 16 bytes are the set of names that it belongs to.
      at += 16
      // A named property has a number, or a name.
      if (next() === 0) next()
      else nextValue()
    }
    const size = sizes.get(type & 0xfff)
    // A type with this bit is a list.
    const isMany = (type & 0x1000) !== 0
    let count = size === undefined || isMany ? next() : 1
    if (size !== undefined) at += size * count
    else
      for (; count > 0; count--) {
        const value = nextValue()
        if (tag >>> 16 === bodyProperty && type === text8) return decode(value, codePage)
        if (tag >>> 16 === bodyProperty && type === text16) return decode(value, "utf-16le")
      }
  }
  return undefined
}

const decode = (view: DataView, charset: number | string): string =>
  decoderOf(typeof charset === "string" ? charset : (codePageLabels.get(charset) ?? `windows-${charset}`))
    .decode(view)
    .replace(/\0.*$/su, "")

/** The labels of code pages that are not named `windows-` and a number. */
const codePageLabels = new Map([
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [65_001, "utf-8"]
])

const decoderOf = (label: string) => {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder("windows-1252")
  }
}

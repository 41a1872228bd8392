/** Chooses the charset of a text. Labels are often wrong, so the bytes decide where they can. */
import { Buffer, isAscii, isUtf8 } from "node:buffer"
import { decodeWords } from "postal-mime"
import { codePages } from "./CodePages.ts"

type Bytes = Uint8Array<ArrayBuffer>

/** Bytes in a charset that postal-mime reads. */
interface Encoded {
  readonly bytes: Bytes
  readonly charset: string
}

/** Text of a body. `isGuess`: its charset is unknown, so that characters may be wrong. */
export interface ReadableText extends Encoded {
  readonly isGuess: boolean
}

/**
 * Valid UTF-8 is read as such, whatever the label says. Charsets that postal-mime does not know become UTF-8. Without a
 * label, or with an unknown one, other text is read as windows-1252.
 */
export const readable = (bytes: Bytes, label: string): ReadableText => {
  const corrected = correct(bytes, label)
  if (corrected !== undefined) return { ...corrected, isGuess: false }
  if (isAscii(bytes)) return { bytes, charset: label, isGuess: false }
  if (!/^$|^utf-?8$/iu.test(label)) return { bytes, charset: label, isGuess: !isKnown(label) }
  // Some characters are valid: it is UTF-8 with errors.
  if (/[^\p{ASCII}\uFFFD]/u.test(new TextDecoder().decode(bytes))) return { bytes, charset: utf8, isGuess: false }
  // Languages in Latin letters have single letters outside ASCII, other languages whole words.
  return { bytes, charset: "windows-1252", isGuess: /[\x80-\xFF]{3}/u.test(latin1(bytes)) }
}

/** A header line that is not UTF-8, as RFC 6532 requires, from the charset of the body to UTF-8. */
export const readableHeader = (line: Bytes, label: string): Bytes =>
  correct(line, label)?.bytes ?? encode(decodeWords(wordOf({ bytes: line, charset: label })))

const encodedWord = /=\?([^?\s]{1,60})\?([bq])\?([^?]{0,2000})\?=/giu

/**
 * The value of a header field with its encoded words (RFC 2047) in charsets that postal-mime reads. Neighbours are joined
 * before they are decoded, because programs cut a character between them. No word has a comma, which would separate two
 * addresses.
 */
export const readableWords = (value: string): string => {
  let result = ""
  let end = 0
  let open: { label: string; pieces: Array<Bytes>; written: string } | undefined
  const close = () => {
    if (open === undefined) return
    const bytes = new Uint8Array(Buffer.concat(open.pieces))
    const corrected = correct(bytes, open.label)
    const isAsWritten = open.pieces.length === 1 && !open.written.includes(",")
    result +=
      isAsWritten && (corrected === undefined || corrected.charset === open.label)
        ? open.written
        : wordOf(corrected ?? { bytes, charset: open.label })
    open = undefined
  }
  for (const { 0: written, 1: charset = "", 2: encoding = "", 3: text = "", index } of value.matchAll(encodedWord)) {
    const between = value.slice(end, index)
    const label = charset.split("*", 1)[0] ?? ""
    if (between.trim() !== "" || open?.label.toLowerCase() !== label.toLowerCase()) {
      close()
      result += between
    }
    open ??= { label, pieces: [], written }
    open.pieces.push(bytesOf(encoding, text))
    end = index + written.length
  }
  close()
  return result + value.slice(end)
}

/** The charset that an HTML document names for itself; empty if it names none. */
export const charsetIn = (html: Uint8Array): string => {
  const elements = latin1(html.subarray(0, 4_096)).toLowerCase().split("<meta").slice(1)
  const named = elements.map(
    (element) => /\bcharset ?= ?["']?([\w.:+-]{1,60})/u.exec(element.split(">", 1)[0] ?? "")?.[1]
  )
  return named.find((charset) => charset !== undefined) ?? ""
}

/**
 * The bytes in a charset that postal-mime reads, where they show another one than the label, or where it does not know
 * the label; `undefined` where the label decides.
 */
const correct = (bytes: Bytes, label: string): Encoded | undefined => {
  const marked = byteOrderMarks.get(latin1(bytes.subarray(0, 2)))
  if (marked !== undefined) return { bytes: encode(new TextDecoder(marked).decode(bytes)), charset: utf8 }
  const charset = normalize(label)
  const decode = stateful.get(charset)
  if (decode !== undefined) return { bytes: encode(decode(bytes)), charset: utf8 }
  if (isAscii(bytes) && !wide.test(charset)) return isJapanese(bytes) ? { bytes, charset: "iso-2022-jp" } : undefined
  if (isUtf8(bytes) && !mayBeOther(bytes, charset)) return { bytes, charset: utf8 }
  const page = codePages.get(codePage.exec(charset)?.[1] ?? charset)
  return page === undefined ? undefined : { bytes: encode(inCodePage(bytes, page)), charset: utf8 }
}

const utf8 = "utf-8"
const byteOrderMarks = new Map([
  ["\xFF\xFE", "utf-16le"],
  ["\xFE\xFF", "utf-16be"]
])
const encode = (text: string): Bytes => new Uint8Array(Buffer.from(text))
const bufferOf = ({ buffer, byteLength, byteOffset }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
const latin1 = (bytes: Uint8Array) => bufferOf(bytes).toString("latin1")
const wordOf = ({ bytes, charset }: Encoded) => `=?${charset}?B?${Buffer.from(bytes).toString("base64")}?=`

const bytesOf = (encoding: string, text: string): Bytes => {
  if (encoding.toLowerCase() === "b") return new Uint8Array(Buffer.from(text, "base64"))
  const plain = text
    .replaceAll("_", " ")
    .replaceAll(/=([0-9a-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return new Uint8Array(Buffer.from(plain, /[^\p{ASCII}\u0080-\u00FF]/u.test(plain) ? "utf8" : "latin1"))
}

/** The label without a vendor's prefix and separators, in lower case. */
const normalize = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replace(/^(?:x-|cs)/u, "")
    .replaceAll(/[\s._-]+/gu, "")
const codePage = /^(?:cp|ibm|dos|pc|oem)(\d{3})$/u

/** The escape sequences of ISO-2022-JP (RFC 1468). */
const japanese = ["\u001B$@", "\u001B$B"]
const isJapanese = (bytes: Uint8Array) => japanese.some((sequence) => bufferOf(bytes).includes(sequence))

const wide = /^utf(?:16|32)/u

/**
 * Whether bytes that are valid UTF-8 may be in the charset that the label names. In the Asian charsets below one or two
 * characters can look like UTF-8 by chance, more do not. UTF-16 and UTF-32 have bytes of zero.
 */
const mayBeOther = (bytes: Uint8Array, charset: string): boolean => {
  if (wide.test(charset)) return bytes.includes(0)
  if (!/^(?:gb|big5|euc|shift|sjis|ms|windows(?:31j|874|9)|cp9|cp874|ks|tis|iso885911)/u.test(charset)) return false
  let characters = 0
  // In UTF-8, a byte from 0xc0 begins a character outside ASCII.
  for (const byte of bytes) if (byte >= 0xc0 && ++characters > 2) return false
  return true
}

/** Whether postal-mime knows the charset. It reads unknown ones as windows-1252. */
const isKnown = (label: string): boolean => {
  if (!/^[\w.:+-]{1,60}$/u.test(label)) return false
  try {
    return new TextDecoder(label).encoding !== ""
  } catch {
    return (
      decodeWords(wordOf({ bytes: upperHalf, charset: label })) !== new TextDecoder("windows-1252").decode(upperHalf)
    )
  }
}
/** The bytes 0x80 to 0xFF: charsets differ in them. */
const upperHalf = Uint8Array.from({ length: 128 }, (_, i) => i + 128)

const inCodePage = (bytes: Uint8Array, page: string) =>
  latin1(bytes).replaceAll(/[\x80-\xFF]/gu, (character) => page[character.charCodeAt(0) - 128] ?? "\uFFFD")

const lineFeed = 0x0a
const escape = 0x1b

/**
 * Reads ISO-2022-KR (RFC 1557) or ISO-2022-CN (RFC 1922). Bytes between SO (0x0e) and SI (0x0f) are in `charset`, but
 * without their eighth bit.
 */
const shifted = (charset: string) => (bytes: Bytes) => {
  const decoded: Array<number> = []
  let isShifted = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0e || byte === 0x0f) isShifted = byte === 0x0e
    else if (byte === escape) i += 3
    else {
      if (byte === lineFeed) isShifted = false
      decoded.push(isShifted && byte > 0x20 ? byte | 0x80 : byte)
    }
  }
  return new TextDecoder(charset).decode(Uint8Array.from(decoded))
}

const chinese = new TextDecoder("gbk")
/**
 * Reads HZ (RFC 1843). Bytes between `~{` and `~}` are GB 2312 without the eighth bit. `~~` is a tilde, and `~` before a
 * line end continues the line.
 */
const hz = (bytes: Bytes) =>
  latin1(bytes).replaceAll(/~\{([^~\n]*)(?:~\}|$)|~~|~\n/gmu, (found, characters: string | undefined) => {
    if (characters !== undefined) {
      return chinese.decode(Uint8Array.from(characters, (character) => character.charCodeAt(0) | 0x80))
    }
    return found === "~~" ? "~" : ""
  })

const utf16 = new TextDecoder("utf-16be")
/** Reads UTF-7 (RFC 2152). Between `+` and `-` is UTF-16 in base64; `+-` is a plus. */
const utf7 = (bytes: Bytes) =>
  latin1(bytes).replaceAll(/\+([A-Za-z0-9+/]*)-?/gu, (_, encoded: string) => {
    if (encoded === "") return "+"
    // Each digit has 6 bits, each unit of UTF-16 has 16. The bits after the last whole unit are padding.
    const units = Math.floor((encoded.length * 6) / 16)
    return utf16.decode(new Uint8Array(Buffer.from(encoded, "base64")).subarray(0, units * 2))
  })

/** Charsets of 7 bits in which a sequence of bytes switches to other characters, and how they are read. */
const stateful = new Map([
  ["iso2022kr", shifted("euc-kr")],
  ["2022kr", shifted("euc-kr")],
  ["iso2022cn", shifted("gbk")],
  ["iso2022cnext", shifted("gbk")],
  ["hzgb2312", hz],
  ["hz", hz],
  ["utf7", utf7],
  ["unicode11utf7", utf7]
])

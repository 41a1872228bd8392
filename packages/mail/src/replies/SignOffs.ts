/** Recognizes what trails an answer: a sign-off with the name below it, or a line that the mail program adds. */
import { added, endings } from "../words/replies/SignOffs.ts"
import type { Thread } from "./Thread.ts"

/** "Von meinem iPhone gesendet" ends in the verb, unlike a sentence that begins the same. */
const verbAtEnd = /^von (?:mein|outlook|samsung)/u

const longest = 110
const maximumWords = 14
const wordCount = (line: string) => line.split(/\s+/u).length
const sentenceEnd = /[.!?…。！？]$/u

/** Whether the line is one that a mail program adds, such as "Sent from my iPhone". */
const isAdded = (line: string): boolean => {
  const text = line
    .toLowerCase()
    .replaceAll(/[\u2018\u2019]/gu, "'")
    .replace(/^[*_>\s-]+/u, "")
    // Outlook writes the link of a word behind it.
    .replaceAll(/<https?:[^<>\s]{1,200}>/gu, "")
  if (text.length > longest || wordCount(text) > maximumWords) return false
  return added.some((beginning) => text.startsWith(beginning)) && (!verbAtEnd.test(text) || /gesendet/u.test(text))
}

/** A line without punctuation, in lower case. */
const bare = (line: string) =>
  line
    .replaceAll("İ", "I")
    .toLowerCase()
    .replaceAll(/[,.!。！，*_]/gu, "")
    .trim()

/** Whether the line is a sign-off, such as "Kind regards,". */
const isSignOff = (line: string): boolean => line.length <= longest && endings.has(bare(line))

/** Maximum number of words of the name behind a sign-off. */
const maximumName = 4

/** Whether the line is a sign-off with the author's name behind it. */
const isSigned = (line: string, thread: Thread): boolean => {
  const words = bare(line.slice(0, longest)).split(" ")
  return words.some((_, at) => {
    const name = words.slice(at)
    const isName = at > 0 && name.length <= maximumName && name.every((word) => thread.hasAuthor(word))
    return isName && endings.has(words.slice(0, at).join(" "))
  })
}

/** Whether a sign-off is so short that it may be another word, or the abbreviation of a country. */
const isShort = (line: string) => bare(line).length <= 4

/** "PS", "P.P.S.", "NB"; in Spanish "PD:" and "P.D.", in Dutch "NS:", in Russian "P.S." or "ПС:". */
const postscript = /^(?:(?:p\.? ?){1,3}s\b|n\.? ?b\b|(?:pd|ns|пс):|p\. ?d\.)/iu
/** Words of legal notices, which no person writes in an answer. */
const notice =
  /confidential|intended recipient|intended only|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|before printing|virus-free|конфиденциальн|poufn|d\u016fvěrn|luottamuksel|fortrolig|konfident/iu

/** Whether the line is prose rather than a name, a title, an address or a number. */
const isProse = (line: string): boolean => {
  if (postscript.test(line)) return true
  if (line.includes("?") && !line.includes("://")) return true
  if (/[@|•·]|:\/\/|www\./u.test(line) || (line.match(/\p{Nd}/gu)?.length ?? 0) >= 4) return false
  const words = wordCount(line)
  // Names and titles end in a capitalized word, at least in short lines.
  return (
    words >= 6 || (words >= 3 && (sentenceEnd.test(line) || /(?:^|\s)\p{Ll}+$/u.test(line))) || /[。！？]/u.test(line)
  )
}

/** Whether the line has an address, a link or a telephone number. */
const isContact = (line: string) => /@|:\/\/|www\./u.test(line) || (line.match(/\p{Nd}/gu)?.length ?? 0) >= 6

/** Whether the line can be a name, or is empty. */
const isName = (line: string) => wordCount(line) <= 5 && !isProse(line)

/** Whether the lines can be what follows a sign-off: at first a name or nothing, and no prose. */
const isSignature = (lines: ReadonlyArray<string>): boolean => {
  const filled = lines.filter((line) => line !== "")
  if (filled.length > 15 || !isName(filled[0] ?? "")) return false
  // A legal notice is prose, and ends the signature.
  const noticeAt = filled.findIndex((line) => notice.test(line))
  return !filled.slice(0, noticeAt === -1 ? undefined : noticeAt).some(isProse)
}

/** Whether the line separates a signature: `-- ` (RFC 3676, 4.3), also without its space, or longer. */
const delimiter = /^\s*(?:[-_=+]{2,4}|_{30,40}|[—–]{1,3})$/u

/**
 * The lines without the signature at their end. Lines that mail programs add are removed everywhere. Text after a
 * sign-off stays, and so does the sign-off: only what trails is a signature.
 */
export const withoutSignature = (raw: ReadonlyArray<string>, thread?: Thread): ReadonlyArray<string> => {
  const kept = raw.filter((line, i) => !(isAdded(line.trim()) && (isParagraph(raw, i) || isLast(raw, i))))
  const lines = kept.map((line) => line.trim())
  // Mail programs add this delimiter. Below a name, a signature may have prose.
  const standardDelimiter = kept.indexOf("-- ")
  if (standardDelimiter !== -1) {
    const below = lines.slice(standardDelimiter + 1).filter((line) => line !== "")
    if (isName(below[0] ?? "") && !below.some((line) => postscript.test(line))) return kept.slice(0, standardDelimiter)
  }
  // A signature has at most some 20 lines.
  for (let i = Math.max(0, lines.length - 25); i < lines.length; i++) {
    const line = lines[i] ?? ""
    const isDelimiter = delimiter.test(line)
    const isBelowText = lines.slice(0, i).some((line) => line !== "")
    const isNamed = isBelowText && thread !== undefined && isSigned(line, thread)
    const isEnd = isDelimiter || isNamed || (isBelowText && isSignOff(line))
    const rest = lines.slice(i + 1)
    if (!isEnd || !isSignature(rest)) continue
    // A person also writes lines of dashes, and "Best" at the beginning of a line.
    const first = rest.filter((line) => line !== "").slice(0, isDelimiter ? undefined : 1)
    const isOfAuthor = thread === undefined || first.some((line) => thread.hasAuthor(line) || isContact(line))
    if (isOfAuthor || isNamed || (!isDelimiter && !isShort(line))) return kept.slice(0, i)
  }
  return kept
}

/** Whether the line stands alone, or in a group of lines that are all added. */
const isParagraph = (lines: ReadonlyArray<string>, at: number): boolean => {
  const isOpen = (line: string | undefined) =>
    line === undefined || line.trim() === "" || line === "-- " || isAdded(line.trim())
  return isOpen(lines[at - 1]) && isOpen(lines[at + 1])
}

/** Whether nothing else follows the line, and it is not the end of a sentence. */
const isLast = (lines: ReadonlyArray<string>, at: number): boolean => {
  const line = (lines[at] ?? "").trim()
  return !/^\p{Ll}/u.test(line) && !sentenceEnd.test(line) && lines.slice(at + 1).every((next) => next.trim() === "")
}

/**
 * Extracts the text that the author of a mail wrote, without quoted mail and signature. It imports nothing from Effect,
 * because the threads that read mail load it (`@mailroom/mail/reply-text`).
 */
import { withoutSystemText } from "../additions/SystemText.ts"
import { Line } from "./Line.ts"
import { openings, quoteMark, withAnswersApart } from "./Quotes.ts"
import { withoutSignature } from "./SignOffs.ts"
import { type About, type Thread, threadOf } from "./Thread.ts"

export { quoteMark }
export type { About }

const maximumText = 100_000
const maximumResult = 40_000
/** Maximum number of lines to read: more than a person writes. Runs of quoted lines count as one. */
const maximumLines = 5_000

/**
 * The text that the author of a mail wrote: at most 40 000 UTF-16 units from the first 100 000. Empty only if the text has
 * no unquoted line. A `quoteMark` in a line says that quoted mail follows. With `about`, a text without marks is quoted
 * only where it names the conversation of the mail.
 */
export const replyText = (text: string, about?: About): string => {
  const thread = about === undefined ? undefined : threadOf(about)
  const lines = linesOf(text, thread)
  const { after, own } = partsOf(lines, thread)
  const whole = lines.some(({ isQuoted }) => isQuoted) ? [] : [lines]
  // Unquoted text below a header block may be the answer, too: better too much than nothing.
  const parts = [own, after, whole].find(({ length }) => length > 0) ?? []
  const written = parts.map((part) => withoutSystemText(part.map(({ raw }) => raw).join("\n")).split("\n"))
  const unsigned = written.map((lines) => joined(withoutSignature(lines, thread))).filter(isFilled)
  // A text of nothing but a signature keeps it.
  const result = (unsigned.length > 0 ? unsigned : written.map(joined)).join("\n")
  return cut(result, maximumResult).trim()
}

/** Whether the text shows where another mail is quoted. */
export const quotesMail = (text: string, about?: About): boolean => {
  const thread = about === undefined ? undefined : threadOf(about)
  const lines = linesOf(text, thread)
  return lines.some(({ isQuoted }) => isQuoted) || openings(lines, thread).size > 0
}

const isFilled = (text: string) => text !== ""
const joined = (lines: ReadonlyArray<string>) =>
  lines
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim()
const cut = (text: string, length: number) => text.slice(0, length).replace(/\p{Cs}$/u, "")

/** GroupWise writes one introduction for all that follows. */
const groupWise = /^>>> ?[^\n]{3,300} ?>>>[ \t]*$/gmu
/** A mail store writes `>` before `From ` at the beginning of a line. A quotation has more lines, or an introduction. */
const escapedFrom = /(?<![:>][ \t]*\r?\n(?:[ \t]*\r?\n)?|^>.*\r?\n)^>(?=From )(?!.*\r?\n>)/gmu
/** Lines that OpenPGP writes before a text that it signs. */
const openPgp = /^-----BEGIN PGP SIGNED MESSAGE-----\r?\n(?:Hash: .*\r?\n){0,3}/gmu
const signatureStart = "-----BEGIN PGP SIGNATURE-----"
const signatureEnd = "-----END PGP SIGNATURE-----"

const withoutOpenPgp = (text: string): string => {
  if (!text.includes("-----BEGIN PGP SIGNED MESSAGE-----")) return text
  const [signed = "", ...rest] = text.replaceAll(openPgp, "").split(signatureStart)
  return [signed, ...rest.map((part) => part.split(signatureEnd).slice(1).join(""))].join("")
}

/** The lines without trailing space; only the delimiter of a signature keeps it. */
const linesOf = (text: string, thread: Thread | undefined): ReadonlyArray<Line> => {
  const lines = withoutOpenPgp(cut(text, maximumText))
    .replaceAll(groupWise, quoteMark)
    .replaceAll(escapedFrom, "")
    .replaceAll(/^>.*(?:\r?\n>.*)*/gmu, ">")
    .split(/\r?\n|\r/u, maximumLines)
    .map((line) => new Line(line === "-- " ? line : line.trimEnd()))
  return withAnswersApart(lines, thread)
}

const isDashes = ({ frame, isBlank }: Line) => isBlank || frame?.words === ""

type Part = ReadonlyArray<Line>

/** The unquoted parts of a text: `own` before the text of another mail, `after` in it. */
interface Parts {
  readonly own: ReadonlyArray<Part>
  readonly after: ReadonlyArray<Part>
}

/** Splits the text where mail is quoted. */
const partsOf = (lines: ReadonlyArray<Line>, thread: Thread | undefined): Parts => {
  const starts = openings(lines, thread)
  const own: Array<Part> = []
  const after: Array<Part> = []
  let parts = own
  let part: Array<Line> = []
  /** Ends the part that is read, without the lines at its end that `isDropped` names. */
  const endPart = (isDropped: (line: Line) => boolean) => {
    for (let last = part.at(-1); last !== undefined && isDropped(last); last = part.at(-1)) part.pop()
    if (part.length > 0) parts.push(part)
    part = []
  }
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? Line.none
    const end = starts.get(i)
    if (end !== undefined) {
      endPart(({ isBlank, isSeparator }) => isBlank || isSeparator)
      i = end
      while (lines[i]?.isBlank === true) i++
      // The author may go on below quoted lines. Without such lines, the other mail goes on to the end.
      if (lines[i]?.isQuoted !== true) parts = after
    } else {
      if (line.isQuoted) endPart(isDashes)
      else part.push(line)
      i++
    }
  }
  endPart(isDashes)
  return { own, after }
}

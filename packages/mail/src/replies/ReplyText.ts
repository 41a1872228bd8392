/**
 * Extracts the text that the author of a mail wrote, without quoted mail and signature. It imports nothing from Effect,
 * because the threads that read mail load it (`@mailroom/mail/reply-text`).
 */
import { withoutSystemText } from "../additions/SystemText.ts"
import { Line } from "./Line.ts"
import { openings } from "./Quotes.ts"
import { withoutSignature } from "./SignOffs.ts"

export { quoteMark } from "./Quotes.ts"

const maximumText = 100_000
const maximumResult = 40_000
/** Maximum number of lines to read: more than a person writes. Runs of quoted lines count as one. */
const maximumLines = 5_000

/**
 * At most 40 000 UTF-16 units from the first 100 000. Empty only if the text has no unquoted line. A `quoteMark` in a
 * line says that quoted mail follows.
 */
export const replyText = (text: string): string => {
  const lines = linesOf(text)
  const { after, own } = partsOf(lines)
  // Unquoted text below a header block may be the answer, too: better too much than nothing.
  const parts = [own, after].find(({ length }) => length > 0) ?? (lines.some(({ isQuoted }) => isQuoted) ? [] : [lines])
  const written = parts.map((part) => withoutSystemText(part.map(({ raw }) => raw).join("\n")).split("\n"))
  const signed = written.map(withoutSignature).map(joined).filter(isFilled)
  const result = (signed.length > 0 ? signed : written.map(joined)).join("\n")
  return cut(result, maximumResult).trim()
}

/** Whether the text shows where another mail is quoted. */
export const quotesMail = (text: string): boolean => {
  const lines = linesOf(text)
  return lines.some(({ isQuoted }) => isQuoted) || openings(lines).size > 0
}

const isFilled = (text: string) => text !== ""
const joined = (lines: ReadonlyArray<string>) =>
  lines
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim()
const cut = (text: string, length: number) => text.slice(0, length).replace(/\p{Cs}$/u, "")

/** The lines without trailing space; only the delimiter of a signature keeps it. */
const linesOf = (text: string): ReadonlyArray<Line> =>
  cut(text, maximumText)
    .replaceAll(/^>.*(?:\r?\n>.*)*/gmu, ">")
    .split(/\r?\n|\r/u, maximumLines)
    .map((line) => new Line(line === "-- " ? line : line.trimEnd()))

const isDashes = ({ frame, isBlank }: Line) => isBlank || frame?.words === ""

type Part = ReadonlyArray<Line>

/** The unquoted parts of a text: `own` before the text of another mail, `after` in it. */
interface Parts {
  readonly own: ReadonlyArray<Part>
  readonly after: ReadonlyArray<Part>
}

/** Splits the text where mail is quoted. */
const partsOf = (lines: ReadonlyArray<Line>): Parts => {
  const starts = openings(lines)
  const own: Array<Part> = []
  const after: Array<Part> = []
  let parts = own
  let part: Array<Line> = []
  const endPart = (isEnd: (line: Line) => boolean) => {
    for (let last = part.at(-1); last !== undefined && isEnd(last); last = part.at(-1)) part.pop()
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

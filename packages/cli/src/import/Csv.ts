/** Reads tables exported by spreadsheets and CRMs: RFC 4180 and similar formats, with one row in memory at a time. */
import { parse } from "csv-parse"
import { Effect, Option, Stream } from "effect"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream"
import { Failure, messageOf } from "../Failure.ts"
import type { Source } from "./Source.ts"

export interface Row {
  /** The line on which the row begins, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

export interface Format {
  readonly encoding: Encoding
  readonly delimiter: string
  /** Whether the first line names the delimiter, as in `sep=;`. It is then not a row. */
  readonly isNamed: boolean
  /** The number of lines of the file. */
  readonly lines: number
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be"

/** In bytes; more than a lead can contain. A longer row probably contains a quote that was never closed. */
const maximumRow = 1_048_576
/**
 * In order of preference when the header contains the same number of several: delimiters that are rarer in texts are
 * first.
 */
const delimiters = ["\t", "|", ";", ","]

/** Reads the whole file once, so that nothing is imported from a file that is unreadable in the middle. */
export const inspect = ({ name, path }: Source): Effect.Effect<Format, Failure> =>
  Effect.tryPromise({
    try: async () => {
      const encoding = await encodingOf(path)
      let found: Pick<Format, "delimiter" | "isNamed"> | undefined
      let lines = 0
      let last = "\n"
      for await (const text of decode(createReadStream(path), encoding)) {
        found ??= delimiterOf(text)
        for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++
        last = text.at(-1) ?? last
      }
      if (found === undefined) throw new Error("is empty")
      return { encoding, ...found, lines: last === "\n" ? lines : lines + 1 }
    },
    catch: unreadable(name)
  })

/** All rows except blank lines; the first row is the header. Misplaced quotes are kept as text. */
export const rows = ({ name, path }: Source, format: Format): Stream.Stream<Row, Failure> =>
  Stream.suspend(() => Stream.fromAsyncIterable(readRows(path, format), unreadable(name)))

/** The cells of the first row; empty when the table has no rows. */
export const headerOf = (source: Source, format: Format): Effect.Effect<ReadonlyArray<string>, Failure> =>
  Effect.map(Stream.runHead(rows(source, format)), Option.match({ onNone: () => [], onSome: ({ cells }) => cells }))

/** Reads the rows of a file with their line numbers. Fails if a row does not end. */
async function* readRows(path: string, { delimiter, encoding, isNamed }: Format): AsyncGenerator<Row> {
  let hasUnendedRow = false
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    info: true,
    max_record_size: maximumRow,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: () => {
      hasUnendedRow = true
      return undefined
    }
  })
  // An error destroys the parser, so that the loop below throws it.
  pipeline(
    createReadStream(path),
    (chunks: AsyncIterable<Uint8Array>) => decode(chunks, encoding),
    parser,
    () => {}
  )
  let end = 0
  let isFirst = true
  for await (const { info, record } of parser as AsyncIterable<{
    readonly info: { readonly lines: number }
    readonly record: ReadonlyArray<string>
  }>) {
    const line = end + 1
    end = info.lines
    if (record.length === 1 && record[0] === "") continue
    const namesDelimiter = isFirst && isNamed
    if (!namesDelimiter) yield { line, cells: record.map(withoutApostrophe) }
    isFirst = false
  }
  if (hasUnendedRow) {
    const reason = "the row does not end within 1 MiB, so nothing was read from there on: is a quote left open?"
    throw new Error(`line ${end + 1}: ${reason}`)
  }
}

/** A cell without the apostrophe that an export puts before a text that looks like a formula. */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/u, "")

/** UTF-16 is recognized by its byte order mark (Excel's “Unicode text”). All other files must be UTF-8. */
const encodingOf = async (path: string): Promise<Encoding> => {
  for await (const head of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>) {
    if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
    if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  }
  return "utf-8"
}

/** Decodes text without its byte order mark, and replaces all line breaks by `\n`. */
async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let carry = ""
  for await (const chunk of chunks) {
    const text = carry + decoder.decode(chunk, { stream: true })
    // The second half of a line break may be in the next chunk.
    carry = text.endsWith("\r") ? "\r" : ""
    const whole = text.slice(0, text.length - carry.length)
    if (whole !== "") yield whole.replaceAll(/\r\n?/gu, "\n")
  }
  const rest = carry + decoder.decode()
  if (rest !== "") yield rest.replaceAll(/\r\n?/gu, "\n")
}

/**
 * The delimiter in the first line, as Excel writes it (`sep=;`), else the most frequent delimiter in the header,
 * outside quotes.
 */
const delimiterOf = (text: string): Pick<Format, "delimiter" | "isNamed"> => {
  const named = /^\n*("?)sep=([^"\n])\1(?:\n|$)/iu.exec(text)?.[2]
  if (named !== undefined) return { delimiter: named, isNamed: true }
  const [header = ""] = text
    .replaceAll(/"[^"]*"/gu, "")
    .replace(/^\n+/u, "")
    .split("\n", 1)
  const cells = delimiters.map((delimiter) => header.split(delimiter).length)
  const most = Math.max(...cells)
  const frequent = most > 1 ? delimiters[cells.indexOf(most)] : undefined
  return { delimiter: frequent ?? ",", isNamed: false }
}

const unreadable = (name: string) => (cause: unknown) => {
  const isEncoding = cause instanceof TypeError && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA"
  const reason = isEncoding
    ? "is not UTF-8: save it again as “CSV UTF-8”, or export it in that encoding"
    : messageOf(cause)
  return new Failure({ message: `${name}: ${reason}` })
}

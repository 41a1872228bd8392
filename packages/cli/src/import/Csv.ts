/** Reads tables as spreadsheets and CRMs export them: RFC 4180 and its relatives, one row in memory at a time. */
import { parse } from "csv-parse"
import { Effect, Option, Stream } from "effect"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream"
import { Failure, messageOf } from "../Failure.ts"
import type { Source } from "./Source.ts"

export interface Row {
  /** Where the row begins, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

export interface Format {
  readonly encoding: Encoding
  readonly delimiter: string
  /** Whether the first line, `sep=;`, names the delimiter: it is not a row. */
  readonly isNamed: boolean
  /** How many lines the file has. */
  readonly lines: number
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be"

/** In bytes: more than a lead can hold. A longer row has lost its end, to a quote that was never closed. */
const maximumRow = 1_048_576
/** In order of preference, where the header has as many of each: the rarer in texts, the earlier. */
const delimiters = ["\t", "|", ";", ","]

/** Reads the whole file once, so that nothing is taken from one that turns out to be unreadable halfway. */
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

/** Every row, the header first, without blank lines. Quotes that stand where they should not are taken as they are. */
export const rows = ({ name, path }: Source, format: Format): Stream.Stream<Row, Failure> =>
  Stream.suspend(() => Stream.fromAsyncIterable(read(path, format), unreadable(name)))

/** The cells of the first row; none when the table has no row. */
export const headerOf = (source: Source, format: Format): Effect.Effect<ReadonlyArray<string>, Failure> =>
  Effect.map(Stream.runHead(rows(source, format)), Option.match({ onNone: () => [], onSome: ({ cells }) => cells }))

async function* read(path: string, { delimiter, encoding, isNamed }: Format): AsyncGenerator<Row> {
  let broken = false
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    info: true,
    max_record_size: maximumRow,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: () => {
      broken = true
      return undefined
    }
  })
  // What goes wrong before the parser destroys it, so that the loop below throws it.
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
    if (!isFirst || !isNamed) yield { line, cells: record }
    isFirst = false
  }
  if (broken) {
    const reason = "the row does not end within 1 MiB, so nothing was read from there on: is a quote left open?"
    throw new Error(`line ${end + 1}: ${reason}`)
  }
}

/** UTF-16 announces itself (Excel's “Unicode text”); anything else must be UTF-8. */
const encodingOf = async (path: string): Promise<Encoding> => {
  for await (const head of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>) {
    if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
    if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  }
  return "utf-8"
}

/** The text without its byte order mark, with `\n` as the only line break. */
async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let carry = ""
  for await (const chunk of chunks) {
    const text = carry + decoder.decode(chunk, { stream: true })
    // The other half of a line break may be in the next chunk.
    carry = text.endsWith("\r") ? "\r" : ""
    const whole = text.slice(0, text.length - carry.length)
    if (whole !== "") yield whole.replaceAll(/\r\n?/gu, "\n")
  }
  const rest = carry + decoder.decode()
  if (rest !== "") yield rest.replaceAll(/\r\n?/gu, "\n")
}

/** The delimiter that the first line names, as Excel writes it: `sep=;`. Else the most frequent one of the header outside quotes. */
const delimiterOf = (text: string): Pick<Format, "delimiter" | "isNamed"> => {
  const named = /^\n*("?)sep=([^"\n])\1(?:\n|$)/iu.exec(text)?.[2]
  if (named !== undefined) return { delimiter: named, isNamed: true }
  const [header = ""] = text
    .replaceAll(/"[^"]*"/gu, "")
    .replace(/^\n+/u, "")
    .split("\n", 1)
  const counts = delimiters.map((delimiter) => header.split(delimiter).length)
  const most = Math.max(...counts)
  return { delimiter: (most > 1 ? delimiters[counts.indexOf(most)] : undefined) ?? ",", isNamed: false }
}

const unreadable = (name: string) => (cause: unknown) => {
  const isEncoding = cause instanceof TypeError && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA"
  const reason = isEncoding
    ? "is not UTF-8: save it again as “CSV UTF-8”, or export it in that encoding"
    : messageOf(cause)
  return new Failure({ message: `${name}: ${reason}` })
}

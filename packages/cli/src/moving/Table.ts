/** Tables for spreadsheets: CSV (RFC 4180) in UTF-8 with a byte order mark, without which Excel reads it as Latin-1. */
import { Effect, Option, Stdio, Stream } from "effect"
import { Flag } from "effect/cli"
import { writeFile } from "./HouseFile.ts"

export type Cell = boolean | number | string | null

/** Matches a text that a spreadsheet would run as a formula. Numbers are none, also of telephones: `-5`, `+49 (170) 1`. */
const formula = /^(?![+-][\d ().,]*$)[=+\-@\t\r]/u

/**
 * A cell in CSV. A text that looks like a formula gets an apostrophe, so that a spreadsheet shows it as text. Imports remove
 * it.
 */
const cellOf = (value: Cell): string => {
  if (value === null) return ""
  if (typeof value !== "string") return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: ReadonlyArray<Cell>): string => `${cells.map(cellOf).join(",")}\r\n`

const byteOrderMark = "\u{feff}"

export const outputFlag = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withMetavar("FILE"),
  Flag.withDescription("The file to write, compressed if its name ends in .gz (default: standard output)"),
  Flag.optional
)

/** Writes lines to the file, or to standard output. */
export const writeLines = <E, R>(output: Option.Option<string>, lines: Stream.Stream<string, E, R>) =>
  Option.match(output, {
    onSome: (path) => Effect.asVoid(writeFile(path, lines)),
    onNone: () => Stdio.Stdio.use(({ stdout }) => Effect.asVoid(Stream.run(lines, stdout())))
  })

/** Writes a table. */
export const writeTable = <E, R>(
  output: Option.Option<string>,
  header: ReadonlyArray<string>,
  rows: Stream.Stream<ReadonlyArray<Cell>, E, R>
) => writeLines(output, Stream.concat(Stream.succeed(byteOrderMark + lineOf(header)), Stream.map(rows, lineOf)))

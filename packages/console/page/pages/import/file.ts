/** Reads a CSV file in parts, so that the page stays usable. */
import Papa from "papaparse"
import { type CsvFile, hex, plainHash } from "./lines.ts"

const hashOfFile = async (file: File): Promise<string> =>
  crypto.subtle === undefined
    ? plainHash(`${file.name} ${file.size} ${file.lastModified} ${await file.slice(0, 2 ** 20).text()}`)
    : hex(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()))

/** Reads a file. Rejects if it has no lines. */
export const readFile = async (file: File, onLines: (count: number) => void): Promise<CsvFile> => {
  const rows: Array<Array<string>> = []
  await new Promise<void>((resolve, reject) => {
    Papa.parse<Array<string>>(file, {
      chunkSize: 256 * 1024,
      skipEmptyLines: "greedy",
      chunk: ({ data }, parser) => {
        for (const row of data) rows.push(row)
        onLines(rows.length)
        parser.pause()
        setTimeout(() => parser.resume())
      },
      complete: () => resolve(),
      error: reject
    })
  })
  const [header = [], ...lines] = rows
  if (lines.length === 0) throw new TypeError("no lines")
  return {
    // Excel begins the file with a byte order mark.
    header: header.map((name) => name.replace(/^\u{feff}/u, "")),
    lines: lines.map((values, i) => ({ number: i + 1, values })),
    hash: await hashOfFile(file)
  }
}

/** Lines as CSV. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  Papa.unparse(rows as Array<Array<string>>, { escapeFormulae: true })

/** Reads a CSV file in parts, so that the page stays usable. */
import Papa from "papaparse"
import { withoutApostrophe } from "../../kit/csv.ts"
import { type CsvFile, hex, plainHash } from "./lines.ts"

const hashOfFile = async (file: File): Promise<string> =>
  crypto.subtle === undefined
    ? plainHash(`${file.name} ${file.size} ${file.lastModified} ${await file.slice(0, 2 ** 20).text()}`)
    : hex(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()))

/** The encoding of a file: UTF-8, or what Excel writes without it in Western Europe. */
const encodingOf = async (file: File): Promise<string> => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const part = 2 ** 22
  try {
    for (let start = 0; start < file.size; start += part) {
      decoder.decode(await file.slice(start, start + part).arrayBuffer(), { stream: start + part < file.size })
    }
    return "utf-8"
  } catch {
    return "windows-1252"
  }
}

/** Reads a file. Rejects if it has no lines. */
export const readFile = async (file: File, onLines: (count: number) => void): Promise<CsvFile> => {
  const rows: Array<Array<string>> = []
  const encoding = await encodingOf(file)
  await new Promise<void>((resolve, reject) => {
    Papa.parse<Array<string>>(file, {
      chunkSize: 256 * 1024,
      encoding,
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
    lines: lines.map((values, i) => ({ number: i + 1, values: values.map(withoutApostrophe) })),
    hash: await hashOfFile(file)
  }
}

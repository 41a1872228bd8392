/** Successful answers that are written as JSON without encoding by a schema. */
import { HttpServerResponse } from "effect/http"

/**
 * A success whose value already has the encoded type of its schema. It is written without that schema, which would
 * check and copy it field by field. The rows of the bench that need it are "leads, limit 1" and "PATCH /leads/{id}".
 * `test/api/Contract.ts` checks every answer of the HTTP tests against its schema.
 */
export const json = <Encoded>(
  value: Encoded,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse => written(JSON.stringify(value), headers)

const written = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  text.length < longText
    ? HttpServerResponse.text(text, { contentType, headers })
    : HttpServerResponse.uint8Array(Buffer.from(text), { contentType, headers })
const contentType = "application/json"
/**
 * Texts of at least this length, in UTF-16 units, are sent as bytes, because Node does that faster. Shorter texts are
 * faster as text, because Node sends them together with the headers. The rows of the bench are "leads, limit 50" and
 * "leads, limit 1".
 */
const longText = 16 * 1024

/**
 * Like `json`, for a page: each row is serialized and encoded separately. For 200 leads, Node needs a third less time:
 * the row "leads, limit 200" of the bench.
 * In one text, a single letter outside Latin-1 would double the memory of the whole text, and make its encoding four
 * times as slow.
 */
export const jsonPage = <Encoded extends { readonly data: ReadonlyArray<unknown> }>(
  page: Encoded
): HttpServerResponse.HttpServerResponse => {
  if (page.data.length < fewRows) return json(page)
  // The page without rows, divided where the rows belong.
  const [before = "", after = ""] = JSON.stringify({ ...page, data: [] }).split('"data":[]')
  const [start, end] = [`${before}"data":[`, `]${after}`]
  const rows = page.data.map((row) => JSON.stringify(row))
  const units = rows.reduce((sum, row) => sum + row.length + 1, start.length + end.length)
  if (units < longText || units * mostBytes > scratch.length) return written(`${start}${rows.join(",")}${end}`)
  let size = scratch.write(start)
  for (const row of rows) {
    size += scratch.write(row, size)
    scratch[size++] = comma
  }
  // The rows follow each other with commas; the last comma is overwritten.
  if (rows.length > 0) size--
  size += scratch.write(end, size)
  return HttpServerResponse.uint8Array(Buffer.from(scratch.subarray(0, size)), { contentType })
}
/** So few rows are short: one text of them costs half as much (the row "leads, limit 1"). */
const fewRows = 5
/** The buffer in which pages are assembled. Longer pages are rare. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)
/** The maximum number of UTF-8 bytes for one UTF-16 unit. */
const mostBytes = 3
const comma = ",".charCodeAt(0)

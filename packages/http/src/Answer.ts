/** Successes that are JSON as they are. */
import { HttpServerResponse } from "effect/http"

/**
 * A success of the type that its schema gives it on the wire, written as it is. Encoded by that schema, as others are,
 * it would be checked and copied field by field first.
 * `test/http/Contract.ts` holds every answer of the HTTP tests against its schema.
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
 * From this length on, in UTF-16 units, a text is sent as bytes, which takes Node less time. A short text is quicker as
 * it is, because Node sends it together with the headers.
 */
const longText = 16 * 1024

/**
 * The same for a page, one row after the other: of 200 leads, that takes Node a third less time. As one text, a single
 * letter beyond Latin-1 would make all of it twice as long, and four times as slow to turn into bytes.
 */
export const jsonPage = <Encoded extends { readonly data: ReadonlyArray<unknown> }>(
  page: Encoded
): HttpServerResponse.HttpServerResponse => {
  const [before = "", after = ""] = JSON.stringify({ ...page, data: [] }).split('"data":[]')
  const [start, end] = [`${before}"data":[`, `]${after}`]
  const rows = page.data.map((row) => JSON.stringify(row))
  const units = rows.reduce((sum, row) => sum + row.length + 1, start.length + end.length)
  if (units * mostBytes > scratch.length) return written(`${start}${rows.join(",")}${end}`)
  let size = scratch.write(start)
  for (const row of rows) {
    size += scratch.write(row, size)
    scratch[size++] = comma
  }
  if (rows.length > 0) size--
  size += scratch.write(end, size)
  return HttpServerResponse.uint8Array(Buffer.from(scratch.subarray(0, size)), { contentType })
}
/** Where the bytes of a page are put together. Longer pages are rare. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)
/** Of a UTF-16 unit in UTF-8. */
const mostBytes = 3
const comma = ",".charCodeAt(0)

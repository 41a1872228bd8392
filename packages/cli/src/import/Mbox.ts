/** Splits an mbox into mails (RFC 4155, with the quoting of "mboxrd"). */

const newline = 0x0a
/** Longer lines may be split into pieces of at least this many bytes. A separator is always shorter. */
const longLine = 65_536
const separator = /^From \S+ .*\d{1,2}:\d{2}/u
const quoted = /^>+From /u

/** Whether a file with this beginning is an mbox. */
export const isMbox = (head: Uint8Array): boolean => Buffer.from(head).toString("latin1", 0, 5) === "From "

/** Yields the mails in order, with one in memory at a time; `null` for a mail of more than `maximum` bytes. */
export async function* mailsOf(
  chunks: AsyncIterable<Uint8Array>,
  maximum: number
): AsyncGenerator<Uint8Array<ArrayBuffer> | null> {
  /** The lines of the current mail; `undefined` before the first separator. */
  let mail: Array<Buffer> | undefined
  let size = 0
  let isLineStart = true
  let afterBlank = true
  /** The mail without the blank line before the next separator, which is not part of it. */
  const finish = () => {
    if (mail !== undefined && afterBlank) mail.pop()
    return size > maximum ? null : Buffer.concat(mail ?? [])
  }
  for await (const line of linesOf(chunks)) {
    const head = isLineStart ? line.toString("latin1", 0, 200) : ""
    isLineStart = line.at(-1) === newline
    if (afterBlank && separator.test(head)) {
      if (mail !== undefined) yield finish()
      mail = []
      size = 0
      afterBlank = false
      continue
    }
    afterBlank = head === "\n" || head === "\r\n"
    size += line.length
    // Lines before the first separator do not belong to a mail.
    if (size <= maximum) mail?.push(quoted.test(head) ? line.subarray(1) : line)
  }
  if (mail !== undefined) yield finish()
}

/** Yields lines with their line break; a line of 64 KiB or more in pieces. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      yield bytes.subarray(start, end + 1)
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length < longLine) continue
    yield rest
    rest = Buffer.alloc(0)
  }
  if (rest.length > 0) yield rest
}

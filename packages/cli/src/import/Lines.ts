/** Splits a file into lines, with one line in memory at a time. */

const newline = 0x0a

/**
 * Yields lines without their line break; `null` for a line of more than `maximum` bytes. The last line may lack its
 * line break.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  maximum: number
): AsyncGenerator<Uint8Array<ArrayBuffer> | null> {
  let parts: Array<Uint8Array> = []
  let size = 0
  const add = (part: Uint8Array) => {
    size += part.length
    if (size <= maximum) parts.push(part)
    else parts = []
  }
  /** Ends the line: returns it, and begins the next one. */
  const finish = () => {
    const line = size > maximum ? null : Buffer.concat(parts)
    parts = []
    size = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end))
      yield finish()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield finish()
}

/** Unwraps text whose paragraphs may be wrapped over several lines (RFC 3676, `format=flowed`). */

/**
 * Joins each paragraph into one line. A line that ends in a space continues in the next line, if that has the same
 * quotation level. With `delSp`, this space is not part of the text.
 */
export const unflow = (text: string, delSp: boolean): string => {
  const paragraphs: Array<string> = []
  let paragraph: string | undefined
  /** The quotation level of the paragraph that the last line leaves open; `undefined` if it leaves none open. */
  let open: number | undefined
  for (const line of text.split("\n")) {
    const quotes = /^>*/u.exec(line)?.[0] ?? ""
    const words = line.slice(quotes.length).replace(/^ /u, "").replace(/\r$/u, "")
    const isSignature = words === "-- "
    const flows = words.endsWith(" ") && !isSignature
    const content = flows && delSp ? words.slice(0, -1) : words
    if (paragraph !== undefined && open === quotes.length && !isSignature) paragraph += content
    else {
      if (paragraph !== undefined) paragraphs.push(paragraph)
      paragraph = quotes === "" ? content : `${quotes} ${content}`
    }
    open = flows ? quotes.length : undefined
  }
  if (paragraph !== undefined) paragraphs.push(paragraph)
  return paragraphs.join("\n")
}

/** Text in which a paragraph may go over several lines (RFC 3676, `format=flowed`). */

/**
 * The text with every paragraph in one line. A line that ends in a space goes on in the next one, if that is quoted as
 * often; `delSp` says that this space is none of the text.
 */
export const unflow = (text: string, delSp: boolean): string => {
  const paragraphs: Array<string> = []
  let paragraph: string | undefined
  /** How often the paragraph is quoted that the last line leaves open, if it does. */
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

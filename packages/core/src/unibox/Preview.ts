/** The preview of a message's text [spec: plain text, at most 50 characters]. */
import { cut } from "@mailroom/mail/text"

const maximum = 50
/** Maximum number of characters to read. Longer leading white space yields an empty preview. */
const read = 10_000
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/**
 * The text with its white space folded, of at most 50 UTF-16 units. A longer text is cut at a boundary between graphemes, and ends in
 * "…". So it also has at most 50 code points and graphemes, and no character is cut in half.
 */
export const preview = (text: string): string => {
  const isWhole = text.length <= read
  const folded = cut(text, read)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (folded.length <= maximum && isWhole) return folded.toWellFormed()
  let end = 0
  for (const { index, segment } of segmenter.segment(folded.slice(0, maximum * 4))) {
    const next = index + segment.length
    // The last character may continue after the part that was read.
    if (next > maximum - 1 || (next === folded.length && !isWhole)) break
    end = next
  }
  const shown = folded.slice(0, end).trimEnd().toWellFormed()
  return shown === "" ? "" : `${shown}…`
}

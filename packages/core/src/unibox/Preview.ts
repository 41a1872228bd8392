/** The preview of a message's text [spec: plain text, at most 50 characters]. */
import { cut } from "../Text.ts"

const maximum = 50
/** How much of a text is looked at: beyond that much white space, or a character so long, nothing is worth showing. */
const read = 10_000
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/**
 * The text with its white space folded, cut to at most 50 UTF-16 units at a boundary between graphemes: at most
 * 50 in every unit (code points, graphemes), and no character is cut in half.
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
    // The last character of what was read may go on where reading stopped.
    if (next > maximum || (next === folded.length && !isWhole)) break
    end = next
  }
  return folded.slice(0, end).trimEnd().toWellFormed()
}

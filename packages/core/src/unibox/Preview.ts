/** The preview of a message's text [spec: plain text, at most 50 characters]. */

const maximum = 50
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/**
 * The text with its white space folded, cut to at most 50 UTF-16 units at a boundary between characters as a reader
 * sees them, so that whoever counts, in whatever unit, counts at most 50, and no character is cut in half.
 */
export const preview = (text: string): string => {
  // A character longer than the whole preview is not worth reading on for.
  const folded = text
    .slice(0, 10_000)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (folded.length <= maximum) return folded.toWellFormed()
  let end = 0
  for (const { index, segment } of segmenter.segment(folded.slice(0, maximum * 4))) {
    if (index + segment.length > maximum) break
    end = index + segment.length
  }
  return folded.slice(0, end).trimEnd().toWellFormed()
}

/** The preview of a message's text [spec: plain text, at most 50 characters]. */
import { cut } from "@mailroom/mail/text"

const maximum = 50
/** Maximum number of UTF-16 units to read. Longer leading white space yields an empty preview. */
const maximumRead = 10_000
/** Maximum number of UTF-16 units in which graphemes are looked for: more than the preview has, because the last one may be long. */
const segmented = maximum * 4
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/**
 * The text with its white space folded, of at most 50 UTF-16 units. A longer text is cut at a boundary between graphemes, and ends in
 * "…". So it also has at most 50 code points and graphemes, and no character is cut in half.
 */
export const preview = (text: string): string => {
  const isWhole = text.length <= maximumRead
  const folded = cut(text, maximumRead)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
  if (folded.length <= maximum && isWhole) return folded.toWellFormed()
  let end = 0
  for (const { index, segment } of segmenter.segment(folded.slice(0, segmented))) {
    const endOfSegment = index + segment.length
    // One unit is left for "…".
    const isTooLong = endOfSegment > maximum - 1
    // The last character may continue after the part that was read.
    const mayContinue = endOfSegment === folded.length && !isWhole
    if (isTooLong || mayContinue) break
    end = endOfSegment
  }
  const shown = folded.slice(0, end).trimEnd().toWellFormed()
  return shown === "" ? "" : `${shown}…`
}

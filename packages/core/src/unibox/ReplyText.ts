/**
 * What the author of a mail wrote: its text without quoted mail and signature. Imports nothing of Effect or of core: threads
 * that read mail load it (`@mailroom/core/reply-text`).
 */
import EmailReplyParser from "email-reply-parser"

// The expressions of email-reply-parser backtrack over a text and over each of its lines, and it hands a part of the
// text to `String.replace` as a pattern, where `$` has a meaning. So it is given windows of a bounded size, of lines of
// a bounded length, without a `$`: at most about 15 ms for each, whatever they hold.
const maximumText = 100_000
const maximumWindow = 2_000
const maximumWindows = 20
const maximumLine = 200

// Noncharacters: for internal use, never in a text that is exchanged (Unicode, 23.7).
const dollar = "\uFDD0"
const fold = "\uFDD1"
const folded = `${fold}\n${fold}`

const parser = new EmailReplyParser()

/** Of the first 100 000 characters at most 40 000; quoted lines do not count. Others run between two windows. */
export const replyText = async (text: string): Promise<string> => {
  let said = ""
  let windows = 0
  for (const { end, window } of windowsOf(bounded(text))) {
    // What introduces quoted mail counts only after a blank line.
    const email = parser.read(`\n${window}`)
    said += email.getVisibleText() + end
    // Where quoted mail or a signature begins, and nothing follows it, the author has finished.
    if (email.getFragments().at(-1)?.isHidden() === true || ++windows === maximumWindows) break
    await othersRun()
  }
  return said.replaceAll(folded, "").replaceAll(fold, "").replaceAll(dollar, "$").trim()
}

// Not by a timer, which takes a millisecond or more: a call may record a thousand mails, one after the other.
const othersRun = () => new Promise((resolve) => setImmediate(resolve))

/** The same text to the parser, with quoted lines and blank lines reduced to one and long lines folded. */
const bounded = (text: string): string =>
  text
    .slice(0, maximumText)
    .replace(/\p{Cs}$/u, "")
    .replaceAll(/[\uFDD0\uFDD1]/gu, "")
    .replaceAll("$", dollar)
    .split(/\r?\n|\r/u)
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/^>.*(?:\n>.*)*/gmu, ">")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .replaceAll(longLine, `$&${folded}`)
    .trim()

const longLine = new RegExp(`[^\\n]{${maximumLine}}(?=[^\\n])`, "gu")

/** Whole paragraphs as far as they fit, else whole lines; `end` is what parts a window from the next one. */
function* windowsOf(text: string): Generator<{ readonly window: string; readonly end: string }> {
  let start = 0
  while (start < text.length) {
    const limit = start + maximumWindow
    const end = ["\n\n", "\n"].find((end) => text.lastIndexOf(end, limit) > start)
    if (limit >= text.length || end === undefined) return yield { window: text.slice(start), end: "" }
    const at = text.lastIndexOf(end, limit)
    yield { window: text.slice(start, at), end }
    start = at + end.length
  }
}

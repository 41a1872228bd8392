/**
 * Extracts the text that the author of a mail wrote, without quoted mail and signature. It imports nothing from Effect
 * or core, because the threads that read mail load it (`@mailroom/core/reply-text`).
 */
import EmailReplyParser from "email-reply-parser"

// The patterns of email-reply-parser backtrack over the text and over each of its lines, and it passes a part of the
// text to `String.replace` as a pattern, where `$` has a meaning. So it gets windows of limited size, with lines of
// limited length, without `$`. A window takes at most about 15 ms, whatever text it contains.
const maximumText = 100_000
const maximumWindow = 2_000
const maximumWindows = 20
const maximumLine = 200

// Noncharacters: for internal use, never in a text that is exchanged (Unicode, 23.7).
const dollar = "\uFDD0"
const fold = "\uFDD1"
const folded = `${fold}\n${fold}`

const parser = new EmailReplyParser()

/** At most 40 000 characters from the first 100 000; quoted lines do not count. Other work runs between two windows. */
export const replyText = async (text: string): Promise<string> => {
  let result = ""
  let windows = 0
  for (const { end, window } of windowsOf(bounded(text))) {
    // The introduction of quoted mail is recognized only after a blank line.
    const email = parser.read(`\n${window}`)
    result += email.getVisibleText() + end
    // If the window ends with quoted mail or a signature, the author's text has ended.
    if (email.getFragments().at(-1)?.isHidden() === true || ++windows === maximumWindows) break
    await othersRun()
  }
  return result.replaceAll(folded, "").replaceAll(fold, "").replaceAll(dollar, "$").trim()
}

// `setImmediate`, not `setTimeout`: a timer waits at least 1 ms, and a call may record 1000 mails in sequence.
const othersRun = () => new Promise((resolve) => setImmediate(resolve))

/**
 * The text in a form that the parser treats the same: quoted lines and blank lines reduced to one, and long lines
 * folded.
 */
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

/**
 * Splits a text into windows: whole paragraphs as far as they fit, otherwise whole lines. `end` is the separator before
 * the next window.
 */
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

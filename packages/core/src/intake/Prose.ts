/**
 * The text of a notice: the recipients that it names, the text about each, and the beginning of the returned mail. The
 * patterns take linear time for every text, because two repetitions of the same character never follow each other.
 */
import { fold } from "../Text.ts"

/** Maximum number of characters to read, longer than any notice before the returned mail. */
const maximumText = 40_000
export const maximumRecipients = 100

/** The beginning of the returned mail: a line that announces it, or its header. */
const beginnings = [
  "[ \\t]*(?:[-=*]{2,}[ \\t]*)?(?:this is a copy of|below this line is a copy|(?:the )?(?:original|returned|unsent|undelivered) (?:message|mail)(?! (?:was|received|id)\\b)|(?:start of )?(?:message|mail) (?:headers?|text|follows)|(?:the )?header of the original|received message header)[^\\n]*$",
  "(?:received|return-path|message-id|mime-version|dkim-signature|x-received)[ \\t]*:"
]
const beginning = new RegExp(`^(?:${beginnings.join("|")})`, "imu")

/** Splits a text into the notice and the mail that it returns. */
export const split = (text: string): readonly [prose: string, returned: string] => {
  const bounded = text.slice(0, maximumText)
  const at = beginning.exec(bounded)?.index ?? bounded.length
  return [bounded.slice(0, at), text.slice(at, at + maximumText)]
}

const part = `[^\\s<>"'()[\\]:;,*|@\\p{C}：；，、。「」【】（）＜＞]`
const address = `(?<!${part})${part}{1,64}@${part}{1,255}`

/** The positions where notices name a recipient, the most reliable first. */
const patterns = [
  // Alone on a line, or before the failure: qmail, Postfix, Exim, Sendmail and similar systems.
  `^[ \\t>*-]*(?:\\d{3} )?[<"]?(${address})[>"]?(?:[ \\t]*$|[ \\t]*[:(]|\\.\\.\\.|[ \\t][^\\n]{0,200}(?:error|fail|unknown|invalid|reject|full|\\d{3}))`,
  // After a label.
  `\\b(?:recipients?|rcpt to|address(?:es)?|to|user|user ?id|mailbox|for|failed|unknown)[ \\t]*(?:\\([^)\\n]{0,80}\\)[ \\t]*)?[:=][ \\t]*<?(${address})`,
  // In a sentence.
  `\\b(?:deliver\\w*|sent|reach|mail|message|recipient|address|user|account)\\b[^\\n@]{0,80}?<?(${address})`,
  `(${address})`
].map((pattern) => new RegExp(pattern, "gimu"))

interface Section {
  readonly email: string
  /** The text from this recipient until the next one. */
  readonly text: string
}

/**
 * The recipients that a notice names, each with the text about it. `isOther` returns true for addresses that are not
 * recipients.
 */
export const sections = (prose: string, isOther: (email: string) => boolean): ReadonlyArray<Section> => {
  for (const pattern of patterns) {
    const found = new Map<string, { readonly email: string; readonly index: number }>()
    let end = 0
    for (const match of prose.matchAll(pattern)) {
      const email = (match[1] ?? "").replace(/(?<!\.)\.+$/u, "")
      if (isOther(email) || found.has(fold(email))) continue
      // The text before the address on the same line belongs to it, too: a reply begins with its codes.
      const index = Math.max(prose.lastIndexOf("\n", match.index) + 1, end)
      end = match.index + match[0].length
      if (found.set(fold(email), { email, index }).size === maximumRecipients) break
    }
    const all = [...found.values()]
    if (all.length > 0)
      return all.map(({ email, index }, i) => ({
        email,
        text: prose.slice(index, all[i + 1]?.index)
      }))
  }
  return []
}

/** The reply of a remote system in a notice: from the first reply or status code to the end of its paragraph. */
export const reply = (text: string): string =>
  /(?:^|[^\d.:/-])(?:[45][0-5]\d[ -]|[45]\.\d{1,3}\.\d{1,3})(?:[^\n]|\n(?![ \t]*\n))*/u.exec(text)?.[0] ?? ""

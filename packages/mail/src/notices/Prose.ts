/**
 * The text of a notice: the recipients that it names, the text about each, and the beginning of the returned mail. The
 * patterns take linear time for every text, because two repetitions of the same character never follow each other.
 */
import { fold } from "../text/Text.ts"

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
  `\\b(?:recipients?|rcpt to|address(?:es)?|to|user|user ?id|mailbox|for|failed|unknown|found|exist|rejected|invalid)[ \\t]*(?:\\([^)\\n]{0,80}\\)[ \\t]*)?[:=][ \\t]*<?(${address})`,
  // In a sentence.
  `\\b(?:deliver\\w*|sent|reach|mail|message|recipient|address|user|account)\\b[^\\n@]{0,80}?<?(${address})`,
  `(${address})`
].map((pattern) => new RegExp(pattern, "gimu"))
const inSentence = new Set(patterns.slice(2))

/** Words before an address that a sentence recommends, by language: it is not the address that failed. */
const contacts: ReadonlyArray<readonly [pattern: string, language: string]> = [
  ["contact(?:ing)?(?: (?:me|us|him|her|them))?(?: at| via)?", "English"],
  ["(?:write|turn|apply|reply|respond|resend|forward)(?: \\S+){0,3} to", "English"],
  ["please (?:use|e-?mail|mail|try|ask|call|see|send(?: \\S+){0,3} to)", "English"],
  ["(?:reach|find)(?: \\S+){1,3} (?:at|on|under|via)", "English"],
  ["new (?:e-?mail )?(?:address|mailbox)(?: is| now)?", "English"],
  ["(?:help|assistance|questions|inquiries|instead)(?:,? \\S+){0,4}", "English"],
  [
    "(?:wenden|schreiben|richten)(?: \\S+){0,4} an|kontaktieren(?: \\S+)?|neue (?:e-?mail-?)?adresse(?: \\S+)?",
    "German"
  ],
  ["(?:écrire|écrivez|contacter|contactez|adresser|nouvelle adresse)(?: \\S+){0,2}", "French"],
  ["(?:escrib[ae]|contact[ae]|dirij[ao]|diríjase|nueva dirección)(?: \\S+){0,3}", "Spanish"],
  ["(?:scriv[ae]|scrivere|contatt[ai]|contattare|rivolgersi|nuovo indirizzo)(?: \\S+){0,3}", "Italian"],
  ["(?:escreva|contacte|contactar|contate|novo endereço)(?: \\S+){0,3}", "Portuguese"],
  ["(?:contact op met|mail(?:en)? naar|stuur(?: \\S+){0,3} naar|nieuwe adres)(?: \\S+)?", "Dutch"]
]
const contact = new RegExp(`(?:^|[^\\p{L}])(?:${contacts.map(([pattern]) => pattern).join("|")})[ :<"'(]{0,3}$`, "iu")
/** Maximum number of characters before an address in which such words are looked for. */
const contactLength = 80

/** Whether the text before an address recommends it. */
const isContact = (prose: string, index: number): boolean => {
  const [sentence = ""] = prose
    .slice(Math.max(0, index - contactLength), index)
    .split(/[.!?\n](?=\s)/u)
    .slice(-1)
  return contact.test(sentence)
}

interface Section {
  readonly email: string
  /** The text from this recipient until the next one. */
  readonly text: string
}

/**
 * The recipients that a notice names, each with the text about it, by the most reliable of the `patterns` that finds one.
 * `isOther` returns true for addresses that are not recipients; `isBeforeFailure` is true for an address that begins a
 * line and is followed by text.
 */
export const sections = (
  prose: string,
  isOther: (email: string, isBeforeFailure: boolean) => boolean
): ReadonlyArray<Section> => {
  for (const pattern of patterns) {
    const found = new Map<string, { readonly email: string; readonly index: number }>()
    let end = 0
    for (const match of prose.matchAll(pattern)) {
      const email = (match[1] ?? "").replace(/(?<!\.)\.+$/u, "")
      const at = match.index + match[0].lastIndexOf(email)
      const isBeforeFailure =
        pattern === patterns[0] &&
        /\S/u.test(prose.slice(at + email.length, match.index + match[0].length).replace(">", ""))
      if (
        isOther(email, isBeforeFailure) ||
        found.has(fold(email)) ||
        (inSentence.has(pattern) && isContact(prose, at))
      )
        continue
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

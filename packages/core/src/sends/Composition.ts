/** Parts of a mail's header (RFC 5322). Pure functions. */
import { mailAddress } from "@mailroom/mail/domain"
import { cut, escape } from "@mailroom/mail/text"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"

/** Maximum number of ids in `References`: clients need the first one and the last ones. */
const maximumReferences = 10

/** Maximum length of a header line without its line end (RFC 5322, 2.1.1). */
const maximumLine = 998

/** A text as the value of a header field: controls become one space. It is folded at its spaces, so it may be long. */
export const foldableText = (value: string): string =>
  value
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim()

/** The space in a header line that the name of the field may need. */
const maximumName = 80

/** Like `foldableText`, cut to fit one line. */
export const headerText = (value: string): string => cut(foldableText(value), maximumLine - maximumName)

/** The subject of an answer. */
export const replySubject = (subject: string): string => {
  const text = headerText(subject)
  return /^re\s*:/iu.test(text) ? text : `Re: ${text}`.trimEnd()
}

/** The subject of a forwarded message. A mark that mail programs of other languages write counts, too. */
export const forwardSubject = (subject: string): string => {
  const text = headerText(subject)
  return /^(?:fwd?|wg|tr|rv|enc)\s*:/iu.test(text) ? text : `Fwd: ${text}`.trimEnd()
}

/**
 * `References` of a mail that answers the last of these messages, whose ids are in order of their dates: the first one and the last ones, at
 * most `maximumReferences`.
 */
export const referencesOf = (message_ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ids = [...new Set(message_ids)]
  return ids.length <= maximumReferences ? ids : [...ids.slice(0, 1), ...ids.slice(1 - maximumReferences)]
}

/** A new Message-ID at the domain of an address: nobody can guess it. `random`: 16 random bytes as text. */
export const newMessageId = (email: string, random: string): string => {
  const domain = mailAddress(email).slice(email.lastIndexOf("@") + 1)
  return `<${random}@${domain.toLowerCase()}>`
}

type Addresses = Pick<OutgoingMail, "bcc" | "cc" | "from" | "reply_to" | "to">

/** The addresses of a mail in the form that a mail may have (`mailAddress`). */
export const addressesOf = ({ bcc, cc, from, reply_to, to }: Addresses): Addresses => ({
  from: { ...from, email: mailAddress(from.email) },
  to: { ...to, email: mailAddress(to.email) },
  cc: cc.map(mailAddress),
  bcc: bcc.map(mailAddress),
  reply_to: reply_to === null ? null : mailAddress(reply_to)
})

/** Matches a space that HTML would leave out: at the beginning of a line, or before another one. */
const lostSpace = /(?<=[\r\n]) | (?= )/gu

/** A text as HTML: escaped, with its line ends and its spaces. */
export const htmlOf = (text: string): string =>
  escape(text)
    .replaceAll("\t", "    ")
    .replaceAll(lostSpace, "&nbsp;")
    .replaceAll(/\r\n|\r|\n/gu, "<br>\n")

/** The end tags of a whole document, at the end of the HTML. */
const documentEnd = /(?:<\/body\s*>\s*)?(?:<\/html\s*>\s*)?$/iu

/** HTML with other HTML at its end: inside `body`, if the HTML is a whole document. */
export const atEnd = (html: string, added: string): string => {
  const end = html.search(documentEnd)
  return `${html.slice(0, end).trimEnd()}\n${added}${html.slice(end)}`
}

/** HTML with a plain text below it as a paragraph. */
export const htmlBelow = (html: string, added: string): string =>
  added.trim() === "" ? html : atEnd(html, `<p>${htmlOf(added.trim())}</p>\n`)

/** A text below another one, separated by an empty line. */
export const below = (text: string, added: string): string =>
  added.trim() === "" ? text : `${text.trimEnd()}\n\n${added.trim()}\n`

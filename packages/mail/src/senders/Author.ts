/**
 * The author of a mail that one of our mailboxes passed on. A group or a mailing list writes its own address into `From`,
 * because the author's domain forbids others to use it (DMARC), and names the author elsewhere.
 */
import { domainsOf, normalizeEmail } from "../text/Domain.ts"
import { isListField } from "../notices/AutoReply.ts"
import { addressIn, type HeaderField, isAnswer, valueOf } from "../text/HeaderFields.ts"
import type { Mailbox, ParsedMail } from "../MailParser.ts"

interface AuthorField {
  readonly name: string
  /** When the field names the author of a mail from our address, and not us. */
  readonly counts: "always" | "from another domain" | "in a group"
  readonly source: string
}

/** Fields that name the author, the most reliable first. */
const originals: ReadonlyArray<AuthorField> = [
  { name: "x-original-from", counts: "always", source: "Google Groups, Mailman: only when `From` was replaced" },
  { name: "original-from", counts: "always", source: "RFC 5703 (`replace`, `enclose`)" },
  // An alias of ours has our domain.
  { name: "x-original-sender", counts: "from another domain", source: "Google Groups: on every mail" },
  { name: "author", counts: "in a group", source: "RFC 9057" },
  { name: "reply-to", counts: "in a group", source: "RFC 5322; Mailman" }
]

/** `Ada Lovelace via Sales`, in the languages of Google Groups and Mailman. */
const via = /(?:[\s'"](?:via|über|durch|através de|mediante|tramite|przez|через|por meio de)[\s'"])|経由|通过|透過/iu

/** Fields with the address of a mailing list. */
const listAddresses = ["list-post", "mailing-list", "x-beenthere"]

/** The first address in a field, which may be a link (`mailto:`). */
const emailIn = (value: string) => addressIn(value.replaceAll(/mailto:/giu, ""))

/** A name without quotation marks. Google Groups puts the author's name between apostrophes. */
const unquoted = (name: string) =>
  name
    .replaceAll('"', "")
    .trim()
    .replace(/^'(.*)'$/u, "$1")

/**
 * The first mailbox in a field such as `"Ada" <ada@example.com>`; both parts are empty where the field has none. The
 * mailbox with the normalized address `list` is skipped when others follow, at most `skips` times: a list may add itself
 * to `Reply-To`.
 */
const mailboxIn = (value: string, list: string, skips = 4): Mailbox => {
  const email = emailIn(value)
  const end = value.indexOf(email) + email.length
  const isList = email !== "" && normalizeEmail(email) === list
  if (isList && skips > 0 && value.includes(",", end)) {
    return mailboxIn(value.slice(value.indexOf(",", end) + 1), list, skips - 1)
  }
  const name = value.includes("<") ? unquoted(value.slice(0, value.indexOf("<"))) : ""
  return { name, email }
}

/** Whether a mail came through the mailing list with this normalized address. */
const isOfList = (headers: ReadonlyArray<HeaderField>, list: string) =>
  listsIn(headers).some((address) => normalizeEmail(address) === list) ||
  valueOf(headers, "list-id")
    .toLowerCase()
    .includes(`<${list.replace("@", ".")}>`)

/** The addresses of the mailing lists that a mail came through. */
export const listsIn = (headers: ReadonlyArray<HeaderField>): ReadonlyArray<string> =>
  listAddresses.flatMap((name) => emailIn(valueOf(headers, name)) || [])

/**
 * Whether our address `from`, in the field `From`, is the address of a group that passed the mail on. Our campaigns, too,
 * have list fields and another `Reply-To`, but they do not go to our own address.
 */
const isFromGroup = (mail: ParsedMail, from: string): boolean => {
  const isToUs = [...mail.to, ...mail.cc].some(({ email }) => normalizeEmail(email) === from)
  const hasSign = via.test(mail.from?.name ?? "") || isAnswer(mail) || mail.headers.some(isListField)
  return (isToUs && hasSign) || isOfList(mail.headers, from)
}

/** The author that a mail from our own address names, or `undefined` if the mail is ours. */
export const authorOf = (mail: ParsedMail): Mailbox | undefined => {
  const from = normalizeEmail(mail.from?.email ?? "")
  const fromName = mail.from?.name ?? ""
  const isOfGroup = isFromGroup(mail, from)
  for (const { counts, name: field } of originals) {
    const author = mailboxIn(valueOf(mail.headers, field), from)
    const address = normalizeEmail(author.email)
    const isOfOtherDomain = domainsOf(address)[0] !== domainsOf(from)[0]
    const fieldCounts = counts === "always" || isOfGroup || (counts === "from another domain" && isOfOtherDomain)
    if (author.email === "" || address === from || !fieldCounts) continue
    const [nameBeforeVia = ""] = via.test(fromName) ? fromName.split(via, 1) : []
    return { ...author, name: author.name || unquoted(nameBeforeVia) }
  }
  return undefined
}

/** A mail as its author sent it, without the fields of our mailing list. List fields of others stay. */
export const beforeList = (mail: ParsedMail, list: string, from = mail.from): ParsedMail => {
  const [domain = ""] = domainsOf(list)
  const isOurs = ({ name, value }: HeaderField) =>
    name.startsWith("x-") || value.toLowerCase().includes(domain) || /\bgoogle(?:groups)?\.com\b/iu.test(value)
  return {
    ...mail,
    from,
    headers: mail.headers.filter(
      (field) => !(isListField(field) && isOurs(field)) && !/^(?:x-)?precedence$/u.test(field.name)
    )
  }
}

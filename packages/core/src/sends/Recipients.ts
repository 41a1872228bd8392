/** The further recipients of an answer. Pure functions. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { EmailAddress } from "@mailroom/mail/text"
import { Schema } from "effect"
import type { SendRecord } from "./Send.ts"
import type { Message } from "../unibox/Message.ts"

/** Maximum number of addresses in each of the fields `cc` and `bcc`. */
export const maximumCopies = 20

const isAddress = Schema.is(EmailAddress)

/** The addresses without repetitions, and without those in `former`. */
const distinctOf = (emails: ReadonlyArray<string>, former: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const known = new Set(former.map(normalizeEmail))
  return emails.filter((email) => {
    const address = normalizeEmail(email)
    if (known.has(address)) return false
    known.add(address)
    return true
  })
}

/** The recipients of an answer without repetitions: an address is in the first field that names it. */
export const copiesOf = (
  to: string,
  { bcc = [], cc = [] }: { readonly bcc?: ReadonlyArray<string>; readonly cc?: ReadonlyArray<string> }
): { readonly bcc: ReadonlyArray<string>; readonly cc: ReadonlyArray<string> } => {
  const copied = distinctOf(cc, [to])
  return { cc: copied, bcc: distinctOf(bcc, [to, ...copied]) }
}

/** The other people of a mail that came in: its recipients, without its sender. Some of them may be accounts of ours. */
export const othersOf = ({
  cc_email = "",
  from_email,
  to_email
}: Pick<Message, "cc_email" | "from_email" | "to_email">): ReadonlyArray<string> =>
  distinctOf(`${to_email}, ${cc_email}`.split(", ").filter(isAddress), [from_email])

/** Whether a mail is a forwarded message to one of these addresses. */
export const isForwardedTo = (emails: ReadonlyArray<string>): ((send: SendRecord) => boolean) => {
  const asked = new Set(emails.map(normalizeEmail))
  return ({ kind, to_email }) => kind === "forward" && asked.has(normalizeEmail(to_email))
}

/** Whether a mail has one of these addresses as a further recipient. */
export const namesOneOf = (emails: ReadonlyArray<string>): ((send: SendRecord) => boolean) => {
  const asked = new Set(emails.map(normalizeEmail))
  return ({ content }) =>
    [...(content?.cc ?? []), ...(content?.bcc ?? [])].some((email) => asked.has(normalizeEmail(email)))
}

/** The mail without these addresses as further recipients. */
export const withoutCopies =
  (emails: ReadonlyArray<string>) =>
  (send: SendRecord): SendRecord => {
    const { content } = send
    if (content === null) return send
    const { bcc = [], cc = [] } = content
    return { ...send, content: { ...content, cc: distinctOf(cc, emails), bcc: distinctOf(bcc, emails) } }
  }

/** A received mail as a message of the unibox. Pure functions. */
import type { Mailbox, ParsedMail } from "@mailroom/mail"
import { cut } from "@mailroom/mail/text"
import { describe } from "../attachments/Attachment.ts"
import type { MessageId } from "../ids.ts"
import * as Timestamp from "../Timestamp.ts"
import type { NewMessage } from "../unibox/Message.ts"
import type { LeftOut } from "../unibox/LeftOut.ts"
import { preview } from "../unibox/Preview.ts"

/** Maximum number of characters of a header line to store: senders may write lines of any length. */
export const maximumLine = 1_000
const maximumAddresses = 10_000
const maximumType = 250
const firstPlausibleDate = Timestamp.fromMillis(Date.UTC(1990, 0))

/** When the mail was sent, by its date; the time of arrival if the date is missing or impossible. */
export const plausibleDate = (date: Timestamp.Timestamp | null, now: Timestamp.Timestamp): Timestamp.Timestamp =>
  date === null || date < firstPlausibleDate || date > Timestamp.plus(now, Timestamp.clockTolerance) ? now : date

/** The mail as a message, which does not name its thread yet. */
export const toMessage = (
  mail: ParsedMail,
  {
    left_out = [],
    refers_to,
    ...known
  }: Pick<NewMessage, "about" | "account_id" | "date_sent" | "identity" | "is_our_email" | "kind" | "trust"> & {
    readonly left_out?: ReadonlyArray<LeftOut> | undefined
    readonly refers_to?: MessageId | undefined
  }
): Omit<NewMessage, "thread_id"> => ({
  ...known,
  subject: cut(mail.subject, maximumLine),
  body: preview(mail.text),
  from_email: cut(mail.from?.email ?? "", maximumLine),
  to_email: addresses(mail.to),
  is_new: !known.is_our_email,
  body_text: mail.text,
  reply_text: mail.reply_text,
  ...(mail.from === null || mail.from.name === "" ? {} : { from_name: cut(mail.from.name, maximumLine) }),
  ...(mail.cc.length === 0 ? {} : { cc_email: addresses(mail.cc) }),
  ...(mail.message_id === null ? {} : { message_id: mail.message_id }),
  ...(mail.html === null ? {} : { body_html: mail.html }),
  ...(left_out.length === 0 ? {} : { left_out: left_out.map(toStored) }),
  ...(refers_to === undefined ? {} : { refers_to }),
  ...(known.kind === "reply" ? { tab: "replies" as const } : {}),
  attachments: mail.attachments.map(({ bytes, content_id, content_type, filename }) =>
    describe(filename, content_type, bytes.length, content_id)
  )
})

const toStored = ({ content_type, filename, size }: LeftOut): LeftOut => ({
  filename: describe(filename, content_type, size).filename,
  content_type: cut(content_type, maximumType),
  size
})

/** The addresses as one text: as many complete addresses as fit. */
const addresses = (mailboxes: ReadonlyArray<Mailbox>) => {
  let list = ""
  for (const { email } of mailboxes) {
    const next = list === "" ? cut(email, maximumLine) : `${list}, ${email}`
    if (next.length > maximumAddresses) break
    list = next
  }
  return list
}

/** A stored mail as it goes out, without its files. Pure functions. */
import type { AccountRecord } from "../accounts/Account.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import type { CurrentOrganization } from "../Organization.ts"
import { addressesOf, headerText } from "./Composition.ts"
import type { SendRecord } from "./Send.ts"

/** The mail of a send as mailers take it. */
export const mailOf = (
  { id: organization_id }: CurrentOrganization["Service"],
  { email, id, provider, settings }: AccountRecord,
  { content, message_id, subject, to_email }: SendRecord
): OutgoingMail => ({
  organization_id,
  account: { id, email, provider },
  ...addressesOf({
    from: { name: headerText(`${settings.first_name} ${settings.last_name}`), email },
    to: { name: "", email: to_email },
    cc: content?.cc ?? [],
    bcc: content?.bcc ?? [],
    reply_to: settings.reply_to
  }),
  subject: headerText(subject),
  message_id,
  in_reply_to: content?.in_reply_to ?? null,
  references: content?.references ?? [],
  headers: content?.headers ?? {},
  text: content?.body_text ?? "",
  html: content?.body_html ?? null,
  attachments: []
})

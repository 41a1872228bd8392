/** Abuse reports (RFC 5965): a recipient pressed "spam". */
import { addressIn, fieldsOf, type HeaderField, valueOf } from "../text/HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "../MailParser.ts"
import { attachedMail, attachedText, reportType, returnedBy } from "./ReturnedMail.ts"

/** Fields of a report that name the recipient who complains, the most reliable first. */
const reportFields: ReadonlyArray<{ readonly name: string; readonly source: string }> = [
  { name: "original-rcpt-to", source: "RFC 5965, 3.2" },
  { name: "removal-recipient", source: "drafts of RFC 5965; AOL" },
  { name: "original-recipient", source: "RFC 3464, 2.3.1" }
]

/** Fields that the provider adds to the returned mail, or to the report itself. */
const mailFields: ReadonlyArray<{ readonly name: string; readonly source: string }> = [
  { name: "x-hmxmroriginalrecipient", source: "Microsoft JMRP: `To` may be hidden" },
  { name: "x-original-rcpt-to", source: "providers that hide `To`" }
]

/** Fields that the provider's mail system adds to the returned mail, used when its `To` is hidden. */
const deliveryFields: ReadonlyArray<{ readonly name: string; readonly source: string }> = [
  { name: "x-original-to", source: "Postfix" },
  { name: "delivered-to", source: "Postfix, qmail, Gmail" }
]

const types = new Set(["message/feedback-report"])

/** Whether a recipient complained: not in reports of authentication (RFC 6591), nor of mail that is not spam. */
export const isRefusal = (feedbackType: string): boolean => !/^(?:auth-failure|dmarc|not-spam)/iu.test(feedbackType)

const addressOf = (fields: ReadonlyArray<HeaderField>, names: typeof mailFields): string =>
  names.map(({ name }) => addressIn(valueOf(fields, name))).find((address) => address !== "") ?? ""

/** Recognizes an abuse report. Microsoft's format has the mail attached, without a report. */
export const feedbackReport = (mail: ParsedMail): MachineMail | null => {
  const report = attachedText(mail, types)
  const about = returnedBy(mail, mail.text)
  const returned = fieldsOf(attachedMail(mail) ?? mail.text)
  const added = [...returned, ...mail.headers]
  const marked = addressOf(added, mailFields)
  const isMicrosofts =
    mail.from?.email.toLowerCase() === "staff@hotmail.com" &&
    (about.message_ids.length + about.recipients.length > 0 || marked !== "")
  if (reportType(mail) !== "feedback-report" && report === null && !isMicrosofts) return null
  const fields = fieldsOf(report ?? "")
  return {
    kind: "complaint",
    about,
    isRefusal: isRefusal(valueOf(fields, "feedback-type")),
    to: addressOf(fields, reportFields) || marked || (about.recipients[0] ?? addressOf(returned, deliveryFields))
  }
}

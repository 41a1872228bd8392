/** Abuse reports (RFC 5965): a recipient pressed "spam". */
import { addressIn, fieldsOf, valueOf } from "./HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "./MailParser.ts"
import { attachedText, reportType, returnedBy } from "./ReturnedMail.ts"

const types = new Set(["message/feedback-report"])

/** False for reports of authentication (RFC 6591) and of mail that is not spam: no recipient complained. */
export const isRefusal = (feedbackType: string): boolean => !/^(?:auth-failure|dmarc|not-spam)/iu.test(feedbackType)

/** Recognizes an abuse report. Microsoft's format has the mail attached, without a report. */
export const feedbackReport = (mail: ParsedMail): MachineMail | null => {
  const report = attachedText(mail, types)
  const about = returnedBy(mail, mail.text)
  const isMicrosofts =
    mail.from?.email.toLowerCase() === "staff@hotmail.com" && about.message_ids.length + about.recipients.length > 0
  if (reportType(mail) !== "feedback-report" && report === null && !isMicrosofts) return null
  const fields = fieldsOf(report ?? "")
  return {
    kind: "complaint",
    about,
    isRefusal: isRefusal(valueOf(fields, "feedback-type")),
    to: addressIn(valueOf(fields, "original-rcpt-to")) || (about.recipients[0] ?? "")
  }
}

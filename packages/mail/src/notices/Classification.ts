/**
 * Classifies mail that no person wrote: first by the standards, then by the wording of common mail systems.
 *
 * - `FeedbackReport.ts` (RFC 5965), `AmazonNotification.ts`, `DeliveryReport.ts` (RFC 3464), `AutoReply.ts` (RFC 3834)
 * - `Notice.ts`: notices of mail systems that do not follow a standard
 * - `Diagnosis.ts`, `Reasons.ts`: why a mail was not delivered, by the texts of mail systems
 */
import { withoutTags } from "../additions/SystemText.ts"
import { amazonNotification } from "./AmazonNotification.ts"
import { autoReply, isNoReply } from "./AutoReply.ts"
import { deliveryReport } from "./DeliveryReport.ts"
import { feedbackReport } from "./FeedbackReport.ts"
import { isAnswer, valueOf } from "../text/HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "../MailParser.ts"
import { isFromNoOne, notice } from "./Notice.ts"
import { attachedText, nothing, reportType, returnedBy } from "./ReturnedMail.ts"

/** The classification of a mail that a machine wrote; `null` for mail that a person wrote. */
export const machineMail = (written: ParsedMail): MachineMail | null => {
  const mail = { ...written, subject: withoutTags(written.subject) }
  return (
    feedbackReport(mail) ??
    amazonNotification(mail) ??
    readReceipt(mail) ??
    deliveryReport(mail) ??
    notice(mail) ??
    autoReply(mail) ??
    massMail(mail) ??
    (isFromNoOne(mail) || isNoReply(mail) ? { kind: "auto_reply" } : null)
  )
}

const receipts = new Set(["message/disposition-notification", "message/global-disposition-notification"])

const outlooks = new Set(["application/ms-tnef", "application/vnd.ms-tnef"])
/** The message classes of read receipts (MS-OXTNEF, MS-OXOMSG: `IPNRN` read, `IPNNRN` deleted unread). */
const receiptClass = /ipm\.microsoft mail\.(?:non-)?read receipt|report\.ipm(?:\.\w{1,40}){1,4}\.ipnn?rn/iu

/** The fields of a read receipt, where it is written into the text. */
const receiptFields = [/^final-recipient[ \t]*:/imu, /^disposition[ \t]*:/imu]

/**
 * A read receipt (RFC 8098), also one that has its fields only in its text, or Outlook's form in `winmail.dat`; `null` for
 * other mail.
 */
const readReceipt = (mail: ParsedMail): MachineMail | null => {
  const isReceipt =
    reportType(mail) === "disposition-notification" ||
    attachedText(mail, receipts) !== null ||
    receiptClass.test(attachedText(mail, outlooks) ?? "") ||
    (isFromNoOne(mail) && receiptFields.every((field) => field.test(mail.text)))
  return isReceipt ? { kind: "other", about: returnedBy(mail, "") } : null
}

/**
 * A newsletter (RFC 2919, 2369; RFC 3834, 2), also from a lead. A mail that answers another mail is not a newsletter.
 */
const massMail = (mail: ParsedMail): MachineMail | null => {
  const isForMany =
    ["list-id", "list-unsubscribe"].some((name) => valueOf(mail.headers, name) !== "") ||
    /^\s*(?:bulk|junk|list)\b/iu.test(valueOf(mail.headers, "precedence"))
  return isForMany && !isAnswer(mail) ? { kind: "other", about: nothing } : null
}

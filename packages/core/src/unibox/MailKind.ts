/** What kind of mail a mail is, by what the standards have it say of itself. */
import { Schema } from "effect"
import type { ParsedMail } from "./MailParser.ts"

/** `own`: ours, seen for the first time. `duplicate`: stored already. `other`: from no one we know. */
export const MailKind = Schema.Literals(["reply", "auto_reply", "bounce", "complaint", "other", "duplicate", "own"])
export type MailKind = typeof MailKind.Type

/**
 * Whether a machine wrote the mail: a delivery status notification (RFC 3464), an abuse report (RFC 5965), an automatic
 * reply (RFC 3834), or `null`, as far as headers tell. A mail system's own sender (RFC 5321, 4.5.5) never is a person.
 */
export const machineKind = (mail: ParsedMail): "auto_reply" | "bounce" | "complaint" | null => {
  const header = (name: string) => mail.headers.find((field) => field.name === name)?.value.toLowerCase() ?? ""
  const report = /^\s*multipart\/report\b.*?report-type\s*=\s*"?([\w-]+)/su.exec(header("content-type"))?.[1]
  if (report === "feedback-report") return "complaint"
  if (report === "delivery-status") return "bounce"
  const sender = mail.from?.email ?? ""
  if (/^(?:mailer-daemon|postmaster)(?:@|$)/iu.test(sender || (mail.from?.name ?? ""))) return "bounce"
  // No one can be answered there: neither will a person have written.
  if (sender === "" || /^<\s*>/u.test(header("return-path"))) return "auto_reply"
  return /^\s*auto-(?:replied|generated|notified)\b/u.test(header("auto-submitted")) ? "auto_reply" : null
}

/** Delivery status notifications (RFC 3464), and notices that contain such fields in their text. */
import { fold } from "../text/Text.ts"
import type { Failure } from "../Bounce.ts"
import { diagnose } from "./Diagnosis.ts"
import { addressIn, fieldsOf, type HeaderField, valueOf } from "../text/HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import { accountNotice } from "./OwnAccount.ts"
import type { ParsedMail } from "../MailParser.ts"
import { isMailSystem } from "./Notice.ts"
import { maximumRecipients, sections, split } from "./Prose.ts"
import { attachedMail, attachedText, deliveryTypes, maximumText, returnedBy } from "./ReturnedMail.ts"

/** The fields of one recipient (RFC 3464, 2.3). A missing field is empty. */
interface Status {
  /** The address of the final recipient or, if it is missing, of the original recipient. */
  readonly email: string
  readonly original_recipient: string
  /** Every address that the fields name. */
  readonly named: ReadonlyArray<string>
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string
  readonly status: string
  /** The texts of all fields that say why. */
  readonly diagnostic: string
}

/** The fields that say why the mail was not delivered, each with its source. */
const diagnosticFields: ReadonlyArray<readonly [name: string, source: string]> = [
  ["diagnostic-code", "RFC 3464, 2.3.6"],
  ["x-supplementary-info", "Microsoft Exchange"],
  ["x-powermta-bouncecategory", "PowerMTA"]
]

/** The fields that name the recipient, the most exact first. */
const recipientFields: ReadonlyArray<readonly [name: string, source: string]> = [
  ["final-recipient", "RFC 3464, 2.3.2"],
  ["original-recipient", "RFC 3464, 2.3.1"],
  ["x-actual-recipient", "Sendmail"]
]

export const deliveryReport = (mail: ParsedMail): MachineMail | null => {
  const statuses = statusesIn(reportOf(mail))
  if (statuses.length === 0) return null
  const [prose, rest] = split(mail.text)
  const about = returnedBy(mail, rest)
  // Some reports list a recipient twice.
  const undelivered = new Map<string, Status>()
  for (const status of statuses.filter(isUndelivered)) {
    if (!undelivered.has(fold(status.email))) undelivered.set(fold(status.email), status)
  }
  const textOf = new Map(
    sections(prose, (email) => !undelivered.has(fold(email))).map(({ email, text }) => [fold(email), text])
  )
  const failures = [...undelivered].map(([folded, status]) =>
    failure(status, undelivered.size === 1 ? prose : (textOf.get(folded) ?? ""), about.from)
  )
  return failures.some(({ isDelayed }) => !isDelayed) ? { kind: "bounce", about, failures } : { kind: "other", about }
}

const isUndelivered = ({ action, status }: Status) =>
  !/^(?:deliver|relayed|expanded)/u.test(action) && !status.startsWith("2")

/**
 * The text of a report: the mail is a report, or a mail system writes the report into the text, or attaches it to
 * another mail, which forwarding produces.
 */
const reportOf = (mail: ParsedMail): string => {
  const isReport = /^\s*multipart\/report\b/iu.test(valueOf(mail.headers, "content-type"))
  if (!isReport && !isMailSystem(mail)) return ""
  const texts = [mail.text, attachedMail(mail) ?? ""]
  const report =
    attachedText(mail, deliveryTypes) ?? texts.find((text) => /^final-recipient[ \t]*:/imu.test(text)) ?? ""
  return report.slice(0, maximumText)
}

/**
 * One status for each recipient. The blank line between recipients may be missing, or may appear inside one recipient's
 * fields, so a field that begins a recipient also ends the one before. Fields before the first recipient are about the
 * report. Of a repeated field the first one counts.
 */
const statusesIn = (text: string): ReadonlyArray<Status> => {
  const groups: Array<Map<string, string>> = []
  let group = new Map<string, string>()
  const close = () => {
    if (group.has("final-recipient") || group.has("original-recipient")) groups.push(group)
    group = new Map()
  }
  const all = text.split(/\n[ \t]*\n/u).flatMap(fieldsOf)
  for (const [i, { name, value }] of all.entries()) {
    if (begins(name, group, all[i + 1])) close()
    if (!group.has(name)) group.set(name, value)
  }
  close()
  return groups.slice(0, maximumRecipients).map((fields) => {
    const value = (name: string) => fields.get(name) ?? ""
    const named = recipientFields.flatMap(([name]) => recipient(value(name)) || [])
    return {
      email: named[0] ?? "",
      named,
      original_recipient: recipient(value("original-recipient")),
      action: value("action").toLowerCase().trim(),
      status: value("status"),
      diagnostic: diagnosticFields.flatMap(([name]) => value(name) || []).join("\n")
    }
  })
}

/**
 * Whether a field begins the next recipient. A field does that the current recipient already has: `Final-Recipient`,
 * `Original-Recipient`, or `Action`, which some reports put before its recipient. `Original-Recipient` also does when the current
 * recipient has its `Final-Recipient`, and the next field is another one.
 */
const begins = (name: string, before: ReadonlyMap<string, string>, next: HeaderField | undefined) =>
  name === "original-recipient"
    ? before.has(name) || (before.has("final-recipient") && next?.name === "final-recipient")
    : (name === "final-recipient" || name === "action") && before.has(name)

/** `rfc822; <ada@example.com>` without type and brackets (RFC 3464, 2.3.1). */
const recipient = (value: string): string =>
  addressIn(value) ||
  value
    .replace(/^[^;]*;/u, "")
    .replaceAll(/[<>\s\p{C}]/gu, "")
    .slice(0, 320)

const failure = (
  { action, diagnostic, email, named, original_recipient, status }: Status,
  prose: string,
  sender: string
): Failure => {
  const parties = { recipients: named.filter((email) => email.includes("@")), sender }
  const verdict = diagnose(diagnostic, status, prose, parties)
  const account = verdict.hard ? null : accountNotice([diagnostic === "" ? status : diagnostic, prose], parties)
  return {
    email,
    original: original_recipient,
    isDelayed: action.startsWith("delayed"),
    ...verdict,
    ...(account === null ? {} : { account })
  }
}

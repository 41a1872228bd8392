/** Recognizes notices about undelivered mail that mail systems write for people, without following a standard. */
import { fold } from "../Text.ts"
import { type Failure, isPermanent, type Verdict, verdict } from "./Bounce.ts"
import { diagnose } from "./Diagnosis.ts"
import { addressIn, valueOf } from "./HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "./MailParser.ts"
import { maximumRecipients, reply, sections, split } from "./Prose.ts"
import { reportType, returnedBy } from "./ReturnedMail.ts"

const senderOf = ({ from }: ParsedMail) => from?.email || from?.name || ""

/** Whether the sender is a mail system and never a person (RFC 5321, 4.5.5; RFC 2142, 5). */
const isDaemon = (mail: ParsedMail) =>
  /^(?:mailer[-_.]?daemon|post[-_.]?master|mail[-_.]delivery[\w.-]*)(?:@|$)/iu.test(senderOf(mail))

/** Whether the sender is empty or accepts no answers: then no person wrote the mail. */
export const isFromNoOne = (mail: ParsedMail): boolean =>
  mail.from === null ||
  mail.from.email === "" ||
  /^\s*(?:<\s*>|<?mailer-daemon)/iu.test(valueOf(mail.headers, "return-path"))

export const isMailSystem = (mail: ParsedMail): boolean => isDaemon(mail) || isFromNoOne(mail)

/** The beginnings of the subjects of notices. */
const titles = [
  "un-?deliver",
  "(?:mail |message )?delivery (?:status|notification|failure|failed|error|report|problem|system|has failed)",
  "fail(?:ure notice|ed mail)",
  "returned (?:mail|to sender)",
  "mail (?:failed|failure|error|could not|system error|returned)",
  "message (?:not delivered|status|undeliver|could not|delayed)",
  "(?:automatic|non)-?delivery",
  "warning: (?:could not send|message)",
  "(?:rejected|delayed) (?:mail|message)",
  "your message could not",
  "error sending",
  "unzustellbar",
  "[ée]chec (?:de|d'|lors)",
  "non remis",
  "メールエラー通知",
  "配信(?:不能|エラー|できません)",
  "送信(?:エラー|できません)"
]
const title = new RegExp(`^(?:${titles.join("|")})`, "iu")

const delayed =
  /\bdelay|still being retried|warning: could not send|(?:will|continue) (?:be )?(?:retried|to (?:re)?try|tr(?:y|ied) (?:again|for))|warning (?:message )?only/iu

/** Recognizes a notice about mail that was not delivered, or not yet. */
export const notice = (mail: ParsedMail): MachineMail | null => {
  const failed = valueOf(mail.headers, "x-failed-recipients")
  const isTitled = title.test(mail.subject)
  const isReport = reportType(mail) === "delivery-status"
  // A subject alone is not enough, because people also write about failures. This subject is an exception: no person
  // writes it.
  const isMachines = mail.subject === "メールエラー通知"
  if (!isMailSystem(mail) && !isReport && !isMachines && failed === "") return null
  const [prose, returned] = split(mail.text)
  const about = returnedBy(mail, returned)
  const others = new Set([...mail.to.map(({ email }) => email), senderOf(mail), about.from].map(fold))
  const found = sections(
    prose,
    (email) => others.has(fold(email)) || /^(?:mailer-daemon|post_?master|abuse|support|help|no-?reply)@/iu.test(email)
  )
  const texts = new Map(found.map(({ email, text }) => [fold(email), text]))
  const named = [
    ...new Map(
      failed.split(",").flatMap((field) => {
        const email = addressIn(field)
        return email === "" ? [] : [[fold(email), email] as const]
      })
    ).values()
  ]
  const emails =
    named.length > 0 ? named : found.length > 0 ? found.map(({ email }) => email) : [about.recipients[0] ?? ""]
  const ofAll = diagnose(reply(prose), "", prose)
  const isOnly = emails.length === 1
  const failures = emails.slice(0, maximumRecipients).map((email): Failure => ({
    email,
    original: "",
    isDelayed: false,
    ...diagnosis(texts.get(fold(email)), ofAll, isOnly)
  }))
  const says = ({ reason, reply_code, status }: Failure) => reason !== "unknown" || (status ?? reply_code) !== null
  if (!isTitled && !failures.some(says)) {
    // The notice has no text that we recognize. It is a bounce, but its recipient is unknown.
    return isReport || isDaemon(mail) ? { kind: "bounce", about, failures: [] } : null
  }
  const isFinal = failures.some((failure) => (failure.status ?? failure.reply_code) !== null && isPermanent(failure))
  return !isFinal && delayed.test(`${mail.subject}\n${prose}`)
    ? { kind: "other", about }
    : { kind: "bounce", about, failures }
}

/**
 * Diagnoses one recipient: by the recipient's line, the text after it, and finally the whole notice, which is the same
 * for every recipient.
 */
const diagnosis = (text: string | undefined, ofAll: Verdict, isOnly: boolean): Verdict => {
  // A verdict on the whole notice cannot be attributed to one of several recipients.
  const ofAny: Verdict =
    isOnly || !ofAll.hard ? ofAll : { hard: false, status: null, reply_code: null, reason: "unknown" }
  if (text === undefined) return ofAny
  const [line = ""] = text.split("\n")
  const diagnoses = [line, text].map((part) => diagnose(reply(part), "", part))
  const known = diagnoses.find(({ reason }) => reason !== "unknown")
  if (known === undefined) return ofAny.reason === "unknown" ? diagnose("", "", text) : ofAny
  // The codes may be on another line.
  const codes = [...diagnoses, ...(isOnly ? [ofAll] : [])].find(
    ({ reply_code, status }) => (reply_code ?? status) !== null
  )
  if (codes === undefined) return known
  return verdict({ status: codes.status, reply_code: codes.reply_code, reason: known.reason })
}

/** Recognizes notices about undelivered mail that mail systems write for people, without following a standard. */
import { fold } from "../text/Text.ts"
import { plain } from "../text/Wording.ts"
import { type Failure, isPermanent, type Verdict, verdict } from "../Bounce.ts"
import { diagnose } from "./Diagnosis.ts"
import { autoReply } from "./AutoReply.ts"
import { addressIn, isAnswer, valueOf } from "../text/HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "../MailParser.ts"
import { accountNotice } from "./OwnAccount.ts"
import { daemon, delayed, informs, noticeFields, postmaster, saysFailure, title } from "../words/notices/NoticeSigns.ts"
import { maximumRecipients, reply, sections, split } from "./Prose.ts"
import { attachedMail, reportType, returnedBy, type ReturnedMail } from "./ReturnedMail.ts"
import type { Parties } from "./Statement.ts"

const senderOf = ({ from }: ParsedMail) => from?.email || from?.name || ""

/** Whether the sender is empty or accepts no answers: then no person wrote the mail, but maybe a person's autoresponder. */
export const isFromNoOne = (mail: ParsedMail): boolean =>
  mail.from === null ||
  mail.from.email === "" ||
  // A rule that redirects what a person wrote empties the return path, too.
  (valueOf(mail.headers, "resent-from") === "" &&
    /^\s*(?:<\s*>|<?mailer-daemon)/iu.test(valueOf(mail.headers, "return-path")))

/** Whether a machine sent the mail. */
const isMachines = (mail: ParsedMail) => isFromNoOne(mail) || autoReply(mail) !== null

/** A line of a session: Apache James answers the mail that it returns. */
const transcript = /^[ \t]*rcpt to:[ \t]*<?[^\s<>@]{1,64}@/imu

/**
 * How a mail shows that a mail system wrote it. An empty return path is not enough: automatic replies have it, too (RFC
 * 3834, 3.3).
 */
interface Evidence {
  /** The mail is a report, or has a field, a title or a sender that only mail systems use. */
  readonly isHard: boolean
  /** The sender may be a mail system or a person: then the text decides. */
  readonly isPossible: boolean
}

/** Signs in a mail that it is a notice of a mail server. */
const evidenceOf = (mail: ParsedMail): Evidence => {
  const sender = senderOf(mail)
  const isPostmasters = postmaster.test(sender)
  const isTitled = title.test(mail.subject)
  return {
    isHard:
      reportType(mail) === "delivery-status" ||
      mail.headers.some(({ name }) => noticeFields.has(name)) ||
      daemon.test(sender) ||
      (isTitled && (isPostmasters || isMachines(mail))) ||
      // No person gives this title.
      mail.subject === "メールエラー通知",
    isPossible:
      autoReply(mail) === null &&
      ((isPostmasters && (!isAnswer(mail) || transcript.test(mail.text))) ||
        // Autoresponders do not return the mail.
        (isFromNoOne(mail) && attachedMail(mail) !== null))
  }
}

/** Whether a mail system wrote the mail, and not a person's autoresponder. */
export const isMailSystem = (mail: ParsedMail): boolean => evidenceOf(mail).isHard

/** Whether a system tells of mail that it holds, or that it delivered in another form: nothing failed. */
const isInformation = (mail: ParsedMail): boolean =>
  reportType(mail) === "" &&
  informs.test(plain(mail.subject)) &&
  (postmaster.test(senderOf(mail)) || daemon.test(senderOf(mail)) || isMachines(mail))

/** Local parts of addresses that notices recommend for help. They may also be leads. */
const helper = /^(?:mailer-daemon|post_?master|hostmaster|abuse|support|help|no-?reply)@/iu

/** The field `X-Failed-Recipients`, with addresses between commas. */
const failedField = (mail: ParsedMail) => valueOf(mail.headers, "x-failed-recipients")

/** The addresses in `X-Failed-Recipients`, each once. */
const failedRecipients = (mail: ParsedMail): ReadonlyArray<string> => {
  const emails = failedField(mail)
    .split(",")
    .map(addressIn)
    .filter((email) => email !== "")
  return [...new Map(emails.map((email) => [fold(email), email])).values()]
}

/**
 * A failure for each recipient that a notice names: in its field, else in its text, else in the mail that it returns
 * (`about`). Its address is empty if the notice names none.
 */
const failuresIn = (mail: ParsedMail, prose: string, about: ReturnedMail): ReadonlyArray<Failure> => {
  const returnedTo = new Set(about.recipients.map(fold))
  const sender = fold(senderOf(mail))
  const others = new Set([...mail.to.map(({ email }) => email), about.from].map(fold))
  const found = sections(prose, (email, isBeforeFailure) => {
    const folded = fold(email)
    if (others.has(folded)) return true
    return !returnedTo.has(folded) && (folded === sender || (!isBeforeFailure && helper.test(email)))
  })
  const textOf = new Map(found.map(({ email, text }) => [fold(email), text]))
  const inText = found.map(({ email }) => email)
  const emails = [failedRecipients(mail), inText].find(({ length }) => length > 0) ?? [about.recipients[0] ?? ""]
  const isOnly = emails.length === 1
  const partiesOf = (email: string): Parties => ({ recipients: email === "" ? [] : [email], sender: about.from })
  const ofAll = diagnose(reply(prose), "", prose, isOnly ? partiesOf(emails[0] ?? "") : undefined)
  return emails.slice(0, maximumRecipients).map((email) => ({
    email,
    original: "",
    isDelayed: false,
    ...diagnosis(textOf.get(fold(email)), ofAll, isOnly, partiesOf(email))
  }))
}

/** Recognizes a notice about mail that was not delivered, or not yet; `null` for other mail. */
export const notice = (mail: ParsedMail): MachineMail | null => {
  const { isHard, isPossible } = evidenceOf(mail)
  if (isInformation(mail)) return { kind: "other", about: returnedBy(mail, "") }
  if (!isHard && !isPossible) return null
  const [prose, returned] = split(mail.text)
  const about = returnedBy(mail, returned)
  const account = accountNotice([prose], { recipients: about.recipients, sender: about.from })
  const failures = failuresIn(mail, prose, about)
  const hasCode = ({ reply_code, status }: Failure) => (status ?? reply_code) !== null
  const says = (failure: Failure) => failure.reason !== "unknown" || hasCode(failure)
  // A person may also write of a failure, but names no address or code. A system may name both in a list of what it holds.
  const isSaid =
    (isHard || saysFailure.test(plain(`${mail.subject}\n${prose}`))) &&
    failures.some((failure) => says(failure) && (isHard || failure.email !== "" || hasCode(failure)))
  const isFinal = failures.some((failure) => hasCode(failure) && isPermanent(failure))
  const isDelayed = !isFinal && delayed.test(plain(`${mail.subject}\n${prose}`))
  if (!isSaid && failedField(mail) === "" && !title.test(mail.subject)) {
    if (!isHard) return null
    // The notice has no text that we recognize. It is a bounce, but its recipient is unknown.
    return isDelayed ? { kind: "other", about } : { kind: "bounce", about, failures: [] }
  }
  if (account === null) return isDelayed ? { kind: "other", about } : { kind: "bounce", about, failures }
  // The provider of our account sends none of its mail, and names no reply about a recipient: no recipient failed.
  if (!failures.some((failure) => failure.hard || hasCode(failure))) return { kind: "other", about, account }
  return {
    kind: "bounce",
    about,
    failures: failures.map((failure) => (failure.hard ? failure : { ...failure, account }))
  }
}

/** The end of a statement, whose lines may be wrapped: a blank line, or a line that begins like a reply or a command. */
const nextStatement = /\n(?:[ \t]*\n|(?=\d{3}[ -]|<<<|>>>|\.\.\.|while talking\b))/iu

/**
 * The verdict on one recipient: by the statement about the recipient, with which `text` begins, then by all of `text`, and
 * finally by the whole notice (`ofAll`). `isOnly`: the notice names no other recipient.
 */
const diagnosis = (text: string | undefined, ofAll: Verdict, isOnly: boolean, parties: Parties): Verdict => {
  // A verdict on the whole notice cannot be attributed to one of several recipients.
  const ofAny: Verdict =
    isOnly || !ofAll.hard ? ofAll : { hard: false, status: null, reply_code: null, reason: "unknown" }
  if (text === undefined) return ofAny
  const [statement = ""] = text.split(nextStatement)
  const diagnoses = [statement, text].map((part) => diagnose(reply(part), "", part, parties))
  const known = diagnoses.find(({ reason }) => reason !== "unknown")
  if (known === undefined) return ofAny.reason === "unknown" ? diagnose("", "", text, parties) : ofAny
  // The codes may be on another line.
  const codes = [...diagnoses, ...(isOnly ? [ofAll] : [])].find(
    ({ reply_code, status }) => (reply_code ?? status) !== null
  )
  if (codes === undefined) return known
  return verdict({ status: codes.status, reply_code: codes.reply_code, reason: known.reason })
}

/** What mail systems write to people about mail that they could not deliver, where they follow no standard. */
import { fold } from "../Text.ts"
import type { Failure, Verdict } from "./Bounce.ts"
import { diagnose } from "./Diagnosis.ts"
import { addressIn, valueOf } from "./HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "./MailParser.ts"
import { reportType, returnedBy } from "./ReturnedMail.ts"

/** More than any notice says before the returned mail begins. */
const maximumText = 40_000
export const maximumRecipients = 100

const senderOf = ({ from }: ParsedMail) => from?.email || from?.name || ""

/** Whether the sender is a mail system (RFC 5321, 4.5.5; RFC 2142, 5): never a person. */
const isDaemon = (mail: ParsedMail) =>
  /^(?:mailer[-_.]?daemon|post[-_.]?master|mail[-_.]delivery[\w.-]*)(?:@|$)/iu.test(senderOf(mail))

/** No one can be answered there: neither will a person have written. */
export const isFromNoOne = (mail: ParsedMail): boolean =>
  mail.from === null ||
  mail.from.email === "" ||
  /^\s*(?:<\s*>|<?mailer-daemon)/iu.test(valueOf(mail.headers, "return-path"))

export const isMailSystem = (mail: ParsedMail): boolean => isDaemon(mail) || isFromNoOne(mail)

/** How notices begin their subjects. */
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
  "non remis"
]
const title = new RegExp(`^(?:${titles.join("|")})`, "iu")

const delayed =
  /\bdelay|still being retried|warning: could not send|(?:will|continue) (?:be )?(?:retried|to (?:re)?try|tr(?:y|ied) (?:again|for))|warning (?:message )?only/iu

/** What begins the returned mail: a line that says so, or its header. */
const beginnings = [
  "[ \\t]*(?:[-=*]{2,}[ \\t]*)?(?:this is a copy of|below this line is a copy|(?:the )?(?:original|returned|unsent|undelivered) (?:message|mail)(?! (?:was|received|id)\\b)|(?:start of )?(?:message|mail) (?:headers?|text|follows)|(?:the )?header of the original|received message header)[^\\n]*$",
  "(?:received|return-path|message-id|mime-version|dkim-signature|x-received)[ \\t]*:"
]
const beginning = new RegExp(`^(?:${beginnings.join("|")})`, "imu")

/** A notice without the mail that it returns, and that mail. */
export const split = (text: string): readonly [prose: string, returned: string] => {
  const bounded = text.slice(0, maximumText)
  const at = beginning.exec(bounded)?.index ?? bounded.length
  return [bounded.slice(0, at), text.slice(at, at + maximumText)]
}

const address = `[^\\s<>"'()[\\]:;,*|@\\p{C}]{1,64}@[^\\s<>"'()[\\]:;,*|@\\p{C}]{1,255}`

/** Where notices name a recipient, the surest first. */
const places = [
  // Alone on its line, or before what happened: qmail, Postfix, Exim, Sendmail and their like.
  `^[ \\t>*-]*(?:\\d{3} )?[<"]?(${address})[>"]?(?:[ \\t]*$|[ \\t]*[:(]|\\.\\.\\.|[ \\t]+[^\\n]{0,200}(?:error|fail|unknown|invalid|reject|full|\\d{3}))`,
  // After a label.
  `\\b(?:recipients?|rcpt to|address(?:es)?|to|user|user ?id|mailbox|for|failed|unknown)[ \\t]*(?:\\([^)\\n]{0,80}\\))?[ \\t]*[:=][ \\t]*<?(${address})`,
  // In a sentence.
  `\\b(?:deliver\\w*|sent|reach|mail|message|recipient|address|user|account)\\b[^\\n@]{0,80}?<?(${address})`,
  `(${address})`
].map((place) => new RegExp(place, "gimu"))

interface Section {
  readonly email: string
  /** From this recipient on, until the next one. */
  readonly text: string
}

/** The recipients that a notice names, each with what is said of it; `isOther` tells addresses that are none. */
export const sections = (prose: string, isOther: (email: string) => boolean): ReadonlyArray<Section> => {
  for (const place of places) {
    const found = new Map<string, { readonly email: string; readonly index: number }>()
    for (const match of prose.matchAll(place)) {
      const email = (match[1] ?? "").replace(/\.+$/u, "")
      if (isOther(email) || found.has(fold(email))) continue
      if (found.set(fold(email), { email, index: match.index }).size === maximumRecipients) break
    }
    const all = [...found.values()]
    if (all.length > 0)
      return all.map(({ email, index }, i) => ({ email, text: prose.slice(index, all[i + 1]?.index) }))
  }
  return []
}

/** What a remote system says in a notice: from the first reply or status code on, to the end of its paragraph. */
const reply = (text: string): string =>
  /(?:^|[^\d.:/-])(?:[45][0-5]\d[ -]|[45]\.\d{1,3}\.\d{1,3})(?:[^\n]|\n(?![ \t]*\n))*/u.exec(text)?.[0] ?? ""

/** A notice that mail was not delivered, or not yet. */
export const notice = (mail: ParsedMail): MachineMail | null => {
  const failed = valueOf(mail.headers, "x-failed-recipients")
  const isTitled = title.test(mail.subject)
  const isReport = reportType(mail) === "delivery-status"
  const isFromSystem = isMailSystem(mail) || failed !== ""
  if (!isFromSystem && !isReport && !isTitled) return null
  const [prose, returned] = split(mail.text)
  const about = returnedBy(mail, returned)
  const others = new Set([...mail.to.map(({ email }) => email), senderOf(mail), about.from].map(fold))
  const found = sections(
    prose,
    (email) => others.has(fold(email)) || /^(?:mailer-daemon|post_?master|abuse|support|help|no-?reply)@/iu.test(email)
  )
  const texts = new Map(found.map(({ email, text }) => [fold(email), text]))
  const ofAll = diagnose(reply(prose), "", prose)
  const named = failed.split(",").flatMap((email) => addressIn(email) || [])
  const emails = named.length > 0 ? named : found.length > 0 ? found.map(({ email }) => email) : [about.to]
  const failures = emails
    .slice(0, maximumRecipients)
    .map((email): Failure => ({ email, original: "", isDelayed: false, ...diagnosis(texts.get(fold(email)), ofAll) }))
  // What only its title says to be a notice must quote a mail system: people write of failures, too.
  const isQuoting = failures.some(({ reply_code, status }) => reply_code !== null || status !== null)
  const isEvident = isQuoting || (isFromSystem && (isTitled || failures.some(({ reason }) => reason !== "unknown")))
  if (!isEvident) {
    // It says nothing that we know: of a bounce, but of whose?
    return isReport || isDaemon(mail) ? { kind: "bounce", about, failures: [] } : null
  }
  return delayed.test(`${mail.subject}\n${prose}`) ? { kind: "other", about } : { kind: "bounce", about, failures }
}

/** By the recipient's own line, what follows it, and all of the notice: that is the same for every recipient. */
const diagnosis = (text: string | undefined, ofAll: Verdict): Verdict => {
  if (text === undefined) return ofAll
  const [line = ""] = text.split("\n")
  const own = [line, text].map((said) => diagnose(reply(said), "", said))
  return [...own, ofAll].find(({ reason }) => reason !== "unknown") ?? diagnose("", "", text)
}

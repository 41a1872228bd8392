/** Why mail was not delivered, derived from the texts of mail systems. */
import { type BounceReason, isDead, isPermanent, type Verdict, verdict } from "../Bounce.ts"
import { reply as replyIn } from "./Prose.ts"
import { unaccentedPattern } from "../text/Wording.ts"
import { rows } from "../words/notices/Reasons.ts"
import { folded, isAboutUs, namesOthers, type Parties, subjectAt } from "./Statement.ts"

interface Pattern {
  readonly reason: BounceReason
  readonly isCertain: boolean
  readonly pattern: RegExp
}

// Making them takes longer than starting a process should, and most processes read no notices.
let made: ReadonlyArray<Pattern> | undefined
const patterns = (): ReadonlyArray<Pattern> =>
  (made ??= rows.map(({ isCertain = false, reason, says }) => ({
    reason,
    isCertain,
    pattern: new RegExp(unaccentedPattern(says.join("|")), "u")
  })))

/** The enhanced status code in a text, if it is not a part of an IP address. */
const statusIn = (text: string): string | null => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/u.exec(text)?.[0] ?? null

/** The SMTP reply code in a text, at the beginning of a reply. */
const replyCodeIn = (text: string): number | null => {
  const code = /(?<![\d.:/-])[45][0-5]\d(?=[ -](?!\d{3}\b)|:|$)/mu.exec(text)?.[0]
  return code === undefined ? null : Number(code)
}

/**
 * The meaning of the enhanced status codes (RFC 3463, 7372, 7505 and Microsoft's), without their class; longer prefixes
 * come first.
 */
const subjects: ReadonlyArray<readonly [prefix: string, reason: BounceReason]> = [
  ["1.1", "unknown_address"],
  ["1.2", "unknown_domain"],
  ["1.3", "unknown_address"],
  ["1.6", "moved"],
  ["1.7", "policy"],
  ["1.8", "policy"],
  ["1.9", "content"],
  ["1.10", "unknown_domain"],
  ["2.1", "mailbox_disabled"],
  ["2.2", "mailbox_full"],
  ["2.3", "too_large"],
  ["3.1", "mailbox_full"],
  ["3.4", "too_large"],
  ["3", "system"],
  ["4.4", "unknown_domain"],
  ["4.7", "expired"],
  ["4", "network"],
  ["5.3", "rate_limited"],
  ["5", "system"],
  ["6", "content"],
  ["7.13", "mailbox_disabled"],
  ["7.20", "authentication"],
  ["7.21", "authentication"],
  ["7.22", "authentication"],
  ["7.23", "authentication"],
  ["7.25", "blocked"],
  ["7.26", "authentication"],
  ["7.509", "authentication"],
  ["7", "policy"]
]

/** `X.0.0`, and the codes for any other error of the system or the protocol (RFC 3463, 3.4 and 3.6). */
const isGeneric = (status: string) => /^\d\.[035]\.0$/u.test(status)

const subjectOf = (status: string | null): BounceReason | undefined => {
  const subject = status?.replace(/^\d\./u, "")
  return subjects.find(([prefix]) => subject === prefix || subject?.startsWith(`${prefix}.`))?.[1]
}

/** Codes that are only about the recipient's address. */
const ofRecipient = /^\d\.1\.(?:1|2|3|6|10)$/u

/** A reply to these commands (RFC 5321, 3.3) does not reject the recipient, unless it says so. */
const command = "(?:reply to|after|like our|response to|>>>|smtp command|for) (?:the )?"
const data = new RegExp(`${command}(?:end of |final )?(?:data\\b|text command)`, "u")
/** Before the recipient is named, only we can be rejected. */
const beforeRecipient = new RegExp(
  `${command}(?:mail from|ehlo|helo|initial connection|connect\\b|greeting)|\\[mail_from\\]|refused to talk to me|my name was rejected`,
  "u"
)

const nobody: Parties = { recipients: [], sender: "" }

/**
 * The verdict on one recipient, by this order of evidence:
 *
 * 1. a reply that is transient, or that announces another attempt: the address lives;
 * 2. a phrase about us, or a name that is not the recipient's: the address lives;
 * 3. an explicit statement about the mailbox, whatever command it answers, and whatever code stands beside it;
 * 4. a code about the address (RFC 3463, 3.2);
 * 5. any other phrase about the address, unless the reply answers another command than RCPT.
 *
 * `reply` is the text of the remote system, `status` the code of the reporting system, `prose` the text of the notice.
 */
export const diagnose = (reply: string, status: string, prose: string, parties: Parties = nobody): Verdict => {
  const reported = statusIn(status)
  const specificCode = reported !== null && !isGeneric(reported) ? reported : statusIn(reply)
  const code = specificCode ?? statusIn(prose) ?? reported
  const answered = replyCodeIn(reply)
  const texts = [reply, status, prose].map((text) => folded(text, parties))
  const [inReply, inStatus, inProse] = texts.map(phraseIn)
  const coded = subjectOf(specificCode)
  const beside = inStatus ?? inProse
  // A specific code outranks the prose, but the prose may name another host or address than the recipient's.
  const isSame = coded !== undefined && isDead(coded) && beside !== undefined && isDead(beside.row.reason)
  const found = inReply ?? (coded === undefined || isSame ? beside : undefined)
  const reason = found?.row.reason ?? subjectOf(code) ?? "unknown"
  const verdictOf = (reason: BounceReason) =>
    verdict({ status: code, reply_code: answered ?? replyCodeIn(prose), reason })
  if (!isDead(reason)) return verdictOf(reason)
  // A queue that gives up after temporary failures reports them as permanent.
  if (answered !== null && answered < 500 && code?.startsWith("5") === true) return verdictOf("expired")
  if (!isPermanent({ reply_code: answered, status: code })) return verdictOf(reason)
  const allText = texts.join(" ")
  const answers = (command: RegExp) => !/\brcpt\b/u.test(allText) && command.test(allText)
  if (answers(beforeRecipient)) return verdictOf("policy")
  const isOfDomain = reason === "unknown_domain"
  if (found === undefined) {
    // Only the code says that the address is dead.
    const text = folded(reply || replyIn(prose), parties)
    return verdictOf(namesOthers(text) || isAboutUs(text) ? "policy" : reason)
  }
  const subject = subjectAt(found.text, found.place, parties, isOfDomain)
  if (subject === "passing") return verdictOf(isOfDomain ? "network" : "system")
  if (subject === "host") return verdictOf("network")
  if (subject === "sender") return verdictOf("policy")
  // A parameter that is wrong (RFC 5321, 4.2.2; RFC 3463, 3.6) is the name that we gave, unless the reply names the recipient.
  const isOfParameter = /\b501 /u.test(found.text) || code === "5.5.2" || code === "5.5.4"
  if (isOfDomain && isOfParameter && !found.text.includes("x@x")) return verdictOf("policy")
  const isOfRecipient =
    found.row.isCertain ||
    (code !== null && ofRecipient.test(code)) ||
    (code?.startsWith("5.7.") !== true && !answers(data))
  return verdictOf(isOfRecipient ? reason : "policy")
}

/** The first row with a phrase in the text, and the place of the phrase. */
const phraseIn = (text: string) => {
  for (const row of patterns()) {
    const match = row.pattern.exec(text)
    if (match !== null) return { row, text, place: { index: match.index, length: match[0].length } }
  }
  return undefined
}

/** Why mail was not delivered, derived from the texts of mail systems. */
import { type BounceReason, isDead, type Verdict, verdict } from "./Bounce.ts"
import { rows } from "./Reasons.ts"

/**
 * Maximum number of characters that are searched, longer than the text of a notice about one recipient. Every pattern
 * searches the whole text.
 */
const maximumText = 4_000

const patterns = rows.map(({ isCertain = false, reason, says }) => ({
  reason,
  isCertain,
  pattern: new RegExp(says.join("|"), "u")
}))

const fold = (text: string) =>
  text
    .slice(0, maximumText)
    // Text inside an address or a link is not a statement: `no-such-user@…` is not a reason.
    .replaceAll(/(?<![^\s<>"'()[\]「」：])[^\s<>"'()[\]「」：]+@[^\s<>"'()[\]「」：]+/gu, "x@x")
    .replaceAll(/[<"']x@x[>"']/gu, "x@x")
    .replaceAll(/(https?:\/\/[^/\s]+)\S*/gu, "$1")
    // IronPort puts its title before the reply that it quotes.
    .replaceAll(/\b5\.\d\.\d - [\w ]{1,200}(?=\d{3}-')/gu, "")
    .replaceAll(/\s+/gu, " ")
    .toLowerCase()

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

const isGeneric = (status: string) => /^\d\.0\.0$/u.test(status)

const subjectOf = (status: string | null): BounceReason | undefined => {
  const subject = status?.replace(/^\d\./u, "")
  return subjects.find(([prefix]) => subject === prefix || subject?.startsWith(`${prefix}.`))?.[1]
}

/** Codes that are only about the recipient's address. */
const ofRecipient = /^\d\.1\.(?:1|2|3|6|10)$/u

/** A reply to these commands (RFC 5321, 3.3) does not reject the recipient. */
const command = "(?:reply to|after|like our|response to|>>>|smtp command|for) (?:the )?"
const data = new RegExp(`${command}(?:end of |final )?(?:data\\b|text command)`, "u")
const mailFrom = new RegExp(`${command}mail from|\\[mail_from\\]`, "u")

/**
 * The verdict on one recipient. `reply` is the text of the remote system, `status` the code of the reporting system,
 * `prose` its text for people. They are searched in this order, because the reporting system's text is the same for
 * every failure.
 */
export const diagnose = (reply: string, status: string, prose: string): Verdict => {
  const reported = statusIn(status)
  const specificCode = reported !== null && !isGeneric(reported) ? reported : statusIn(reply)
  const code = specificCode ?? statusIn(prose) ?? reported
  const answered = replyCodeIn(reply)
  const texts = [reply, status, prose].map(fold)
  const [inReply, inStatus, inProse] = texts.map((text) => patterns.find(({ pattern }) => pattern.test(text)))
  const found = inReply ?? (subjectOf(specificCode) === undefined ? (inStatus ?? inProse) : undefined)
  const reason = found?.reason ?? subjectOf(code) ?? "unknown"
  const allText = texts.join(" ")
  const answers = (command: RegExp) => !/\brcpt\b/u.test(allText) && command.test(allText)
  const isOfRecipient =
    found?.isCertain === true ||
    (!answers(mailFrom) &&
      ((code !== null && ofRecipient.test(code)) || (code?.startsWith("5.7.") !== true && !answers(data))))
  // A queue that gives up after temporary failures reports them as permanent.
  const hasGivenUp = answered !== null && answered < 500 && code?.startsWith("5") === true
  const alive = hasGivenUp ? "expired" : isOfRecipient ? reason : "policy"
  return verdict({ status: code, reply_code: answered ?? replyCodeIn(prose), reason: isDead(reason) ? alive : reason })
}

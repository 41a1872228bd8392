/** Why mail was not delivered, from what mail systems said of it. */
import { type BounceReason, isDead, type Verdict, verdict } from "./Bounce.ts"
import { rows, subjects } from "./Reasons.ts"

/** More than any notice says of a recipient; every pattern goes over it. */
const maximumText = 4_000

const patterns = rows.map(({ isCertain = false, reason, says }) => ({
  reason,
  isCertain,
  pattern: new RegExp(says.join("|"), "u")
}))

const fold = (text: string) =>
  text
    .slice(0, maximumText)
    // What stands in an address or a link is no statement: `no-such-user@…` says nothing.
    .replaceAll(/(?<![^\s<>"'()[\]])[^\s<>"'()[\]]+@[^\s<>"'()[\]]+/gu, "x@x")
    .replaceAll(/[<"']x@x[>"']/gu, "x@x")
    .replaceAll(/(https?:\/\/[^/\s]+)\S*/gu, "$1")
    // IronPort puts a title of its own before the reply that it quotes.
    .replaceAll(/\b5\.\d\.\d - [\w ]+(?=\d{3}-')/gu, "")
    .replaceAll(/\s+/gu, " ")
    .toLowerCase()

/** The enhanced status code that stands in a text: not a part of an IP address. */
const statusIn = (text: string): string | null => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/u.exec(text)?.[0] ?? null

/** The SMTP reply code in a text, where a reply begins. */
const replyCodeIn = (text: string): number | null => {
  const code = /(?<![\d.:/-])[45][0-5]\d(?=[ -](?!\d{3}\b)|:|$)/mu.exec(text)?.[0]
  return code === undefined ? null : Number(code)
}

const isGeneric = (status: string) => /^\d\.0\.0$/u.test(status)

const subjectOf = (status: string | null): BounceReason | undefined => {
  const subject = status?.replace(/^\d\./u, "")
  return subjects.find(([prefix]) => subject === prefix || subject?.startsWith(`${prefix}.`))?.[1]
}

/** Codes of the recipient's address, and no other's. */
const ofRecipient = /^\d\.(?:1\.(?:1|2|3|6|10)|7\.27)$/u

/** In a reply to these commands (RFC 5321, 3.3) it is not the recipient that is refused. */
const otherCommand =
  /(?:reply to|after|like our|response to|>>>|smtp command|for) (?:the )?(?:end of |final )?(?:data\b|text command|mail from)|\[mail_from\]/u

/**
 * `reply` is what the remote system said, `status` the reporting system's code, `prose` what it says to people: asked in
 * this order, because a reporting system's own words are the same for every failure.
 */
export const diagnose = (reply: string, status: string, prose: string): Verdict => {
  const reported = statusIn(status)
  const code = reported !== null && !isGeneric(reported) ? reported : (statusIn(reply) ?? statusIn(prose) ?? reported)
  const said = [reply, status, prose].map(fold)
  const [inReply, inStatus, inProse] = said.map((text) => patterns.find(({ pattern }) => pattern.test(text)))
  const subject = subjectOf(code)
  const found = inReply ?? (subject === undefined ? (inStatus ?? inProse) : undefined)
  const reason = found?.reason ?? subject ?? "unknown"
  const texts = said.join(" ")
  const isOfRecipient =
    found?.isCertain === true ||
    (code !== null && ofRecipient.test(code)) ||
    (code?.startsWith("5.7.") !== true && (/\brcpt\b/u.test(texts) || !otherCommand.test(texts)))
  return verdict({
    status: code,
    reply_code: replyCodeIn(reply) ?? replyCodeIn(prose),
    reason: isDead(reason) && !isOfRecipient ? "policy" : reason
  })
}

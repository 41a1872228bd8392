/** The subject of a refusal by the server of an account: the account, its recipient, or neither for certain. Pure functions. */
import { accountRows } from "../words/notices/AccountReasons.ts"
import type { BounceReason, Verdict } from "../Bounce.ts"
import { diagnose } from "./Diagnosis.ts"
import { greylisted } from "../words/notices/SenderReasons.ts"
import { unaccentedPattern } from "../text/Wording.ts"
import { folded, isOfMailbox, isOfRecipient, namesReceiver } from "./Statement.ts"

/**
 * - `block`: the account may not send; `limit`: it sends too much. Both are about every mail of the account
 * - `greylisted`: this mail has to come again later
 * - `dead`: the address does not exist
 * - `mail`: the recipient's mailbox, or this mail, is not accepted for a reason that may pass: a full mailbox, a large mail
 * - `unclear`: the reply does not say. A run of refusals is needed to know
 */
export type Blame = "block" | "dead" | "greylisted" | "limit" | "mail" | "unclear"

/** The step of SMTP at which a server answered with a refusal. */
export type RefusedAt = "auth" | "connect" | "data" | "recipient" | "sender"

/** The refusal of a mail by the server of an account. */
export interface Refusal {
  readonly at: RefusedAt
  /** The SMTP reply code, from 400 to 599. */
  readonly code: number
  readonly reply: string
}

/** The addresses of a mail. */
export interface Envelope {
  readonly recipient: string
  readonly sender: string
}

/** Reasons that are about one mailbox, if the reply names it. */
const mailboxReasons: ReadonlySet<BounceReason> = new Set<BounceReason>([
  "mailbox_disabled",
  "mailbox_full",
  "moved",
  "rate_limited"
])

const greylisting = new RegExp(greylisted, "u")

const patterns = accountRows.map(({ about, says }) => ({
  about,
  pattern: new RegExp(unaccentedPattern(says.join("|")), "gu")
}))

/** The enhanced status code in a reply. */
const status = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/u

/** The subject of the first phrase about an amount or a block that is not about the recipient; `recipient`: all of them are. */
const amountOf = (text: string): "block" | "limit" | "recipient" | undefined => {
  const code = status.exec(text)?.[0] ?? null
  let isFound = false
  for (const { about, pattern } of patterns) {
    for (const { 0: phrase, index } of text.matchAll(pattern)) {
      if (!isOfRecipient(text, { index, length: phrase.length }, code)) return about
      isFound = true
    }
  }
  return isFound ? "recipient" : undefined
}

/** Maximum number of characters of a reply that are searched. */
const maximumReply = 1_500

/** The reply with its code, and with the command that it answers. */
const textOf = ({ at, code, reply }: Refusal) => {
  const text = reply.slice(0, maximumReply)
  const coded = /^\s*\d{3}/u.test(text) ? text : `${code} ${text}`
  return at === "data" ? `${coded} (in reply to end of DATA command)` : coded
}

/** The verdict on the recipient of a refused mail. */
export const verdictOf = (refusal: Refusal, { recipient, sender }: Envelope): Verdict =>
  diagnose(textOf(refusal), "", "", { recipients: [recipient], sender })

/** The subject of a refusal. Before the recipient is named it is the account, or it is unclear. */
export const blameOf = (refusal: Refusal, envelope: Envelope): Blame => {
  const { recipient, sender } = envelope
  const text = folded(textOf(refusal), { recipients: [recipient], sender })
  if (refusal.code < 500 && greylisting.test(text)) return "greylisted"
  const amount = amountOf(text)
  if (amount === "block" || amount === "limit") return amount
  const { hard, reason, status } = verdictOf(refusal, envelope)
  if (reason === "too_large") return "mail"
  if (isBeforeRecipient(refusal)) return refusal.code >= 500 ? "block" : "unclear"
  if (hard) return "dead"
  if (amount === "recipient" || isOfMailbox(status)) return "mail"
  return mailboxReasons.has(reason) && namesReceiver(text, status) ? "mail" : "unclear"
}

/** Whether the server refused before it knew the recipient. */
const isBeforeRecipient = ({ at }: Refusal) => at !== "recipient" && at !== "data"

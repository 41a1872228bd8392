/** The meaning of an outcome of the `Mailer` for a step, its lead and its account. Pure functions. */
import { type Blame, blameOf, type Refusal, verdictOf } from "@mailroom/mail"
import type { BounceReason } from "@mailroom/mail/bounce"
import type { NewEvent } from "../activity/Event.ts"
import { day, hour } from "../Durations.ts"
import { printable } from "../mailboxes/Health.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import type { Delivered, ShownHealth } from "../sends/Delivery.ts"
import { defer, hold, refuse, settle, spanOf } from "../sends/Progress.ts"
import type { SendRecord } from "../sends/Send.ts"
import { sentEvent } from "../sends/SentEvent.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { accountFault } from "./AccountFault.ts"

/** From so many mails on that are refused one after the other without a clear reason, the account is at fault. */
const runLength = 3

/** How long an account waits after the first, second, … run of permanent refusals, in milliseconds; the last one repeats. */
const runWaits = [hour, 4 * hour, 12 * hour, day]

/** The reasons of a refusal that may be about the sender. */
const ofSender: ReadonlySet<BounceReason> = new Set<BounceReason>(["authentication", "blocked", "policy", "spam"])

/** A try to send a step, and the state before it. */
export interface Try {
  readonly send: SendRecord
  readonly delivered: Delivered
  readonly mailbox: Pick<MailboxRecord, "fault" | "refused" | "strikes" | "succeeded_at">
  /** When the try before began, which was refused; `null`: it is the first one. */
  readonly refused_at: Timestamp | null
  /** The address of the account. */
  readonly from_email: string
}

/** The meaning of a try for the account, the mail, and the mails that were refused before it. */
export interface Judgement extends ShownHealth {
  /** `null`: the mail was not refused. */
  readonly blame: Blame | null
  /** The number of tries that count against the mail, this one included. */
  readonly tries: number
  /** The ids of earlier mails whose refusal is the account's fault, too. */
  readonly restored: ReadonlyArray<number>
}

/** The number of tries that count against the mail. The temporary ones (4xx) before the first permanent refusal (5xx) do not. */
const triesOf = ({ attempts, reply }: SendRecord, { code }: Refusal) =>
  code >= 500 && /^4\d\d/u.test(reply ?? "") ? 1 : attempts

/**
 * Judges a try: whether the mail or its account is at fault for a refusal. A reply that is clear about that decides. For an unclear one
 * `judgeUnclear` decides.
 */
export const judge = (one: Try, now: Timestamp): Judgement => {
  const { delivered, from_email, mailbox, send } = one
  const { outcome } = delivered
  const notRefused = {
    blame: null,
    fault: delivered.fault,
    refused: mailbox.refused,
    restored: [],
    tries: send.attempts
  }
  if (outcome.outcome !== "refused") return notRefused
  const envelope = { recipient: send.to_email, sender: from_email }
  const blame = blameOf(outcome, envelope)
  const fault = accountFault(outcome, blame, now)
  if (fault !== null) return { ...notRefused, blame, fault, restored: mailbox.refused }
  if (delivered.fault !== null && blame !== "mail") return { ...notRefused, blame }
  const counted = { ...notRefused, fault: null, blame, tries: triesOf(send, outcome) }
  return blame === "unclear" ? { ...counted, ...judgeUnclear(one, counted.tries, outcome, now) } : counted
}

/**
 * Judges a refusal that may be the fault of the mail or of the account. It is the fault of the account:
 * - with the third mail that is refused for the first time since the last success, or while the account is already at fault: a run, whose
 *   mails wait with the account
 * - if the reason may be about the sender, and the account has sent nothing within a day
 * - if this was the last try of the mail, and the account has sent nothing since a day before its first one
 */
const judgeUnclear = (
  { from_email, mailbox, refused_at, send }: Try,
  tries: number,
  outcome: Refusal,
  now: Timestamp
): Pick<Judgement, "fault" | "refused" | "restored"> => {
  const { fault, strikes, succeeded_at } = mailbox
  const { code, reply: error } = outcome
  const restored = mailbox.refused
  const refused = refused_at === null ? [...restored, send.id] : restored
  const ofAccount = code >= 500 ? { kind: "sending" as const, error } : { kind: "throttled" as const, error }
  // A run of refusals.
  if (fault === "sending" || fault === "throttled" || refused.length >= runLength) {
    const wait = runWaits[Math.min(fault === "sending" ? strikes : 0, runWaits.length - 1)] ?? day
    return { fault: code >= 500 ? { ...ofAccount, until: plus(now, wait) } : ofAccount, refused, restored }
  }
  const hasSentWithin = (time: number) => succeeded_at !== null && succeeded_at > plus(now, -time)
  const envelope = { recipient: send.to_email, sender: from_email }
  const isFirst = refused_at === null && code >= 500 && ofSender.has(verdictOf(outcome, envelope).reason)
  const isLast = defer({ ...send, attempts: tries }, outcome, now) === null
  const isFault = (isFirst && !hasSentWithin(day)) || (isLast && !hasSentWithin(spanOf(outcome) + day))
  return { fault: isFault ? ofAccount : null, refused, restored: [] }
}

/** The mail of a step after a try. It ends at once for a dead address only; after another refusal it is tried again, for days. */
export const settleStep = (
  send: SendRecord,
  outcome: MailOutcome,
  { blame, fault, tries }: Judgement,
  now: Timestamp
): SendRecord => {
  if (fault !== null) return hold(send, fault.error)
  if (outcome.outcome !== "refused" || blame === "dead") return settle(send, outcome, now)
  const counted = { ...send, attempts: tries }
  return defer(counted, outcome, now) ?? refuse(counted, "rejected", outcome.reply, now)
}

/** The event of a refusal. A mail that is given up ends its lead, also if the address is not dead. */
const refusedEvent = (
  { account_id, begun_at, id, lead_id, message_id, sequence_id, to_email }: SendRecord,
  outcome: Refusal,
  type: "bounced" | "soft_bounced",
  from_email: string,
  occurred_at: Timestamp
): NewEvent | null => {
  if (lead_id === null) return null
  const { hard, status } = verdictOf(outcome, { recipient: to_email, sender: from_email })
  return {
    type,
    lead_id,
    account_id,
    ...(sequence_id === null ? {} : { sequence_id }),
    occurred_at,
    message_id,
    // The key has the start of the try, because the same mail can be refused again after a person resumed its lead.
    idempotency_key: `${type}:${id}:${begun_at}`,
    data: {
      hard,
      ...(status === null ? {} : { status }),
      reason: printable(outcome.reply),
      email: to_email
    }
  }
}

/**
 * The event that a try reports; `null`: none, because the mail waits, or nobody knows what became of it. `begun`: the mail before the
 * try. `ended`: after it.
 */
export const eventOf = (
  begun: SendRecord,
  ended: SendRecord,
  outcome: MailOutcome,
  blame: Blame | null,
  from_email: string,
  now: Timestamp
): NewEvent | null => {
  if (outcome.outcome === "sent") return sentEvent(begun, from_email, now, ended.provider_message_id ?? undefined)
  if (outcome.outcome !== "refused") return null
  if (ended.outcome === "refused") return refusedEvent(begun, outcome, "bounced", from_email, now)
  const isSoft = ended.outcome === "deferred" && blame === "mail" && outcome.code >= 500
  return isSoft ? refusedEvent(begun, outcome, "soft_bounced", from_email, now) : null
}

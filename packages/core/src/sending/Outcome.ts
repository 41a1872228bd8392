/** The meaning of an outcome of the `Mailer` for a step of a campaign and its lead. Pure functions (sending design, "settle"). */
import type { NewEvent } from "../activity/Event.ts"
import { type BounceReason, eventType } from "../intake/Bounce.ts"
import { diagnose } from "../intake/Diagnosis.ts"
import { printable } from "../mailboxes/Health.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import type { Delivered, ShownFault } from "../sends/Delivery.ts"
import { settle } from "../sends/Progress.ts"
import type { SendRecord } from "../sends/Send.ts"
import { sentEvent } from "../sends/SentEvent.ts"
import { plus, type Timestamp } from "../Timestamp.ts"

const day = 86_400_000

/** The reasons of a refusal that are about the sender. */
const ofSender: ReadonlySet<BounceReason> = new Set<BounceReason>(["authentication", "blocked", "policy", "spam"])

/**
 * The fault of the account that an outcome shows. A refusal for the sender's reputation counts only if the server took no
 * mail of the account within the last day: otherwise it is about this mail. A provider's limit always counts, for a day.
 */
export const shownFault = (
  { fault, outcome }: Delivered,
  succeeded_at: Timestamp | null,
  recipient: string,
  now: Timestamp
): ShownFault | null => {
  if (fault !== null || outcome.outcome !== "refused" || outcome.code < 500) return fault
  const { reason } = diagnosed(outcome, recipient)
  if (reason === "rate_limited") return { kind: "sending", error: outcome.reply, until: plus(now, day) }
  const worked = succeeded_at !== null && succeeded_at > plus(now, -day)
  return ofSender.has(reason) && !worked ? { kind: "sending", error: outcome.reply } : null
}

const diagnosed = ({ code, reply }: { readonly code: number; readonly reply: string }, recipient: string) =>
  diagnose(/^\d{3}/u.test(reply) ? reply : `${code} ${reply}`, "", "", { recipients: [recipient], sender: "" })

/** The step after a try: like other mails, but a fault that only a refusal of the mail shows also keeps it waiting. */
export const settleStep = (
  send: SendRecord,
  outcome: MailOutcome,
  fault: ShownFault | null,
  now: Timestamp
): SendRecord =>
  settle(send, fault === null ? outcome : { outcome: "refused", at: "sender", code: 550, reply: fault.error }, now)

/** The event of a refusal: `bounced` or `soft_bounced`. */
const refusedEvent = (
  { account_id, lead_id, message_id, sequence_id, to_email }: SendRecord,
  outcome: { readonly code: number; readonly reply: string },
  occurred_at: Timestamp
): NewEvent | null => {
  if (lead_id === null) return null
  const verdict = diagnosed(outcome, to_email)
  return {
    type: eventType(verdict),
    lead_id,
    account_id,
    ...(sequence_id === null ? {} : { sequence_id }),
    occurred_at,
    message_id,
    data: {
      hard: verdict.hard,
      ...(verdict.status === null ? {} : { status: verdict.status }),
      reason: printable(outcome.reply),
      email: to_email
    }
  }
}

/** The event that a try reports; `null`: none, because the mail is tried again, or nobody knows what became of it. */
export const eventOf = (
  begun: SendRecord,
  ended: SendRecord,
  outcome: MailOutcome,
  from_email: string,
  now: Timestamp
): NewEvent | null => {
  if (outcome.outcome === "sent") return sentEvent(begun, from_email, now, ended.provider_message_id ?? undefined)
  if (ended.outcome !== "refused" || outcome.outcome !== "refused") return null
  return refusedEvent(begun, outcome, now)
}

/** The meaning of an outcome of the `Mailer` for the mail and for its account. Pure functions (sending design, "Flow"). */
import { type AccountFault, printable } from "../mailboxes/Health.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { fromMillis, type Timestamp, toMillis } from "../Timestamp.ts"
import { relayIdIn } from "./RelayId.ts"
import { isErased, type SendRecord } from "./Send.ts"

const minute = 60_000
/** How long a mail waits after a temporary refusal, by the number of its tries, in milliseconds. Then it is given up. */
const waits = [15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * minute)

/** The fault of the account that an outcome shows; `null`: the account works, or the outcome does not say. */
export const faultOf = (outcome: MailOutcome): { readonly kind: AccountFault; readonly error: string } | null => {
  if (outcome.outcome === "unsent") return { kind: "connection", error: outcome.reason }
  if (outcome.outcome !== "refused") return null
  const error = outcome.reply
  const isPermanent = outcome.code >= 500
  switch (outcome.at) {
    case "connect":
      return { kind: "connection", error }
    case "auth":
      return { kind: isPermanent ? "credentials" : "connection", error }
    case "sender":
      return { kind: isPermanent ? "sending" : "connection", error }
    case "recipient":
    case "data":
      return null
  }
}

/** Whether the outcome shows that the account can send: the server got as far as the recipient. */
export const showsHealth = (outcome: MailOutcome): boolean =>
  outcome.outcome === "sent" || (outcome.outcome === "refused" && faultOf(outcome) === null)

/** Marks the begin of a try. */
export const begin = (send: SendRecord, now: Timestamp): SendRecord => ({
  ...send,
  outcome: "begun",
  attempts: send.attempts + 1,
  begun_at: now,
  next_attempt_at: null
})

const ended = (send: SendRecord, outcome: "refused" | "sent", reply: string, now: Timestamp): SendRecord => ({
  ...send,
  outcome,
  reply: printable(reply),
  ended_at: now,
  next_attempt_at: null,
  content: null
})

/** Ends a mail that will not be sent. */
export const refuse = (send: SendRecord, reason: string, now: Timestamp): SendRecord =>
  ended(send, "refused", reason, now)

/** Marks a mail whose outcome nobody knows. */
export const lose = (send: SendRecord, reason: string): SendRecord => ({
  ...send,
  outcome: "unknown",
  reply: printable(reason),
  next_attempt_at: null
})

/**
 * The mail after a try. After a fault of the account it waits as if the try had not been made, until the account is tried
 * again. After a temporary refusal it is tried again 15 minutes, 1, 4, 12 and 24 hours later. `unknown` is never sent again.
 */
export const settle = (send: SendRecord, outcome: MailOutcome, now: Timestamp): SendRecord => {
  if (outcome.outcome === "sent") {
    return { ...ended(send, "sent", outcome.reply, now), provider_message_id: relayIdIn(outcome, send.message_id) }
  }
  if (outcome.outcome === "unknown") return lose(send, outcome.reason)
  const fault = faultOf(outcome)
  if (fault !== null) {
    return {
      ...send,
      outcome: "queued",
      attempts: send.attempts - 1,
      reply: printable(fault.error),
      next_attempt_at: null
    }
  }
  const refused = outcome.outcome === "refused" ? outcome : { code: 400, reply: outcome.reason }
  const wait = refused.code < 500 ? waits[send.attempts - 1] : undefined
  if (wait === undefined) return refuse(send, refused.reply, now)
  return {
    ...send,
    outcome: "deferred",
    reply: printable(refused.reply),
    next_attempt_at: fromMillis(toMillis(now) + wait)
  }
}

/** Resolves an unknown outcome by what a person or other evidence says. An unsent mail is queued again, if it has its content. */
export const resolve = (send: SendRecord, outcome: "sent" | "unsent", now: Timestamp): SendRecord => {
  if (outcome === "sent") return ended(send, "sent", send.reply ?? "", now)
  return { ...send, outcome: "queued", next_attempt_at: now }
}

/** A mail that changed since it was begun. What was erased meanwhile stays erased. */
export const keepErased = (stored: SendRecord, next: SendRecord): SendRecord =>
  isErased(stored) ? { ...next, to_email: "", subject: "", reply: null, content: null } : next

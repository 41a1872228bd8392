/** The transitions of a mail: by an outcome of the `Mailer`, by evidence, and by a person. Pure functions. */
import { day, hour, minute } from "../Durations.ts"
import { type AccountFault, printable } from "../mailboxes/Health.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { relayIdIn } from "./RelayId.ts"
import { erased, isErased, isWritten, type RefusalReason, type SendRecord } from "./Send.ts"

/**
 * How long a mail waits after its first, second, … refusal, in milliseconds; after the last one it is given up. `temporary`: the code is
 * 4xx. `permanent`: the code is 5xx; only mails of steps are tried again then.
 */
const waits = {
  temporary: [15 * minute, hour, 4 * hour, 12 * hour, day, 2 * day, 3 * day],
  permanent: [day, 2 * day]
}

/** The fault of the account that an outcome shows; `null`: the account works, or the outcome does not say. */
export const faultOf = (outcome: MailOutcome): { readonly kind: AccountFault; readonly error: string } | null => {
  if (outcome.outcome === "unsent") {
    return outcome.is_ours === true ? null : { kind: "connection", error: outcome.reason }
  }
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

/** Marks the start of a try. */
export const begin = (send: SendRecord, now: Timestamp): SendRecord => ({
  ...send,
  outcome: "begun",
  attempts: send.attempts + 1,
  reason: null,
  begun_at: now,
  next_attempt_at: null
})

/** A mail that has ended: sent if there is no `reason` against it, else refused. */
const ended = (send: SendRecord, reason: RefusalReason | null, reply: string, now: Timestamp): SendRecord => ({
  ...send,
  outcome: reason === null ? "sent" : "refused",
  reason,
  reply: printable(reply),
  ended_at: now,
  next_attempt_at: null,
  content: null
})

/** Ends a mail that will not be sent. A mail that a person wrote keeps its text, so that it can be sent again. */
export const refuse = (send: SendRecord, reason: RefusalReason, reply: string, now: Timestamp): SendRecord => ({
  ...ended(send, reason, reply, now),
  content: isWritten(send) ? send.content : null
})

/** Marks a mail whose outcome nobody knows. */
export const lose = (send: SendRecord, reason: string): SendRecord => ({
  ...send,
  outcome: "unknown",
  reply: printable(reason),
  next_attempt_at: null
})

/**
 * A mail after a try. After a fault of the account it waits until the account is tried again, and the try does not count. After a temporary
 * refusal it is tried again after the `waits`; a permanent one ends it. A mail whose outcome is unknown waits for evidence or a person.
 */
export const settle = (send: SendRecord, outcome: MailOutcome, now: Timestamp): SendRecord => {
  if (outcome.outcome === "sent") {
    return { ...ended(send, null, outcome.reply, now), provider_message_id: relayIdIn(outcome, send.message_id) }
  }
  if (outcome.outcome === "unknown") return lose(send, outcome.reason)
  if (outcome.outcome === "unsent") {
    const { again = 0, reason } = outcome
    if (again === "never") return refuse(send, "file_missing", reason, now)
    return { ...hold(send, reason), next_attempt_at: again === 0 ? null : plus(now, again) }
  }
  const fault = faultOf(outcome)
  if (fault !== null) return hold(send, fault.error)
  const { code, reply } = outcome
  const deferred = code < 500 ? defer(send, outcome, now) : null
  return deferred ?? refuse(send, "rejected", reply, now)
}

/** A mail after a try that does not count, because the mail is not at fault: it waits for its account. */
export const hold = (send: SendRecord, error: string): SendRecord => ({
  ...send,
  outcome: "queued",
  reason: null,
  attempts: Math.max(0, send.attempts - 1),
  reply: printable(error),
  next_attempt_at: null
})

/** Whether a server refused the last try of a mail that waits: its reply then begins with a code. */
export const isRefused = ({ outcome, reply }: Pick<SendRecord, "outcome" | "reply">): boolean =>
  outcome === "deferred" || (outcome === "queued" && /^[45]\d\d/u.test(reply ?? ""))

const waitsOf = ({ code }: { readonly code: number }) => (code < 500 ? waits.temporary : waits.permanent)

/** The time from the first to the last try of a mail whose tries are all refused with this code, in milliseconds. */
export const spanOf = (refused: { readonly code: number }): number =>
  waitsOf(refused).reduce((sum, wait) => sum + wait, 0)

/** A mail that waits for its next try after a refusal; `null`: this was its last try. */
export const defer = (
  send: SendRecord,
  refused: { readonly code: number; readonly reply: string },
  now: Timestamp
): SendRecord | null => {
  const wait = waitsOf(refused)[send.attempts - 1]
  return wait === undefined
    ? null
    : {
        ...send,
        outcome: "deferred",
        reply: printable(refused.reply),
        next_attempt_at: plus(now, wait)
      }
}

/**
 * A deferred mail whose refusal was the fault of its account: the try does not count. `waitsForAccount`: it waits for the account only, and
 * not for its own next try.
 */
export const restore = (send: SendRecord, { waitsForAccount }: { readonly waitsForAccount: boolean }): SendRecord => ({
  ...send,
  ...(waitsForAccount ? { outcome: "queued" as const, next_attempt_at: null } : {}),
  attempts: Math.max(0, send.attempts - 1)
})

/** Resolves an unknown outcome by what a person or other evidence says. An unsent mail is queued again. */
export const resolve = (send: SendRecord, outcome: "sent" | "unsent", now: Timestamp): SendRecord => {
  if (outcome === "sent") return ended(send, null, send.reply ?? "", now)
  // A person who sends it again does so now, whatever time was chosen before.
  return { ...send, outcome: "queued", reason: null, next_attempt_at: now, send_at: null }
}

/** The mail `next`, without the data that were erased from the stored one since `next` was computed. */
export const keepErased = (stored: SendRecord, next: SendRecord): SendRecord => (isErased(stored) ? erased(next) : next)

/** A mail that something else has shown as sent, with the id that its relay names in the reply; `null`: nothing is new. */
export const withRelayId = (stored: SendRecord, outcome: MailOutcome): SendRecord | null => {
  if (outcome.outcome !== "sent" || stored.outcome !== "sent" || stored.provider_message_id !== null) return null
  const provider_message_id = relayIdIn(outcome, stored.message_id)
  return provider_message_id === null ? null : { ...stored, provider_message_id }
}

/** Whether the outcome of a try counts: it is the latest try, and the stored mail is begun, or unknown because its process seemed to be lost. */
export const isOpenTry = (
  stored: Pick<SendRecord, "begun_at" | "outcome">,
  tried: Pick<SendRecord, "begun_at">
): boolean => (stored.outcome === "begun" || stored.outcome === "unknown") && stored.begun_at === tried.begun_at

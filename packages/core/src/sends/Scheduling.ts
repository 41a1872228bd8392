/** Answers that are sent at a time that a person chose: which time may be chosen, and which mail ends the wait. Pure functions. */
import { day } from "../Durations.ts"
import { type Timestamp, plus } from "../Timestamp.ts"
import type { MessageKind } from "../unibox/MessageKind.ts"

/** How far ahead an answer may be scheduled, in milliseconds: a year. */
const maximumAhead = 366 * day

/** The times that may be chosen, for descriptions of fields. */
export const sendAt = "a date-time of RFC 3339 in the future, at most a year ahead"

/** The fault of a time for an answer; `undefined`: it may be chosen. `cure`: what sends the answer now. */
export const faultOfSendAt = (send_at: Timestamp, now: Timestamp, cure: string): string | undefined => {
  if (send_at <= now) return `must be in the future: ${cure} to send the answer now`
  return send_at > plus(now, maximumAhead) ? "must be at most a year ahead" : undefined
}

/** Mail that a person wrote: an answer was written without knowing it. Machines write the other kinds. */
export const personalKinds: ReadonlyArray<MessageKind> = ["reply", "other", "unsubscription", "complaint"]

/** Why a scheduled answer is not sent. */
export const overtaken =
  "A new mail came into the conversation after this answer was written: read it, then write again"

/** Why a scheduled answer is not sent: a person took it back. */
export const cancelled = "Cancelled before it was sent"

/** The fault of an account that the words of a refusal show. Pure functions. */
import { type Blame, blameOf, type Envelope, type Refusal } from "@mailroom/mail"
import { day, hour } from "../Durations.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { ShownFault } from "../sends/Delivery.ts"

/** Words for a limit that ends within an hour. */
const shortLimit = /hour|minute|second|stunde|heure|hora|\bora\b|oraria|uur|godzin|hodin|час|saat|小时|小時|時間|시간/iu

/** Words for a limit of a day or more, or of what was paid for. */
const longLimit =
  /daily|\bdays?\b|24 ?h|month|credits?\b|tomorrow|täglich|tages|jour|diari|día|giorn|\bdag|dzień|dzien|denní|сут|день|дня|günlük|每日|每天|当日|当天|1日|日次|하루|일일/iu

/**
 * The fault of an account whose server says that the account sends too much (`limit`) or is blocked (`block`); `null`: the refusal is
 * about something else. `faultOf` finds the fault of a rejected login, and of a permanent block of the connection.
 *
 * The account is tried again:
 * - after a temporary refusal (4xx): within minutes, or after an hour if the reply names a limit of a day
 * - after a permanent refusal (5xx): after an hour if the reply names a limit of an hour, else after a day
 */
export const accountFault = ({ at, code, reply }: Refusal, blame: Blame, now: Timestamp): ShownFault | null => {
  if (at === "auth" || (blame !== "block" && blame !== "limit")) return null
  const throttledFor = (wait: number): ShownFault => ({ kind: "throttled", error: reply, until: plus(now, wait) })
  const isLong = longLimit.test(reply)
  if (code < 500) return blame === "limit" && isLong ? throttledFor(hour) : { kind: "throttled", error: reply }
  if (blame === "block") return at === "connect" ? null : { kind: "sending", error: reply }
  return throttledFor(shortLimit.test(reply) && !isLong ? hour : day)
}

/**
 * The fault of an account that the outcome of an answer or a test shows; `null`: none. `fault`: what the refused command of SMTP
 * shows (`faultOf`). It does not count when the server refuses just this mail, for example because of its size (RFC 1870).
 */
export const faultOfMail = (
  outcome: MailOutcome,
  fault: ShownFault | null,
  envelope: Envelope,
  now: Timestamp
): ShownFault | null => {
  if (outcome.outcome !== "refused") return fault
  const blame = blameOf(outcome, envelope)
  return accountFault(outcome, blame, now) ?? (blame === "mail" ? null : fault)
}

/** The fault of an account that the words of a refusal show. A pure function. */
import { type Blame, blameOf, type Envelope, type Refusal } from "@mailroom/mail"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { ShownFault } from "../sends/Delivery.ts"

const hour = 3_600_000

/** Words for a limit that ends within an hour. */
const short = /hour|minute|second|stunde|heure|hora|\bora\b|oraria|uur|godzin|hodin|час|saat|小时|小時|時間|시간/iu

/** Words for a limit of a day or more, or of what was paid for. */
const long =
  /daily|\bdays?\b|24 ?h|month|credits?\b|tomorrow|täglich|tages|jour|diari|día|giorn|\bdag|dzień|dzien|denní|сут|день|дня|günlük|每日|每天|当日|当天|1日|日次|하루|일일/iu

/**
 * The fault of an account whose server says so: it sends too much, or is blocked; `null`: the reply is about something else. A login
 * that is rejected is a fault of the credentials (`faultOf`). Refusals for now are tried again within minutes, or after an hour if
 * they name a limit of a day; a limit of an hour after an hour, everything else after a day.
 */
export const accountFault = ({ at, code, reply }: Refusal, blame: Blame, now: Timestamp): ShownFault | null => {
  if (at === "auth" || (blame !== "block" && blame !== "limit")) return null
  const after = (wait: number): ShownFault => ({
    kind: "throttled",
    error: reply,
    until: plus(now, wait)
  })
  if (code < 500) return blame === "limit" && long.test(reply) ? after(hour) : { kind: "throttled", error: reply }
  if (blame === "block") return at === "connect" ? null : { kind: "sending", error: reply }
  return after(short.test(reply) && !long.test(reply) ? hour : 24 * hour)
}

/**
 * The fault of an account that a single mail shows. `fault`: what the step of SMTP shows (`faultOf`), unless the server refuses the
 * size of this mail (RFC 1870).
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

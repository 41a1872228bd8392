/**
 * Several mails that an account without a pace begins in one transaction, and then sends one after the other. Pure functions.
 *
 * Beginning a mail takes about twenty statements, for one mail as for five (the row "one process" of the section "Sending over SMTP" of
 * the bench).
 */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { type Choice, type Chosen, lacksNew } from "./Choice.ts"
import { type Closed, gateOf, isFirstMail, type Open, type Setup } from "./Decision.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { Situation } from "./Situation.ts"

/** Maximum number of mails that begin together. After a crash their outcomes are unknown. */
const most = 5

/**
 * How long after the begin of a burst its mails are offered to the server, in milliseconds. A stop that is recorded in this time
 * comes after the mails have begun.
 */
export const longest = 1_000

/**
 * The number of mails that an account begins together: the server takes them in half of the time that they have. `took`: the average
 * time of the mails before, in milliseconds; `undefined`: there were none.
 */
export const burstAfter = (took: number | undefined): number =>
  took === undefined ? 1 : Math.min(most, Math.max(1, Math.floor(longest / (2 * Math.max(took, 1)))))

/** The outcome of a mail that is not offered to the server, because of the mail before it. */
export const notOffered: MailOutcome = {
  outcome: "unsent",
  reason: "A mail before this one was not accepted in time",
  is_ours: true
}

/** The account after it has begun a mail. */
const withBegun = (
  situation: Situation,
  { row }: Pick<Chosen, "row">,
  sends: ReadonlyArray<Pick<SendRecord, "outcome">>
): Situation => ({
  ...situation,
  sentToday: situation.sentToday + 1,
  contactedToday: situation.contactedToday + (isFirstMail(row, sends) ? 1 : 0)
})

/** An account that looks for a further step, and its rows that are left. */
interface Further {
  readonly situation: Situation
  readonly gate: Open
  readonly heads: ReadonlyArray<AgendaRecord>
}

/**
 * The account after it has begun a mail, if it may begin another one at once; `undefined`: it may not, or has to take a new
 * lead first. `sends`: the mails that the lead got before.
 */
export const furtherOf = (
  { gate, heads, situation }: Omit<Further, "gate"> & { readonly gate: Closed | Open },
  { chosen, isInboxDue, rows }: Choice,
  sends: ReadonlyArray<Pick<SendRecord, "outcome">>,
  setup: Setup,
  now: Timestamp
): Further | undefined => {
  if (chosen === undefined || gate.reason !== null || isInboxDue) return undefined
  if (situation.account.settings.min_delay_minutes > 0) return undefined
  const after = withBegun(situation, chosen, sends)
  const next = gateOf(after, setup, now)
  if (next.reason !== null) return undefined
  const decided = new Set([chosen.row, ...rows].map(({ lead_id }) => lead_id))
  const left = heads.filter(({ lead_id }) => !decided.has(lead_id))
  return lacksNew(next, left, now) && !lacksNew(gate, heads, now)
    ? undefined
    : { situation: after, gate: next, heads: left }
}

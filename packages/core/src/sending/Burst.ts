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
import type { SendingAccount } from "./SendingAccount.ts"

/** Maximum number of mails that begin together. After a crash their outcomes are unknown. */
const maximumBurst = 5

/**
 * How long after the start of a burst its mails are offered to the server, in milliseconds; then the rest waits again. A stop of a lead
 * in this time comes too late for a mail that has begun.
 */
export const burstTime = 1_000

/**
 * The number of mails that an account begins together: as many as its server takes in half of `burstTime`, from 1 to `maximumBurst`.
 * `averageTime`: how long each of the mails before took, in milliseconds; `undefined`: there were none, so one mail begins.
 */
export const burstAfter = (averageTime: number | undefined): number => {
  if (averageTime === undefined) return 1
  const fitting = Math.floor(burstTime / 2 / Math.max(averageTime, 1))
  return Math.min(maximumBurst, Math.max(1, fitting))
}

/** The outcome of a mail that is not offered to the server, because of the mail before it. */
export const notOffered: MailOutcome = {
  outcome: "unsent",
  reason: "A mail before this one was not accepted in time",
  is_ours: true
}

/** The account after it has begun a mail. */
const withBegun = (
  sender: SendingAccount,
  { row }: Pick<Chosen, "row">,
  sends: ReadonlyArray<Pick<SendRecord, "outcome">>
): SendingAccount => ({
  ...sender,
  sentToday: sender.sentToday + 1,
  contactedToday: sender.contactedToday + (isFirstMail(row, sends) ? 1 : 0)
})

/** An account that may begin a further mail, and its rows that are left. */
interface Further {
  readonly sender: SendingAccount
  readonly gate: Open
  readonly heads: ReadonlyArray<AgendaRecord>
}

/**
 * The account after it has begun the mail of a choice, if it may begin another one at once; `undefined`: it may not, or has to take a
 * new lead first. `sends`: the earlier mails to the lead of the choice.
 */
export const furtherOf = (
  { gate, heads, sender }: Omit<Further, "gate"> & { readonly gate: Closed | Open },
  { chosen, isInboxDue, rows }: Choice,
  sends: ReadonlyArray<Pick<SendRecord, "outcome">>,
  setup: Setup,
  now: Timestamp
): Further | undefined => {
  if (chosen === undefined || gate.reason !== null || isInboxDue) return undefined
  if (sender.account.settings.min_delay_minutes > 0) return undefined
  const after = withBegun(sender, chosen, sends)
  const next = gateOf(after, setup, now)
  if (next.reason !== null) return undefined
  const decided = new Set([chosen.row, ...rows].map(({ lead_id }) => lead_id))
  const left = heads.filter(({ lead_id }) => !decided.has(lead_id))
  const mustTakeNow = lacksNew(next, left, now) && !lacksNew(gate, heads, now)
  return mustTakeNow ? undefined : { sender: after, gate: next, heads: left }
}

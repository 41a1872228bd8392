/**
 * Whether the inbox of an account was read lately, so that the account may send mail of campaigns: a lead who has answered must not get a
 * follow-up. Pure functions.
 */
import { day, minute } from "../Durations.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { InboundSource } from "./Inbound.ts"
import { hasInbox, type MailboxRecord } from "./Mailbox.ts"

/** A follow-up begins only if the last complete reading of the inbox ended at most this long ago, in milliseconds. */
const maximumAge = 10_000

/** How long to wait between two readings, in milliseconds, if the account sent within the last day, and if not. */
export const readingIntervals = { sending: minute, idle: 5 * minute }

/**
 * How long an account waits until it asks about its inbox again, in milliseconds. `behind`: the inbox was made due, and the end of its reading
 * wakes the account earlier. `failing`: the inbox cannot be read.
 */
const waits = { behind: 15_000, failing: minute }

/** Why the inbox holds a mail of a campaign back. */
export interface InboxObstacle {
  /** `inbox_behind`: answers may have arrived that are not known. `account_failing`: the inbox cannot be read. */
  readonly reason: "account_failing" | "inbox_behind"
  /** When to ask again. */
  readonly again: Timestamp
  /** Whether to make the inbox due now. Not after a failed reading, which is tried again at a later instant. */
  readonly isDue: boolean
  /** Whether the reading is asked for the first time: other mails of the account wait for it, too, so that none overtakes. */
  readonly isNew: boolean
}

/** Whether Mailroom reads the inbox of the account. */
export const isInboxRead = (mailbox: Pick<MailboxRecord, "connection">, inbound: InboundSource): boolean =>
  inbound === "inboxes" && hasInbox(mailbox)

/**
 * Why the inbox of an account holds a mail of a campaign back; `null`: it does not.
 * - An inbox that cannot be read (fault `inbox`) holds all mails back.
 * - An inbox that was not read in the last ten seconds holds back every mail except the first one to a lead (`isFirst`). So the mails of a turn
 *   share one reading.
 * - An inbox that Mailroom does not read holds nothing back.
 */
export const inboxObstacle = (
  mailbox: Pick<MailboxRecord, "connection" | "failing_since" | "fault" | "read_at" | "sync_strikes">,
  { inbound, isFirst, now }: { readonly inbound: InboundSource; readonly isFirst: boolean; readonly now: Timestamp }
): InboxObstacle | null => {
  if (!isInboxRead(mailbox, inbound)) return null
  const { failing_since, fault, read_at, sync_strikes } = mailbox
  if (fault === "inbox" && failing_since !== null) {
    return { reason: "account_failing", again: plus(now, waits.failing), isDue: false, isNew: false }
  }
  if (isFirst || (read_at !== null && read_at >= plus(now, -maximumAge))) return null
  const isDue = sync_strikes === 0
  return { reason: "inbox_behind", again: plus(now, waits.behind), isDue, isNew: isDue && read_at !== null }
}

/** Whether the account sent a mail within the last day, so that answers may come. */
export const isSending = ({ succeeded_at }: Pick<MailboxRecord, "succeeded_at">, now: Timestamp): boolean =>
  succeeded_at !== null && succeeded_at > plus(now, -day)

/**
 * The instant at which the inbox has to be read at the latest after a mail was accepted; `null`: as planned. Only the first mail of an account
 * that was idle changes the plan: the next reading may be five minutes away.
 */
export const readingAfterMail = (
  mailbox: Pick<MailboxRecord, "connection" | "succeeded_at">,
  inbound: InboundSource,
  now: Timestamp
): Timestamp | null =>
  isInboxRead(mailbox, inbound) && !isSending(mailbox, now) ? plus(now, readingIntervals.sending) : null

/** Whether the last reading failed because the server rejects the login. Then the next one waits until `retry_at`. */
export const isLockedOut = ({ fault, sync_strikes }: Pick<MailboxRecord, "fault" | "sync_strikes">): boolean =>
  fault === "credentials" && sync_strikes > 0

/** The inbox must not be read before this instant, because its server rejects the login; `null`: it may be read. */
export const blockedUntil = (mailbox: MailboxRecord, now: Timestamp): Timestamp | null =>
  isLockedOut(mailbox) && mailbox.retry_at !== null && mailbox.retry_at > now ? mailbox.retry_at : null

/**
 * Whether an inbox may be read, and whether it lets its account send mail of campaigns: a lead who has answered must not
 * get a follow-up. Pure functions (mailboxes design, "No follow-up after an answer").
 */
import { plus, type Timestamp } from "../Timestamp.ts"
import type { InboundSource } from "./Inbound.ts"
import { hasInbox, type MailboxRecord } from "./Mailbox.ts"

const minute = 60_000
const day = 86_400_000

/** A follow-up begins only if the last complete reading of the inbox ended at most this long ago, in milliseconds. */
const maximumAge = 10_000

/** How long to wait between two readings, in milliseconds, if the account sent within the last day, and if not. */
export const readingIntervals = { sending: minute, idle: 5 * minute }

/**
 * How long to wait until the inbox is asked about again, in milliseconds: after it was made due, if its reading has not woken
 * the account before, and while it is a fault.
 */
const waits = { behind: 15_000, failing: 60_000 }

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
 * The obstacle that holds a mail of a campaign back; `null`: nothing. An inbox that cannot be read (fault `inbox`) holds all of them
 * back, and one that was not read in the last ten seconds every mail but the first one to a lead: so the mails of a turn
 * share one reading. An account whose inbox Mailroom does not read is never held back. Do not ask for answers and test mails.
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
 * When the inbox is read at the latest after a mail was accepted; `null`: no change. Only the first mail of an account
 * that was idle changes that: its next reading may be five minutes away.
 */
export const readingAfterMail = (
  mailbox: Pick<MailboxRecord, "connection" | "succeeded_at">,
  inbound: InboundSource,
  now: Timestamp
): Timestamp | null =>
  isInboxRead(mailbox, inbound) && !isSending(mailbox, now) ? plus(now, readingIntervals.sending) : null

/** Whether the last reading failed because of the login. A new one has to wait until `retry_at`. */
export const isLockedOut = ({ fault, sync_strikes }: Pick<MailboxRecord, "fault" | "sync_strikes">): boolean =>
  fault === "credentials" && sync_strikes > 0

/** The inbox must not be read before this instant, because its server rejects the login; `null`: it may be read. */
export const blockedUntil = (mailbox: MailboxRecord, now: Timestamp): Timestamp | null =>
  isLockedOut(mailbox) && mailbox.retry_at !== null && mailbox.retry_at > now ? mailbox.retry_at : null

/** When an inbox is read, and what a failed reading means. Pure functions (mailboxes design, "Receiving" and "faults"). */
import { minute } from "../Durations.ts"
import { blockedUntil, isLockedOut, isSending, readingIntervals } from "../mailboxes/Freshness.ts"
import { cleared, failed, isFailing } from "../mailboxes/Health.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import { plus, type Timestamp } from "../Timestamp.ts"

/** How far an interval may differ, so that the accounts are not all read at the same time. */
const spread = 0.1

/** How long to wait after the first, second, … failed reading, in milliseconds; the last one repeats. */
const waits = [1, 4, 10, 15].map((minutes) => minutes * minute)

/** How long an inbox cannot be read until its account counts as failing, in milliseconds. */
const faultyAfter = 15 * minute

/** When the inbox is read next after a complete reading. `random`: from 0 to 1. */
export const nextReading = (
  mailbox: Pick<MailboxRecord, "succeeded_at">,
  now: Timestamp,
  random: number
): Timestamp => {
  const interval = isSending(mailbox, now) ? readingIntervals.sending : readingIntervals.idle
  return plus(now, Math.round(interval * (1 - spread + 2 * spread * random)))
}

/** The mailbox after a complete reading: what arrived before `begun_at` is known. Faults of sending stay. */
export const afterReading = (mailbox: MailboxRecord, begun_at: Timestamp, now: Timestamp): MailboxRecord => ({
  ...mailbox,
  ...(mailbox.fault === "inbox" || isLockedOut(mailbox) ? cleared(mailbox) : {}),
  synced_at: begun_at,
  read_at: now,
  sync_strikes: 0,
  unread_since: null,
  suspect: null
})

/**
 * The mailbox after a failed reading. A rejected login is a fault at once; anything else when the inbox could not be read
 * for 15 minutes. A fault of sending that counts already stays the fault of the account. The folders are listed again,
 * because one of them may be gone. A mail stays suspected of it.
 */
export const afterFailure = (
  mailbox: MailboxRecord,
  { fault, reason }: { readonly fault: "connection" | "credentials"; readonly reason: string },
  now: Timestamp
): MailboxRecord => {
  const unread_since = mailbox.unread_since ?? now
  const sync_strikes = mailbox.sync_strikes + 1
  const tried = { ...mailbox, error_at: now, sync_strikes, unread_since, listing: null }
  if (fault === "credentials") return { ...tried, ...failed(tried, { kind: fault, error: reason }, now) }
  const isHidden = now < plus(unread_since, faultyAfter) || (isFailing(mailbox) && mailbox.fault !== "inbox")
  return isHidden ? tried : { ...tried, ...failed(tried, { kind: "inbox", error: reason }, now) }
}

/** When the inbox is read again after a failed reading. */
export const retryReading = (mailbox: MailboxRecord, now: Timestamp): Timestamp =>
  blockedUntil(mailbox, now) ?? plus(now, waits[Math.min(mailbox.sync_strikes, waits.length) - 1] ?? minute)

/** Whether a mailbox can be used, and when it is tried again after a fault. Pure transitions (mailboxes design, "faults"). */
import type { Timestamp } from "../Timestamp.ts"
import { fromMillis, toMillis } from "../Timestamp.ts"

/**
 * The fault of a mailbox. `connection`: the server is not reached. `credentials`: the login is rejected.
 * `sending`: the server rejects mail of this account. `inbox`: the inbox cannot be read.
 */
export type AccountFault = "connection" | "credentials" | "inbox" | "sending"

export interface Health {
  /** Failed tries since the last success. */
  readonly strikes: number
  /** Since when the account counts as failing; `null`: it does not. */
  readonly failing_since: Timestamp | null
  /** The latest fault since the last success. */
  readonly fault: AccountFault | null
  /** The reply of the server or what happened, at most 500 printable characters. */
  readonly error: string | null
  /** When sending or receiving last failed; it stays after a success. */
  readonly error_at: Timestamp | null
  /** No mail is sent before this instant; `null`: no need to wait. */
  readonly retry_at: Timestamp | null
  /** When a mail was last accepted, to within an hour (`isProven`). */
  readonly succeeded_at: Timestamp | null
}

export const healthy: Health = {
  strikes: 0,
  failing_since: null,
  fault: null,
  error: null,
  error_at: null,
  retry_at: null,
  succeeded_at: null
}

const minute = 60_000
const day = 86_400_000

/** How long to wait after the first, second, … failed connection, in milliseconds; the last one repeats. */
const waits = [1, 5, 15, 60].map((minutes) => minutes * minute)

/** The number of failed connections from which an account counts as failing. */
const failingFrom = 3

const maximumError = 500

/** A text of a server as it is stored: printable, in one line. */
export const printable = (reply: string): string =>
  reply
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, maximumError)
    .replace(/\p{Cs}$/u, "")

/**
 * The health after a fault. A lost connection is tried again after 1, 5, 15 and then every 60 minutes, and counts as
 * failing from the third time; any other fault counts at once, and waits a day, or until `until`. An inbox that cannot be
 * read keeps no mail waiting.
 */
export const failed = (
  health: Health,
  fault: { readonly kind: AccountFault; readonly error: string; readonly until?: Timestamp },
  now: Timestamp
): Health => {
  const strikes = (health.fault === fault.kind ? health.strikes : 0) + 1
  const isConnection = fault.kind === "connection"
  const wait = isConnection ? (waits[Math.min(strikes, waits.length) - 1] ?? day) : day
  const isFailing = !isConnection || strikes >= failingFrom
  return {
    ...health,
    strikes,
    fault: fault.kind,
    error: printable(fault.error),
    error_at: now,
    retry_at: fault.kind === "inbox" ? health.retry_at : (fault.until ?? fromMillis(toMillis(now) + wait)),
    failing_since: health.failing_since ?? (isFailing ? now : null)
  }
}

/** The health after a mail was accepted. That says nothing about the inbox. */
export const succeeded = (health: Health, now: Timestamp): Health => ({
  ...(health.fault === "inbox" ? health : cleared(health)),
  succeeded_at: now
})

/**
 * Whether a success need not be stored: sending has no fault, and `succeeded_at` is less than an hour old. The rules
 * ask only whether a mail was accepted within the last day.
 */
export const isProven = ({ fault, succeeded_at }: Pick<Health, "fault" | "succeeded_at">, now: Timestamp): boolean =>
  (fault === null || fault === "inbox") && succeeded_at !== null && toMillis(now) - toMillis(succeeded_at) < 60 * minute

/** The health after a person mended the account: it is tried again at once. `error_at` stays, as history. */
export const cleared = (health: Health): Health => ({
  ...health,
  strikes: 0,
  failing_since: null,
  fault: null,
  error: null,
  retry_at: null
})

/** Whether the account counts as failing. */
export const isFailing = ({ failing_since }: Pick<Health, "failing_since">): boolean => failing_since !== null

/** Whether a mailbox can be used, and when it is tried again after a fault. Pure transitions. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { day, minute } from "../Durations.ts"
import { plus, Timestamp, toMillis } from "../Timestamp.ts"

/**
 * The fault of a mailbox. `connection`: the server is not reached. `credentials`: the login is rejected.
 * `sending`: the server rejects mail of this account. `throttled`: the account sends too much, or too fast. `inbox`: the inbox
 * cannot be read.
 */
export const AccountFault = Schema.Literals(["connection", "credentials", "inbox", "sending", "throttled"])
export type AccountFault = typeof AccountFault.Type

export const Health = Schema.Struct({
  strikes: described(Schema.Int, "Failed tries since the last success."),
  failing_since: described(Schema.NullOr(Timestamp), "Since when the account counts as failing; `null`: it does not."),
  fault: described(Schema.NullOr(AccountFault), "The latest fault since the last success."),
  error: described(
    Schema.NullOr(Schema.String),
    "The reply of the server or what happened, at most 500 printable characters."
  ),
  error_at: described(Schema.NullOr(Timestamp), "When sending or receiving last failed; it stays after a success."),
  retry_at: described(Schema.NullOr(Timestamp), "No mail is sent before this instant; `null`: no need to wait."),
  succeeded_at: described(Schema.NullOr(Timestamp), "When a mail was last accepted, to within an hour (`isProven`)."),
  login_error: described(
    Schema.NullOr(Schema.String),
    "Why the login to the server that sends failed when a person tested it; `null`: it did not, or has worked since."
  ),
  refused: described(
    Schema.Array(Schema.Int),
    "The ids of the mails that were refused since the last success, each for a reason that is not clear."
  )
})
export type Health = typeof Health.Type

export const healthy: Health = {
  strikes: 0,
  failing_since: null,
  fault: null,
  error: null,
  error_at: null,
  retry_at: null,
  succeeded_at: null,
  login_error: null,
  refused: []
}

/** How long to wait after the first, second, … failed connection, or request to slow down, in milliseconds; the last one repeats. */
const waits = {
  connection: [1, 5, 15, 60].map((minutes) => minutes * minute),
  throttled: [2, 5, 15, 30, 60].map((minutes) => minutes * minute)
}

/** The number of failed connections, or of requests to slow down, from which an account counts as failing. */
const failingFrom = 3

/** The maximum length of a stored reply. */
const maximumError = 500

/** A text of a server as it is stored: printable, in one line. */
export const printable = (reply: string): string =>
  reply
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, maximumError)
    .replace(/\p{Cs}$/u, "")

/**
 * The health after a fault. After a lost connection, or a request to send less, the account waits as `waits` says, and counts as failing from the
 * third time on. After any other fault it waits a day, and counts as failing at once. With `until` it waits until then, and counts as failing at
 * once. An inbox that cannot be read counts as failing at once, too, but does not change `retry_at`.
 */
export const failed = (
  health: Health,
  fault: { readonly kind: AccountFault; readonly error: string; readonly until?: Timestamp },
  now: Timestamp
): Health => {
  const strikes = (health.fault === fault.kind ? health.strikes : 0) + 1
  const growingWaits = fault.kind === "connection" || fault.kind === "throttled" ? waits[fault.kind] : null
  const wait = growingWaits?.[Math.min(strikes, growingWaits.length) - 1] ?? day
  const isFailing = growingWaits === null || fault.until !== undefined || strikes >= failingFrom
  return {
    ...health,
    strikes,
    fault: fault.kind,
    error: printable(fault.error),
    error_at: now,
    retry_at: fault.kind === "inbox" ? health.retry_at : (fault.until ?? plus(now, wait)),
    failing_since: health.failing_since ?? (isFailing ? now : null),
    refused: fault.kind === "inbox" ? health.refused : []
  }
}

/** The health after a mail was accepted. That says nothing about the inbox. */
export const succeeded = (health: Health, now: Timestamp): Health => ({
  ...(health.fault === "inbox" ? health : cleared(health)),
  succeeded_at: now,
  login_error: null,
  refused: []
})

/**
 * The health after a mail was refused, but not for a fault of the account: so the connection and the login work. `refused`: the ids of the mails
 * that were refused without a clear reason since the last success. The same object if nothing changes.
 */
export const reached = (health: Health, refused: ReadonlyArray<number>): Health => {
  const isFaultOver = health.fault === "connection" || health.fault === "credentials"
  if (!isFaultOver && refused.length === health.refused.length) return health
  return { ...(isFaultOver ? cleared(health) : health), refused }
}

/**
 * Whether the stored health says already that sending works, so that another success changes nothing. Three things must hold: sending has no
 * fault, no mail was refused since the last success, and the last success is less than an hour old.
 * The rules ask only whether a mail was accepted within the last day, and since another one was refused.
 */
export const isProven = (
  { fault, login_error, refused, succeeded_at }: Pick<Health, "fault" | "login_error" | "refused" | "succeeded_at">,
  now: Timestamp
): boolean =>
  (fault === null || fault === "inbox") &&
  login_error === null &&
  refused.length === 0 &&
  succeeded_at !== null &&
  toMillis(now) - toMillis(succeeded_at) < 60 * minute

/** The health after a person mended the account: it is tried again at once. `error_at` stays, as history. */
export const cleared = (health: Health): Health => ({
  ...health,
  strikes: 0,
  failing_since: null,
  fault: null,
  error: null,
  retry_at: null,
  login_error: null,
  refused: []
})

/** The health after a person tested the login. It keeps no mail waiting. The same object if nothing changes. */
export const loginTested = <A extends Health>(health: A, error: string | null): A => {
  const login_error = error === null ? null : printable(error)
  return login_error === health.login_error ? health : { ...health, login_error }
}

/** Whether the account counts as failing. */
export const isFailing = ({ failing_since }: Pick<Health, "failing_since">): boolean => failing_since !== null

/** When a delivery is tried again, when its integration waits, and when it is disabled. Pure functions. */
import { DateTime, Duration, Option, Schema } from "effect"
import * as Timestamp from "../Timestamp.ts"
import type { Verdict } from "./Exchange.ts"

export const IntegrationStatus = Schema.Literals(["active", "failing", "disabled"]).annotate({
  identifier: "IntegrationStatus",
  description: "The state of an integration. `failing`: its last try was not delivered."
})
export type IntegrationStatus = typeof IntegrationStatus.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"]).annotate({
  identifier: "DeliveryStatus",
  description: "`failed`: no further tries, unless a person orders one."
})
export type DeliveryStatus = typeof DeliveryStatus.Type

/** What the rules know of an integration. */
export interface Health {
  readonly status: IntegrationStatus
  /** Tries since the last delivered one. */
  readonly consecutive_failures: number
  /** Deliveries since the last delivered try whose first try made the integration wait. */
  readonly first_failures: number
  /** The first of the tries since the last delivered one. */
  readonly failing_since: Timestamp.Timestamp | null
  /** Until then nothing is delivered; `null` when it does not wait. */
  readonly retry_at: Timestamp.Timestamp | null
  /** Why the last try was not delivered. */
  readonly last_error: string | null
  /** The last delivered try. */
  readonly last_delivery_at: Timestamp.Timestamp | null
}

/** What the rules know of a delivery. */
export interface Progress {
  readonly status: DeliveryStatus
  /** Tries so far. */
  readonly attempts: number
  /** Not before then; `null` when it is not pending. */
  readonly next_attempt_at: Timestamp.Timestamp | null
}

/** An integration that has delivered nothing yet. One that is enabled again gets this state, with its `last_delivery_at`. */
export const healthy: Health = {
  status: "active",
  consecutive_failures: 0,
  first_failures: 0,
  failing_since: null,
  retry_at: null,
  last_error: null,
  last_delivery_at: null
}

/** A delivery that was not tried yet. */
export const untried = (created_at: Timestamp.Timestamp): Progress => ({
  status: "pending",
  attempts: 0,
  next_attempt_at: created_at
})

/** How long after each failed try the next one comes, in milliseconds: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h. */
const firstDelay = 5_000
export const delays: ReadonlyArray<number> = [
  firstDelay,
  ...[5, 30, 120, 300, 600, 600].map((minutes) => minutes * 60_000)
]

/** The first try, and one after each delay. */
export const maximumAttempts = delays.length + 1

/** After this time without a delivered try an integration is disabled, in milliseconds: five days. */
export const patience = 5 * 86_400_000

/** Of a delivery, within 35 minutes: the next ones may disable the integration. */
const firstTries = 4

/** Receivers may ask for more, but not for more than this, in milliseconds: a day. */
export const maximumRetryAfter = 86_400_000

const decodeRetryAfter = Schema.decodeUnknownOption(Schema.RetryAfterFromString)

/** The instant that a `Retry-After` means (RFC 9110, 10.2.3), at most a day away; `now` when it says nothing. */
export const retryAfter = (value: string | null, now: Timestamp.Timestamp): Timestamp.Timestamp => {
  const parsed = decodeRetryAfter(value?.trim())
  if (Option.isNone(parsed)) return now
  const wait =
    parsed.value._tag === "Duration"
      ? Duration.toMillis(parsed.value.duration)
      : DateTime.toEpochMillis(parsed.value.dateTime) - Timestamp.toMillis(now)
  return Timestamp.plus(now, Math.min(Math.max(wait, 0), maximumRetryAfter))
}

/**
 * The integration and the delivery after a try.
 *
 * - `Delivered`: the integration is healthy again.
 * - `Retry`: only this delivery waits, by the number of its tries. The others go on.
 * - `ServerError` on the first try of a delivery: the integration waits, by the number of deliveries that have failed so
 *   since the last delivered one.
 * - `ServerError` on a later try: the delivery is set aside. Only it waits, and the next ones go on: they show whether the
 *   receiver is out of order, or only this delivery is at fault. It waits at least as long as the integration will if the
 *   next one fails, too: then both are tried again, in order. When eight deliveries have failed so, the receiver is taken
 *   to be dead, and the integration waits as after `Wait`.
 * - `Wait`: the integration waits, by the number of failed tries in a row, but no longer than fits this delivery: so a
 *   delivery that is new begins with short delays, and so does an integration that has just begun to fail.
 * - `Fail`, or no tries left: the delivery has failed. The others go on.
 * - `Disable`, or no delivered try for five days: the integration is disabled. The delivery stays pending until a
 *   person enables the integration again. The first tries of a delivery do not disable it: after days with nothing to
 *   deliver they may meet a receiver that is away for a minute.
 */
export const after = (
  health: Health,
  { attempts: before }: Progress,
  verdict: Verdict,
  now: Timestamp.Timestamp
): { readonly health: Health; readonly progress: Progress } => {
  const attempts = before + 1
  if (verdict._tag === "Delivered") {
    return {
      health: { ...healthy, last_delivery_at: now },
      progress: { status: "delivered", attempts, next_attempt_at: null }
    }
  }
  const failing_since = health.failing_since ?? now
  const consecutive_failures = health.consecutive_failures + 1
  const isServerError = verdict._tag === "ServerError"
  const isFirst = before === 0 && (isServerError || verdict._tag === "Wait")
  const first_failures = health.first_failures + Number(isFirst)
  const isAside = isServerError && !isFirst && first_failures < maximumAttempts
  const waits = verdict._tag === "Wait" || (isServerError && !isAside)
  const isDead =
    now >= Timestamp.plus(failing_since, patience) && (attempts > firstTries || first_failures > firstTries)
  const isLast = verdict._tag === "Fail" || attempts >= maximumAttempts
  let steps = attempts
  if (isAside) steps = Math.max(attempts, first_failures + 1)
  else if (isServerError && isFirst) steps = first_failures
  else if (waits) steps = Math.min(attempts, consecutive_failures)
  const delay = delays[Math.min(steps, delays.length) - 1]
  const again = Timestamp.plus(now, isLast ? firstDelay : (delay ?? firstDelay))
  const asked = "retry_after" in verdict ? retryAfter(verdict.retry_after, now) : now
  const at = asked > again ? asked : again
  return {
    health: {
      status: isDead || verdict._tag === "Disable" ? "disabled" : "failing",
      consecutive_failures,
      first_failures,
      failing_since,
      retry_at: waits ? at : isAside && asked > now ? asked : null,
      last_error: verdict.error,
      last_delivery_at: health.last_delivery_at
    },
    progress: isLast
      ? { status: "failed", attempts, next_attempt_at: null }
      : { status: "pending", attempts, next_attempt_at: at }
  }
}

/**
 * Which of an integration's pending deliveries goes out next: of those that are due the first, in their order. Otherwise the
 * instant at which one is; `null` when none will be.
 */
export const choose = <D extends Pick<Progress, "next_attempt_at">>(
  { retry_at, status }: Pick<Health, "retry_at" | "status">,
  pending: ReadonlyArray<D>,
  now: Timestamp.Timestamp
): { readonly delivery: D } | { readonly at: Timestamp.Timestamp } | null => {
  if (status === "disabled" || pending.length === 0) return null
  if (retry_at !== null && retry_at > now) return { at: retry_at }
  const delivery = pending.find(({ next_attempt_at }) => next_attempt_at === null || next_attempt_at <= now)
  if (delivery !== undefined) return { delivery }
  return { at: pending.map(({ next_attempt_at }) => next_attempt_at ?? now).reduce((a, b) => (a < b ? a : b)) }
}

/** When a delivery is retried, when its integration waits, and when it is disabled. Pure functions. */
import { Plain } from "@mailroom/mail/text"
import { DateTime, Duration, Option, Schema } from "effect"
import { described } from "../Described.ts"
import { day, minute } from "../Durations.ts"
import { SmallCount } from "../Id.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Verdict } from "./Exchange.ts"

export const IntegrationStatus = Schema.Literals(["active", "failing", "disabled"]).annotate({
  identifier: "IntegrationStatus",
  description: "The state of an integration. `failing`: its last try failed."
})
export type IntegrationStatus = typeof IntegrationStatus.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"]).annotate({
  identifier: "DeliveryStatus",
  example: "delivered",
  description: "`failed`: there are no further tries, unless a person requests one."
})
export type DeliveryStatus = typeof DeliveryStatus.Type

/** The state of an integration that the rules read and write. */
export const Health = Schema.Struct({
  status: IntegrationStatus,
  consecutive_failures: described(SmallCount, "The number of failed tries since the last successful one."),
  first_failures: described(
    SmallCount,
    "The number of deliveries since the last successful try whose first try made the integration wait."
  ),
  failing_since: described(
    Schema.NullOr(Timestamp.Timestamp),
    "The time of the first failed try since the last successful one."
  ),
  retry_at: described(
    Schema.NullOr(Timestamp.Timestamp),
    "Nothing is delivered before this instant; `null` when the integration does not wait."
  ),
  last_error: described(Schema.NullOr(Plain), "Why the last try failed; `null` if it succeeded."),
  last_delivery_at: described(Schema.NullOr(Timestamp.Timestamp), "The time of the last successful try.")
})
export type Health = typeof Health.Type

/** The state of a delivery that the rules read and write. */
export interface Progress {
  readonly status: DeliveryStatus
  /** The number of tries so far. */
  readonly attempts: number
  /** The earliest time of the next try; `null` when the delivery is not pending. */
  readonly next_attempt_at: Timestamp.Timestamp | null
}

/** An integration without tries. An integration that is enabled again gets this state, with its `last_delivery_at`. */
export const healthy: Health = {
  status: "active",
  consecutive_failures: 0,
  first_failures: 0,
  failing_since: null,
  retry_at: null,
  last_error: null,
  last_delivery_at: null
}

/** A delivery without tries. */
export const untried = (created_at: Timestamp.Timestamp): Progress => ({
  status: "pending",
  attempts: 0,
  next_attempt_at: created_at
})

/**
 * A delivery that a person wants to be sent again: a finished one has all its tries again, and the next try of a pending
 * one is due at once.
 */
export const orderedAgain = (progress: Progress, now: Timestamp.Timestamp): Progress => {
  const { next_attempt_at, status } = progress
  if (status !== "pending") return untried(now)
  return next_attempt_at !== null && next_attempt_at > now ? { ...progress, next_attempt_at: now } : progress
}

/** The delay after each failed try, in milliseconds: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h. */
const firstDelay = 5_000
export const delays: ReadonlyArray<number> = [
  firstDelay,
  ...[5, 30, 120, 300, 600, 600].map((minutes) => minutes * minute)
]

/** The first try, and one after each delay. */
export const maximumAttempts = delays.length + 1

/** The number of deliveries whose first try failed, since the last successful one, that show that the receiver is dead. */
const deadAfter = maximumAttempts

/** An integration is disabled after this time without a successful try, in milliseconds: five days. */
export const disabledAfter = 5 * day

/** Number of tries of a delivery, within 35 minutes, that cannot disable the integration. */
const firstTries = 4

/** Maximum wait that a receiver may request, in milliseconds: a day. */
export const maximumRetryAfter = day

const decodeRetryAfter = Schema.decodeUnknownOption(Schema.RetryAfterFromString)

/** The instant of a `Retry-After` (RFC 9110, 10.2.3), at most a day away; `now` if it is missing or invalid. */
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
 * - `Retry`: only this delivery waits, depending on the number of its tries. The other deliveries continue.
 * - `ServerError` on the first try of a delivery: the integration waits, depending on the number of deliveries whose first try ended in
 *   `ServerError` or `Wait` since the last successful one.
 * - `ServerError` on a later try: the delivery is set aside. Only it waits, and the next deliveries continue: they show
 *   whether the receiver is unavailable, or only this delivery is at fault. It waits at least as long as the
 *   integration will wait if the next delivery fails, too: then both are retried, in order. When the first tries of eight deliveries
 *   have failed, the receiver counts as dead, and the integration waits as after `Wait`. A `Retry-After` of its receiver holds up the
 *   integration, too.
 * - `Wait`: the integration waits, depending on the number of consecutive failed tries, but not longer than the tries
 *   of this delivery allow: a new delivery begins with short delays, and so does an integration that has just begun to
 *   fail.
 * - `Fail`, or no tries left: the delivery has failed. The other deliveries continue.
 * - `Disable`, or no successful try for five days: the integration is disabled. The delivery stays pending, if it has tries left, until a
 *   person enables the integration again. The first tries of a delivery do not disable it: after days without
 *   deliveries, they may coincide with a short outage of the receiver.
 */
export const afterTry = (
  health: Health,
  { attempts: earlierTries }: Progress,
  verdict: Verdict,
  now: Timestamp.Timestamp
): { readonly health: Health; readonly progress: Progress } => {
  const attempts = earlierTries + 1
  if (verdict._tag === "Delivered") {
    return {
      health: { ...healthy, last_delivery_at: now },
      progress: { status: "delivered", attempts, next_attempt_at: null }
    }
  }
  const failing_since = health.failing_since ?? now
  const consecutive_failures = health.consecutive_failures + 1
  const isServerError = verdict._tag === "ServerError"
  const isFirstFailure = earlierTries === 0 && (isServerError || verdict._tag === "Wait")
  const first_failures = health.first_failures + Number(isFirstFailure)
  const isSetAside = isServerError && !isFirstFailure && first_failures < deadAfter
  const integrationWaits = verdict._tag === "Wait" || (isServerError && !isSetAside)
  /** The number of failed tries that the delay depends on. */
  const failures = (): number => {
    if (isSetAside) return Math.max(attempts, first_failures + 1)
    if (isServerError && isFirstFailure) return first_failures
    return integrationWaits ? Math.min(attempts, consecutive_failures) : attempts
  }
  const isLastTry = verdict._tag === "Fail" || attempts >= maximumAttempts
  const delay = isLastTry ? firstDelay : (delays[Math.min(failures(), delays.length) - 1] ?? firstDelay)
  const requested_at = "retry_after" in verdict ? retryAfter(verdict.retry_after, now) : now
  const next_at = Timestamp.latest(requested_at, Timestamp.plus(now, delay))
  const retryAt = (): Timestamp.Timestamp | null => {
    if (integrationWaits) return next_at
    return isSetAside && requested_at > now ? requested_at : null
  }
  const isFailingTooLong =
    now >= Timestamp.plus(failing_since, disabledAfter) && (attempts > firstTries || first_failures > firstTries)
  return {
    health: {
      status: isFailingTooLong || verdict._tag === "Disable" ? "disabled" : "failing",
      consecutive_failures,
      first_failures,
      failing_since,
      retry_at: retryAt(),
      last_error: verdict.error,
      last_delivery_at: health.last_delivery_at
    },
    progress: isLastTry
      ? { status: "failed", attempts, next_attempt_at: null }
      : { status: "pending", attempts, next_attempt_at: next_at }
  }
}

/**
 * The next delivery of an integration to send: the first of the pending deliveries that is due. If none is due, the
 * instant at which the next one will be; `null` when there is none.
 */
export const nextDelivery = <D extends Pick<Progress, "next_attempt_at">>(
  { retry_at, status }: Pick<Health, "retry_at" | "status">,
  pending: ReadonlyArray<D>,
  now: Timestamp.Timestamp
): { readonly delivery: D } | { readonly at: Timestamp.Timestamp } | null => {
  if (status === "disabled" || pending.length === 0) return null
  if (retry_at !== null && retry_at > now) return { at: retry_at }
  const delivery = pending.find(({ next_attempt_at }) => next_attempt_at === null || next_attempt_at <= now)
  if (delivery !== undefined) return { delivery }
  const dueTimes = pending.map(({ next_attempt_at }) => next_attempt_at ?? now)
  return { at: dueTimes.reduce((earliest, at) => (at < earliest ? at : earliest)) }
}

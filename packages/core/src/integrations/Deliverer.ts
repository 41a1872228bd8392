/** Sends the deliveries of the outbox: the worker's handler for the kind `delivery`. */
import { Duration, Effect, Option, Result } from "effect"
import type { Stored } from "../StorageError.ts"
import { Changes } from "../Changes.ts"
import { Encryption } from "../secrets/Encryption.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Handler } from "../work/Workers.ts"
import { makeAttempt } from "./Attempt.ts"
import { type DeliveryRecord, messageIdOf, retention, withTry } from "./Delivery.ts"
import { countDelivery } from "./DeliveryMetrics.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import type { DeliveryTransport } from "./DeliveryTransport.ts"
import { integrationOf, kind } from "./DeliveryWork.ts"
import { Verdict } from "./Exchange.ts"
import { type IntegrationRecord, recordTry } from "./Integration.ts"
import { IntegrationDisabled } from "./IntegrationChange.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { after, choose, type Progress } from "./Retry.ts"
import { unseal } from "./Sealing.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"

/**
 * How long an integration may send before other work runs, in milliseconds. A delivery that has begun is still
 * finished.
 */
const timeSlice = 5_000

/** Maximum number of deliveries to remove in one statement. */
const batch = 1_000

/**
 * The state of an integration whose secrets cannot be decrypted: it is treated as temporarily unavailable, with waits
 * of at most 2 hours, and is never disabled, because its owner did nothing wrong. The tries of its deliveries are not
 * counted.
 */
const unreadable = (integration: IntegrationRecord, error: string, now: Timestamp.Timestamp): IntegrationRecord => {
  const attempts = Math.min(integration.consecutive_failures, 3)
  const untouched = { status: "pending", attempts, next_attempt_at: null } as const
  const { health } = after(integration, untouched, Verdict.Wait({ error, retry_after: null }), now)
  return recordTry(integration, { ...health, status: "failing" })
}

const earliest = (a: Timestamp.Timestamp | null, b: Timestamp.Timestamp | null) =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

/**
 * Makes the handler that sends the due deliveries of an integration, one after the other, and stores each outcome at
 * once. A crash repeats at most the delivery that was being sent. It also removes deliveries that are too old, and the
 * deliveries of a deleted integration.
 */
export const deliverer: Effect.Effect<
  Handler,
  never,
  Changes | DeliveryStore | DeliveryTransport | Encryption | IntegrationStore
> = Effect.gen(function* () {
  const integrations = yield* IntegrationStore
  const deliveries = yield* DeliveryStore
  const encryption = yield* Encryption
  const { report, transaction } = yield* Changes
  const attempt = yield* makeAttempt

  /** Changes the stored integration under its lock, unless it was deleted. Other integrations are told of its end. */
  const change = (
    organization_id: OrganizationId,
    id: IntegrationId,
    f: (locked: IntegrationRecord) => Stored<IntegrationRecord | undefined>
  ) =>
    transaction(
      Effect.gen(function* () {
        const locked = yield* integrations.lock(organization_id, id)
        if (Option.isNone(locked)) return
        const changed = yield* f(locked.value)
        if (changed === undefined) return
        yield* integrations.replace(organization_id, changed)
        if (changed.status === "disabled" && locked.value.status !== "disabled") {
          const { last_error, name, type } = changed
          yield* report([new IntegrationDisabled({ integration: { id, type, name }, error: last_error ?? "" })])
          yield* Effect.logWarning(`Integration ${id} of organization ${organization_id} is disabled`)
        }
      })
    )

  /** Makes a try and stores its outcome. Returns whether `last_delivery_at` still has to be stored. */
  const deliver = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    integration: IntegrationRecord,
    delivery: DeliveryRecord
  ) {
    const { id } = integration
    const target = yield* Effect.result(unseal(encryption, organization_id, integration))
    if (Result.isFailure(target)) {
      const now = yield* Timestamp.now
      const { message } = target.failure
      yield* change(organization_id, id, (locked) => Effect.succeed(unreadable(locked, message, now)))
      return false
    }
    const content = { id: messageIdOf(delivery), body: delivery.payload }
    const tried = yield* attempt(target.success, content)
    const { made, verdict } = tried
    yield* countDelivery(target.success.type, tried)
    const now = yield* Timestamp.now
    /** Stores nothing if another process has already made this try: then the other outcome counts. */
    const store = (progress: Progress) =>
      deliveries.replace(organization_id, id, delivery, { id: delivery.id, ...progress }, withTry(delivery.tries, made))
    // The usual case takes one statement: a successful try does not change a healthy integration, except for
    // `last_delivery_at`.
    if (verdict._tag === "Delivered" && integration.status === "active") {
      return yield* store(after(integration, delivery, verdict, now).progress)
    }
    yield* change(
      organization_id,
      id,
      Effect.fnUntraced(function* (locked) {
        const { health, progress } = after(locked, delivery, verdict, now)
        return (yield* store(progress)) ? recordTry(locked, health) : undefined
      })
    )
    return false
  })

  /** Removes a batch of the deliveries older than `age`. Returns when there is more to remove; `null` means never. */
  const clean = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    id: IntegrationId,
    age: number,
    now: Timestamp.Timestamp
  ) {
    const oldest = yield* deliveries.oldest(organization_id, id)
    if (oldest === null) return null
    const end = Timestamp.plus(oldest, age)
    if (end > now) return end
    yield* deliveries.removeOldest(organization_id, id, { until: Timestamp.plus(now, -age), limit: batch })
    return now
  })

  /**
   * Sends due deliveries, until the time slice ends or the process stops. Returns when to continue, and
   * `last_delivery_at` if it still has to be stored.
   */
  const send = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    id: IntegrationId,
    isStopping: () => boolean
  ) {
    const end = Timestamp.plus(yield* Timestamp.now, timeSlice)
    let last_delivery_at: Timestamp.Timestamp | null = null
    while (true) {
      const now = yield* Timestamp.now
      // Read before each try, because a person may have changed, disabled or deleted the integration.
      const found = yield* integrations.find(organization_id, id)
      if (Option.isNone(found)) return { again: yield* clean(organization_id, id, 0, now), last_delivery_at }
      const next = choose(found.value, yield* deliveries.heads(organization_id, id), now)
      if (next === null || "at" in next) {
        const again = earliest(next?.at ?? null, yield* clean(organization_id, id, retention, now))
        return { again, last_delivery_at }
      }
      if (now >= end || isStopping()) return { again: now, last_delivery_at }
      if (yield* deliver(organization_id, found.value, next.delivery)) last_delivery_at = yield* Timestamp.now
    }
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ isStopping, key, organization_id }) {
    const id = integrationOf(key)
    const { again, last_delivery_at } = yield* send(organization_id, id, isStopping)
    if (last_delivery_at !== null) {
      yield* change(organization_id, id, (locked) =>
        Effect.succeed(
          locked.last_delivery_at !== null && locked.last_delivery_at > last_delivery_at
            ? undefined
            : { ...locked, last_delivery_at }
        )
      )
    }
    return again
  })

  return {
    kind,
    room: 1,
    concurrency: 50,
    lease: Duration.seconds(90),
    timeout: Duration.seconds(60),
    handle
  }
})

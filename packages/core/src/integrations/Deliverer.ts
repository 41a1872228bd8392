/** Sends what the outbox holds: the worker's handler of the kind `delivery`. */
import { Duration, Effect, Option, Result } from "effect"
import type { OrganizationId } from "../Organization.ts"
import { Encryption } from "../secrets/Encryption.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import type { Handler } from "../work/Workers.ts"
import { attempting } from "./Attempt.ts"
import { type DeliveryRecord, messageIdOf, retention } from "./Delivery.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import type { DeliveryTransport } from "./DeliveryTransport.ts"
import { integrationOf, kind } from "./DeliveryWork.ts"
import { Verdict } from "./Exchange.ts"
import { type IntegrationId, type IntegrationRecord, tried } from "./Integration.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { after, choose, type Progress } from "./Retry.ts"
import { unseal } from "./Sealing.ts"

/** How long an integration may send before others get their turn, in milliseconds. What has begun then still ends. */
const turn = 5_000

/** How many deliveries are removed at once. */
const batch = 1_000

/**
 * Of an integration whose secrets cannot be decrypted: it waits like one whose receiver is out of order, 2 hours at most,
 * and is never disabled, because its owner has done nothing wrong. Its deliveries lose no tries.
 */
const unreadable = (integration: IntegrationRecord, error: string, now: Timestamp.Timestamp): IntegrationRecord => {
  const attempts = Math.min(integration.consecutive_failures, 3)
  const untouched = { status: "pending", attempts, next_attempt_at: null } as const
  const { health } = after(integration, untouched, Verdict.Wait({ error, retry_after: null }), now)
  return tried(integration, { ...health, status: "failing" })
}

const earliest = (a: Timestamp.Timestamp | null, b: Timestamp.Timestamp | null) =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

/**
 * Sends the deliveries of an integration that are due, one after the other, and stores the outcome of each at once. A crash
 * in between repeats at most the one that was being sent. Also removes deliveries that are too old, and those of an
 * integration that was deleted.
 */
export const deliverer: Effect.Effect<
  Handler,
  never,
  DeliveryStore | DeliveryTransport | Encryption | IntegrationStore | Transactor
> = Effect.gen(function* () {
  const integrations = yield* IntegrationStore
  const deliveries = yield* DeliveryStore
  const encryption = yield* Encryption
  const { transaction } = yield* Transactor
  const attempt = yield* attempting

  /** Changes the integration as it is now, unless it was deleted. */
  const change = (
    organization_id: OrganizationId,
    id: IntegrationId,
    f: (locked: IntegrationRecord) => Effect.Effect<IntegrationRecord | undefined, StorageError>
  ) =>
    transaction(
      Effect.gen(function* () {
        const locked = yield* integrations.lock(organization_id, id)
        if (Option.isNone(locked)) return
        const changed = yield* f(locked.value)
        if (changed === undefined) return
        yield* integrations.replace(organization_id, changed)
        if (changed.status === "disabled" && locked.value.status !== "disabled") {
          yield* Effect.logWarning(`Integration ${id} of organization ${organization_id} is disabled`)
        }
      })
    )

  /** Makes a try and stores its outcome. Answers whether `last_delivery_at` is still to be stored. */
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
    const { response, verdict } = yield* attempt(target.success, content)
    const now = yield* Timestamp.now
    /** Stores nothing when another process has made this try: then its outcome counts. */
    const store = (progress: Progress) =>
      deliveries.replace(organization_id, id, delivery, { id: delivery.id, ...progress, response })
    // The usual case, in one statement: a delivered try changes nothing else of a healthy integration.
    if (verdict._tag === "Delivered" && integration.status === "active") {
      return yield* store(after(integration, delivery, verdict, now).progress)
    }
    yield* change(
      organization_id,
      id,
      Effect.fnUntraced(function* (locked) {
        const { health, progress } = after(locked, delivery, verdict, now)
        return (yield* store(progress)) ? tried(locked, health) : undefined
      })
    )
    return false
  })

  /** Removes a batch of the deliveries older than `age`. Answers when there is more to remove; `null`: never. */
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
   * Sends what is due, for a while and until the process stops. Answers when to go on, and `last_delivery_at` where
   * that is still to be stored.
   */
  const send = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    id: IntegrationId,
    isStopping: () => boolean
  ) {
    const end = Timestamp.plus(yield* Timestamp.now, turn)
    let last_delivery_at: Timestamp.Timestamp | null = null
    while (true) {
      const now = yield* Timestamp.now
      // Read before each try: a person may have changed, disabled or deleted it.
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

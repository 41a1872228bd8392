/** Sends the notifications in the outbox to integrations: the handler of workers for the kind `delivery`. */
import { Duration, Effect, Option } from "effect"
import type { Changes } from "../Changes.ts"
import type { Encryption } from "../secrets/Encryption.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Handler } from "../work/Workers.ts"
import { makeDeliver } from "./Deliver.ts"
import { retention } from "./Delivery.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import type { DeliveryTransport } from "./DeliveryTransport.ts"
import { integrationOf, kind } from "./DeliveryWork.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { makeIntegrationUpdate } from "./IntegrationUpdate.ts"
import { nextDelivery } from "./Retry.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"

/**
 * How long an integration may send before other work runs, in milliseconds. A delivery that has begun is still
 * finished.
 */
const timeSlice = 5_000

/** Maximum number of deliveries to remove in one statement. */
const batch = 1_000

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
  const updateIntegration = yield* makeIntegrationUpdate
  const deliver = yield* makeDeliver

  /**
   * Removes a batch of the deliveries that are older than `age`, in milliseconds. Returns when there is more to remove; `null`:
   * never.
   */
  const removeOld = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    id: IntegrationId,
    age: number,
    now: Timestamp.Timestamp
  ) {
    const oldest = yield* deliveries.oldest(organization_id, id)
    if (oldest === null) return null
    const tooOldAt = Timestamp.plus(oldest, age)
    if (tooOldAt > now) return tooOldAt
    yield* deliveries.removeOldest(organization_id, id, { until: Timestamp.plus(now, -age), limit: batch })
    return now
  })

  /**
   * Sends due deliveries, until the time slice ends or the process stops. Returns when to continue (`again`), and
   * `last_delivery_at` if it still has to be stored. The deliveries of a deleted integration are removed, whatever their age.
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
      if (Option.isNone(found)) return { again: yield* removeOld(organization_id, id, 0, now), last_delivery_at }
      const next = nextDelivery(found.value, yield* deliveries.heads(organization_id, id), now)
      if (next === null || "at" in next) {
        const again = Timestamp.earlier(next?.at ?? null, yield* removeOld(organization_id, id, retention, now))
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
      yield* updateIntegration(organization_id, id, (locked) =>
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

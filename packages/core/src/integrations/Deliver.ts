/** Makes a try of a delivery, and stores its outcome. */
import { Effect, Result } from "effect"
import type { OrganizationId } from "../ids.ts"
import { Encryption } from "../secrets/Encryption.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeAttempt } from "./Attempt.ts"
import { type DeliveryRecord, messageIdOf, withTry } from "./Delivery.ts"
import { countDelivery } from "./DeliveryMetrics.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { Verdict } from "./Exchange.ts"
import { type IntegrationRecord, recordTry } from "./Integration.ts"
import { makeIntegrationUpdate } from "./IntegrationUpdate.ts"
import { afterTry, type Progress } from "./Retry.ts"
import { unseal } from "./Sealing.ts"

/** The failures of an integration with unreadable secrets after which its wait does not grow any more: it is 2 hours then. */
const maximumUnreadable = 3

/**
 * An integration whose secrets cannot be decrypted. It waits like one whose receiver is unavailable, at most 2 hours. It is
 * never disabled, because its owner did nothing wrong. The tries of its deliveries are not counted.
 */
const afterUnreadableSecrets = (
  integration: IntegrationRecord,
  error: string,
  now: Timestamp.Timestamp
): IntegrationRecord => {
  const attempts = Math.min(integration.consecutive_failures, maximumUnreadable)
  const imaginary = { status: "pending", attempts, next_attempt_at: null } as const
  const { health } = afterTry(integration, imaginary, Verdict.Wait({ error, retry_after: null }), now)
  return recordTry(integration, { ...health, status: "failing" })
}

export const makeDeliver = Effect.gen(function* () {
  const attempt = yield* makeAttempt
  const updateIntegration = yield* makeIntegrationUpdate
  const deliveries = yield* DeliveryStore
  const encryption = yield* Encryption

  /** Makes a try and stores its outcome. Returns whether `last_delivery_at` still has to be stored. */
  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    integration: IntegrationRecord,
    delivery: DeliveryRecord
  ) {
    const { id } = integration
    const target = yield* Effect.result(unseal(encryption, organization_id, integration))
    if (Result.isFailure(target)) {
      const now = yield* Timestamp.now
      const { message } = target.failure
      yield* updateIntegration(organization_id, id, (locked) =>
        Effect.succeed(afterUnreadableSecrets(locked, message, now))
      )
      return false
    }
    const content = { id: messageIdOf(delivery), body: delivery.payload }
    const tried = yield* attempt(target.success, content)
    const { record, verdict } = tried
    yield* countDelivery(target.success.type, tried)
    const now = yield* Timestamp.now
    /** Stores nothing if another process has already made this try: then the other outcome counts. */
    const store = (progress: Progress) =>
      deliveries.replace(
        organization_id,
        id,
        delivery,
        { id: delivery.id, ...progress },
        withTry(delivery.tries, record)
      )
    // The usual case takes one statement: a successful try does not change a healthy integration, except for
    // `last_delivery_at`.
    if (verdict._tag === "Delivered" && integration.status === "active") {
      return yield* store(afterTry(integration, delivery, verdict, now).progress)
    }
    yield* updateIntegration(
      organization_id,
      id,
      Effect.fnUntraced(function* (locked) {
        const { health, progress } = afterTry(locked, delivery, verdict, now)
        return (yield* store(progress)) ? recordTry(locked, health) : undefined
      })
    )
    return false
  })
})

/** Delivers an example to an integration, for people who set it up. */
import { Effect, Result, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Encryption } from "../secrets/Encryption.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeAttempt } from "./Attempt.ts"
import { DeliveryTransport } from "./DeliveryTransport.ts"
import type { IntegrationRecord } from "./Integration.ts"
import { sampleOf } from "./Sample.ts"
import { unseal } from "./Sealing.ts"

/** The result of a test (contract, section 8). Exactly one of `error` and `delivered_at` is `null`. */
export const TestResult = Schema.Struct({
  success: described(Schema.Boolean, "Whether the example was delivered.", true),
  status_code: described(Schema.NullOr(Count), "The HTTP status of the answer; `null` when none came.", 204),
  response_time_ms: described(
    Schema.NullOr(Count),
    "The time until the answer, in milliseconds; `null` when none came.",
    85
  ),
  error: described(Schema.NullOr(Schema.String), "Why the delivery failed; `null` if it succeeded.", null),
  delivered_at: described(
    Schema.NullOr(Timestamp.Timestamp),
    "When it was delivered; `null` if the delivery failed.",
    "2026-03-02T10:30:00.000Z"
  )
}).annotate({ identifier: "TestResult", description: "The result of delivering an example." })
export type TestResult = typeof TestResult.Type

/** Makes one try with the example of `replied`, also for a disabled integration. Stores nothing. */
export const makeTestDelivery = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const encryption = yield* Encryption.orNone
  const attempt = yield* Effect.provideService(makeAttempt, DeliveryTransport, yield* DeliveryTransport.orNone)

  return Effect.fnUntraced(function* (integration: IntegrationRecord) {
    const organization = yield* CurrentOrganization
    const failed = (error: string) => ({ success: false, error, delivered_at: null })
    const target = yield* Effect.result(unseal(encryption, organization.id, integration))
    if (Result.isFailure(target)) {
      return { ...failed(target.failure.message), status_code: null, response_time_ms: null }
    }
    const id = `msg_test_${yield* random.uuidV4()}`
    const body = JSON.stringify({ ...sampleOf("replied"), timestamp: yield* Timestamp.now })
    const { response, verdict } = yield* attempt(target.success, { id, body })
    return {
      ...("error" in verdict
        ? failed(verdict.error)
        : { success: true, error: null, delivered_at: yield* Timestamp.now }),
      status_code: response?.status_code ?? null,
      response_time_ms: response?.duration_ms ?? null
    }
  })
})

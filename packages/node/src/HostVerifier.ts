/** Verifies addresses with the service, or with the function, that the app names. */
import { AddressVerifier, layerService, makeAsking, Verification, VerifierFailed } from "@mailroom/core"
import { Effect, Layer, Redacted, Result, Schema } from "effect"
import { MailroomError } from "./MailroomError.ts"
import type { Options } from "./Options.ts"
import type * as App from "./Verifier.ts"

const decodeVerdict = Schema.decodeUnknownResult(
  Schema.Struct({
    status: Verification.VerifiedStatus,
    reasons: Schema.optional(Schema.Array(Verification.VerificationReason)),
    cost: Schema.optional(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)))
  })
)

const failed = new VerifierFailed({
  reason: "unreachable",
  message: "The app gave no verdict: it is asked again later"
})

/** Longest time that the app may take for one address. */
const askTimeout = "15 seconds"

/** Asks the `verifier` of the app. An answer without a verdict counts as a failure, so it is asked again later. */
const askBy = (verifier: App.Verifier) =>
  Effect.fnUntraced(function* (email: string) {
    const asked = Effect.tryPromise(async () => await verifier(email)).pipe(Effect.timeout(askTimeout))
    const result = yield* Effect.result(asked)
    if (Result.isFailure(result)) {
      yield* Effect.logError("The option verifier failed", result.failure)
      return yield* failed
    }
    const verdict = decodeVerdict(result.success)
    if (Result.isFailure(verdict)) {
      yield* Effect.logError('The option verifier returned no verdict such as { status: "valid" }')
      return yield* failed
    }
    const { cost = 0, reasons = [], status } = verdict.success
    return { status, reasons, cost, decided_by: "host" as const }
  })

/** The verifier of the options; without one, Mailroom's own check is used. */
export const layer = ({ verifier }: Pick<Options, "verifier">): Layer.Layer<never, MailroomError> => {
  if (verifier === undefined) return Layer.empty
  if (typeof verifier === "function") {
    return Layer.effect(AddressVerifier, makeAsking("host", 0, askBy(verifier)))
  }
  const service = layerService({ ...verifier, key: Redacted.make(verifier.key) })
  return Layer.effectContext(
    Effect.mapError(
      Layer.build(service),
      ({ message }) => new MailroomError("invalid_request", `verifier.url cannot be used. ${message}`)
    )
  )
}

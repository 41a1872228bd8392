/** Signatures of webhooks, as the Standard Webhooks specification (version 1.0.0) defines them. */
import { Effect, Result } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { day } from "../Durations.ts"
import * as Timestamp from "../Timestamp.ts"

/** The secrets of a webhook: `whsec_` and base64 of 32 bytes. */
export interface SigningSecrets {
  readonly current: string
  /** The secret before the last rotation. */
  readonly previous: string | null
  readonly rotated_at: Timestamp.Timestamp | null
}

const prefix = "whsec_"
const secretBytes = 32

/** How long the previous secret also signs after a rotation, in milliseconds: a day. */
export const rotationTime = day

/** A new random secret. */
export const newSecret: Effect.Effect<string, never, SecureRandom.SecureRandom> = Effect.gen(function* () {
  const { randomBytes } = yield* SecureRandom.SecureRandom
  return prefix + Base64.encode(yield* randomBytes(secretBytes))
})

/** The secrets that sign at an instant, the current one first. */
export const signingSecrets = (
  { current, previous, rotated_at }: SigningSecrets,
  now: Timestamp.Timestamp
): ReadonlyArray<string> =>
  previous !== null && rotated_at !== null && now < Timestamp.plus(rotated_at, rotationTime)
    ? [current, previous]
    : [current]

/** The value of `webhook-signature`: one signature for each secret. A secret in another format is a defect. */
export const sign = Effect.fnUntraced(function* (
  secrets: ReadonlyArray<string>,
  { body, id, seconds }: { readonly id: string; readonly seconds: number; readonly body: string }
) {
  const mac = yield* Mac.Mac
  const content = new TextEncoder().encode(`${id}.${seconds}.${body}`)
  const signatures = yield* Effect.forEach(secrets, (secret) =>
    Effect.gen(function* () {
      const bytes = Base64.decode(secret.slice(prefix.length))
      if (!secret.startsWith(prefix) || Result.isFailure(bytes)) {
        return yield* Effect.die(new Error("A signing secret does not have the form whsec_…"))
      }
      const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, bytes.success))
      return `v1,${Base64.encode(yield* Effect.orDie(mac.sign(key, content)))}`
    })
  )
  return signatures.join(" ")
})

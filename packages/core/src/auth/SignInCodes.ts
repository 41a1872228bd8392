/** Codes by which one person can sign in, in place of a key. */
import { Duration, Effect, Option, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { ApiKeyId, OrganizationId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { hashOf } from "../SecretHash.ts"
import * as Timestamp from "../Timestamp.ts"
import { isLive } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"

/** How long a code may be used, in milliseconds. */
const lifetime = Duration.toMillis("10 minutes")

interface Code {
  readonly hash: string
  readonly organization_id: OrganizationId
  readonly key_id: ApiKeyId
  readonly expires_at: Timestamp.Timestamp
}

/** The key, if it is valid now. */
export const findLiveKey = Effect.fnUntraced(function* (
  keys: ApiKeyStore["Service"],
  organization_id: OrganizationId,
  id: ApiKeyId
) {
  const now = yield* Timestamp.now
  return Option.filter(yield* keys.find(organization_id, id), (key) => isLive(key, now))
})

export const makeSignInCodes = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys
  const keys = yield* ApiKeyStore
  const random = yield* SecureRandom.SecureRandom
  const digest = yield* Digest.Digest
  let issued: Code | undefined

  return {
    /** See `Sessions.issueCode`. */
    issue: Effect.gen(function* () {
      const now = yield* Timestamp.now
      const key = (yield* apiKeys.list).find((one) => one.access === "full" && isLive(one, now))
      if (key === undefined) return Option.none()
      const { id: organization_id } = yield* CurrentOrganization
      const code = Redacted.make(Base64Url.encode(yield* random.randomBytes(32)))
      const expires_at = Timestamp.plus(now, lifetime)
      issued = { hash: yield* hashOf(digest, code), organization_id, key_id: key.id, expires_at }
      return Option.some(code)
    }),
    /** Redeems a code, which works once. Returns its organization and key; `None`: the code is not valid, or its key is not. */
    redeem: Effect.fnUntraced(function* (code: Redacted.Redacted) {
      const hash = yield* hashOf(digest, code)
      const now = yield* Timestamp.now
      // Nothing may run between the comparison and the assignment: else a code could work twice.
      const given = issued
      if (given === undefined || given.hash !== hash) return Option.none()
      issued = undefined
      if (given.expires_at <= now) return Option.none()
      const key = yield* findLiveKey(keys, given.organization_id, given.key_id)
      return Option.as(key, given)
    })
  }
})

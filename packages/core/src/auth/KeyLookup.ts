/** Finds the organization of an API key, with a cache of live keys: without it every row of the bench would pay a query. */
import { Cache, Duration, Effect, Exit, Option, Redacted } from "effect"
import { Digest } from "effect/crypto"
import { hashOf } from "../SecretHash.ts"
import * as Timestamp from "../Timestamp.ts"
import { type ApiKey, isLive, parse } from "./ApiKey.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { type Principal } from "./Authenticator.ts"
import { KeyStaleness } from "./KeyStaleness.ts"
import type { OrganizationId } from "../ids.ts"

const lastUsedAccuracy = Duration.toMillis("5 minutes")

/** Makes the function that notes that a key was used, at most every five minutes. The key is valid even if this fails. */
export const makeTouch = Effect.map(ApiKeyStore, (store) =>
  Effect.fnUntraced(
    function* (organization_id: OrganizationId, key: ApiKey, now: Timestamp.Timestamp) {
      const age = key.last_used_at === null ? Infinity : Timestamp.toMillis(now) - Timestamp.toMillis(key.last_used_at)
      if (age >= lastUsedAccuracy) yield* store.update(organization_id, key.id, { last_used_at: now })
    },
    Effect.catchTag("StorageError", (error) => Effect.logWarning("could not note when an API key was used", error))
  )
)

export const makeKeyLookup = Effect.gen(function* () {
  const store = yield* ApiKeyStore
  const staleness = yield* KeyStaleness
  const digest = yield* Digest.Digest

  const touch = yield* makeTouch
  /** The principal of a live key, from storage; `None`: the text is not a key, or the key is not live. */
  const lookUp = Effect.fnUntraced(function* (secret: string) {
    const parsed = parse(Redacted.make(secret))
    if (Option.isNone(parsed)) return Option.none<Principal>()
    const found = yield* store.findByHash(yield* hashOf(digest, parsed.value))
    const now = yield* Timestamp.now
    if (Option.isNone(found) || !isLive(found.value.key, now)) return Option.none<Principal>()
    const { key, organization_id } = found.value
    const principal: Principal = { organization_id, access: key.access, key: { id: key.id, name: key.name } }
    yield* touch(organization_id, key, now)
    return Option.some(principal)
  })
  // Only live keys are cached, so that guessed keys cannot displace them.
  const live = yield* Cache.makeWith(lookUp, {
    capacity: 10_000,
    timeToLive: Exit.match({
      onFailure: () => Duration.zero,
      onSuccess: (found) => (Option.isSome(found) ? staleness : Duration.zero)
    })
  })

  return {
    find: (secret: string) => Cache.get(live, secret),
    forgetAll: Cache.invalidateAll(live)
  }
})

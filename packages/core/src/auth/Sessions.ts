import { Cache, Context, Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import type { StorageError, Stored } from "../StorageError.ts"
import { handleByRemoving, inAllOrganizations } from "../AllOrganizations.ts"
import { CurrentOrganization } from "../Organization.ts"
import { hashOf } from "../SecretHash.ts"
import { isActive } from "../people/Person.ts"
import { type FoundPerson, PersonStore } from "../people/PersonStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { ofPerson, type Principal } from "./Authenticator.ts"
import { makeTouch } from "./KeyLookup.ts"
import { KeyStaleness } from "./KeyStaleness.ts"
import { type SessionRecord, SessionStore } from "./SessionStore.ts"
import { findLiveKey, makeSignInCodes } from "./SignInCodes.ts"
import { fromRandom, organizationOf } from "./SessionToken.ts"
import type { ApiKeyId, OrganizationId } from "../ids.ts"

/** How long a session lasts after its last use, in milliseconds. */
const lifetime = Duration.toMillis("12 hours")

/** The end of a session that is in use moves at most this often, in milliseconds, so that few requests write it. */
const extensionInterval = Duration.toMillis("5 minutes")

/** A session that a request belongs to. */
export interface FoundSession {
  readonly principal: Principal
  /** Whether the end of the session has just moved: its cookie should last longer, too. */
  readonly isExtended: boolean
}

/**
 * The sessions of people who use the console. A session belongs to a person, or has the organization and the access of
 * the API key that began it, and ends with that key; the key itself does not stay in the browser.
 */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Begins a session of a person, who has proved who they are. Returns its token. */
    readonly begin: (found: FoundPerson) => Stored<Redacted.Redacted>
    /** Begins a session of an API key. Returns its token, or `None` when the key is not valid. */
    readonly signIn: (key: Redacted.Redacted) => Stored<Option.Option<Redacted.Redacted>>
    /** Like `signIn`, by a code of `issueCode`. A code works once. */
    readonly signInByCode: (code: Redacted.Redacted) => Stored<Option.Option<Redacted.Redacted>>
    /**
     * Makes a code by which one person can sign in within ten minutes, for the first valid key with full access; `None`
     * when there is none. It replaces the code before it, and is kept in the memory of this process only.
     */
    readonly issueCode: Effect.Effect<Option.Option<Redacted.Redacted>, StorageError, CurrentOrganization>
    /**
     * The session with this token; `None` when it has ended, when its key is revoked or has expired, or when its person is
     * removed or blocked, or has another password: at most a second after that. It ends 12 hours after its last use; the end is stored every five minutes.
     */
    readonly authenticate: (token: Redacted.Redacted) => Stored<Option.Option<FoundSession>>
    /** Ends a session, in this process at once and in others within a second. Does nothing if it does not exist. */
    readonly end: (token: Redacted.Redacted) => Stored<void>
    /** Empties the cache of `authenticate`, so that the next request of each session reads storage. Call it after a person has changed. */
    readonly forgetAll: Effect.Effect<void>
    /** Removes the expired sessions of all organizations, in batches. Returns the number of removed sessions. */
    readonly removeExpired: Stored<number>
  }
>()("@mailroom/core/Sessions") {
  /** How long a session lasts after its last use, in milliseconds. */
  static readonly lifetime = lifetime

  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const keys = yield* ApiKeyStore
      const people = yield* PersonStore
      const store = yield* SessionStore
      const digest = yield* Digest.Digest
      const random = yield* SecureRandom.SecureRandom
      const codes = yield* makeSignInCodes
      const staleness = yield* KeyStaleness
      const touch = yield* makeTouch

      const begin = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        owner: Pick<SessionRecord, "generation" | "key_id" | "person_id">
      ) {
        const token = fromRandom(organization_id, yield* random.randomBytes(32))
        const created_at = yield* Timestamp.now
        yield* store.insert(organization_id, {
          hash: yield* hashOf(digest, token),
          ...owner,
          created_at,
          expires_at: Timestamp.plus(created_at, lifetime)
        })
        return token
      })

      const beginOfKey = (organization_id: OrganizationId, key_id: ApiKeyId) =>
        begin(organization_id, { key_id, person_id: null, generation: null })

      /** Moves the end of a session that is in use, and returns whether that was stored. The session is valid even if it was not. */
      const extend = (organization_id: OrganizationId, hash: string, now: Timestamp.Timestamp) =>
        store.extend(organization_id, hash, Timestamp.plus(now, lifetime)).pipe(
          Effect.as(true),
          Effect.catchTag("StorageError", (error) =>
            Effect.as(Effect.logWarning("could not extend a session", error), false)
          )
        )

      /** The principal of a session; `undefined` when its key or its person is not valid any more. */
      const principalOf = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        { generation, key_id, person_id }: SessionRecord,
        now: Timestamp.Timestamp
      ) {
        if (person_id !== null) {
          const person = Option.getOrUndefined(yield* people.find(organization_id, person_id))
          if (person === undefined || !isActive(person) || person.generation !== generation) return undefined
          return ofPerson(organization_id, person)
        }
        const key =
          key_id === null ? undefined : Option.getOrUndefined(yield* findLiveKey(keys, organization_id, key_id))
        if (key === undefined) return undefined
        yield* touch(organization_id, key, now)
        return { organization_id, access: key.access, key: { id: key.id, name: key.name } } satisfies Principal
      })

      /** The session with this token, from storage; `None`: it has ended. */
      const lookUp = Effect.fnUntraced(function* (token: string) {
        const organization_id = Option.getOrUndefined(organizationOf(token))
        if (organization_id === undefined) return Option.none<FoundSession>()
        const hash = yield* hashOf(digest, Redacted.make(token))
        const now = yield* Timestamp.now
        const session = Option.getOrUndefined(yield* store.find(organization_id, hash))
        if (session === undefined || session.expires_at <= now) return Option.none<FoundSession>()
        const principal = yield* principalOf(organization_id, session, now)
        if (principal === undefined) return Option.none<FoundSession>()
        const remaining = Timestamp.toMillis(session.expires_at) - Timestamp.toMillis(now)
        const isExtensionDue = remaining <= lifetime - extensionInterval
        return Option.some<FoundSession>({
          principal,
          isExtended: isExtensionDue && (yield* extend(organization_id, hash, now))
        })
      })
      // Only sessions that exist are cached, so that guessed tokens cannot displace them.
      const live = yield* Cache.makeWith(lookUp, {
        capacity: 10_000,
        timeToLive: Exit.match({
          onFailure: () => Duration.zero,
          onSuccess: (found) => (Option.isSome(found) ? staleness : Duration.zero)
        })
      })

      return Sessions.of({
        begin: ({ organization_id, person }) =>
          begin(organization_id, { key_id: null, person_id: person.id, generation: person.generation }),
        forgetAll: Cache.invalidateAll(live),
        signIn: traced("Sessions.signIn")(function* (secret) {
          const found = Option.getOrUndefined(yield* apiKeys.authenticate(secret))
          if (found?.key === undefined) return Option.none()
          return Option.some(yield* beginOfKey(found.organization_id, found.key.id))
        }),
        signInByCode: traced("Sessions.signInByCode")(function* (code) {
          const owner = Option.getOrUndefined(yield* codes.redeem(code))
          if (owner === undefined) return Option.none()
          return Option.some(yield* beginOfKey(owner.organization_id, owner.key_id))
        }),
        issueCode: Effect.withSpan(codes.issue, "Sessions.issueCode"),
        authenticate: (token) => Cache.get(live, Redacted.value(token)),
        end: traced("Sessions.end")(function* (token) {
          const organization_id = Option.getOrUndefined(organizationOf(Redacted.value(token)))
          if (organization_id === undefined) return
          yield* store.remove(organization_id, yield* hashOf(digest, token))
          yield* Cache.invalidate(live, Redacted.value(token))
        }),
        removeExpired: inAllOrganizations({
          find: store.findExpired,
          handle: handleByRemoving(store.removeExpired)
        }).pipe(Effect.withSpan("Sessions.removeExpired"))
      })
    })
  ).pipe(Layer.provide([SecureRandom.layerWebCrypto, Digest.layerWebCrypto]))
}

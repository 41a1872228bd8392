import { Name } from "@mailroom/mail/text"
import { Changes } from "../Changes.ts"
import { Context, Duration, Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import type { UseCase } from "../UseCase.ts"
import { described } from "../Described.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { maximumLimit, type OffsetPage, offsetPage, pagesOf, type PageQuery, pageQuery } from "../Pagination.ts"
import { hashOf } from "../SecretHash.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Access, type ApiKey, fromRandom, parse, prefixOf } from "./ApiKey.ts"
import { ApiKeyStore, type KeyTimes } from "./ApiKeyStore.ts"
import { Authenticator } from "./Authenticator.ts"
import { ApiKeyId } from "../ids.ts"
import { makeKeyLookup } from "./KeyLookup.ts"

export const NewApiKey = Schema.Struct({
  name: described(Name, "The purpose of the key: 1 to 200 characters."),
  access: described(Schema.optionalKey(Access), "Default: `full`."),
  expires_at: described(
    Schema.optionalKey(Schema.NullOr(Timestamp.TimestampInput)),
    "When the key expires; must be in the future. Default: `null`, never."
  )
}).annotate({ identifier: "NewKey", description: "An API key to create." })

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: ApiKeyId }) {
  override get message(): string {
    return `There is no API key ${this.id}`
  }
}

const maximumGrace = Duration.toSeconds("7 days")
const defaultGrace = Duration.toSeconds("1 day")

export const Rotation = Schema.Struct({
  grace_seconds: described(
    Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maximumGrace }))),
    "How long the old key still works, in seconds: at most a week. Default: a day."
  )
}).annotate({ identifier: "RotateKey", description: "How an API key is replaced." })

/** A new key with its secret. The secret is shown only here. */
export interface IssuedApiKey {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted
}

/** Issues, rotates and revokes the keys of the current organization, and authenticates requests (domain, "keys"). */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Creates a key. Defaults: `full` access and no expiry. An expiry must be in the future. */
    readonly create: (input: typeof NewApiKey.Encoded) => UseCase<IssuedApiKey>
    /** Registers a key that was made elsewhere. A key that is already registered stays unchanged. */
    readonly adopt: (secret: Redacted.Redacted, input: typeof NewApiKey.Encoded) => UseCase<ApiKey>
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, StorageError, CurrentOrganization>
    /** Also finds revoked and expired keys. */
    readonly find: (id: ApiKeyId) => UseCase<ApiKey, ApiKeyNotFound>
    /** A page of the keys by ascending id, including revoked and expired keys. */
    readonly page: (query: Input<PageQuery<ApiKeyId>>) => UseCase<OffsetPage<ApiKey>>
    /**
     * Creates a key with the name and access of the old one, and without expiry. The old key works until the grace
     * period ends. A revoked or expired key is not found.
     */
    readonly rotate: (id: ApiKeyId, options: typeof Rotation.Type) => UseCase<IssuedApiKey, ApiKeyNotFound>
    /** This instance rejects the key at once, every other instance within a second. Revoking again changes nothing. */
    readonly revoke: (id: ApiKeyId) => UseCase<ApiKey, ApiKeyNotFound>
    readonly authenticate: Authenticator["Service"]["authenticate"]
  }
>()("@mailroom/core/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const { transactional } = yield* Changes
      const random = yield* SecureRandom.SecureRandom
      const decodeNew = decode(NewApiKey)
      const decodeSecret = decode(Schema.Redacted(Schema.String), "/secret")
      const decodeId = decode(ApiKeyId, "/id")
      const decodeRotation = decode(Rotation)
      const decodeQuery = decode(pageQuery(ApiKeyId))
      const isSecret = Schema.is(Schema.Redacted(Schema.String))
      const digest = yield* Digest.Digest
      const lookup = yield* makeKeyLookup

      const insert = Effect.fnUntraced(function* (
        secret: Redacted.Redacted,
        { access = "full", expires_at = null, name }: typeof NewApiKey.Type
      ) {
        const { id } = yield* CurrentOrganization
        return yield* store.insert(id, {
          name,
          access,
          expires_at,
          prefix: prefixOf(secret),
          hash: yield* hashOf(digest, secret),
          created_at: yield* Timestamp.now
        })
      })
      const issue = Effect.fnUntraced(function* (input: typeof NewApiKey.Type) {
        const secret = fromRandom(yield* random.randomBytes(32))
        return { key: yield* insert(secret, input), secret }
      })
      /** Stores a key that was made elsewhere, once. Fails if it is malformed, or is a key of another organization. */
      const register = transactional(function* (secret: Redacted.Redacted, input: typeof NewApiKey.Type) {
        if (Option.isNone(parse(secret))) {
          return yield* new InvalidInput({ faults: [{ pointer: "", message: "The API key is not well formed" }] })
        }
        const { id } = yield* CurrentOrganization
        const known = yield* store.findByHash(yield* hashOf(digest, secret))
        if (Option.isNone(known)) return yield* insert(secret, input)
        if (known.value.organization_id === id) return known.value.key
        return yield* new InvalidInput({ faults: [{ pointer: "", message: "The API key is in use elsewhere" }] })
      })

      const update = Effect.fnUntraced(function* (id: ApiKeyId, times: KeyTimes) {
        const organization = yield* CurrentOrganization
        return yield* orNotFound(store.update(organization.id, id, times), () => new ApiKeyNotFound({ id }))
      })
      /** Lets a key expire after the grace period, and issues a new one like it. */
      const replace = transactional(function* (id: ApiKeyId, grace_seconds: number) {
        const now = yield* Timestamp.now
        const old = yield* update(id, { expires_at: Timestamp.plus(now, grace_seconds * 1000) })
        const hadExpired = old.expires_at !== null && old.expires_at < now
        if (old.revoked_at !== null || hadExpired) return yield* new ApiKeyNotFound({ id })
        return yield* issue({ name: old.name, access: old.access })
      })

      return ApiKeys.of({
        create: traced("ApiKeys.create")(function* (input) {
          const key = yield* decodeNew(input)
          if (key.expires_at != null && key.expires_at <= (yield* Timestamp.now)) {
            return yield* new InvalidInput({ faults: [{ pointer: "/expires_at", message: "must be in the future" }] })
          }
          return yield* issue(key)
        }),
        adopt: traced("ApiKeys.adopt")(function* (secret, input) {
          return yield* register(yield* decodeSecret(secret), yield* decodeNew(input))
        }),
        rotate: traced("ApiKeys.rotate")(function* (id, options) {
          const { grace_seconds = defaultGrace } = yield* decodeRotation(options)
          return yield* replace(yield* decodeId(id), grace_seconds)
        }),
        find: traced("ApiKeys.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          return yield* orNotFound(store.find(organization.id, id), () => new ApiKeyNotFound({ id }))
        }),
        page: traced("ApiKeys.page")(function* (input) {
          const part = yield* decodeQuery(input)
          const { id } = yield* CurrentOrganization
          return offsetPage(yield* store.page(id, part), part)
        }),
        list: Effect.flatMap(CurrentOrganization, ({ id }) =>
          Stream.runFold(
            pagesOf(maximumLimit, (part: PageQuery<ApiKeyId>) => store.page(id, part)),
            (): ReadonlyArray<ApiKey> => [],
            (all, page) => [...all, ...page]
          )
        ),
        revoke: traced("ApiKeys.revoke")(function* (input) {
          const id = yield* decodeId(input)
          const revoked = yield* update(id, { revoked_at: yield* Timestamp.now })
          // This instance has to reject the key at once. The cache is keyed by secrets, which are not known here, so
          // clear all of it.
          yield* lookup.forgetAll
          return revoked
        }),
        // Only text can be a key.
        authenticate: (credential) =>
          isSecret(credential) ? lookup.find(Redacted.value(credential)) : Effect.succeedNone
      })
    })
  ).pipe(Layer.provide([SecureRandom.layerWebCrypto, Digest.layerWebCrypto]))

  /** Authentication by the API keys of this library. */
  static readonly layerAuthenticator = Layer.effect(
    Authenticator,
    Effect.map(ApiKeys, ({ authenticate }) => Authenticator.of({ authenticate }))
  )
}

/** The keys of the signer, as they are stored: newer ones take over from older ones, which still verify. */
import { Clock, Effect, Option, Redacted, Result, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { minute } from "../Durations.ts"
import { Encryption, type SecretOwner } from "./Encryption.ts"
import { SecretStore } from "./SecretStore.ts"

/** The stored keys are encrypted under a key that the host does not have, or are damaged. */
export class UnreadableSigningSecret extends Schema.TaggedError<UnreadableSigningSecret>()("UnreadableSigningSecret", {
  reason: Schema.String
}) {
  override get message(): string {
    return `The signing secret in the database cannot be read. ${this.reason}. Start with the encryption keys with which the database was used`
  }
}

export interface SigningKey {
  readonly secret: Uint8Array
  /** When it begins to sign, in milliseconds since 1970. */
  readonly since: number
}

/** The keys by ascending `since`; at least one. */
export type SigningKeys = readonly [SigningKey, ...ReadonlyArray<SigningKey>]

/** How long a new key is only verified with, in milliseconds, until every process has read it. */
const rotationDelay = 5 * minute

/** The name of the secret. */
const name = "signer"
const owner: SecretOwner = { organization_id: null, row: "signer" }

/** Bytes of a key. A stored secret of this length is a key as it was stored before keys could be rotated. */
const keyBytes = 32

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const textOf = (keys: SigningKeys): string =>
  JSON.stringify(keys.map(({ secret, since }) => ({ secret: Base64.encode(secret), since })))

/** Only Mailroom can have written the text, so it is not decoded by a schema. */
const keysOf = (text: string): SigningKeys => {
  const keys: ReadonlyArray<{ readonly secret: string; readonly since: number }> = JSON.parse(text)
  return keys.map(({ secret, since }) => ({
    secret: Result.getOrThrow(Base64.decode(secret)),
    since
  })) as unknown as SigningKeys
}

/** Reads and rotates the stored keys. They are encrypted if the host has a key for that. */
export const makeSigningKeys = Effect.gen(function* () {
  const store = yield* SecretStore
  const encryption = yield* Encryption.orNone
  const random = yield* SecureRandom.SecureRandom

  /** The keys as they are stored: encrypted, if the host has a key for that. */
  const toBytes = (keys: SigningKeys) =>
    encryption.encrypt(Redacted.make(textOf(keys)), owner).pipe(
      Effect.catchTag("EncryptionNotConfigured", () => Effect.succeed(textOf(keys))),
      Effect.map((text) => encoder.encode(text))
    )

  /** The keys in stored bytes. */
  const fromBytes = Effect.fnUntraced(
    function* (bytes: Uint8Array) {
      if (bytes.length === keyBytes) return [{ secret: bytes, since: 0 }] as SigningKeys
      const text = decoder.decode(bytes)
      return keysOf(text.startsWith("[") ? text : Redacted.value(yield* encryption.decrypt(text, owner)))
    },
    Effect.mapError(({ message }) => new UnreadableSigningSecret({ reason: message }))
  )

  const newKey = (since: number) =>
    Effect.map(random.randomBytes(keyBytes), (secret): SigningKey => ({ secret, since }))

  /** The stored keys with their bytes. Makes the first key, and encrypts keys that are not, or under an older key of the host. */
  const current = Effect.gen(function* () {
    while (true) {
      const before = Option.getOrUndefined(yield* store.find(name))
      const keys: SigningKeys =
        before === undefined ? [yield* newKey(yield* Clock.currentTimeMillis)] : yield* fromBytes(before)
      if (before !== undefined && encryption.isCurrent(decoder.decode(before))) return { bytes: before, keys }
      const bytes = yield* toBytes(keys)
      if (before !== undefined && isSame(before, bytes)) return { bytes, keys }
      // Another process may have stored its keys first: the next round reads them.
      if (yield* store.replace(name, before, bytes)) return { bytes, keys }
    }
  })

  return {
    obtain: Effect.map(current, ({ keys }) => keys),
    /** Adds a key. Returns when it begins to sign, in milliseconds since 1970. */
    rotate: Effect.gen(function* () {
      while (true) {
        const { bytes, keys } = yield* current
        const since = (yield* Clock.currentTimeMillis) + rotationDelay
        if (yield* store.replace(name, bytes, yield* toBytes([...keys, yield* newKey(since)]))) return since
      }
    })
  }
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

/** Authentication codes for values that clients receive and send back: cursors, and links of attachments, of tracking and to unsubscribe. */
import { Clock, Context, Effect, Layer, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { day } from "../Durations.ts"
import type { StorageError, Stored } from "../StorageError.ts"
import { layerMac } from "./HostCrypto.ts"
import { InvalidSecret } from "./Encryption.ts"
import type { SecretStore } from "./SecretStore.ts"
import { makeSigningKeys, type SigningKey, type SigningKeys, type UnreadableSigningSecret } from "./SigningKeys.ts"

/** The purpose of a code. A code for one purpose is invalid for another. */
export type Purpose = "attachment" | "click" | "cursor" | "domain" | "open" | "organization" | "unsubscribe"

/** The purposes of codes in mails that were sent, and of records in the DNS. Their codes never expire. */
const lasting: ReadonlySet<Purpose> = new Set(["click", "open", "organization", "unsubscribe"])

/** How long other codes of a key are valid after the next key signs, in milliseconds: one day. */
const gracePeriod = day

/**
 * HMAC-SHA-256, with the code cut to 128 bits (RFC 2104, section 5), base64url. The newest key that is in force signs. Older keys
 * verify codes in mails and in the DNS for ever, and other codes for a day after the next key is in force.
 */
export class Signer extends Context.Service<
  Signer,
  {
    readonly sign: (purpose: Purpose, message: string) => Effect.Effect<string>
    /** Compares in constant time. Returns false for a malformed code, and for another spelling of a genuine one. */
    readonly verify: (purpose: Purpose, message: string, code: string) => Effect.Effect<boolean>
    /**
     * Reads the stored keys again. If that fails, the previous keys go on working. Encrypts the stored keys under the first encryption
     * key of the host.
     */
    readonly refresh: Stored<void, UnreadableSigningSecret>
  }
>()("@mailroom/core/Signer") {
  /** Signs with a secret of the host: at least 16 bytes, the same on every instance. */
  static readonly layerSecret = (secret: Redacted.Redacted<Uint8Array>): Layer.Layer<Signer, InvalidSecret> =>
    Layer.effect(
      Signer,
      Redacted.value(secret).length < 16
        ? Effect.fail(new InvalidSecret({ message: "The signing secret must have at least 16 bytes" }))
        : make(Effect.succeed([{ secret: Redacted.value(secret), since: 0 }] as const), Effect.void)
    )

  /**
   * Signs with keys that are made on first use and kept in storage, encrypted by the `Encryption` that the host provides. If they
   * cannot be decrypted, only calls that sign or verify die, so that commands of operators work without the key: a service runs
   * `refresh` at its start, and once a minute.
   */
  static readonly layer: Layer.Layer<Signer, StorageError, SecretStore> = Layer.effect(
    Signer,
    Effect.gen(function* () {
      const { obtain } = yield* makeSigningKeys
      let keys: Effect.Effect<SigningKeys>
      const read = Effect.map(obtain, (found) => void (keys = Effect.succeed(found)))
      yield* Effect.catchTag(read, "UnreadableSigningSecret", (error) =>
        Effect.sync(() => void (keys = Effect.die(error)))
      )
      return yield* make(
        Effect.suspend(() => keys),
        read
      )
    })
  )

  /** Adds a key, which signs after `rotationDelay`. Returns when, in milliseconds since 1970. */
  static readonly rotate: Effect.Effect<number, StorageError | UnreadableSigningSecret, SecretStore> = Effect.flatMap(
    makeSigningKeys,
    ({ rotate }) => rotate
  )
}

const codeBytes = 16

/** Makes the signer. `keys`: the keys in force now; each call reads them. */
const make = Effect.fnUntraced(function* (keys: Effect.Effect<SigningKeys>, refresh: Signer["Service"]["refresh"]) {
  const mac = yield* Mac.Mac
  const encoder = new TextEncoder()
  const imported = new WeakMap<SigningKey, Mac.Key>()
  const codeOf = Effect.fnUntraced(function* (signing: SigningKey, purpose: Purpose, message: string) {
    const key = imported.get(signing) ?? (yield* Effect.orDie(Mac.key(Mac.hmacSha256, signing.secret)))
    imported.set(signing, key)
    const bytes = yield* Effect.orDie(mac.sign(key, encoder.encode(`${purpose}\n${message}`)))
    return bytes.subarray(0, codeBytes)
  })
  return Signer.of({
    refresh,
    sign: Effect.fnUntraced(function* (purpose, message) {
      const all = yield* keys
      const now = yield* Clock.currentTimeMillis
      const key = all.findLast(({ since }) => since <= now) ?? all[0]
      return Base64Url.encode(yield* codeOf(key, purpose, message))
    }),
    verify: Effect.fnUntraced(function* (purpose, message, candidate) {
      const bytes = Base64Url.decode(candidate)
      // The decoder accepts more than the encoder produces: line ends, padding, and four unused bits.
      if (
        Result.isFailure(bytes) ||
        bytes.success.length !== codeBytes ||
        Base64Url.encode(bytes.success) !== candidate
      ) {
        return false
      }
      const all = yield* keys
      const now = yield* Clock.currentTimeMillis
      for (const [i, key] of all.entries()) {
        const next = all[i + 1]
        const isReplaced = next !== undefined && next.since + gracePeriod < now
        if (isReplaced && !lasting.has(purpose)) continue
        if (Mac.timingSafeEqual(yield* codeOf(key, purpose, message), bytes.success)) return true
      }
      return false
    })
  })
}, Effect.provide(layerMac))

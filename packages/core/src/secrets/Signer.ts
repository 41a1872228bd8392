/** Authentication codes for values that clients receive and send back: cursors, and links of attachments, of tracking and to unsubscribe. */
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { StorageError } from "../StorageError.ts"
import { layerMac } from "./HostCrypto.ts"
import { SecretStore } from "./SecretStore.ts"

/** The purpose of a code. A code for one purpose is invalid for another. */
export type Purpose = "attachment" | "click" | "cursor" | "domain" | "open" | "organization" | "unsubscribe"

export class InvalidSecret extends Schema.TaggedError<InvalidSecret>()("InvalidSecret", { message: Schema.String }) {}

/** HMAC-SHA-256 under one secret, with the code cut to 128 bits (RFC 2104, section 5), base64url. */
export class Signer extends Context.Service<
  Signer,
  {
    readonly sign: (purpose: Purpose, message: string) => Effect.Effect<string>
    /** Compares in constant time. Returns false for a malformed code, and for another spelling of a genuine one. */
    readonly verify: (purpose: Purpose, message: string, code: string) => Effect.Effect<boolean>
  }
>()("@mailroom/core/Signer") {
  /** Signs with a secret of the host: at least 16 bytes, the same on every instance. */
  static readonly layerSecret = (secret: Redacted.Redacted<Uint8Array>): Layer.Layer<Signer, InvalidSecret> =>
    Layer.effect(
      Signer,
      Redacted.value(secret).length < 16
        ? Effect.fail(new InvalidSecret({ message: "The signing secret must have at least 16 bytes" }))
        : make(Redacted.value(secret))
    )

  /** Signs with a secret that is made on first use and kept in storage. */
  static readonly layer: Layer.Layer<Signer, StorageError, SecretStore> = Layer.effect(
    Signer,
    Effect.gen(function* () {
      const store = yield* SecretStore
      const random = yield* SecureRandom.SecureRandom
      return yield* make(yield* store.obtain("signer", yield* random.randomBytes(32)))
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

const codeBytes = 16

const make = Effect.fnUntraced(function* (secret: Uint8Array) {
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, secret))
  const encoder = new TextEncoder()
  const code = (purpose: Purpose, message: string) =>
    Effect.map(Effect.orDie(mac.sign(key, encoder.encode(`${purpose}\n${message}`))), (bytes) =>
      bytes.subarray(0, codeBytes)
    )
  return Signer.of({
    sign: (purpose, message) => Effect.map(code(purpose, message), Base64Url.encode),
    verify: (purpose, message, candidate) => {
      const bytes = Base64Url.decode(candidate)
      // The decoder accepts more than the encoder produces: line ends, padding, and four unused bits.
      if (
        Result.isFailure(bytes) ||
        bytes.success.length !== codeBytes ||
        Base64Url.encode(bytes.success) !== candidate
      ) {
        return Effect.succeed(false)
      }
      return Effect.map(code(purpose, message), (genuine) => Mac.timingSafeEqual(genuine, bytes.success))
    }
  })
}, Effect.provide(layerMac))

/**
 * Digests and authentication codes of short texts. A host may provide `Digest` and `Mac`: on Node, the ones of
 * WebCrypto use the thread pool, which takes longer than the computation.
 */
import { type Context, Effect, Layer, Option } from "effect"
import { Digest, Mac, SecureRandom } from "effect/crypto"

/** The service that the host provides; otherwise the service of `layer`. */
const orElse = <I, S>(service: Context.Key<I, S>, layer: Layer.Layer<I>): Layer.Layer<I> =>
  Layer.unwrap(
    Effect.map(
      Effect.serviceOption(service),
      Option.match({ onNone: () => layer, onSome: (given) => Layer.succeed(service, given) })
    )
  )

export const layerDigest: Layer.Layer<Digest.Digest> = orElse(Digest.Digest, Digest.layerWebCrypto)

/** In bytes: the digest of more than this would keep the event loop busy. */
const maximumShort = 64 * 1024

/** The SHA-256 of bytes of any length, as hex: of short ones by the host's `Digest`, of others in the thread pool. */
export const makeSha256: Effect.Effect<(bytes: Uint8Array) => Effect.Effect<string>> = Effect.gen(function* () {
  const short = yield* Effect.provide(Digest.Digest, layerDigest)
  const long = yield* Effect.provide(Digest.Digest, Digest.layerWebCrypto)
  return (bytes) => (bytes.length > maximumShort ? long : short).digestHex(Digest.sha256, bytes)
})

export const layerMac: Layer.Layer<Mac.Mac> = orElse(
  Mac.Mac,
  Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))
)

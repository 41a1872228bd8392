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

export const layerMac: Layer.Layer<Mac.Mac> = orElse(
  Mac.Mac,
  Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))
)

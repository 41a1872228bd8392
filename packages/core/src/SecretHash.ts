/** The hash under which a key or a token is stored and found. */
import { Redacted } from "effect"
import { Digest } from "effect/crypto"

/** SHA-256, in lower-case hex. */
export const hashOf = (digest: Digest.Digest["Service"], secret: Redacted.Redacted) =>
  digest.digestHex(Digest.sha256, new TextEncoder().encode(Redacted.value(secret)))

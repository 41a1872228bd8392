/** The `PasswordHashing` by scrypt of `node:crypto`, outside of the event loop. Bun and Deno have it, too. */
import { PasswordHashing } from "@mailroom/core"
import { Effect, Layer, Semaphore } from "effect"
import { scrypt } from "node:crypto"

/** Two at a time: each takes 32 MiB, and a thread of the pool in which files are read, too. */
const places = Semaphore.makeUnsafe(2)

export const layer: Layer.Layer<never> = Layer.succeed(PasswordHashing, {
  derive: (password, salt, { N, length, p, r }) =>
    places.withPermit(
      Effect.callback<Uint8Array>((resume) => {
        scrypt(password, salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
          resume(error === null ? Effect.succeed(key) : Effect.die(error))
        )
        // A computation cannot be ended: an aborted request keeps its place until then.
      }).pipe(Effect.uninterruptible)
    )
})

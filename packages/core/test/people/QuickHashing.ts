/** A `PasswordHashing` for tests of everything but the hashing: scrypt at its lowest cost, as the real one takes a tenth of a second. */
import { PasswordHashing } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { scryptSync } from "node:crypto"

export const layer: Layer.Layer<never> = Layer.succeed(PasswordHashing, {
  derive: (password, salt, { length }) => Effect.sync(() => scryptSync(password, salt, length, { N: 2, r: 1, p: 1 }))
})

/** The port of password hashing: scrypt (RFC 7914), which WebCrypto does not have. */
import { Context, Effect } from "effect"

/** The cost of a hash. `N` and `r` are memory (`128 * N * r` bytes), and `p` is time. */
export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** Without a host that provides scrypt, nobody can choose a password or sign in with one. */
export const PasswordHashing = Context.Reference<{
  /** The key of a password, `length` bytes. It must not keep the event loop busy. */
  readonly derive: (
    password: string,
    salt: Uint8Array,
    options: ScryptCost & { readonly length: number }
  ) => Effect.Effect<Uint8Array>
}>("@mailroom/core/PasswordHashing", {
  defaultValue: () => ({
    derive: () => Effect.die(new Error("Passwords need scrypt: provide NodeScrypt.layer of @mailroom/host"))
  })
})

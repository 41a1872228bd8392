/** Hashes passwords by scrypt (RFC 7914), outside of the event loop. */
import { Effect, Redacted, Schema, Semaphore } from "effect"
import { Base64 } from "effect/encoding"
import { described } from "../Described.ts"

const minimumLength = 12
const maximumLength = 1000

/** Length is the only rule (NIST SP 800-63B): rules about kinds of characters make passwords worse. */
export const NewPassword = described(
  Schema.String.check(
    Schema.isMinLength(minimumLength, { message: `must have at least ${minimumLength} characters` }),
    Schema.isMaxLength(maximumLength, { message: `must have at most ${maximumLength} characters` })
  ),
  `The new password: ${minimumLength} to ${maximumLength} characters of any kind.`
)

/** The cost that OWASP names for scrypt with 32 MiB. A stored hash names its cost, so that later hashes may cost more. */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const saltLength = 16
const keyLength = 32

/** The part of `node:crypto` that is used here. */
interface NodeCrypto {
  readonly randomBytes: (size: number) => Uint8Array
  readonly scrypt: (
    password: string,
    salt: Uint8Array,
    length: number,
    options: typeof cost & { readonly maxmem: number },
    callback: (error: Error | null, key: Uint8Array) => void
  ) => void
  readonly timingSafeEqual: (a: Uint8Array, b: Uint8Array) => boolean
}

/** WebCrypto has no scrypt. Node, Bun and Deno have it built in; without an import, core still loads where it is missing. */
const nodeCrypto = (): NodeCrypto => {
  const { process } = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } }
  const found = process?.getBuiltinModule?.("node:crypto")
  if (found === undefined) throw new Error("Passwords need scrypt of node:crypto, which Node, Bun and Deno have")
  return found as NodeCrypto
}

/** Two at a time: each takes 32 MiB, and a thread of the pool in which files are read, too. */
const places = Semaphore.makeUnsafe(2)

const derive = (password: string, salt: Uint8Array, { N, p, r }: typeof cost) =>
  places.withPermit(
    Effect.callback<Uint8Array>((resume) => {
      // The same text in another Unicode form is the same password.
      nodeCrypto().scrypt(password.normalize("NFKC"), salt, keyLength, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        resume(error === null ? Effect.succeed(key) : Effect.die(error))
      )
    })
  )

/** The hash to store: `scrypt$N$r$p$salt$key`, the last two in base64. */
export const hash = Effect.fnUntraced(function* (password: Redacted.Redacted) {
  const salt = nodeCrypto().randomBytes(saltLength)
  const key = yield* derive(Redacted.value(password), salt, cost)
  return ["scrypt", cost.N, cost.r, cost.p, Base64.encode(salt), Base64.encode(key)].join("$")
})

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w+/=]+)\$([\w+/=]+)$/u
const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${"A".repeat(22)}==$${"A".repeat(43)}=`

/** Whether the password has this hash. Without a hash it takes as long, and is never right. */
export const verify = Effect.fnUntraced(function* (password: Redacted.Redacted, stored: string | null) {
  const [, N, r, p, salt = "", key = ""] = form.exec(stored ?? nobody) ?? form.exec(nobody)!
  const given = yield* derive(Redacted.value(password), bytesOf(salt), {
    N: Number(N),
    r: Number(r),
    p: Number(p)
  })
  return nodeCrypto().timingSafeEqual(given, bytesOf(key)) && stored !== null
})

/** How passwords are stored and compared. The `PasswordHashing` of the host computes the hashes. */
import { Effect, Redacted, Result, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { described } from "../Described.ts"
import { PasswordHashing } from "./PasswordHashing.ts"

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
const length = 32

const bytesOf = (base64: string) => Result.getOrThrow(Base64.decode(base64))

const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w+/=]+)\$([\w+/=]+)$/u
/** A hash of no password, with the present cost: zeros in base64, for `saltLength` and `length` bytes. */
const decoyHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${"A".repeat(22)}==$${"A".repeat(43)}=`

/** Makes the functions that hash and compare passwords. */
export const makePasswords = Effect.gen(function* () {
  const { derive } = yield* PasswordHashing
  const random = yield* SecureRandom.SecureRandom
  /** The same text in another Unicode form is the same password. */
  const textOf = (password: Redacted.Redacted) => Redacted.value(password).normalize("NFKC")

  return {
    /** The hash to store: `scrypt$N$r$p$salt$key`, the last two in base64. */
    hash: Effect.fnUntraced(function* (password: Redacted.Redacted) {
      const salt = yield* random.randomBytes(saltLength)
      const key = yield* derive(textOf(password), salt, { ...cost, length })
      return ["scrypt", cost.N, cost.r, cost.p, Base64.encode(salt), Base64.encode(key)].join("$")
    }),
    /** Whether the password has this hash. Without a hash, it is false after the same time: nobody learns whether there is a hash. */
    verify: Effect.fnUntraced(function* (password: Redacted.Redacted, stored: string | null) {
      const [, N, r, p, salt = "", key = ""] = form.exec(stored ?? decoyHash) ?? form.exec(decoyHash)!
      const costOfHash = { N: Number(N), r: Number(r), p: Number(p) }
      const given = yield* derive(textOf(password), bytesOf(salt), { ...costOfHash, length })
      return Mac.timingSafeEqual(given, bytesOf(key)) && stored !== null
    })
  }
})

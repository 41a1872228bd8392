/** Encrypts the secrets of organizations before they are stored, such as tokens and the signing secrets of webhooks. */
import { Context, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { Aead, Digest, SecureRandom } from "effect/crypto"
import { Base64, Base64Url } from "effect/encoding"
import type { OrganizationId } from "../ids.ts"

export class InvalidSecret extends Schema.TaggedError<InvalidSecret>()("InvalidSecret", { message: Schema.String }) {}

/** No key is configured, so secrets can be neither stored nor read. */
export class EncryptionNotConfigured extends Schema.TaggedError<EncryptionNotConfigured>()(
  "EncryptionNotConfigured",
  {}
) {
  override get message(): string {
    return (
      "There is no key to encrypt secrets with: set MAILROOM_ENCRYPTION_KEY, or the option encryptionKey of createMailroom, " +
      "to what `mailroom keys generate --encryption` or `openssl rand -base64 32` prints"
    )
  }
}

/** A secret is encrypted under a key that is not configured. */
export class UnknownEncryptionKey extends Schema.TaggedError<UnknownEncryptionKey>()("UnknownEncryptionKey", {
  key_id: Schema.String
}) {
  override get message(): string {
    return `The secret is encrypted under the key ${this.key_id}, which is not configured`
  }
}

/** The text is not the stored secret of this owner: it was changed, or belongs to another row. */
export class CorruptSecret extends Schema.TaggedError<CorruptSecret>()("CorruptSecret", {}) {
  override get message(): string {
    return "The stored secret is damaged, or belongs to something else"
  }
}

/** The owner of a secret. A text encrypted for one owner cannot be decrypted for another. */
export interface SecretOwner {
  /** `null`: the service itself. */
  readonly organization_id: OrganizationId | null
  /** The identity of the row and the field, such as `integration 17 config`. */
  readonly row: string
}

/**
 * AES-256-GCM. The text is `v1.<key id>.<nonce>.<ciphertext>`: the key id is the first 8 hex digits of the key's
 * SHA-256, nonce and ciphertext are base64url. The associated data are the organization and the row. The first key
 * encrypts, all keys decrypt.
 */
export class Encryption extends Context.Service<
  Encryption,
  {
    readonly encrypt: (secret: Redacted.Redacted, owner: SecretOwner) => Effect.Effect<string, EncryptionNotConfigured>
    readonly decrypt: (
      text: string,
      owner: SecretOwner
    ) => Effect.Effect<Redacted.Redacted, CorruptSecret | EncryptionNotConfigured | UnknownEncryptionKey>
    /** Whether a text is encrypted under the first key. Encrypt other texts again before you remove their key. */
    readonly isCurrent: (text: string) => boolean
  }
>()("@mailroom/core/Encryption") {
  /** A new key: 32 random bytes in base64. */
  static readonly generateKey = (): Redacted.Redacted =>
    Redacted.make(Base64.encode(crypto.getRandomValues(new Uint8Array(keyBytes))))

  /**
   * Encryption with the host's keys: base64 of 32 bytes each, separated by commas. The error for an invalid key names
   * its position.
   */
  static readonly layerKeys = (keys: Redacted.Redacted): Layer.Layer<Encryption, InvalidSecret> =>
    Layer.effect(Encryption, Effect.flatMap(parseKeys(Redacted.value(keys)), make))

  /** Encryption with a key that is lost when the process ends: for storage in memory. */
  static readonly layerEphemeral: Layer.Layer<Encryption> = Layer.effect(
    Encryption,
    Effect.suspend(() => make([crypto.getRandomValues(new Uint8Array(keyBytes))]))
  )

  /** Encryption without a key: only calls that store or read a secret fail. */
  static readonly layerNone: Layer.Layer<Encryption> = Layer.sync(Encryption, () => none)

  /** The encryption that the host provides; without it, the same as `layerNone`. */
  static readonly orNone: Effect.Effect<Encryption["Service"]> = Effect.map(
    Effect.serviceOption(Encryption),
    Option.getOrElse(() => none)
  )
}

const none = Encryption.of({
  encrypt: () => Effect.fail(new EncryptionNotConfigured()),
  decrypt: () => Effect.fail(new EncryptionNotConfigured()),
  isCurrent: () => false
})

const keyBytes = 32
const nonceBytes = Aead.aes256Gcm.nonceLength

const parseKeys = (text: string): Effect.Effect<ReadonlyArray<Uint8Array>, InvalidSecret> => {
  const parts = text.split(",")
  return Effect.forEach(parts, (part, index) => {
    const bytes = Base64.decode(part.trim())
    if (Result.isSuccess(bytes) && bytes.success.length === keyBytes) return Effect.succeed(bytes.success)
    const which = parts.length === 1 ? "The encryption key" : `Encryption key ${index + 1} of ${parts.length}`
    return Effect.fail(new InvalidSecret({ message: `${which} is not base64 of ${keyBytes} bytes` }))
  })
}

const version = "v1"
const shape = /^v1\.(?<id>[0-9a-f]{8})\.(?<nonce>[\w-]+)\.(?<ciphertext>[\w-]+)$/u

/**
 * Decodes only the canonical base64url text. Other texts decode to the same bytes, because some bits of the last digit
 * are unused.
 */
const decodeDigits = (text: string): Uint8Array | undefined => {
  const bytes = Result.getOrUndefined(Base64Url.decode(text))
  return bytes !== undefined && Base64Url.encode(bytes) === text ? bytes : undefined
}

const make = Effect.fnUntraced(
  function* (keys: ReadonlyArray<Uint8Array>) {
    const aead = yield* Aead.Aead
    const digest = yield* Digest.Digest
    const random = yield* SecureRandom.SecureRandom
    const ring = yield* Effect.forEach(keys, (bytes) =>
      Effect.all({
        id: Effect.map(digest.digestHex(Digest.sha256, bytes), (hash) => hash.slice(0, 8)),
        key: Effect.orDie(Aead.key(Aead.aes256Gcm, bytes))
      })
    )
    const [first] = ring
    if (first === undefined) return yield* Effect.die(new Error("Encryption needs a key"))
    const prefix = `${version}.${first.id}.`
    const encoder = new TextEncoder()
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    /** The associated data of an owner: a text that was encrypted with other data cannot be decrypted with these. */
    const aadOf = ({ organization_id, row }: SecretOwner) => encoder.encode(`${organization_id ?? ""}\n${row}`)

    return Encryption.of({
      encrypt: Effect.fnUntraced(function* (secret, owner) {
        const nonce = yield* random.randomBytes(nonceBytes)
        const plaintext = encoder.encode(Redacted.value(secret))
        const ciphertext = yield* Effect.orDie(aead.encrypt(first.key, plaintext, { nonce, aad: aadOf(owner) }))
        return `${prefix}${Base64Url.encode(nonce)}.${Base64Url.encode(ciphertext)}`
      }),
      decrypt: Effect.fnUntraced(function* (text, owner) {
        const { ciphertext = "", id = "", nonce = "" } = shape.exec(text)?.groups ?? {}
        const nonceOfText = decodeDigits(nonce)
        const encrypted = decodeDigits(ciphertext)
        if (nonceOfText?.length !== nonceBytes || encrypted === undefined) return yield* new CorruptSecret()
        const known = ring.find((candidate) => candidate.id === id)
        if (known === undefined) return yield* new UnknownEncryptionKey({ key_id: id })
        const plaintext = yield* aead
          .decrypt(known.key, encrypted, { nonce: nonceOfText, aad: aadOf(owner) })
          .pipe(Effect.mapError(() => new CorruptSecret()))
        return Redacted.make(decoder.decode(plaintext))
      }),
      isCurrent: (text) => text.startsWith(prefix)
    })
  },
  Effect.provide(
    Layer.mergeAll(Aead.layerWebCrypto, Digest.layerWebCrypto).pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
  )
)

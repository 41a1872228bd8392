import { assert, describe, it } from "@effect/vitest"
import { Encryption, OrganizationId, type SecretOwner } from "@mailroom/core"
import { Effect, Redacted, Schema } from "effect"
import { createDecipheriv, createHash } from "node:crypto"

const key = (byte: number) => Buffer.alloc(32, byte)
const under = (...bytes: ReadonlyArray<number>) =>
  Effect.provide(Encryption.layerKeys(Redacted.make(bytes.map((byte) => key(byte).toString("base64")).join(","))))
const encrypt = (secret: string, owner: SecretOwner) =>
  Encryption.use((encryption) => encryption.encrypt(Redacted.make(secret), owner))
const decrypt = (text: string, owner: SecretOwner) =>
  Effect.map(
    Encryption.use((encryption) => encryption.decrypt(text, owner)),
    Redacted.value
  )
const tagOf = (text: string, owner: SecretOwner) => Effect.map(Effect.flip(decrypt(text, owner)), ({ _tag }) => _tag)

const organization = (id: number) => OrganizationId.make(id)
const owner = { organization_id: organization(1), row: "integration 17 config" }
const Owner = Schema.Struct({ organization_id: OrganizationId, row: Schema.String })
const WellFormed = Schema.String.check(Schema.makeFilter((text) => text.isWellFormed()))
// Two digits from each quarter of the base64url alphabet: the lowest bits of a last digit have no meaning.
const alphabet = "ABQafghw09-_+/=. \n\u0000é"

describe("Encryption", () => {
  it.effect.prop(
    "decrypts what it encrypted, for the same owner only",
    { secret: WellFormed, owner: Owner, other: Owner },
    ({ secret, owner, other }) =>
      Effect.gen(function* () {
        const text = yield* encrypt(secret, owner)
        assert.match(text, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}$/u)
        assert.strictEqual(yield* decrypt(text, owner), secret)
        const isSame = owner.organization_id === other.organization_id && owner.row === other.row
        if (!isSame) assert.strictEqual(yield* tagOf(text, other), "CorruptSecret")
        const neighbour = { ...owner, organization_id: organization(owner.organization_id === 1 ? 2 : 1) }
        assert.strictEqual(yield* tagOf(text, neighbour), "CorruptSecret")
        assert.strictEqual(yield* tagOf(text, { ...owner, row: `${owner.row}.` }), "CorruptSecret")
      }).pipe(under(1))
  )

  it.effect("keeps apart owners whose parts are the same text together", () =>
    Effect.gen(function* () {
      const text = yield* encrypt("secret", { organization_id: organization(1), row: "1" })
      assert.strictEqual(yield* tagOf(text, { organization_id: organization(11), row: "" }), "CorruptSecret")
    }).pipe(under(1))
  )

  it.effect("is AES-256-GCM, with the id of the key and the owner as associated data", () =>
    Effect.gen(function* () {
      const [version, id, nonce = "", ciphertext = ""] = (yield* encrypt("whsec_äöü", owner)).split(".")
      assert.strictEqual(version, "v1")
      assert.strictEqual(id, createHash("sha256").update(key(7)).digest("hex").slice(0, 8))
      const bytes = Buffer.from(ciphertext, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", key(7), Buffer.from(nonce, "base64url"))
        .setAAD(Buffer.from("1\nintegration 17 config"))
        .setAuthTag(bytes.subarray(-16))
      assert.strictEqual(decipher.update(bytes.subarray(0, -16)).toString() + decipher.final().toString(), "whsec_äöü")
    }).pipe(under(7))
  )

  it.effect("encrypts the same secret differently each time", () =>
    Effect.gen(function* () {
      const texts = yield* Effect.replicateEffect(encrypt("secret", owner), 100)
      assert.strictEqual(new Set(texts.map((text) => text.split(".")[2])).size, 100)
    }).pipe(under(1))
  )

  it.effect("decrypts no text but the very one", () =>
    Effect.gen(function* () {
      const text = yield* encrypt("secret", owner)
      const id = text.slice(3, 11)
      for (let i = 0; i <= text.length; i++) {
        const [before, after] = [text.slice(0, i), text.slice(i)]
        for (const letter of alphabet) {
          for (const other of [before + letter + after, before + letter + after.slice(1), before + after.slice(1)]) {
            if (other === text) continue
            const otherId = /^v1\.([0-9a-f]{8})\./u.exec(other)?.[1] ?? id
            const expected = otherId === id ? "CorruptSecret" : "UnknownEncryptionKey"
            assert.strictEqual(yield* tagOf(other, owner), expected, JSON.stringify(other))
          }
        }
      }
    }).pipe(under(1))
  )

  it.effect("encrypts under the first key, and decrypts under all", () =>
    Effect.gen(function* () {
      const old = yield* encrypt("secret", owner).pipe(under(1))
      const read = Effect.gen(function* () {
        const { isCurrent } = yield* Encryption
        return [yield* decrypt(old, owner), isCurrent(old), isCurrent(yield* encrypt("secret", owner))]
      })
      assert.deepStrictEqual(yield* read.pipe(under(1)), ["secret", true, true])
      assert.deepStrictEqual(yield* read.pipe(under(2, 1)), ["secret", false, true])
      assert.deepStrictEqual(yield* read.pipe(under(2, 3, 1)), ["secret", false, true])
      const error = yield* Effect.flip(decrypt(old, owner)).pipe(under(2))
      assert.strictEqual(error._tag, "UnknownEncryptionKey")
      assert.include(error.message, old.slice(3, 11))
      const renewed = yield* Effect.flatMap(decrypt(old, owner), (secret) => encrypt(secret, owner)).pipe(under(2, 1))
      assert.strictEqual(yield* decrypt(renewed, owner).pipe(under(2)), "secret")
    })
  )

  it.effect("names an invalid key without showing it", () =>
    Effect.gen(function* () {
      const good = key(1).toString("base64")
      for (const [keys, message] of [
        ["", "The encryption key is not base64 of 32 bytes"],
        [key(1).subarray(1).toString("base64"), "The encryption key is not base64 of 32 bytes"],
        [key(1).toString("hex"), "The encryption key is not base64 of 32 bytes"],
        ["not base64!", "The encryption key is not base64 of 32 bytes"],
        [`${good},`, "Encryption key 2 of 2 is not base64 of 32 bytes"],
        [`${good},c2VjcmV0,${good}`, "Encryption key 2 of 3 is not base64 of 32 bytes"]
      ] as const) {
        const layer = Encryption.layerKeys(Redacted.make(keys))
        const error = yield* Effect.flip(Effect.provide(Encryption, layer))
        assert.strictEqual(error.message, message)
      }
      yield* Effect.provide(Encryption, Encryption.layerKeys(Redacted.make(` ${good} ,\n${good}\n`)))
    })
  )

  it.effect("makes keys that it accepts, each another one", () =>
    Effect.gen(function* () {
      const [a, b] = [Encryption.generateKey(), Encryption.generateKey()]
      assert.notStrictEqual(Redacted.value(a), Redacted.value(b))
      const text = yield* encrypt("secret", owner).pipe(Effect.provide(Encryption.layerKeys(a)))
      assert.strictEqual(
        yield* tagOf(text, owner).pipe(Effect.provide(Encryption.layerKeys(b))),
        "UnknownEncryptionKey"
      )
    })
  )

  it.effect("without a key stores and reads nothing, and says what to set", () =>
    Effect.gen(function* () {
      for (const use of [encrypt("secret", owner), decrypt("v1.00000000.AAAA.AAAA", owner)]) {
        const error = yield* Effect.flip(use)
        assert.strictEqual(error._tag, "EncryptionNotConfigured")
        assert.include(error.message, "MAILROOM_ENCRYPTION_KEY")
      }
    }).pipe(Effect.provide(Encryption.layerNone))
  )

  it.effect("in memory makes a key for each process", () =>
    Effect.gen(function* () {
      const text = yield* encrypt("secret", owner).pipe(
        Effect.tap((text) => Effect.map(decrypt(text, owner), (secret) => assert.strictEqual(secret, "secret"))),
        Effect.provide(Encryption.layerEphemeral)
      )
      const tag = yield* tagOf(text, owner).pipe(Effect.provide(Encryption.layerEphemeral, { local: true }))
      assert.strictEqual(tag, "UnknownEncryptionKey")
    })
  )
})

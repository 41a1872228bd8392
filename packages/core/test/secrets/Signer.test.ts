import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { SecretStore } from "../../src/secrets/SecretStore.ts"
import { Signer } from "../../src/secrets/Signer.ts"

const secret = (byte: number, length = 32) => new Uint8Array(length).fill(byte)
const under = (bytes: Uint8Array) => Effect.provide(Signer.layerSecret(Redacted.make(bytes)))
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n\r\u0000é"

describe("Signer", () => {
  it.effect("signs by HMAC-SHA-256, cut to 128 bits", () =>
    Effect.gen(function* () {
      const { sign } = yield* Signer
      const expected = createHmac("sha256", secret(7)).update("cursor\nmessage").digest().subarray(0, 16)
      assert.strictEqual(yield* sign("cursor", "message"), expected.toString("base64url"))
    }).pipe(under(secret(7)))
  )

  it.effect("verifies what it signed, for the same purpose and message only", () =>
    Effect.gen(function* () {
      const { sign, verify } = yield* Signer
      const code = yield* sign("cursor", "message")
      assert.isTrue(yield* verify("cursor", "message", code))
      assert.isFalse(yield* verify("attachment", "message", code))
      assert.isFalse(yield* verify("cursor", "message ", code))
      assert.isFalse(yield* verify("cursor", "", code))
      const other = yield* Signer.pipe(under(secret(8)))
      assert.isFalse(yield* other.verify("cursor", "message", code))
    }).pipe(under(secret(7)))
  )

  it.effect("verifies no code but the very one", () =>
    Effect.gen(function* () {
      const { sign, verify } = yield* Signer
      const code = yield* sign("cursor", "message")
      for (let i = 0; i <= code.length; i++) {
        const [before, after] = [code.slice(0, i), code.slice(i)]
        for (const letter of alphabet) {
          for (const other of [before + letter + after, before + letter + after.slice(1), before + after.slice(1)]) {
            if (other !== code) assert.isFalse(yield* verify("cursor", "message", other), JSON.stringify(other))
          }
        }
      }
    }).pipe(under(secret(7)))
  )

  it.effect("wants a secret of 16 bytes", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* Effect.flip(Effect.provide(Signer, Signer.layerSecret(Redacted.make(secret(1, 15))))))._tag,
        "InvalidSecret"
      )
      yield* Effect.provide(Signer, Signer.layerSecret(Redacted.make(secret(1, 16))))
    })
  )

  it.effect("shares a secret that is kept in storage", () =>
    Effect.gen(function* () {
      const kept = new Map<string, Uint8Array>()
      const store = Layer.succeed(SecretStore, {
        obtain: (name, candidate) =>
          Effect.sync(() => kept.get(name) ?? kept.set(name, candidate).get(name) ?? candidate)
      })
      const instance = Effect.provide(Signer, Layer.fresh(Signer.layer.pipe(Layer.provide(store))))
      const [one, other] = [yield* instance, yield* instance]
      assert.isTrue(yield* other.verify("cursor", "message", yield* one.sign("cursor", "message")))
      assert.deepStrictEqual(
        [...kept.values()].map((bytes) => bytes.length),
        [32]
      )
      kept.clear()
      const stranger = yield* instance
      assert.isFalse(yield* stranger.verify("cursor", "message", yield* one.sign("cursor", "message")))
    })
  )
})

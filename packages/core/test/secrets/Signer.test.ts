import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { SecretStore } from "../../src/secrets/SecretStore.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { Signer } from "../../src/secrets/Signer.ts"
import { makeSigningKeys } from "../../src/secrets/SigningKeys.ts"

const secret = (byte: number, length = 32) => new Uint8Array(length).fill(byte)
const under = (bytes: Uint8Array) => Effect.provide(Signer.layerSecret(Redacted.make(bytes)))
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n\r\u0000é"

/** A store, and signers over it, with these encryption keys of the host or none. */
const stored = () => {
  const kept = new Map<string, Uint8Array>()
  const store = Layer.succeed(SecretStore, {
    find: (name) => Effect.sync(() => Option.fromUndefinedOr(kept.get(name))),
    replace: (name, before, secret) =>
      Effect.sync(() => {
        const found = kept.get(name)
        const isSame = found === before || (before !== undefined && Buffer.from(found ?? []).equals(before))
        if (isSame) kept.set(name, secret)
        return isSame
      })
  })
  const around = (keys?: string) =>
    Layer.merge(
      store,
      keys === undefined ? Encryption.layerNone : Layer.orDie(Encryption.layerKeys(Redacted.make(keys)))
    )
  const instance = (keys?: string) =>
    Effect.provide(Signer, Layer.fresh(Signer.layer).pipe(Layer.provide(around(keys))), { local: true })
  return { instance, kept, store }
}

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

  it.effect("shares keys that are kept in storage", () =>
    Effect.gen(function* () {
      const { instance, kept } = stored()
      const [one, other] = [yield* instance(), yield* instance()]
      assert.isTrue(yield* other.verify("cursor", "message", yield* one.sign("cursor", "message")))
      assert.deepStrictEqual([...kept.keys()], ["signer"])
      kept.clear()
      const stranger = yield* instance()
      assert.isFalse(yield* stranger.verify("cursor", "message", yield* one.sign("cursor", "message")))
    })
  )

  it.effect("stores its keys encrypted, also those that were stored before, or under another key of the host", () =>
    Effect.gen(function* () {
      const { instance, kept } = stored()
      const clear = Uint8Array.from({ length: 32 }, (_, i) => i + 1)
      kept.set("signer", clear)
      const code = createHmac("sha256", clear)
        .update("unsubscribe\nmessage")
        .digest()
        .subarray(0, 16)
        .toString("base64url")
      const textNow = () => new TextDecoder().decode(kept.get("signer"))
      // Without a key of the host there is nothing to encrypt with.
      const open = yield* instance()
      assert.isTrue(yield* open.verify("unsubscribe", "message", code))
      const [first, second] = ["A".repeat(43) + "=", "B".repeat(42) + "A="]
      for (const keys of [first, `${second},${first}`, second]) {
        const sealed = yield* instance(keys)
        assert.isTrue(yield* sealed.verify("unsubscribe", "message", code))
        assert.match(textNow(), /^v1\.[\da-f]{8}\.[\w-]+\.[\w-]+$/u)
        assert.notInclude(textNow(), Buffer.from(clear).toString("base64").slice(0, 8))
        const now = textNow()
        yield* instance(keys)
        assert.strictEqual(textNow(), now)
      }
      for (const keys of [undefined, first]) {
        const unkeyed = yield* instance(keys)
        const error = yield* Effect.flip(unkeyed.refresh)
        assert.strictEqual(error._tag, "UnreadableSigningSecret")
        assert.match(error.message, /cannot be read.*Start with the encryption keys/u)
        // Commands that sign nothing work.
        const sign = yield* Effect.exit(unkeyed.sign("cursor", "message"))
        assert.isTrue(Exit.isFailure(sign) && Cause.hasDies(sign.cause))
      }
    })
  )

  it.effect(
    "signs with a new key after all processes know it, and verifies links in mails under old keys for ever",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_000_000)
        const { instance, store } = stored()
        const [one, other] = [yield* instance(), yield* instance()]
        const purposes = ["attachment", "click", "cursor", "domain", "open", "organization", "unsubscribe"] as const
        const codesOf = (signer: Signer["Service"]) =>
          Effect.forEach(purposes, (purpose) => signer.sign(purpose, "message"))
        const verified = (signer: Signer["Service"], codes: ReadonlyArray<string>) =>
          Effect.filter(purposes, (purpose) =>
            signer.verify(purpose, "message", codes[purposes.indexOf(purpose)] ?? "")
          )
        const before = yield* codesOf(one)
        assert.strictEqual(yield* Effect.provide(Signer.rotate, store), 1_000_000 + 5 * 60_000)
        // Nobody signs with the new key until everybody verifies with it.
        yield* TestClock.adjust("4 minutes")
        yield* Effect.andThen(one.refresh, other.refresh)
        assert.deepStrictEqual(yield* codesOf(one), before)
        yield* TestClock.adjust("2 minutes")
        const after = yield* codesOf(one)
        assert.notStrictEqual(after[0], before[0])
        for (const signer of [one, other, yield* instance()]) {
          assert.deepStrictEqual(yield* verified(signer, after), [...purposes])
          assert.deepStrictEqual(yield* verified(signer, before), [...purposes])
        }
        yield* TestClock.adjust("25 hours")
        const lasting = ["click", "open", "organization", "unsubscribe"]
        assert.deepStrictEqual(yield* verified(other, before), lasting)
        assert.deepStrictEqual(yield* verified(other, after), [...purposes])
        // A second rotation keeps both.
        yield* Effect.provide(Signer.rotate, store)
        yield* Effect.andThen(one.refresh, other.refresh)
        yield* TestClock.adjust("2000 days")
        assert.deepStrictEqual(yield* verified(other, before), lasting)
        assert.deepStrictEqual(yield* verified(other, after), lasting)
        assert.deepStrictEqual(yield* verified(one, yield* codesOf(other)), [...purposes])
      })
  )

  it.effect("keeps all keys of rotations at the same time", () =>
    Effect.gen(function* () {
      const { instance, store } = stored()
      const code = yield* (yield* instance()).sign("unsubscribe", "message")
      yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.provide(Signer.rotate, store)),
        { concurrency: "unbounded" }
      )
      const { obtain } = yield* Effect.provide(makeSigningKeys, store)
      assert.lengthOf(yield* obtain, 6)
      yield* TestClock.adjust("1 hour")
      assert.isTrue(yield* (yield* instance()).verify("unsubscribe", "message", code))
    })
  )
})

import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Redacted, Ref } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { type ApiKey, fromRandom, prefixOf } from "../../src/auth/ApiKey.ts"
import { ApiKeys, type NewApiKey } from "../../src/auth/ApiKeys.ts"
import { ApiKeyStore } from "../../src/auth/ApiKeyStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"
import { ApiKeyId } from "../../src/ids.ts"
import { Changes } from "../../src/Changes.ts"

const useCase = ApiKeys.layer.pipe(Layer.provide(Changes.layer(Effect.succeed([]))))

const setTime = (seconds: number) => TestClock.setTime(Date.parse(at(seconds)))
const authenticate = (secret: Redacted.Redacted) => ApiKeys.use((keys) => keys.authenticate(secret))
const isAccepted = (secret: Redacted.Redacted) => Effect.map(authenticate(secret), Option.isSome)
const stored = (id: ApiKeyId) =>
  ApiKeys.use(({ list }) => Effect.map(list, (keys) => keys.find((key) => key.id === id) ?? assert.fail("no such key")))
const create = (input: Partial<typeof NewApiKey.Type> = {}) =>
  ApiKeys.use((keys) => keys.create({ name: "Key", ...input }))
const secretOf = (byte: number) => fromRandom(new Uint8Array(32).fill(byte))

describe("a key", () => {
  test("is created live, with full access, and shown once", function* () {
    yield* setTime(5)
    const keys = yield* ApiKeys
    const issued = yield* keys.create({ name: "Key" })
    const expected: ApiKey = {
      id: issued.key.id,
      name: "Key",
      prefix: prefixOf(issued.secret),
      access: "full",
      created_at: at(5),
      last_used_at: null,
      expires_at: null,
      revoked_at: null
    }
    assert.deepStrictEqual(issued.key, expected)
    assert.deepStrictEqual(yield* keys.list, [expected])
    const rest = Redacted.value(issued.secret).slice(expected.prefix.length)
    for (const shown of [inspect(issued, { depth: 9 }), JSON.stringify(issued), JSON.stringify(yield* keys.list)]) {
      assert.notInclude(shown, rest)
    }
  })

  test("is kept as its hash", function* () {
    const { secret } = yield* create()
    const bytes = new TextEncoder().encode(Redacted.value(secret))
    const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", bytes))
    const found = yield* (yield* ApiKeyStore).findByHash(Buffer.from(digest).toString("hex"))
    assert.isTrue(Option.isSome(found))
  })

  test("speaks for its organization, with its access", function* () {
    const { id } = yield* CurrentOrganization
    const { key, secret } = yield* create({ access: "read" })
    const principal = { organization_id: id, access: "read", key: { id: key.id, name: "Key" } } as const
    assert.deepStrictEqual(yield* asOther(authenticate(secret)), Option.some(principal))
    assert.notStrictEqual(Redacted.value((yield* create()).secret), Redacted.value(secret))
  })

  test("that is unknown, mistyped or something else opens nothing", function* () {
    const { secret } = yield* create()
    const value = Redacted.value(secret)
    for (const other of [
      Redacted.value(secretOf(1)),
      "",
      "mr_",
      value.slice(0, -1),
      `${value}x`,
      value.toLowerCase()
    ]) {
      assert.isFalse(yield* isAccepted(Redacted.make(other)), other)
    }
  })

  test("opens nothing from the instant on at which it expires", function* () {
    yield* setTime(0)
    const { secret } = yield* create({ expires_at: at(60) })
    yield* setTime(58)
    assert.isTrue(yield* isAccepted(secret))
    yield* setTime(60)
    assert.isFalse(yield* isAccepted(secret))
  })

  test("expires at an instant in any form, in the future", function* () {
    yield* setTime(0)
    const keys = yield* ApiKeys
    const { key } = yield* keys.create({ name: "Key", expires_at: "2126-11-20T10:00:00+02:00" })
    assert.strictEqual(key.expires_at, "2126-11-20T08:00:00.000Z")
    assert.deepStrictEqual(yield* faultsOf(keys.create({ name: "Key", expires_at: at(0) })), ["/expires_at"])
  })

  test("that is revoked is refused at once, by other instances within a second, and stays so", function* () {
    yield* setTime(0)
    const keys = yield* ApiKeys
    const { key, secret } = yield* create()
    const other = yield* Layer.build(Layer.fresh(useCase))
    const isAcceptedByOther = Effect.provide(isAccepted(secret), other)
    assert.isTrue(yield* isAccepted(secret))
    assert.isTrue(yield* isAcceptedByOther)
    yield* setTime(0.5)
    const revoked = yield* keys.revoke(key.id)
    assert.deepStrictEqual(revoked, { ...(yield* stored(key.id)), revoked_at: at(0.5) })
    assert.isFalse(yield* isAccepted(secret))
    yield* setTime(1.5)
    assert.isFalse(yield* isAccepted(secret))
    assert.isFalse(yield* isAcceptedByOther)
    assert.strictEqual((yield* keys.revoke(key.id)).revoked_at, at(0.5))
    yield* setTime(100)
    assert.isFalse(yield* isAccepted(secret))
  })

  test("that was refused is accepted as soon as it is registered", function* () {
    const keys = yield* ApiKeys
    const secret = secretOf(7)
    assert.isFalse(yield* isAccepted(secret))
    yield* keys.adopt(secret, { name: "Key" })
    assert.isTrue(yield* isAccepted(secret))
  })

  test("says when it was last used, every five minutes", function* () {
    yield* setTime(0)
    const { key, secret } = yield* create()
    const uses = [0, 1.5, 60, 299, 300, 301, 599, 600, 6_000]
    const seen = yield* Effect.forEach(uses, (seconds) =>
      Effect.gen(function* () {
        yield* setTime(seconds)
        assert.isTrue(yield* isAccepted(secret))
        return (yield* stored(key.id)).last_used_at
      })
    )
    assert.deepStrictEqual(seen, [0, 0, 0, 0, 300, 300, 300, 600, 6_000].map(at))
  })

  test("is good also when its use cannot be noted", function* () {
    const { secret } = yield* create()
    const store = yield* ApiKeyStore
    const update = () =>
      Effect.fail(new StorageError({ operation: "update", reason: new Unavailable({ cause: "full" }) }))
    const readOnly = Layer.succeed(ApiKeyStore, ApiKeyStore.of({ ...store, update }))
    const isGood = isAccepted(secret).pipe(Effect.provide(Layer.fresh(useCase).pipe(Layer.provide(readOnly))))
    assert.isTrue(yield* isGood)
  })

  test("is refused as input when it is none", function* () {
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [["/name"], { name: " " }],
      [["/access"], { name: "x", access: "write" }],
      [["/expires_at"], { name: "x", expires_at: "2026-02-30T00:00:00.000Z" }],
      [["/expires_at"], { name: "x", expires_at: "1969-12-31T23:00:00-01:00" }],
      [["/hash"], { name: "x", hash: "0" }]
    ]
    const keys = yield* ApiKeys
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(keys.create(input as typeof NewApiKey.Type)), pointers)
    }
    assert.deepStrictEqual(yield* keys.list, [])
  })
})

describe("rotation", () => {
  test("brings no revoked key back", function* () {
    const { key } = yield* create()
    const keys = yield* ApiKeys
    yield* keys.revoke(key.id)
    assert.deepStrictEqual(yield* errorsOf(keys.rotate(key.id, {})), ["ApiKeyNotFound"])
    assert.lengthOf(yield* keys.list, 1)
  })

  test("brings no expired key back", function* () {
    yield* setTime(0)
    const { key } = yield* create({ expires_at: at(10) })
    const keys = yield* ApiKeys
    yield* setTime(11)
    assert.deepStrictEqual(yield* errorsOf(keys.rotate(key.id, { grace_seconds: 60 })), ["ApiKeyNotFound"])
    assert.lengthOf(yield* keys.list, 1)
  })

  test("gives a new key, and lets the old one live for a while", function* () {
    yield* setTime(0)
    const keys = yield* ApiKeys
    const old = yield* create({ name: "Old", access: "read", expires_at: at(1_000) })
    const next = yield* keys.rotate(old.key.id, { grace_seconds: 60 })
    assert.deepInclude(next.key, { name: "Old", access: "read", expires_at: null, created_at: at(0) })
    assert.notStrictEqual(next.key.id, old.key.id)
    assert.strictEqual((yield* stored(old.key.id)).expires_at, at(60))
    yield* setTime(58)
    assert.deepStrictEqual([yield* isAccepted(old.secret), yield* isAccepted(next.secret)], [true, true])
    yield* setTime(60)
    assert.deepStrictEqual([yield* isAccepted(old.secret), yield* isAccepted(next.secret)], [false, true])
  })

  test("ends the old one at once without a grace, and never later than it would have ended", function* () {
    yield* setTime(0)
    const keys = yield* ApiKeys
    const one = yield* create()
    yield* keys.rotate(one.key.id, { grace_seconds: 0 })
    assert.isFalse(yield* isAccepted(one.secret))
    const two = yield* create({ expires_at: at(10) })
    yield* keys.rotate(two.key.id, { grace_seconds: 604_800 })
    assert.strictEqual((yield* stored(two.key.id)).expires_at, at(10))
  })

  test("has a grace of a day unless given, and of a week at most", function* () {
    yield* setTime(0)
    const keys = yield* ApiKeys
    const { key } = yield* create()
    for (const grace_seconds of [-1, 604_801, 1.5, Infinity]) {
      assert.deepStrictEqual(yield* faultsOf(keys.rotate(key.id, { grace_seconds })), ["/grace_seconds"])
    }
    assert.lengthOf(yield* keys.list, 1)
    yield* keys.rotate(key.id, {})
    assert.strictEqual((yield* stored(key.id)).expires_at, at(86_400))
  })
})

describe("adoption", () => {
  test("registers a key that was made elsewhere, once", function* () {
    yield* setTime(0)
    const keys = yield* ApiKeys
    const secret = secretOf(9)
    const key = yield* keys.adopt(secret, { name: "Mine", access: "read" })
    assert.deepInclude(key, { name: "Mine", access: "read", prefix: prefixOf(secret) })
    yield* setTime(5)
    assert.deepStrictEqual(yield* keys.adopt(secret, { name: "Again" }), key)
    assert.deepStrictEqual(yield* keys.list, [key])
    yield* keys.revoke(key.id)
    yield* keys.adopt(secret, { name: "Again" })
    assert.isFalse(yield* isAccepted(secret))
  })

  test("refuses a key that is malformed, or another organization's", function* () {
    const keys = yield* ApiKeys
    const secret = secretOf(9)
    yield* keys.adopt(secret, { name: "Mine" })
    const refused = [asOther(keys.adopt(secret, { name: "Ours" })), keys.adopt(Redacted.make("secret"), { name: "x" })]
    for (const adopt of refused) assert.deepStrictEqual(yield* faultsOf(adopt), [""])
  })
})

describe("an organization", () => {
  test("has no key of another one, not even by its id", function* () {
    const keys = yield* ApiKeys
    const { key, secret } = yield* create()
    const errors = yield* errorsOf(
      asOther(keys.revoke(key.id)),
      asOther(keys.rotate(key.id, {})),
      keys.revoke(ApiKeyId.make(key.id + 1)),
      keys.rotate(ApiKeyId.make(key.id + 1), {})
    )
    assert.deepStrictEqual(errors, ["ApiKeyNotFound", "ApiKeyNotFound", "ApiKeyNotFound", "ApiKeyNotFound"])
    assert.deepStrictEqual(yield* asOther(keys.list), [])
    const query = { offset: 0, limit: 10 }
    assert.deepStrictEqual(yield* keys.page(query), { ...query, total: 1, data: yield* keys.list })
    assert.deepStrictEqual(yield* asOther(keys.page(query)), { ...query, total: 0, data: [] })
    assert.isTrue(yield* isAccepted(secret))
    assert.deepStrictEqual(
      (yield* keys.list).map(({ id }) => id),
      [key.id]
    )
  })
})

/** `ApiKeys` over the same storage. It counts look-ups, and they wait until `open`. */
const slowly = Effect.gen(function* () {
  const store = yield* ApiKeyStore
  const lookUps = yield* Ref.make(0)
  const gate = yield* Deferred.make<void>()
  const slow = Layer.succeed(ApiKeyStore, {
    ...store,
    findByHash: (hash) =>
      Ref.update(lookUps, (count) => count + 1).pipe(
        Effect.andThen(Deferred.await(gate)),
        Effect.andThen(store.findByHash(hash))
      )
  })
  const context = yield* Layer.build(Layer.fresh(useCase.pipe(Layer.provide(slow))))
  return {
    accept: (secret: Redacted.Redacted) => isAccepted(secret).pipe(Effect.provide(context)),
    lookUps: Ref.get(lookUps),
    open: Deferred.succeed(gate, undefined)
  }
})
/** Lets the other fibers run until they wait. */
const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("clients at the same time", () => {
  test("share one look-up, which outlives the one that began it", function* () {
    const { secret } = yield* create()
    const { accept, lookUps, open } = yield* slowly
    const first = yield* Effect.forkChild(accept(secret))
    yield* settle
    const others = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(accept(secret)))
    yield* settle
    yield* Fiber.interrupt(first)
    yield* open
    assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.join), [true, true, true])
    assert.strictEqual(yield* lookUps, 1)
  })

  test("who all leave take their look-up with them, and the next one is answered", function* () {
    const { secret } = yield* create()
    const { accept, lookUps, open } = yield* slowly
    const clients = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(accept(secret)))
    yield* Effect.repeat(lookUps, { until: (count) => count === 1 })
    yield* Effect.forEach(clients, Fiber.interrupt)
    const next = yield* Effect.forkChild(accept(secret))
    yield* settle
    yield* open
    assert.isTrue(yield* Fiber.join(next))
    assert.strictEqual(yield* lookUps, 2)
  })

  test("with guesses, however many, do not push out the one with a key", function* () {
    const { secret } = yield* create()
    const { accept, lookUps, open } = yield* slowly
    yield* open
    assert.isTrue(yield* accept(secret))
    // One more key than the cache holds.
    for (let i = 0; i <= 10_000; i++) {
      yield* accept(fromRandom(Uint8Array.from({ length: 32 }, (_, byte) => (byte < 2 ? i >> (8 * byte) : 1))))
    }
    const before = yield* lookUps
    assert.isAbove(before, 10_000)
    assert.isTrue(yield* accept(secret))
    assert.strictEqual(yield* lookUps, before)
  })
})

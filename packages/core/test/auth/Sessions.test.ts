import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { ApiKeys } from "../../src/auth/ApiKeys.ts"
import { Sessions } from "../../src/auth/Sessions.ts"
import { ApiKeyStore } from "../../src/auth/ApiKeyStore.ts"
import { SessionStore } from "../../src/auth/SessionStore.ts"
import { Changes } from "../../src/Changes.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { asOther, test } from "../Tenant.ts"

const useCase = Layer.provideMerge(Sessions.layer, ApiKeys.layer).pipe(Layer.provide(Changes.layer(Effect.succeed([]))))

const createKey = (access: "full" | "read" = "full") => ApiKeys.use((keys) => keys.create({ name: "Key", access }))
const signIn = (key: Redacted.Redacted) => Sessions.use((sessions) => sessions.signIn(key))
const begin = Effect.fnUntraced(function* (access?: "full" | "read") {
  const issued = yield* createKey(access)
  return { ...issued, token: Option.getOrThrow(yield* signIn(issued.secret)) }
})
const find = (token: Redacted.Redacted) => Sessions.use((sessions) => sessions.authenticate(token))
const isLive = (token: Redacted.Redacted) => Effect.map(find(token), Option.isSome)
const hours = (number: number) => TestClock.adjust(`${number} hours`)

describe("a session", () => {
  test("has the organization and the access of its key", function* () {
    const { id: organization_id } = yield* CurrentOrganization
    const { key, secret, token } = yield* begin("read")
    const principal = { organization_id, access: "read", key: { id: key.id, name: "Key" } } as const
    assert.deepStrictEqual(yield* asOther(find(token)), Option.some({ principal, isExtended: false }))
    assert.match(Redacted.value(token), new RegExp(`^${organization_id}\\.[\\w-]{43}$`, "u"))
    assert.notInclude(inspect(token, { depth: 9 }), Redacted.value(token))
    const second = Option.getOrThrow(yield* signIn(secret))
    assert.notStrictEqual(Redacted.value(second), Redacted.value(token))
  })

  test("begins with a valid key only", function* () {
    const { key, secret } = yield* createKey()
    yield* ApiKeys.use((keys) => keys.revoke(key.id))
    for (const other of [secret, Redacted.make(""), Redacted.make("mr_x")]) {
      assert.deepStrictEqual(yield* signIn(other), Option.none())
    }
  })

  test("is found by its whole token only", function* () {
    const { token } = yield* begin()
    const value = Redacted.value(token)
    const [id = "", secret = ""] = value.split(".")
    const others = ["", ".", value.slice(0, -1), `${value}A`, `0${value}`, `${Number(id) + 1}.${secret}`, `.${secret}`]
    for (const other of [...others, `9999999999999999.${secret}`, `${id}.${"A".repeat(43)}`, ` ${value}`]) {
      assert.isFalse(yield* isLive(Redacted.make(other)), other)
    }
    assert.isTrue(yield* isLive(token))
  })

  test("ends 12 hours after its last use", function* () {
    const { token } = yield* begin()
    const idle = yield* begin()
    for (let i = 0; i < 3; i++) {
      yield* hours(11)
      assert.isTrue(yield* isLive(token))
    }
    assert.isFalse(yield* isLive(idle.token))
    yield* hours(12)
    assert.isFalse(yield* isLive(token))
  })

  test("moves its end at most every five minutes", function* () {
    const { token } = yield* begin()
    const isExtended = Effect.map(find(token), (found) => Option.getOrThrow(found).isExtended)
    assert.isFalse(yield* isExtended)
    yield* TestClock.adjust("299 seconds")
    assert.isFalse(yield* isExtended)
    yield* TestClock.adjust("1 seconds")
    assert.isTrue(yield* isExtended)
    yield* TestClock.adjust("299 seconds")
    assert.isFalse(yield* isExtended)
  })

  test("ends when the person signs out, and no other ends", function* () {
    const { secret, token } = yield* begin()
    const other = Option.getOrThrow(yield* signIn(secret))
    assert.deepStrictEqual([yield* isLive(token), yield* isLive(other)], [true, true])
    const end = (token: Redacted.Redacted) => Sessions.use((sessions) => sessions.end(token))
    yield* end(token)
    yield* end(token)
    yield* end(Redacted.make("nothing"))
    assert.deepStrictEqual([yield* isLive(token), yield* isLive(other)], [false, true])
  })

  test("ends within a second after its key was revoked", function* () {
    const { key, token } = yield* begin()
    assert.isTrue(yield* isLive(token))
    yield* ApiKeys.use((keys) => keys.revoke(key.id))
    yield* TestClock.adjust("1 seconds")
    assert.isFalse(yield* isLive(token))
  })

  test("ends when its key expires", function* () {
    const { key, token } = yield* begin()
    yield* ApiKeys.use((keys) => keys.rotate(key.id, { grace_seconds: 60 }))
    yield* TestClock.adjust("59 seconds")
    assert.isTrue(yield* isLive(token))
    yield* TestClock.adjust("1 seconds")
    assert.isFalse(yield* isLive(token))
  })

  test("counts as a use of its key", function* () {
    const { key, token } = yield* begin()
    yield* hours(1)
    yield* find(token)
    const { last_used_at } = yield* ApiKeys.use((keys) => keys.find(key.id))
    assert.strictEqual(last_used_at, new Date(3_600_000).toISOString())
  })

  test("stores no token", function* () {
    const { id } = yield* CurrentOrganization
    const { token } = yield* begin()
    const bytes = new TextEncoder().encode(Redacted.value(token))
    const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", bytes))
    const found = yield* (yield* SessionStore).find(id, Buffer.from(digest).toString("hex"))
    assert.isTrue(Option.isSome(found))
  })

  test("is removed from storage after its end", function* () {
    const { removeExpired } = yield* Sessions
    yield* begin()
    yield* begin()
    yield* hours(6)
    const { token } = yield* begin()
    assert.strictEqual(yield* removeExpired, 0)
    yield* hours(6)
    assert.deepStrictEqual([yield* removeExpired, yield* removeExpired], [2, 0])
    assert.isTrue(yield* isLive(token))
  })

  test("is valid while its end cannot be stored", function* () {
    const { token } = yield* begin()
    yield* TestClock.adjust("1 hours")
    const failing = Effect.fail(new StorageError({ operation: "test", reason: new Unavailable({ cause: "test" }) }))
    const keys = yield* ApiKeyStore
    const store = yield* SessionStore
    const layer = Layer.fresh(useCase).pipe(
      Layer.provide([
        Layer.succeed(ApiKeyStore, { ...keys, update: () => failing }),
        Layer.succeed(SessionStore, { ...store, extend: () => failing })
      ])
    )
    const found = yield* Effect.provide(find(token), layer)
    assert.deepInclude(Option.getOrThrow(found), { isExtended: false })
  })
})

describe("a code", () => {
  const issue = Sessions.use(({ issueCode }) => issueCode)
  const use = (code: Redacted.Redacted) => Sessions.use((sessions) => sessions.signInByCode(code))

  test("begins one session, for the first key with full access", function* () {
    yield* createKey("read")
    const { key } = yield* createKey()
    const code = Option.getOrThrow(yield* issue)
    assert.deepStrictEqual(yield* use(Redacted.make("another")), Option.none())
    const token = Option.getOrThrow(yield* use(code))
    const { principal } = Option.getOrThrow(yield* find(token))
    assert.deepInclude(principal, { access: "full", key: { id: key.id, name: "Key" } })
    assert.deepStrictEqual(yield* use(code), Option.none())
  })

  test("works once, also when it is used twice at the same time", function* () {
    yield* createKey()
    const code = Option.getOrThrow(yield* issue)
    const both = yield* Effect.all([use(code), use(code)], { concurrency: "unbounded" })
    assert.strictEqual(both.filter(Option.isSome).length, 1)
  })

  test("works for ten minutes", function* () {
    yield* createKey()
    const first = Option.getOrThrow(yield* issue)
    yield* TestClock.adjust("599 seconds")
    assert.isTrue(Option.isSome(yield* use(first)))
    const second = Option.getOrThrow(yield* issue)
    yield* TestClock.adjust("600 seconds")
    assert.isFalse(Option.isSome(yield* use(second)))
  })

  test("is replaced by the next one, and ends with its key", function* () {
    const { key } = yield* createKey()
    const first = Option.getOrThrow(yield* issue)
    const second = Option.getOrThrow(yield* issue)
    assert.isFalse(Option.isSome(yield* use(first)))
    yield* ApiKeys.use((keys) => keys.revoke(key.id))
    assert.isFalse(Option.isSome(yield* use(second)))
    assert.deepStrictEqual(yield* issue, Option.none())
  })
})

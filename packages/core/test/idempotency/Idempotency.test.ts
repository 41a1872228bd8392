import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Deferred, Effect, Fiber, Layer, Random } from "effect"
import { TestClock } from "effect/testing"
import { Idempotency } from "../../src/idempotency/Idempotency.ts"
import { IdempotencyStore } from "../../src/idempotency/IdempotencyStore.ts"
import { begin, maximumAnswer, maximumKept } from "../../src/idempotency/KeyedRequest.ts"
import { anotherTransaction } from "../../src/MultiStep.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { BatchSize } from "../../src/Bulk.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { Tags } from "../../src/tags/Tags.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { Transactor } from "../../src/Transactor.ts"
import { asOther, errorsOf, faultsOf, layerOver, test } from "../Tenant.ts"
import type { OrganizationId } from "../../src/ids.ts"

const first = { key: "key", fingerprint: "0a".repeat(32) }
const second = { ...first, fingerprint: "1b".repeat(32) }

/** Requests that each create a tag; `runs` counts how often one ran. */
const requests = Effect.gen(function* () {
  const idempotency = yield* Idempotency
  const tags = yield* Tags
  let runs = 0
  const create = Effect.suspend(() => tags.create({ name: `Tag ${++runs}`, sentiment: "neutral" }))
  const after =
    (start: Effect.Effect<void>) =>
    <E = never, R = never>(request = first, end: Effect.Effect<unknown, E, R> = Effect.void) =>
      idempotency.once(request, Effect.tap(Effect.andThen(start, create), end), ({ name }) => name)
  const names = Effect.map(tags.page({ offset: 0, limit: 200 }), ({ data }) => data.map(({ name }) => name))
  return { idempotency, names, once: after(Effect.void), inSteps: after(anotherTransaction) }
})

const refuse = Effect.fail({ _tag: "Refused" as const })

describe("a request under a key", () => {
  test("runs once, for its organization, and its answer is kept for a day", function* () {
    const { idempotency, names, once, inSteps } = yield* requests
    assert.nestedPropertyVal(yield* once(), "result.name", "Tag 1")
    for (const run of [once, inSteps]) {
      assert.deepStrictEqual(yield* run(), { replayed: "Tag 1" })
      assert.deepStrictEqual(yield* errorsOf(run(second)), ["IdempotencyMismatch"])
    }
    assert.nestedPropertyVal(yield* asOther(once(second)), "result.name", "Tag 2")

    yield* TestClock.adjust(86_400_000 - 1)
    assert.strictEqual(yield* idempotency.removeExpired, 0)
    assert.deepStrictEqual(yield* once(), { replayed: "Tag 1" })
    yield* TestClock.adjust(1)
    assert.nestedPropertyVal(yield* once(), "result.name", "Tag 3")
    assert.deepStrictEqual(yield* once(), { replayed: "Tag 3" })
    assert.deepStrictEqual(yield* names, ["Tag 1", "Tag 3"])
    // The key of the other organization.
    assert.strictEqual(yield* idempotency.removeExpired, 1)

    yield* once({ ...second, key: "another" })
    yield* TestClock.adjust(86_400_000)
    const inBatches = Effect.provideService(idempotency.removeExpired, BatchSize, 1)
    assert.strictEqual(yield* inBatches, 2)
    assert.strictEqual(yield* inBatches, 0)
  })

  test("leaves nothing when it fails, and can be another one then", function* () {
    const { names, once, inSteps } = yield* requests
    assert.deepStrictEqual(yield* errorsOf(once(first, refuse)), ["Refused"])
    assert.deepStrictEqual(yield* names, [])
    assert.nestedPropertyVal(yield* once(second), "result.name", "Tag 2")
    const other = { ...first, key: "other" }
    assert.deepStrictEqual(yield* errorsOf(inSteps(other, refuse)), ["Refused"])
    assert.nestedPropertyVal(yield* inSteps({ ...second, key: "other" }), "result.name", "Tag 4")
  })

  test("in several transactions is pending as long as it makes progress", function* () {
    const { inSteps } = yield* requests
    const [goesOn, begun] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const waiting = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(goesOn))
    const running = yield* Effect.forkChild(inSteps(first, waiting))
    yield* Deferred.await(begun)
    for (let minute = 0; minute < 5; minute++) {
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* errorsOf(inSteps(), inSteps(second)), [
        "IdempotencyInProgress",
        "IdempotencyMismatch"
      ])
    }
    yield* Deferred.succeed(goesOn, undefined)
    assert.nestedPropertyVal(yield* Fiber.join(running), "result.name", "Tag 1")
    assert.deepStrictEqual(yield* inSteps(), { replayed: "Tag 1" })
  })

  test("runs again a minute after its process was killed", function* () {
    const { inSteps } = yield* requests
    const store = yield* IdempotencyStore
    const { id } = yield* CurrentOrganization
    yield* store.lockOrInsert(id, begin(first.key, first.fingerprint, "killed", yield* Timestamp.now))
    yield* TestClock.adjust("59 seconds")
    assert.deepStrictEqual(yield* errorsOf(inSteps()), ["IdempotencyInProgress"])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* errorsOf(inSteps(second)), ["IdempotencyMismatch"])
    assert.nestedPropertyVal(yield* inSteps(), "result.name", "Tag 1")
    assert.deepStrictEqual(yield* inSteps(), { replayed: "Tag 1" })
  })

  test("that is pending says after how many seconds to try again: at its next progress, or when it is abandoned", function* () {
    const { inSteps, idempotency } = yield* requests
    const store = yield* IdempotencyStore
    const { id } = yield* CurrentOrganization
    yield* store.lockOrInsert(id, begin(first.key, first.fingerprint, "killed", yield* Timestamp.now))
    const wait = idempotency
      .once(first, Effect.void, () => "")
      .pipe(
        Effect.flip,
        Effect.map((error) => error._tag === "IdempotencyInProgress" && error.retry_after)
      )
    for (const [milliseconds, seconds] of [
      [0, 20],
      [20_000, 20],
      [1, 40],
      [1_000, 39],
      [38_998, 1]
    ] as const) {
      yield* TestClock.adjust(milliseconds)
      assert.strictEqual(yield* wait, seconds)
    }
    yield* TestClock.adjust(1)
    assert.nestedPropertyVal(yield* inSteps(), "result.name", "Tag 1")
  })

  test("that was taken for killed does not touch the answer of the next one", function* () {
    const { inSteps } = yield* requests
    const store = yield* IdempotencyStore
    const { id } = yield* CurrentOrganization
    const takeOver = Effect.gen(function* () {
      const other = begin(first.key, first.fingerprint, "other", yield* Timestamp.now)
      yield* store.replace(id, { ...other, status: "done", answer: "theirs" })
    })
    yield* inSteps(first, takeOver)
    assert.deepStrictEqual(yield* inSteps(), { replayed: "theirs" })
  })

  test("is not repeated when its answer was too large to keep, which is counted in bytes", function* () {
    const { idempotency } = yield* requests
    for (const [key, answer, expected] of [
      ["fits", "é".repeat(maximumAnswer / 2), { replayed: "é".repeat(maximumAnswer / 2) }],
      ["not", `${"é".repeat(maximumAnswer / 2)}x`, "AnswerNotKept"]
    ] as const) {
      const run = idempotency.once({ ...first, key }, Effect.succeed(1), () => answer)
      assert.deepStrictEqual(yield* run, { result: 1 })
      assert.deepStrictEqual(yield* run.pipe(Effect.catch(({ _tag }) => Effect.succeed(_tag))), expected)
    }
  })

  test("needs a key of visible characters", function* () {
    const { once } = yield* requests
    for (const key of ["", " ", "a b", "é", "x".repeat(256), "\u0000"]) {
      assert.deepStrictEqual(yield* faultsOf(once({ ...first, key })), ["/key"])
    }
    assert.deepStrictEqual(yield* faultsOf(once({ ...first, fingerprint: "0A" })), ["/fingerprint"])
  })
})

describe("what is kept of an organization", () => {
  const lucky = (value: number) =>
    Effect.provideService(Random.Random, { nextDoubleUnsafe: () => value, nextIntUnsafe: () => 0 })
  const trims: Array<unknown> = []
  const failing = Layer.effect(
    IdempotencyStore,
    Effect.map(IdempotencyStore, (store) => ({
      ...store,
      trim: (_: OrganizationId, bounds: unknown) =>
        Effect.andThen(
          Effect.sync(() => trims.push(bounds)),
          Effect.fail(new StorageError({ operation: "test", reason: new Unavailable({ cause: "broken" }) }))
        )
    }))
  )
  const all = { ...maximumKept, limit: 2_000 }

  it.effect("is trimmed once in a while, the more often the larger the answers, whether that succeeds or not", () =>
    Effect.gen(function* () {
      const { once } = yield* Idempotency
      const run = (key: string, characters: number) =>
        once({ ...first, key }, Effect.void, () => "a".repeat(characters))
      const cases: ReadonlyArray<readonly [value: number, characters: number, expected: Array<unknown>]> = [
        [0, 1, [all]],
        [1 / 1_000, 0, []],
        [1 / 1_000 + 1 / 33, 2 ** 18, [all]],
        [1 / 1_000 + 1 / 31, 2 ** 18, []]
      ]
      for (const [value, characters, expected] of cases) {
        trims.length = 0
        const key = `key-${value}-${characters}`
        assert.deepStrictEqual(yield* lucky(value)(run(key, characters)), { result: undefined })
        assert.deepStrictEqual(trims, expected)
        trims.length = 0
        assert.property(yield* lucky(0)(run(key, characters)), "replayed")
        assert.deepStrictEqual(trims, [])
      }
      // Inside another transaction, nothing is trimmed: a failure of the trimming would make that transaction fail.
      const { transaction } = yield* Transactor
      yield* lucky(0)(transaction(run("nested", 1)))
      assert.deepStrictEqual(trims, [])
    }).pipe(asOther, Effect.provide(layerOver(failing.pipe(Layer.provideMerge(MemoryStorage.layer)))))
  )
})

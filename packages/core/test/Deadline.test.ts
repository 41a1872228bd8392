import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Deadline } from "@mailroom/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

afterEach(() => vi.restoreAllMocks())

/** Sets the time that the deadlines read. The returned effect moves it. */
const clock = () => {
  let now = 0
  vi.spyOn(performance, "now").mockImplementation(() => now)
  return (milliseconds: number) => Effect.sync(() => void (now += milliseconds))
}

const left = Effect.map(Deadline.Current, Deadline.left)

describe("A deadline", () => {
  it.effect("comes nearer whatever a request does", () =>
    Effect.gen(function* () {
      const pass = clock()
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* left, 5_000)
        yield* pass(1_000)
        assert.strictEqual(yield* left, 4_000)
        yield* pass(6_000)
        assert.strictEqual(yield* left, -2_000)
      }).pipe(Deadline.within("5 seconds"))
      assert.strictEqual(yield* left, Infinity)
    })
  )

  it.effect("moves while a request waits for others than storage, also when that fails", () =>
    Effect.gen(function* () {
      const pass = clock()
      yield* Effect.gen(function* () {
        yield* pass(1_000)
        yield* Deadline.outside(pass(30_000))
        yield* Effect.exit(Deadline.outside(Effect.andThen(pass(2_000), Effect.die("a bug"))))
        yield* pass(1_000)
        assert.strictEqual(yield* left, 3_000)
      }).pipe(Deadline.within("5 seconds"))
    })
  )

  it.effect("moves once when a request waits for several at the same time", () =>
    Effect.gen(function* () {
      const pass = clock()
      const wait = (time: number) => Deadline.outside(Effect.sleep(time))
      yield* Effect.gen(function* () {
        const waits = yield* Effect.forkChild(Effect.all([wait(1), wait(2)], { concurrency: 2 }), {
          startImmediately: true
        })
        yield* Effect.yieldNow
        yield* Effect.all([pass(10_000), TestClock.adjust(1)])
        yield* Effect.all([pass(10_000), TestClock.adjust(1)])
        yield* Fiber.join(waits)
        assert.strictEqual(yield* left, 5_000)
      }).pipe(Deadline.within("5 seconds"))
    })
  )

  it.effect("is renewed where there is one, and the current one moves meanwhile", () =>
    Effect.gen(function* () {
      const pass = clock()
      assert.strictEqual(yield* Deadline.renewed(left), Infinity)
      yield* Effect.gen(function* () {
        yield* pass(1_000)
        const batch = Effect.andThen(pass(4_000), left)
        assert.deepStrictEqual([yield* Deadline.renewed(batch), yield* Deadline.renewed(batch)], [1_000, 1_000])
        assert.strictEqual(yield* left, 4_000)
      }).pipe(Deadline.within("5 seconds"))
    })
  )

  it.effect("is not needed", () =>
    Effect.gen(function* () {
      const pass = clock()
      yield* Deadline.outside(pass(1_000))
      assert.strictEqual(yield* left, Infinity)
    })
  )
})

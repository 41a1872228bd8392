/** Work that takes longer than its lease, and work that asks whether the process stops. */
import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { Stopping } from "../../src/work/Stopping.ts"
import { broken, done, pass, test } from "./Working.ts"

describe("Workers", () => {
  test("keep the claim of work that takes longer than a lease, and leave it soon when they end", function* ({
    calls,
    logged,
    put,
    startWorkers,
    store
  }) {
    const options = { lease: Duration.seconds(60), timeout: Duration.minutes(10) }
    const isDown = { now: false }
    const renew: typeof store.renew = (...query) =>
      Effect.suspend(() => (isDown.now ? Effect.fail(broken) : store.renew(...query)))
    yield* put("a")
    const scope = yield* Scope.make()
    yield* Scope.provide(
      startWorkers(() => Effect.never, { ...options, storage: { ...store, renew } }),
      scope
    )
    yield* startWorkers(done, options)
    yield* pass("5 minutes")
    assert.deepStrictEqual(calls, ["a"])
    isDown.now = true
    yield* pass("30 seconds")
    isDown.now = false
    yield* pass("2 minutes")
    assert.deepStrictEqual(calls, ["a"])
    assert.match(logged.join(), /A lease is not renewed: test a/u)
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* pass("20 seconds")
    yield* Fiber.join(closing)
    yield* pass("59 seconds")
    assert.deepStrictEqual(calls, ["a", "a"])
  })

  test("go on with an item although renewing its claim dies", function* ({ calls, put, startWorkers, store }) {
    let ended = 0
    const handle = () =>
      Effect.as(
        Effect.tap(Effect.sleep("45 seconds"), () => Effect.sync(() => ended++)),
        null
      )
    const storage = { ...store, renew: () => Effect.die(new Error("a bug")) }
    yield* put("a")
    yield* startWorkers(handle, { lease: Duration.seconds(60), timeout: Duration.minutes(10), storage })
    yield* pass("50 seconds")
    assert.deepStrictEqual([calls, ended], [["a"], 1])
  })

  test("end work that takes longer than its timeout, although its claim is renewed", function* ({
    calls,
    put,
    startWorkers
  }) {
    yield* put("a")
    const options = { lease: Duration.seconds(60), timeout: Duration.minutes(3) }
    yield* startWorkers(() => (calls.length === 1 ? Effect.never : done()), options)
    yield* pass("179 seconds")
    assert.deepStrictEqual(calls, ["a"])
    yield* pass("6 seconds")
    assert.deepStrictEqual(calls, ["a", "a"])
  })

  test("say to work whether the process stops", function* ({ put, startWorkers }) {
    const seen: Array<boolean> = []
    yield* put("a")
    const scope = yield* Scope.make()
    const asking = Effect.gen(function* () {
      const isStopping = yield* Stopping
      seen.push(isStopping())
      yield* Effect.sleep("1 second")
      seen.push(isStopping())
      return null
    })
    yield* Scope.provide(
      startWorkers(() => asking),
      scope
    )
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* pass("1 second")
    yield* Fiber.join(closing)
    assert.deepStrictEqual(seen, [false, true])
  })
})

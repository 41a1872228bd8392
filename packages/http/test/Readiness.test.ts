import { assert, describe, it } from "@effect/vitest"
import { Organization, Organizations, StorageError, Unavailable } from "@mailroom/core"
import { Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Readiness } from "../src/Readiness.ts"

type Answer = Effect.Effect<Option.Option<typeof Organization.Type>, StorageError>

/** Readiness over a storage that answers so. */
const over = (find: Answer) => Readiness.layer.pipe(Layer.provide(Layer.mock(Organizations, { find: () => find })))

describe("Readiness", () => {
  it.effect("is there when storage answers, until it drains", () =>
    Effect.gen(function* () {
      const { drain, isReady } = yield* Readiness
      assert.isTrue(yield* isReady)
      yield* drain
      assert.isFalse(yield* isReady)
    }).pipe(Effect.provide(over(Effect.succeedNone)))
  )

  it.effect("is not there when storage fails", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* (yield* Readiness).isReady)
    }).pipe(
      Effect.provide(over(Effect.fail(new StorageError({ operation: "", reason: new Unavailable({ cause: "" }) }))))
    )
  )

  it.effect("is not there after two seconds, also when storage cannot be interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild((yield* Readiness).isReady)
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* Fiber.join(fiber))
    }).pipe(Effect.provide(over(Effect.uninterruptible(Effect.never))))
  )
})

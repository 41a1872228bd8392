import { assert, describe, it } from "@effect/vitest"
import { Organizations, StorageError, Unavailable } from "@mailroom/core"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Readiness } from "../src/pipeline/Readiness.ts"

/** Readiness over a storage with this check. */
const over = (unreachable: Organizations["Service"]["unreachable"]) =>
  Readiness.layer.pipe(Layer.provide(Layer.mock(Organizations, { unreachable })))

describe("Readiness", () => {
  it.effect("is there when storage answers, until it drains", () =>
    Effect.gen(function* () {
      const { check, drain } = yield* Readiness
      assert.strictEqual(yield* check, "ready")
      yield* drain
      assert.strictEqual(yield* check, "unavailable")
    }).pipe(Effect.provide(over(Effect.succeed([]))))
  )

  it.effect("is degraded when a part of storage does not answer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* (yield* Readiness).check, "degraded")
    }).pipe(Effect.provide(over(Effect.succeed(["worker-2:5432"]))))
  )

  it.effect("is not there when storage fails", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* (yield* Readiness).check, "unavailable")
    }).pipe(
      Effect.provide(over(Effect.fail(new StorageError({ operation: "", reason: new Unavailable({ cause: "" }) }))))
    )
  )

  it.effect("is not there after two seconds, also when storage cannot be interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild((yield* Readiness).check)
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(fiber), "unavailable")
    }).pipe(Effect.provide(over(Effect.uninterruptible(Effect.never))))
  )
})

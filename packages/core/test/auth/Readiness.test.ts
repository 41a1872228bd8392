/** Whether storage can be written, as `/readyz` asks. */
import { assert, describe, it } from "@effect/vitest"
import { SecretStore, StorageError } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Organizations } from "../../src/auth/Organizations.ts"
import { Unavailable } from "../../src/StorageError.ts"
import { layerOver } from "../Tenant.ts"

describe("Organizations.unreachable", () => {
  let isFull = false
  let writes = 0
  const faulty = Layer.effect(
    SecretStore,
    Effect.map(SecretStore, ({ find, replace }) => ({
      find,
      replace: Effect.fnUntraced(function* (...args: Parameters<typeof replace>) {
        writes++
        if (!isFull) return yield* replace(...args)
        return yield* new StorageError({
          operation: "SecretStore.replace",
          reason: new Unavailable({ cause: new Error("No space left on device") })
        })
      })
    }))
  )

  it.effect("fails while nothing can be written, and tries it at most every ten seconds", () =>
    Effect.gen(function* () {
      const { unreachable } = yield* Organizations
      for (let i = 0; i < 50; i++) assert.deepStrictEqual(yield* unreachable, [])
      assert.strictEqual(writes, 1)
      isFull = true
      yield* TestClock.adjust("10 seconds")
      for (let i = 0; i < 2; i++) assert.strictEqual((yield* Effect.flip(unreachable))._tag, "StorageError")
      isFull = false
      assert.deepStrictEqual(yield* unreachable, [])
    }).pipe(Effect.provide(layerOver(faulty.pipe(Layer.provideMerge(MemoryStorage.layer)))))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { NodeServer } from "../src/index.node.ts"

describe("toHandlers", () => {
  it.effect("rejects, and gives back what was taken, when what it requires cannot be built", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      const step = (name: string) => Effect.sync(() => void steps.push(name))
      const taken = Layer.effectDiscard(Effect.acquireRelease(step("taken"), () => step("given back")))
      const requirements = Layer.effectContext(Effect.fail("no database")).pipe(Layer.provide(taken))
      const error = yield* Effect.flip(Effect.tryPromise(() => NodeServer.toHandlers(requirements)))
      assert.include(String(error.cause), "no database")
      assert.deepStrictEqual(steps, ["taken", "given back"])
    })
  )
})

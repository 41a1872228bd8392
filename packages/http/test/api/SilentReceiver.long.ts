/** An attempt of a delivery ends after 15 seconds of silence. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { log, stop, webhook } from "./IntegrationFixtures.ts"
import { receiver } from "./Receiver.ts"
import { onMemory } from "./TestServer.ts"

onMemory("a receiver that never answers", (it) => {
  it.effect("costs a try after 15 seconds, and holds up no other receiver", () =>
    Effect.gen(function* () {
      const silent = yield* receiver(() => {})
      const lively = yield* receiver()
      const waiting = yield* webhook(silent.url)
      yield* stop(waiting.lead_id)
      yield* silent.take
      const other = yield* webhook(lively.url)
      yield* stop(other.lead_id)
      yield* lively.take
      assert.strictEqual((yield* log(other.path, 1))[0].status, "delivered")
      const [untried] = yield* log(waiting.path, 1, () => true)
      assert.deepStrictEqual([untried.status, untried.attempts], ["pending", 0])
      const [delivery] = yield* log(waiting.path, 1)
      assert.deepStrictEqual([delivery.status, delivery.attempts, delivery.response], ["pending", 1, null])
    })
  )
})

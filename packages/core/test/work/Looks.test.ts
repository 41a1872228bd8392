/** When workers look for work. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import * as Timestamp from "../../src/Timestamp.ts"
import { pass, settled, test } from "./Working.ts"

describe("Workers", () => {
  test("do not look for work when an item ends that is due later, and nothing else waits", function* ({
    calls,
    put,
    startWorkers,
    store
  }) {
    let looks = 0
    yield* put("a", "b", "c")
    const later = Effect.map(Timestamp.now, (now) => Timestamp.plus(now, 300_000))
    yield* startWorkers(() => Effect.delay(later, "1 second"), {
      storage: {
        ...store,
        due: (...args) => Effect.suspend(() => (looks++, store.due(...args)))
      }
    })
    yield* settled
    assert.strictEqual(calls.length, 3)
    // One that claims them, and one that finds nothing more.
    assert.strictEqual(looks, 2)
    yield* pass("1 second")
    assert.strictEqual(looks, 2)
    yield* pass("299 seconds")
    assert.strictEqual(calls.length, 3)
    yield* pass("1 second")
    assert.strictEqual(calls.length, 6)
    // The clock stands still when the workers stop.
    yield* pass("1 second")
  })

  test("look for work when an item ends that is due before they would look", function* ({ calls, put, startWorkers }) {
    yield* put("a")
    yield* startWorkers(() => Effect.map(Timestamp.now, (now) => Timestamp.plus(now, 2_000)))
    yield* pass("2 seconds")
    assert.strictEqual(calls.length, 2)
    yield* pass("2 seconds")
    assert.strictEqual(calls.length, 3)
  })
})

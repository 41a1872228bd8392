import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { StorageBudget } from "@mailroom/core"
import { Duration, Effect } from "effect"

afterEach(() => vi.restoreAllMocks())

describe("A storage budget", () => {
  it("is used while at least one statement is under way", () => {
    let now = 0
    vi.spyOn(performance, "now").mockImplementation(() => now)
    const at = (time: number, effect: () => void = () => {}) => {
      now = time
      effect()
      return budget.left
    }
    const budget = new StorageBudget.Budget(Duration.seconds(5))
    assert.strictEqual(at(1_000), 5_000)
    assert.strictEqual(
      at(1_000, () => budget.enter()),
      5_000
    )
    assert.strictEqual(
      at(2_000, () => budget.enter()),
      4_000
    )
    assert.strictEqual(
      at(3_000, () => budget.leave()),
      3_000
    )
    assert.strictEqual(
      at(4_000, () => budget.leave()),
      2_000
    )
    assert.strictEqual(at(9_000), 2_000)
    assert.strictEqual(
      at(9_000, () => budget.enter()),
      2_000
    )
    assert.strictEqual(at(12_000), -1_000)
  })

  it.effect("is spent for all of an effect, where there is one", () =>
    Effect.gen(function* () {
      let now = 0
      vi.spyOn(performance, "now").mockImplementation(() => now)
      const second = StorageBudget.spending(Effect.sync(() => (now += 1_000)))
      assert.strictEqual(yield* second, 1_000)
      const left = yield* StorageBudget.within("5 seconds")(
        Effect.gen(function* () {
          const budget = yield* StorageBudget.Current
          yield* second
          yield* Effect.exit(StorageBudget.spending(Effect.andThen(second, Effect.die("a bug"))))
          now += 1_000
          return budget?.left
        })
      )
      assert.strictEqual(left, 3_000)
    })
  )

  it.effect("is renewed where there is one", () =>
    Effect.gen(function* () {
      const current = Effect.service(StorageBudget.Current)
      assert.isUndefined(yield* current)
      assert.isUndefined(yield* StorageBudget.renewed(current))
      const [first, second] = yield* StorageBudget.within("5 seconds")(
        Effect.all([current, StorageBudget.renewed(current)])
      )
      assert.notStrictEqual(first, second)
      assert.deepStrictEqual([first?.left, second?.left], [5_000, 5_000])
    })
  )
})

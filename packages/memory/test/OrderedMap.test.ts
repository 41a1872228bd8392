import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { OrderedMap } from "../src/OrderedMap.ts"

const Key = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1500 }))

/** Sets or removes many keys, ascending or descending: trees gain and lose levels, at their edges and inside. */
const Run = Schema.Struct({
  remove: Schema.Boolean,
  from: Key,
  count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 700 })),
  step: Schema.Literals([1, -1, 2, -3, 7, 601])
})
const runs = Schema.Array(Run).check(Schema.isMaxLength(12))

const ascending = (a: number, b: number) => a - b
const empty = () => OrderedMap.empty<number, string>(ascending)
const ofKeys = (keys: ReadonlyArray<number>) => keys.reduce((map, key) => map.set(key, `${key}`), empty())
const keysOf = ({ count, from, step }: typeof Run.Type) => Array.from({ length: count }, (_, i) => from + i * step)

/** The map after the runs, and an object with the same content. */
const build = (input: ReadonlyArray<typeof Run.Type>) => {
  let map = empty()
  const model = new Map<number, string>()
  for (const [i, run] of input.entries()) {
    for (const key of keysOf(run)) {
      if (run.remove) {
        map = map.remove(key)
        model.delete(key)
      } else {
        map = map.set(key, `${key} of ${i}`)
        model.set(key, `${key} of ${i}`)
      }
    }
  }
  const entries = [...model].sort(([a], [b]) => a - b)
  return { map, model, keys: entries.map(([key]) => key), values: entries.map(([, value]) => value) }
}
const options = { arbitrary: { runs: 60 } }

describe("OrderedMap", () => {
  it.prop(
    "holds what a sorted array would hold, whatever is set and removed",
    { input: runs, probes: Schema.Array(Key) },
    ({ input, probes }) => {
      const { keys, map, model, values } = build(input)
      assert.strictEqual(map.size, keys.length)
      assert.deepStrictEqual([...map.values()], values)
      assert.deepStrictEqual([...map.reversed()], values.toReversed())
      for (const key of [...probes, ...keys.slice(0, 40), ...keys.slice(-40)]) {
        assert.strictEqual(map.get(key), model.get(key))
        const before = keys.filter((other) => other < key).length
        assert.strictEqual(map.rank(key), before)
        assert.strictEqual(map.rankAfter(key), model.has(key) ? before + 1 : before)
        assert.strictEqual(map.at(before), values[before])
      }
    },
    options
  )

  it.prop(
    "cuts out any range, in both directions",
    { input: runs, ranges: Schema.Array(Schema.Tuple([Key, Key])) },
    ({ input, ranges }) => {
      const { map, values } = build(input)
      for (const [start, end] of [...ranges, [0, map.size], [0, 1], [map.size - 1, map.size]] as const) {
        const expected = values.slice(Math.max(start, 0), end)
        assert.deepStrictEqual(map.slice(start, end), expected)
        assert.deepStrictEqual([...map.values(start, end)], expected)
        assert.deepStrictEqual([...map.reversed(start, end)], expected.toReversed())
      }
    },
    options
  )

  it.prop(
    "never changes: a map is the same after what was made of it",
    { before: runs, after: Run },
    ({ before, after }) => {
      const { keys, map, values } = build(before)
      let other = map
      for (const key of keysOf(after)) other = after.remove ? other.remove(key) : other.set(key, "new")
      assert.deepStrictEqual([...map.values()], values)
      assert.deepStrictEqual(
        keys.map((key) => map.get(key)),
        values
      )
    },
    options
  )

  it("takes keys for the same that compare as equal", () => {
    const byLength = OrderedMap.empty<string, number>((a, b) => a.length - b.length)
    const map = byLength.set("one", 1).set("three", 3).set("two", 2)
    assert.deepStrictEqual([...map.values()], [2, 3])
    assert.strictEqual(map.get("six"), 2)
    assert.deepStrictEqual([...map.remove("seven").values()], [2])
  })

  it("is the very same map without a key that it does not have", () => {
    const map = ofKeys([1, 3])
    assert.strictEqual(map.remove(2), map)
  })

  it("answers nothing beyond its ends", () => {
    const map = ofKeys([1, 2, 3])
    assert.strictEqual(map.at(3), undefined)
    assert.deepStrictEqual(map.slice(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 50), [])
    assert.deepStrictEqual(map.slice(2, 1), [])
    assert.deepStrictEqual([...map.reversed(3, 9)], [])
    assert.deepStrictEqual(empty().slice(0, 10), [])
    assert.deepStrictEqual([...empty().reversed()], [])
  })

  it("compares no more keys than its depth asks for, also after most were removed", () => {
    let comparisons = 0
    const counted = (a: number, b: number) => {
      comparisons++
      return a - b
    }
    const during = (f: () => unknown) => {
      comparisons = 0
      f()
      return comparisons
    }
    const shuffled = Array.from({ length: 20_011 }, (_, i) => (i * 7919) % 20_011)
    let map = OrderedMap.empty<number, number>(counted)
    for (const key of shuffled) map = map.set(key, key)
    for (const key of shuffled) if (key % 11 !== 0) map = map.remove(key)
    assert.strictEqual(map.size, 1820)
    // A binary search of 1820 keys takes 11 comparisons; a branch rounds up, and a leaf compares once more for
    // equality.
    for (const key of [0, 11, 5000, 9999, 20_009, 30_000]) {
      assert.isAtMost(
        during(() => map.get(key)),
        18
      )
      assert.isAtMost(
        during(() => map.rankAfter(key)),
        18
      )
      assert.isAtMost(
        during(() => map.set(key, 0)),
        18
      )
      assert.isAtMost(
        during(() => map.remove(key)),
        18
      )
    }
    assert.strictEqual(
      during(() => [map.slice(900, 950), map.at(1800), [...map.reversed(5, 900)]]),
      0
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as BTree from "../src/internal/BTree.ts"

type Tree = BTree.Node<number, string>

const ascending = (a: number, b: number) => a - b
const value = (key: number) => `value of ${key}`

/** Checks the shape of a tree. Returns its depth and its entries in order. */
const inspect = (
  node: Tree,
  edge: { readonly root: boolean; readonly right: boolean }
): readonly [number, Array<number>] => {
  assert.isAtMost(node.keys.length, BTree.maximum)
  if (!edge.root) assert.isAtLeast(node.keys.length, edge.right ? 1 : BTree.minimum)
  if (node.leaf) {
    assert.deepStrictEqual(node.values, node.keys.map(value))
    return [1, [...node.keys]]
  }
  assert.isAtLeast(node.children.length, 2)
  const last = node.children.length - 1
  const inspected = node.children.map((child, i) => inspect(child, { root: false, right: edge.right && i === last }))
  assert.strictEqual(new Set(inspected.map(([depth]) => depth)).size, 1)
  assert.deepStrictEqual(
    node.keys,
    inspected.flatMap(([, keys]) => keys.slice(0, 1))
  )
  const entries: Array<number> = []
  const ends = inspected.map(([, keys]) => entries.push(...keys))
  assert.deepStrictEqual(node.ends, ends)
  return [(inspected[0]?.[0] ?? 0) + 1, entries]
}

const sorted = (keys: Iterable<number>) => [...keys].sort(ascending)

/** Sets or removes keys of a range in the order given by `stride`, which is coprime to the size of the range. */
const Phase = Schema.Struct({
  remove: Schema.Boolean,
  from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4000 })),
  count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2503 })),
  stride: Schema.Literals([1, -1, 7, 1009, 1601])
})
const range = 2503
const keysOf = ({ count, from, stride }: typeof Phase.Type) =>
  Array.from({ length: count }, (_, i) => from + ((((i * stride) % range) + range) % range))

describe("BTree", () => {
  it.prop(
    "keeps its shape and its entries, whatever is set and removed",
    { phases: Schema.Array(Phase).check(Schema.isMaxLength(8)) },
    ({ phases }) => {
      let tree: Tree = BTree.empty
      const model = new Set<number>()
      for (const phase of phases) {
        for (const key of keysOf(phase)) {
          tree = phase.remove ? BTree.remove(ascending, tree, key) : BTree.set(ascending, tree, key, value(key))
          if (phase.remove) model.delete(key)
          else model.add(key)
        }
        assert.deepStrictEqual(inspect(tree, { root: true, right: true })[1], sorted(model))
      }
    },
    { arbitrary: { runs: 60 } }
  )

  it("keeps its shape through a long life: three levels, growing, shrinking, and around the same size", () => {
    let tree: Tree = BTree.empty
    const model = new Set<number>()
    let random = 1
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647
      return random % below
    }
    for (const removals of [1, 5, 9, 3, 5, 8, 10]) {
      for (let i = 0; i < 6000; i++) {
        const key = next(9000)
        if (next(10) < removals) {
          tree = BTree.remove(ascending, tree, key)
          model.delete(key)
        } else {
          tree = BTree.set(ascending, tree, key, value(key))
          model.add(key)
        }
        if (i % 500 === 0) assert.deepStrictEqual(inspect(tree, { root: true, right: true })[1], sorted(model))
      }
    }
    assert.isAbove(inspect(tree, { root: true, right: true })[0], 2)
    for (const key of sorted(model)) tree = BTree.remove(ascending, tree, key)
    assert.deepStrictEqual(inspect(tree, { root: true, right: true }), [1, []])
  })

  it("fills its leaves when keys come in ascending order, so that it stays flat", () => {
    let tree: Tree = BTree.empty
    const keys = Array.from({ length: 30 * BTree.maximum }, (_, i) => i)
    for (const key of keys) tree = BTree.set(ascending, tree, key, value(key))
    assert.deepStrictEqual(inspect(tree, { root: true, right: true }), [2, keys])
  })
})

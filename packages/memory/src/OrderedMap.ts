import * as BTree from "./internal/BTree.ts"

/**
 * An immutable map, ordered by its keys. The tables and indexes of the storage are such maps. Reading or writing an
 * entry, and finding an index by key, costs O(log n); iterating from there costs O(1) for each entry.
 *
 * The index of an entry is the number of entries before it. `rank` and `rankAfter` return the index for a key.
 */
export class OrderedMap<K, V> {
  static readonly empty = <K, V>(compare: BTree.Compare<NoInfer<K>>): OrderedMap<K, V> =>
    new OrderedMap<K, V>(compare, BTree.empty)

  readonly #compare: BTree.Compare<K>
  readonly #root: BTree.Node<K, V>

  private constructor(compare: BTree.Compare<K>, root: BTree.Node<K, V>) {
    this.#compare = compare
    this.#root = root
  }

  get size(): number {
    return BTree.size(this.#root)
  }

  get(key: K): V | undefined {
    return BTree.get(this.#compare, this.#root, key)
  }

  /** The index of the first entry whose key is not less than `key`: the start of an ascending iteration from `key`. */
  rank(key: K): number {
    return BTree.rank(this.#compare, this.#root, key, "less")
  }

  /** The index of the first entry whose key is greater than `key`: the start of an ascending iteration after `key`. */
  rankAfter(key: K): number {
    return BTree.rank(this.#compare, this.#root, key, "notGreater")
  }

  /** The value at an index. */
  at(index: number): V | undefined {
    return this.slice(index, index + 1)[0]
  }

  /**
   * The values from index `start` up to, not including, `end`. It does not use `values`: a page of leads would take a
   * third longer (row "leads, limit 50" of the bench, in process).
   */
  slice(start: number, end: number): Array<V> {
    const values: Array<V> = []
    const stop = Math.min(end, this.size)
    for (let index = Math.max(start, 0); index < stop;) {
      const { leaf, offset } = BTree.leafAt(this.#root, index)
      const last = Math.min(leaf.values.length, offset + stop - index)
      for (let i = offset; i < last; i++) values.push(leaf.values[i]!)
      index += last - offset
    }
    return values
  }

  /** Like `slice`, as an iterator. */
  *values(start = 0, end = this.size): Generator<V, undefined> {
    const stop = Math.min(end, this.size)
    for (let index = Math.max(start, 0); index < stop;) {
      const { leaf, offset } = BTree.leafAt(this.#root, index)
      const last = Math.min(leaf.values.length, offset + stop - index)
      for (let i = offset; i < last; i++) yield leaf.values[i]!
      index += last - offset
    }
  }

  /** Like `values`, in descending order. */
  *reversed(start = 0, end = this.size): Generator<V, undefined> {
    const stop = Math.max(start, 0)
    for (let index = Math.min(end, this.size) - 1; index >= stop;) {
      const { leaf, offset } = BTree.leafAt(this.#root, index)
      for (let i = offset; i >= 0 && index >= stop; i--, index--) yield leaf.values[i]!
    }
  }

  /** The values whose keys are not less than `from`, and less than `to`. */
  between(from: K, to: K): Array<V> {
    return this.slice(this.rank(from), this.rank(to))
  }

  /** A copy of the map with `value` under `key`. */
  set(key: K, value: V): OrderedMap<K, V> {
    return new OrderedMap(this.#compare, BTree.set(this.#compare, this.#root, key, value))
  }

  /** A copy of the map without `key`; the same map if it does not contain `key`. */
  remove(key: K): OrderedMap<K, V> {
    const root = BTree.remove(this.#compare, this.#root, key)
    return root === this.#root ? this : new OrderedMap(this.#compare, root)
  }
}

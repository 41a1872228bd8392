/**
 * The tree under `OrderedMap`: a B+ tree whose branches count the entries below them. A write copies only the nodes on
 * its path.
 */

/** Negative when `a` comes before `b`, positive when it comes after `b`, 0 when they are the same key. */
export type Compare<K> = (a: K, b: K) => number

/**
 * Every node has at most `maximum` keys. It has at least `minimum` keys, except for the root and the nodes on the right
 * edge.
 */
export const maximum = 32
export const minimum = maximum / 2

export interface Leaf<K, V> {
  readonly leaf: true
  readonly keys: ReadonlyArray<K>
  readonly values: ReadonlyArray<V>
}

interface Branch<K, V> {
  readonly leaf: false
  /** The lowest key of each child. */
  readonly keys: ReadonlyArray<K>
  /** For each child, the number of entries in it and in the children before it. */
  readonly ends: ReadonlyArray<number>
  /** At least two children. */
  readonly children: ReadonlyArray<Node<K, V>>
}

export type Node<K, V> = Branch<K, V> | Leaf<K, V>

export const empty: Node<never, never> = { leaf: true, keys: [], values: [] }

export const size = <K, V>(node: Node<K, V>): number =>
  node.leaf ? node.keys.length : node.ends[node.ends.length - 1]!

export const get = <K, V>(compare: Compare<K>, root: Node<K, V>, key: K): V | undefined => {
  let node = root
  while (!node.leaf) node = node.children[childFor(compare, node, key)]!
  const i = indexOf(compare, node, key)
  return i < 0 ? undefined : node.values[i]
}

/** The number of keys that are less than `key`, or not greater than it. */
export const rank = <K, V>(compare: Compare<K>, root: Node<K, V>, key: K, counted: "less" | "notGreater"): number => {
  let node = root
  let before = 0
  while (!node.leaf) {
    const i = childFor(compare, node, key)
    if (i > 0) before += node.ends[i - 1]!
    node = node.children[i]!
  }
  const i = indexOf(compare, node, key)
  if (i < 0) return before + ~i
  return before + (counted === "notGreater" ? i + 1 : i)
}

/** The leaf that contains the entry at `index`, and the entry's offset in it. */
export const leafAt = <K, V>(
  root: Node<K, V>,
  index: number
): { readonly leaf: Leaf<K, V>; readonly offset: number } => {
  let node = root
  let offset = index
  while (!node.leaf) {
    let i = 0
    while (node.ends[i]! <= offset) i++
    if (i > 0) offset -= node.ends[i - 1]!
    node = node.children[i]!
  }
  return { leaf: node, offset }
}

export const set = <K, V>(compare: Compare<K>, root: Node<K, V>, key: K, value: V): Node<K, V> => {
  // The root is on the right edge of the tree.
  const rightEdge = true
  const node = put(compare, root, key, value, rightEdge)
  return node.keys.length > maximum ? branch(halves(node, rightEdge)) : node
}

/** The tree without `key`; the same tree if it does not contain `key`. */
export const remove = <K, V>(compare: Compare<K>, root: Node<K, V>, key: K): Node<K, V> => {
  const node = without(compare, root, key)
  return !node.leaf && node.children.length === 1 ? node.children[0]! : node
}

/** The number of `keys` that are not greater than `key`. */
const countUpTo = <K>(compare: Compare<K>, keys: ReadonlyArray<K>, key: K): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(keys[middle]!, key) > 0) high = middle
    else low = middle + 1
  }
  return low
}

/** The index of the child that contains `key`, if any child does. */
const childFor = <K, V>(compare: Compare<K>, { keys }: Branch<K, V>, key: K): number =>
  Math.max(countUpTo(compare, keys, key) - 1, 0)

/** The index of `key` in a leaf, or the complement (`~`) of the index at which to insert it. */
const indexOf = <K, V>(compare: Compare<K>, { keys }: Leaf<K, V>, key: K): number => {
  const count = countUpTo(compare, keys, key)
  return count > 0 && compare(keys[count - 1]!, key) === 0 ? count - 1 : ~count
}

const branch = <K, V>(children: ReadonlyArray<Node<K, V>>): Branch<K, V> => {
  let end = 0
  return {
    leaf: false,
    keys: children.map(({ keys }) => keys[0]!),
    ends: children.map((child) => (end += size(child))),
    children
  }
}

/** A copy of the branch with a new child at `i`. All other children are shared. */
const withChild = <K, V>(node: Branch<K, V>, i: number, child: Node<K, V>): Branch<K, V> => {
  const grown = size(child) - size(node.children[i]!)
  return {
    leaf: false,
    keys: child.keys[0] === node.keys[i] ? node.keys : node.keys.with(i, child.keys[0]!),
    ends: grown === 0 ? node.ends : node.ends.map((end, j) => (j < i ? end : end + grown)),
    children: node.children.with(i, child)
  }
}

/**
 * Splits the node. On the right edge nearly all keys stay in the left half: ids ascend, so later keys are greater, and
 * a node left half empty would stay half empty.
 */
const halves = <K, V>(node: Node<K, V>, rightEdge: boolean): [Node<K, V>, Node<K, V>] => {
  const at = rightEdge ? node.keys.length - 2 : node.keys.length >>> 1
  if (!node.leaf) return [branch(node.children.slice(0, at)), branch(node.children.slice(at))]
  const { keys, values } = node
  return [
    { leaf: true, keys: keys.slice(0, at), values: values.slice(0, at) },
    { leaf: true, keys: keys.slice(at), values: values.slice(at) }
  ]
}

/** One node with the entries of two neighbours, which may have too many keys. */
const joined = <K, V>(left: Node<K, V>, right: Node<K, V>): Node<K, V> => {
  if (left.leaf && right.leaf) {
    return { leaf: true, keys: left.keys.concat(right.keys), values: left.values.concat(right.values) }
  }
  return branch([...childrenOf(left), ...childrenOf(right)])
}
const childrenOf = <K, V>(node: Node<K, V>) => (node.leaf ? [] : node.children)

/** The node with the entry. It may have one key too many; its parent then splits it. */
const put = <K, V>(compare: Compare<K>, node: Node<K, V>, key: K, value: V, rightEdge: boolean): Node<K, V> => {
  if (node.leaf) {
    const i = indexOf(compare, node, key)
    if (i >= 0) return { leaf: true, keys: node.keys, values: node.values.with(i, value) }
    return { leaf: true, keys: node.keys.toSpliced(~i, 0, key), values: node.values.toSpliced(~i, 0, value) }
  }
  const i = childFor(compare, node, key)
  const onRightEdge = rightEdge && i === node.children.length - 1
  const child = put(compare, node.children[i]!, key, value, onRightEdge)
  if (child.keys.length <= maximum) return withChild(node, i, child)
  return branch(node.children.toSpliced(i, 1, ...halves(child, onRightEdge)))
}

/**
 * The node without the entry; the same node if it does not contain the entry. It may have one key too few; its parent
 * then fixes that.
 */
const without = <K, V>(compare: Compare<K>, node: Node<K, V>, key: K): Node<K, V> => {
  if (node.leaf) {
    const i = indexOf(compare, node, key)
    if (i < 0) return node
    return { leaf: true, keys: node.keys.toSpliced(i, 1), values: node.values.toSpliced(i, 1) }
  }
  const i = childFor(compare, node, key)
  const child = without(compare, node.children[i]!, key)
  if (child === node.children[i]) return node
  if (child.keys.length >= minimum) return withChild(node, i, child)
  // The child has one key too few: it is joined with the neighbour before it, or with the one after it if it is the first.
  const left = Math.max(i - 1, 0)
  const both = i === 0 ? joined(child, node.children[1]!) : joined(node.children[left]!, child)
  const rightEdge = false
  return branch(node.children.toSpliced(left, 2, ...(both.keys.length > maximum ? halves(both, rightEdge) : [both])))
}

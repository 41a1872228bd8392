/** One statement for what several callers want at the same time. */
import { type Context, Effect } from "effect"

/** The most that goes into one statement. */
const most = 100

interface Waiting<Item, A, E> {
  readonly item: Item
  readonly resume: (answer: Effect.Effect<A, E>) => void
}

/**
 * Calls `run` for all that came in for the same key, instead of once for each. The first starts at once; what comes in
 * meanwhile goes together as soon as that has ended. `idOf` keeps apart what cannot be in one statement: of two items with
 * the same id, the later one waits for the answer to the earlier. `run` has this context, not that of a caller, and is not
 * interrupted with one.
 */
export const grouped = <Key, Item, A, E>(
  context: Context.Context<never>,
  idOf: (item: Item) => unknown,
  run: (key: Key, items: ReadonlyArray<Item>) => Effect.Effect<(item: Item) => A, E>
): ((key: Key, item: Item) => Effect.Effect<A, E>) => {
  /** What waits for its turn, by key; a key is here while a call for it is under way. */
  const underWay = new Map<Key, Set<Waiting<Item, A, E>>>()

  const next = (key: Key, waiting: Set<Waiting<Item, A, E>>): void => {
    const group = new Map<unknown, Waiting<Item, A, E>>()
    for (const one of waiting) {
      if (group.size === most) break
      const id = idOf(one.item)
      if (!group.has(id)) group.set(id, one)
    }
    if (group.size === 0) return void underWay.delete(key)
    for (const one of group.values()) waiting.delete(one)
    const items = Array.from(group.values(), ({ item }) => item)
    Effect.runForkWith(context)(Effect.suspend(() => run(key, items))).addObserver((exit) => {
      // First, so that the next call is under way while the callers of this one go on with their answers.
      next(key, waiting)
      for (const { item, resume } of group.values()) resume(Effect.map(exit, (answerOf) => answerOf(item)))
    })
  }

  return (key, item) =>
    Effect.callback((resume) => {
      const one = { item, resume }
      const known = underWay.get(key)
      const waiting = known ?? new Set()
      waiting.add(one)
      if (known === undefined) {
        underWay.set(key, waiting)
        next(key, waiting)
      }
      return Effect.sync(() => void waiting.delete(one))
    })
}

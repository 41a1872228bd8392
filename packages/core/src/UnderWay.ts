/** Counts the effects that run in this process, by key. */
import { Effect } from "effect"

export const makeUnderWay = <Key>() => {
  const counts = new Map<Key, number>()
  const count = (key: Key): number => counts.get(key) ?? 0
  const add = (key: Key, change: number) => {
    const now = count(key) + change
    if (now === 0) counts.delete(key)
    else counts.set(key, now)
  }
  return {
    count,
    /** Counts an effect while it runs. `use` gets the number of others that run already. */
    counted: <A, E, R>(key: Key, use: (others: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const others = count(key)
          add(key, 1)
          return others
        }),
        use,
        () => Effect.sync(() => add(key, -1))
      )
  }
}

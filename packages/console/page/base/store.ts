/** A value outside the components, to which they subscribe. */
import { useLayoutEffect, useReducer } from "preact/hooks"

export interface Store<A> {
  readonly get: () => A
  readonly set: (value: A) => void
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

export const makeStore = <A>(initial: A): Store<A> => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Sets an entry of a map in a store, or removes it (`undefined`). */
export const setIn = <A>(store: Store<ReadonlyMap<number, A>>, id: number, value: A | undefined): void => {
  const next = new Map(store.get())
  if (value === undefined) next.delete(id)
  else next.set(id, value)
  store.set(next)
}

/** The current value. The component renders again when it changes. */
export const useStore = <A>(store: Store<A>): A => {
  const [, render] = useReducer<number, void>((count) => count + 1, 0)
  const value = store.get()
  useLayoutEffect(() => {
    const end = store.subscribe(() => render())
    // The value may have changed between rendering and this effect.
    if (!Object.is(store.get(), value)) render()
    return end
  }, [store])
  return value
}

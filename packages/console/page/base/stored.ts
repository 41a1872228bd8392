/** Values that this browser keeps. It may forbid that: then they last as long as the page. */
import { base } from "./mount.ts"
import { makeStore, type Store } from "./store.ts"

const prefix = `mailroom ${new URL(base).pathname} `

export const readStored = (name: string): string | undefined => {
  try {
    return localStorage.getItem(prefix + name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it. */
export const writeStored = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, value)
  } catch {
    // The browser forbids storage, or it is full.
  }
}

/** Calls `run` when another tab has changed a value. Returns a function that ends this. */
export const onStored = (name: string, run: (value: string | undefined) => void): (() => void) => {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === prefix + name) run(newValue ?? undefined)
  }
  addEventListener("storage", listener)
  return () => removeEventListener("storage", listener)
}

/** Removes all values whose names begin so. */
export const forgetStored = (start: string): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix + start)) localStorage.removeItem(key)
  } catch {
    // The browser forbids storage.
  }
}

/** A store for one of a few texts, which this browser keeps. */
export const makeChoice = <A extends string>(name: string, choices: readonly [A, ...ReadonlyArray<A>]): Store<A> => {
  const read = readStored(name)
  const store = makeStore<A>(choices.find((choice) => choice === read) ?? choices[0])
  return {
    ...store,
    set: (value) => {
      writeStored(name, value === choices[0] ? undefined : value)
      store.set(value)
    }
  }
}

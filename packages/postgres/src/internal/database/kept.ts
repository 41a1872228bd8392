/** A cache of values that are expensive to read. A value is valid for one version of the rows that it depends on. */

interface Entry<A> {
  readonly version: string
  readonly value: A
}

/** The greatest number of values. The ones that were asked for last are kept. */
const maximumEntries = 1_000

export interface Kept<A> {
  /** The value of this version. */
  readonly find: (key: string, version: string) => A | undefined
  /** The value of whatever version. */
  readonly last: (key: string) => Entry<A> | undefined
  readonly keep: (key: string, entry: Entry<A>) => void
}

/**
 * A value belongs to the version that the same statement read. Do not keep one that was read in a transaction: after a
 * rollback, its version may come again with other rows.
 */
export const makeKept = <A>(): Kept<A> => {
  const entries = new Map<string, Entry<A>>()
  const keep = (key: string, entry: Entry<A>) => {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > maximumEntries && oldest !== undefined) entries.delete(oldest)
  }
  const last = (key: string) => {
    const entry = entries.get(key)
    if (entry !== undefined) keep(key, entry)
    return entry
  }
  return {
    last,
    find: (key, version) => {
      const entry = last(key)
      return entry?.version === version ? entry.value : undefined
    },
    keep
  }
}

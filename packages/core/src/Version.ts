/** Versions of records: each change of a record gives it the next one. */
import { Equal, Hash, Schema, Struct } from "effect"
import { latest, type Timestamp } from "./Timestamp.ts"

/** The version of a record: 1 when created, one more at every change. */
export const Version = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 }))

interface Versioned {
  readonly version: number
  readonly updated_at: Timestamp
}

/**
 * `next` with a new version; `current` itself when they do not differ. `updated_at` never decreases. Fields are compared
 * by reference, except the `structural` ones: comparing whole records structurally took most of an update's time (the row
 * "PATCH /leads/{id}" of the bench).
 */
export const nextVersion = <A extends Versioned>(
  current: A,
  next: A,
  now: Timestamp,
  structural: ReadonlyArray<keyof A> = []
): A => {
  const isSame = (key: keyof A) =>
    next[key] === current[key] || (structural.includes(key) && Equal.equals(next[key], current[key]))
  if (Struct.keys(next).every(isSame)) return current
  return { ...next, version: current.version + 1, updated_at: latest(current.updated_at, now) }
}

/** The version of a record that stores none: a hash of what it contains, the same in all processes. */
export const versionOfContents = (contents: object): number => (Hash.hash(contents) >>> 0) + 1

/** Versions of records: each change of a record gives it the next one. */
import { Equal, Schema, Struct } from "effect"
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

/** The JSON of a value, the fields of each object in the order of their names. */
const sortedJson = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  )

/**
 * A hash of 53 bits, as many as a number has. Two lanes of 32 bits each take every UTF-16 unit by XOR and then multiply by their
 * own odd constant. At the end, the finalizer of MurmurHash3 mixes each lane with the other one (the design of cyrb53). No
 * protection against collisions that somebody constructs.
 */
const hash53 = (text: string): number => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  const mixed = (one: number, other: number) =>
    Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  const first = mixed(high, low)
  const second = mixed(low, first)
  return 2 ** 32 * (second & 0x1f_ff_ff) + (first >>> 0)
}

/** The version of a record that stores none: a hash of its contents as JSON, the same in all processes. From 1 to 2 ** 53 - 1. */
export const versionOfContents = (contents: object): number => Math.max(1, hash53(sortedJson(contents)))

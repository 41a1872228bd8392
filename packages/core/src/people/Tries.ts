/**
 * Limits how often passwords are tried, in the memory of this process. The limiter of `effect` cannot be used: it never removes a
 * counter, and here strangers choose the keys, so memory would grow without limit.
 */
import { Duration, Effect, Schema } from "effect"
import * as Timestamp from "../Timestamp.ts"

/** There were too many wrong passwords for an address, or from a source. */
export class TooManyTries extends Schema.TaggedError<TooManyTries>()("TooManyTries", { retry_after: Schema.Int }) {
  override get message(): string {
    return `There were too many tries to sign in: try again in ${Math.ceil(this.retry_after / 60)} minutes`
  }
}

/** The window of a counter, in milliseconds. It begins with the first try. */
const window = Duration.toMillis("15 minutes")
/** The number of tries in a window. */
const limits = { address: 10, source: 100 }
const maximumCounters = 20_000

interface Counter {
  count: number
  readonly ends: number
}

/** A try: the address and, if it is known, the network address of the client. */
export interface Try {
  readonly address: string
  readonly source?: string | undefined
}

export const makeTries = () => {
  /** Counters in the order of their beginning, so the first one ends first. */
  const counters = new Map<string, Counter>()

  /** The counter of a key. A new one replaces counters that have ended and, where there are too many, the oldest ones. */
  const counterOf = (key: string, now: number): Counter => {
    const known = counters.get(key)
    if (known !== undefined && known.ends > now) return known
    counters.delete(key)
    for (const [old, { ends }] of counters) {
      if (ends > now && counters.size < maximumCounters) break
      counters.delete(old)
    }
    const counter = { count: 0, ends: now + window }
    counters.set(key, counter)
    return counter
  }
  const keysOf = ({ address, source }: Try) => [
    { key: `address ${address}`, limit: limits.address },
    ...(source === undefined ? [] : [{ key: `source ${source}`, limit: limits.source }])
  ]

  return {
    /** Counts a try before its password is compared, so that tries at the same time count, too. */
    begin: (given: Try): Effect.Effect<void, TooManyTries> =>
      Effect.flatMap(Timestamp.now, (at) => {
        const now = Timestamp.toMillis(at)
        const all = keysOf(given).map(({ key, limit }) => ({ counter: counterOf(key, now), limit }))
        const exceeded = all.find(({ counter, limit }) => counter.count >= limit)
        if (exceeded !== undefined) {
          return new TooManyTries({ retry_after: Math.ceil((exceeded.counter.ends - now) / 1000) })
        }
        for (const { counter } of all) counter.count++
        return Effect.void
      }),
    /** Forgets the tries of an address after the right password, and this try of its source. */
    succeed: (given: Try): void => {
      const [address, source] = keysOf(given).map(({ key }) => key)
      if (address !== undefined) counters.delete(address)
      const counter = source === undefined ? undefined : counters.get(source)
      if (counter !== undefined) counter.count--
    }
  }
}

/** The clock of a fake server: it stands still until a test moves it. */
import { Clock, Duration, Effect } from "effect"

interface Sleeper {
  /** In milliseconds since the epoch. */
  at: number
  readonly wake: () => void
}

/** All time of one fake server. It never reads the time of the machine, so fake timers of a test runner do not change it. */
export class SimulatedClock implements Clock.Clock {
  #now: number
  /** Sorted by instant, then by the order in which they fell asleep. */
  readonly #sleepers: Array<Sleeper> = []

  /** `now`: in milliseconds since the epoch. */
  constructor(now: number) {
    this.#now = now
  }

  readonly currentTimeMillisUnsafe = (): number => this.#now
  readonly currentTimeNanosUnsafe = (): bigint => BigInt(this.#now) * 1_000_000n
  readonly monotonicTimeNanosUnsafe = this.currentTimeNanosUnsafe
  readonly currentTimeMillis = Effect.sync(this.currentTimeMillisUnsafe)
  readonly currentTimeNanos = Effect.sync(this.currentTimeNanosUnsafe)
  readonly monotonicTimeNanos = this.currentTimeNanos

  readonly sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      const sleeper = { at: this.#now + Math.ceil(Duration.toMillis(duration)), wake: () => resume(Effect.void) }
      if (sleeper.at <= this.#now) return resume(Effect.void)
      const later = this.#sleepers.findIndex(({ at }) => at > sleeper.at)
      this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper)
      return Effect.sync(() => {
        const index = this.#sleepers.indexOf(sleeper)
        if (index !== -1) this.#sleepers.splice(index, 1)
      })
    })

  /** The earliest instant at which something wakes; `Infinity`: everything sleeps for ever. */
  get next(): number {
    return this.#sleepers[0]?.at ?? Infinity
  }

  /** Moves the time, and wakes what sleeps until then. */
  moveTo(now: number): void {
    this.#now = now
    while (this.next <= now) this.#sleepers.shift()?.wake()
  }

  /** Sets another time, also an earlier one. What sleeps still sleeps as long as before. */
  set(now: number): void {
    for (const sleeper of this.#sleepers) sleeper.at += now - this.#now
    this.#now = now
  }
}

/** Knows when a fake server has nothing left to do at the present instant. */
import { type ClaimedWork, WorkStore } from "@mailroom/core"
import { Effect, Layer, Scheduler } from "effect"
import * as timers from "node:timers"

// The timers of Node, as they were before a test runner could replace them.
const { clearImmediate, setImmediate } = timers
const { hrtime } = process

/** One turn of the event loop, also while a test runner has replaced the timers. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * How many turns and milliseconds work may be under way without a sign of life. Then it counts as asleep: it waits until
 * the clock moves.
 */
const asleep = { turns: 100, milliseconds: 5_000n }

export class Activity {
  /** Tasks of fibers that run in the next turn. */
  #tasks = 0
  /** Work that is claimed and not settled, and calls that wait for something outside. */
  #works = 0
  #calls = 0
  readonly #wakes: Array<() => void> = []
  /** Signs of life: a number that grows with each task. */
  #signs = 0

  /** The scheduler of all fibers of the server. */
  readonly scheduler: Scheduler.Scheduler = new Scheduler.MixedScheduler("async", (task) => {
    this.#tasks++
    this.#signs++
    const immediate = setImmediate(() => {
      this.#tasks--
      task()
    })
    return () => {
      this.#tasks--
      clearImmediate(immediate)
    }
  })

  /** A call of something outside, such as the receiver of a webhook: the clock does not move before it ends. */
  readonly call = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => void this.#calls++),
      () => effect,
      () => Effect.sync(() => void this.#calls--)
    )

  /** The store of the server's work, which counts what is under way. */
  readonly layerWork: Layer.Layer<WorkStore, never, WorkStore> = Layer.effect(
    WorkStore,
    Effect.map(WorkStore, (store) =>
      WorkStore.of({
        ...store,
        onPut: (kind, wake) =>
          Effect.andThen(
            Effect.sync(() => void this.#wakes.push(wake)),
            store.onPut(kind, wake)
          ),
        claim: (...args) =>
          Effect.tap(store.claim(...args), (items: ReadonlyArray<ClaimedWork>) =>
            Effect.sync(() => void (this.#works += items.length))
          ),
        settle: (...args) =>
          Effect.tap(store.settle(...args), () => Effect.sync(() => void (this.#works -= args[2].outcomes.length)))
      })
    )
  )

  /** Makes all workers look for work. */
  wake(): void {
    for (const wake of this.#wakes) wake()
  }

  /** Resolves when everything that is due is done, and the rest sleeps. */
  async settled(): Promise<void> {
    // Turns in a row in which nothing was under way. After the first one, a task may still follow.
    let quietTurns = 0
    // The last sign of life: when it came, and how many turns ago.
    let lastSigns = -1
    let lastSignAt = hrtime.bigint()
    let turnsSince = 0
    while (quietTurns < 2) {
      await turn()
      if (this.#signs !== lastSigns || this.#calls > 0) {
        turnsSince = 0
        lastSignAt = hrtime.bigint()
        lastSigns = this.#signs
      } else turnsSince++
      const isAsleep = turnsSince > asleep.turns && hrtime.bigint() - lastSignAt > asleep.milliseconds * 1_000_000n
      const isQuiet = this.#tasks === 0 && this.#calls === 0 && (this.#works === 0 || isAsleep)
      quietTurns = isQuiet ? quietTurns + 1 : 0
    }
  }
}

/** Limits the total time that a request waits for storage, over all its statements. */
import { Context, Duration, Effect } from "effect"

/**
 * The time that storage may take. It runs while at least one statement is running; concurrent statements use it once.
 * An adapter calls `enter` before each wait and `leave` after it.
 */
export class Budget {
  readonly size: Duration.Duration
  #left: number
  #waits = 0
  #since = 0

  constructor(size: Duration.Duration) {
    this.size = size
    this.#left = Duration.toMillis(size)
  }

  /** The remaining time in milliseconds; negative when more was used than the budget allows. */
  get left(): number {
    return this.#waits === 0 ? this.#left : this.#left - (performance.now() - this.#since)
  }

  enter(): void {
    if (this.#waits++ === 0) this.#since = performance.now()
  }

  leave(): void {
    if (--this.#waits === 0) this.#left -= performance.now() - this.#since
  }
}

/** The budget of the current request. Without a budget, an adapter limits each statement separately. */
export const Current = Context.Reference<Budget | undefined>("@mailroom/core/StorageBudget", {
  defaultValue: () => undefined
})

/** Adds a new budget of this size to a context. */
export const add =
  (size: Duration.Input) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    Context.add(context, Current, new Budget(Duration.fromInputUnsafe(size)))

/**
 * Gives an effect a budget: all its waits for storage may take `size` together. After that it fails as `Unavailable`.
 */
export const within =
  (size: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateContext(effect, add(size))

/**
 * Counts the whole duration of an effect as a wait for storage, also while it waits for calls that it shares with
 * others.
 */
export const spending = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Current, (budget) =>
    budget === undefined
      ? effect
      : Effect.acquireUseRelease(
          Effect.sync(() => budget.enter()),
          () => effect,
          () => Effect.sync(() => budget.leave())
        )
  )

/**
 * Gives an effect a new budget of the same size as the current one, if there is one. Use it for each batch of a use
 * case that works in several transactions, and so may take longer than a single one.
 */
export const renewed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Current, (budget) => (budget === undefined ? effect : within(budget.size)(effect)))

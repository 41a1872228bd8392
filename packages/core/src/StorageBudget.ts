/** How long a request may wait for storage in all, however many statements it takes. */
import { Context, Duration, Effect } from "effect"

/**
 * The time that storage may take. It is used up while at least one statement is under way: statements at the same time
 * use it once. An adapter calls `enter` before and `leave` after each wait.
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

  /** In milliseconds; negative when more was used than there was. */
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

/** The budget of the current request. Without one, an adapter bounds each statement by itself. */
export const Current = Context.Reference<Budget | undefined>("@mailroom/core/StorageBudget", {
  defaultValue: () => undefined
})

/** Adds a new budget of this size to a context. */
export const add =
  (size: Duration.Input) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    Context.add(context, Current, new Budget(Duration.fromInputUnsafe(size)))

/** Gives an effect a budget: all it asks of storage may take `size`. Beyond that it fails as `Unavailable`. */
export const within =
  (size: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateContext(effect, add(size))

/** Counts all the time of an effect as a wait for storage, also while it waits for what others asked of it. */
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
 * Gives an effect a new budget of the size of the current one, if there is one: for each batch of a use case that works in
 * several transactions, and so may take longer than a single one.
 */
export const renewed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Current, (budget) => (budget === undefined ? effect : within(budget.size)(effect)))

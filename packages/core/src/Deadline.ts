/** The instant by which a request needs its answer from storage. */
import { Context, Duration, Effect } from "effect"

export interface Deadline {
  /** In milliseconds of `performance.now()`. It moves while the request waits for others than storage (`outside`). */
  at: number
  /** The time from its start, in milliseconds. */
  readonly size: number
}

/** The deadline of the current request. Without one, an adapter limits each wait separately. */
export const Current = Context.Reference<Deadline>("@mailroom/core/Deadline", {
  defaultValue: () => ({ at: Infinity, size: Infinity })
})

/** The remaining time in milliseconds; negative after the deadline, `Infinity` without one. */
export const left = ({ at }: Deadline): number => at - performance.now()

const after = (size: number): Deadline => ({ at: performance.now() + size, size })

/** Adds a new deadline to a context: in `size` from now. */
export const add =
  (size: Duration.Input) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    Context.add(context, Current, after(Duration.toMillis(size)))

/** Gives an effect a deadline: in `size` from its start. After that, storage fails as `Unavailable`. */
export const within =
  (size: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateContext(effect, add(size))

/**
 * Moves the deadline by the duration of an effect. Use it for everything that may take long and is not storage: the
 * body of a request, a place in a queue, servers of others.
 */
export const outside = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Current, (deadline) => {
    if (deadline.at === Infinity) return effect
    const remaining = left(deadline)
    return Effect.ensuring(
      effect,
      // The remaining time is the same afterwards. Several such effects at the same time move the deadline by the longest one, not by their sum.
      Effect.sync(() => (deadline.at = Math.max(deadline.at, performance.now() + remaining)))
    )
  })

/**
 * Gives an effect a new deadline of the same size, if there is one, and moves the current one. Use it for each batch of a
 * use case that works in several transactions, and so may take longer than a single one.
 */
export const renewed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Current, ({ at, size }) => (at === Infinity ? effect : outside(within(size)(effect))))

/** Orders that take several transactions, and may be left unfinished by a process that is killed. */
import { Context, Effect, Schema } from "effect"
import { CurrentOrganization, type OrganizationId } from "./Organization.ts"
import type { StorageError } from "./StorageError.ts"
import * as Timestamp from "./Timestamp.ts"

/** Which unfinished orders to finish: those without progress for a minute, or with `all` also those under way. */
export interface FinishOptions {
  readonly all?: boolean
}

/** After this time without a batch, in milliseconds, an order counts as abandoned. */
export const abandonedAfter = 60_000

/** Orders whose last batch is older than this instant are to be finished. */
export const unfinishedBefore = ({ all = false }: FinishOptions = {}): Effect.Effect<Timestamp.Timestamp> =>
  Effect.map(Timestamp.now, (now) => Timestamp.plus(now, all ? Timestamp.clockTolerance : -abandonedAfter))

/** Finishes the orders of these organizations, one after the other. Returns the sum of what `finish` returns. */
export const finishEach = Effect.fnUntraced(function* (
  organizations: ReadonlyArray<OrganizationId>,
  finish: Effect.Effect<number, StorageError, CurrentOrganization>
) {
  let sum = 0
  for (const id of organizations) sum += yield* Effect.provideService(finish, CurrentOrganization, { id })
  return sum
})

/** An order inside of `inOneTransaction` needs a second transaction. */
class TakesMore extends Schema.TaggedError<TakesMore>()("TakesMore", {}) {}

const IsSingle = Context.Reference<boolean>("@mailroom/core/Orders/IsSingle", { defaultValue: () => false })

/** Runs an order in the surrounding transaction. Fails where a second one would begin, which undoes the order. */
export const inOneTransaction = <A, E, R>(order: Effect.Effect<A, E, R>): Effect.Effect<A, E | TakesMore, R> =>
  Effect.provideService(order, IsSingle, true).pipe(
    Effect.catchDefect((defect) => (defect instanceof TakesMore ? Effect.fail(defect) : Effect.die(defect)))
  )

/**
 * An order runs this before each of its transactions but the first. Inside of `inOneTransaction` it dies: no code in
 * between is to handle that.
 */
export const anotherTransaction: Effect.Effect<void> = Effect.flatMap(IsSingle, (isSingle) =>
  isSingle ? Effect.die(new TakesMore()) : Effect.void
)

/** Multi-step commands: commands that take several transactions. A process that is killed may leave them unfinished. */
import { Context, Effect, Schema } from "effect"
import { minute } from "./Durations.ts"
import * as Timestamp from "./Timestamp.ts"

/**
 * Which unfinished commands to finish: the ones without progress for a minute or, with `all`, also the ones that may be
 * running.
 */
export interface FinishOptions {
  readonly all?: boolean
}

/** Time without a finished batch, in milliseconds, after which a command counts as abandoned. */
export const abandonedAfter = minute

/** Commands whose latest batch ended before this instant are to be finished. */
export const unfinishedBefore = ({ all = false }: FinishOptions = {}): Effect.Effect<Timestamp.Timestamp> =>
  Effect.map(Timestamp.now, (now) => Timestamp.plus(now, all ? Timestamp.clockTolerance : -abandonedAfter))

/** Raised when a command inside `inOneTransaction` needs a second transaction. */
class TakesMore extends Schema.TaggedError<TakesMore>()("TakesMore", {}) {}

const IsSingle = Context.Reference<boolean>("@mailroom/core/MultiStep/IsSingle", { defaultValue: () => false })

/**
 * Runs a multi-step command in the surrounding transaction. Fails where a second transaction would begin, which undoes
 * the command.
 */
export const inOneTransaction = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E | TakesMore, R> =>
  Effect.provideService(command, IsSingle, true).pipe(
    Effect.catchDefect((defect) => (defect instanceof TakesMore ? Effect.fail(defect) : Effect.die(defect)))
  )

/**
 * Call before every transaction after the first. Inside `inOneTransaction` it raises a defect, so that error handlers
 * in between do not catch it.
 */
export const anotherTransaction: Effect.Effect<void> = Effect.flatMap(IsSingle, (isSingle) =>
  isSingle ? Effect.die(new TakesMore()) : Effect.void
)

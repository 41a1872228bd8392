/** The log entry of the operation that runs, for use cases that store it together with their change. */
import { Context, Effect, Option } from "effect"
import { CurrentActor } from "../people/Actor.ts"
import type { Timestamp } from "../Timestamp.ts"
import { distinctSubjects, type LogEntryDraft } from "./LogEntry.ts"

export interface OperationEntry {
  readonly operation: string
  /** The subjects that the request names. An operation whose result names others must not store the entry. */
  readonly subjects: () => ReadonlyArray<string>
  /** Whether a use case has stored it, in a transaction that has ended. */
  isStored: boolean
}

/** The entry of the current operation. Default: nothing is logged. */
export const CurrentEntry = Context.Reference<OperationEntry | undefined>("@mailroom/core/CurrentEntry", {
  defaultValue: () => undefined
})

/**
 * Runs a write that changes something if it returns a value, and then stores the given entry in the same step or transaction. A second
 * statement for the entry takes as long as the change (the row "PATCH /leads/{id}" of the bench).
 */
export const storingEntry = <A, E, R>(
  at: Timestamp,
  write: (entry: LogEntryDraft | undefined) => Effect.Effect<Option.Option<A>, E, R>
): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.gen(function* () {
    const current = yield* CurrentEntry
    if (current === undefined || current.isStored) return yield* write(undefined)
    const { actor } = yield* CurrentActor
    const { operation, subjects } = current
    const result = yield* write({ at, actor, operation, subjects: distinctSubjects(subjects()) })
    if (Option.isSome(result)) current.isStored = true
    return result
  })

/** The log entry of the operation that runs, for use cases that store it together with their change. */
import { Context, Effect } from "effect"
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
 * Runs a write that stores the entry, if it gets one, in the same step or transaction as its change. `hasWritten`: whether it has, by its
 * result; by default, it always has. A second statement for the entry takes as long as the change (the row "PATCH /leads/{id}" of the
 * bench).
 */
export const storingEntry = <A, E, R>(
  at: Timestamp,
  write: (entry: LogEntryDraft | undefined) => Effect.Effect<A, E, R>,
  hasWritten: (result: A) => boolean = () => true
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const current = yield* CurrentEntry
    if (current === undefined || current.isStored) return yield* write(undefined)
    const { actor } = yield* CurrentActor
    const { operation, subjects } = current
    const result = yield* write({ at, actor, operation, subjects: distinctSubjects(subjects()) })
    if (hasWritten(result)) current.isStored = true
    return result
  })

/** Transactions that several batches share. */
import { type Cause, Effect, Option } from "effect"
import { maximumInputs } from "../Bulk.ts"
import { grouped } from "../Grouping.ts"
import type { OrganizationId } from "../Organization.ts"
import * as StorageBudget from "../StorageBudget.ts"
import type { StorageError } from "../StorageError.ts"

/** Whether it may have been committed. */
const isUnknown = ({ reasons }: Cause.Cause<StorageError>) =>
  reasons.some((reason) => reason._tag === "Fail" && reason.error.reason._tag === "Unknown")

/**
 * Records the batches of an organization that come in at the same time in one transaction, one after the other, up to 1 000
 * inputs in all: so they do not wait for each other's locks, and sums that several of them count for are written once.
 * `record` is the transaction; it has one result per input. When that of several batches fails, each is recorded by itself,
 * so that only the one that is to blame fails.
 */
export const shared = <Input, Result, R>(
  record: (inputs: ReadonlyArray<Input>) => Effect.Effect<ReadonlyArray<Result>, StorageError, R>
): ((
  organization_id: OrganizationId,
  batch: ReadonlyArray<Input>
) => Effect.Effect<ReadonlyArray<Result>, StorageError, R>) => {
  type Batch = ReadonlyArray<Input>
  type Answers = (batch: Batch) => Option.Option<ReadonlyArray<Result>>
  const recordAll = (batches: ReadonlyArray<Batch>): Effect.Effect<Answers, StorageError, R> =>
    Effect.map(record(batches.flat()), (results) => {
      let end = 0
      const parts = new Map(batches.map((batch) => [batch, results.slice(end, (end += batch.length))]))
      return (batch) => Option.fromUndefinedOr(parts.get(batch))
    })
  const none: Answers = () => Option.none()
  const together = grouped({
    idOf: (batch: Batch) => batch,
    sizeOf: ({ length }) => length,
    most: maximumInputs,
    // A hundred events take about 30 ms.
    slow: "50 millis",
    run: (_: OrganizationId, batches) =>
      batches.length === 1
        ? recordAll(batches)
        : Effect.catchCause(recordAll(batches), (cause) =>
            isUnknown(cause)
              ? Effect.failCause(cause)
              : Effect.as(Effect.logWarning("Recording each of several batches of events by itself", cause), none)
          )
  })
  return (organization_id, batch) =>
    Effect.flatMap(
      StorageBudget.spending(together(organization_id, batch)),
      Option.match({ onNone: () => record(batch), onSome: Effect.succeed })
    )
}

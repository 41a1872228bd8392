/** Transactions that several batches of events share. */
import { Cause, type Duration, Effect, Option } from "effect"
import { maximumInputs } from "../Bulk.ts"
import { grouped } from "../Grouping.ts"
import { StorageError } from "../StorageError.ts"
import type { OrganizationId } from "../ids.ts"

export interface SharingOptions {
  /** Maximum number of inputs of a transaction. */
  readonly most: number
  /** New batches do not wait for a transaction that takes longer than this. */
  readonly slow: Duration.Input
  /** How many batches of an organization may come soon (`Grouping.ts`). */
  readonly expected?: (organization_id: OrganizationId) => number
}

/** For requests: 100 events take about 30 ms. */
const forRequests: SharingOptions = { most: maximumInputs, slow: "50 millis" }

/**
 * For requests whose events need the exclusive guard: a second transaction would only wait for the guard of the first, and keep a
 * connection. Waiting batches share the next one instead.
 */
export const forRefusals: SharingOptions = { most: maximumInputs, slow: "5 seconds" }

/**
 * For accounts that send. Nobody waits for them, so they wait for each other: the fewer transactions, the less work (the rows
 * "mails" of the bench).
 */
export const forSending: SharingOptions = { most: 50, slow: "1 second" }

/**
 * Records concurrent batches of an organization in one transaction, up to `most` inputs in total. So they do not wait
 * for each other's locks, and sums that several batches change are written once: the rows "POST /events, 100" of the bench,
 * with several connections. `record` is the transaction; it
 * returns one result per input. When the transaction of several batches fails, each batch is recorded separately, so that
 * only the batch that causes the failure fails.
 */
export const shared = <Input, Result, R>(
  record: (inputs: ReadonlyArray<Input>) => Effect.Effect<ReadonlyArray<Result>, StorageError, R>,
  { expected, most, slow }: SharingOptions = forRequests
): ((
  organization_id: OrganizationId,
  batch: ReadonlyArray<Input>
) => Effect.Effect<ReadonlyArray<Result>, StorageError, R>) => {
  type Batch = ReadonlyArray<Input>
  type Answers = (batch: Batch, index: number) => Option.Option<ReadonlyArray<Result>>
  /** Records the batches in one transaction. Each batch gets its part of the results. */
  const recordAll = (batches: ReadonlyArray<Batch>): Effect.Effect<Answers, StorageError, R> =>
    Effect.map(record(batches.flat()), (results) => {
      const parts: Array<ReadonlyArray<Result>> = []
      let start = 0
      for (const { length } of batches) {
        parts.push(results.slice(start, start + length))
        start += length
      }
      return (_, index) => Option.fromUndefinedOr(parts[index])
    })
  /** No batch has results: each has to be recorded separately. */
  const none: Answers = () => Option.none()
  const recordTogether = (batches: ReadonlyArray<Batch>) =>
    Effect.catchCause(recordAll(batches), (cause) => {
      const error = Cause.squash(cause)
      const isOfStorage = error instanceof StorageError
      // The transaction may be committed: do not retry.
      if (isOfStorage && error.reason._tag === "Unknown") return Effect.failCause(cause)
      const now = `Recording ${batches.length} batches of events one by one`
      const log = isOfStorage ? Effect.logWarning(`${now}: ${error.message}`) : Effect.logWarning(now, cause)
      return Effect.as(log, none)
    })
  const join = grouped({
    idOf: (batch: Batch) => batch,
    sizeOf: ({ length }) => length,
    most,
    slow,
    expected,
    run: (_: OrganizationId, batches) => (batches.length === 1 ? recordAll(batches) : recordTogether(batches))
  })
  return Effect.fnUntraced(function* (organization_id, batch) {
    const results = yield* join(organization_id, batch)
    return Option.isSome(results) ? results.value : yield* record(batch)
  })
}

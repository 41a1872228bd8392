/** The result of use cases that take many things at once. */
import { Context, Effect, type Result, Schema } from "effect"
import { Fault, type InvalidInput } from "./InvalidInput.ts"

/** Most inputs that one call takes, unless its own documentation says otherwise. */
export const maximumInputs = 1_000

/**
 * How many leads a use case on many leads changes in one transaction: others wait for the locks of one batch, not of all.
 * Tests set a smaller one.
 */
export const BatchSize = Context.Reference<number>("@mailroom/core/BatchSize", { defaultValue: () => 1_000 })

/** How many inputs are decoded before other fibers run: the most that takes some milliseconds. */
const inputsAtOnce = 50

/** Decodes each input by itself, so that an invalid one does not affect the others. */
export const decodeEach = <A>(
  decode: (input: unknown) => Effect.Effect<A, InvalidInput>,
  inputs: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Result.Result<A, InvalidInput>>> =>
  Effect.forEach(inputs, (input, i) => {
    const decoded = Effect.result(decode(input))
    return i % inputsAtOnce === 0 ? Effect.andThen(Effect.yieldNow, decoded) : decoded
  })

/** The result of each input, and the count of each status. */
export interface BulkResult<Item extends { readonly status: string }> {
  readonly counts: Readonly<Record<Item["status"], number>>
  readonly data: ReadonlyArray<Item>
}

/** Why an input was not taken: pointers are relative to the input. */
export const errors = Schema.optionalKey(Schema.Array(Fault))

/** Counts the items; a status that no item has counts 0. */
export const bulkResult = <Item extends { readonly status: string }>(
  statuses: ReadonlyArray<Item["status"]>,
  data: ReadonlyArray<Item>
): BulkResult<Item> => {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Item["status"], number>
  for (const { status } of data) counts[status as Item["status"]]++
  return { counts, data }
}

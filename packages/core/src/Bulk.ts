/** The result of use cases that take many inputs in one call. */
import { Context, Effect, type Result, Schema } from "effect"
import { Fault, type InvalidInput } from "./InvalidInput.ts"

/** Maximum number of inputs in one call, unless the use case documents another limit. */
export const maximumInputs = 1_000

/**
 * Maximum number of leads that a bulk use case changes in one transaction, so that others wait for the locks of one
 * batch only. Tests set a smaller number.
 */
export const BatchSize = Context.Reference<number>("@mailroom/core/BatchSize", { defaultValue: () => 1_000 })

/** Number of inputs that are decoded before other fibers run: decoding them takes at most some milliseconds. */
const inputsAtOnce = 50

/** Decodes each input separately, so that an invalid input does not affect the others. */
export const decodeEach = <A>(
  decode: (input: unknown) => Effect.Effect<A, InvalidInput>,
  inputs: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Result.Result<A, InvalidInput>>> =>
  Effect.forEach(inputs, (input, i) => {
    const decoded = Effect.result(decode(input))
    return i % inputsAtOnce === 0 ? Effect.andThen(Effect.yieldNow, decoded) : decoded
  })

/** The result of each input, and the number of results with each status. */
export interface BulkResult<Item extends { readonly status: string }> {
  readonly counts: Readonly<Record<Item["status"], number>>
  readonly data: ReadonlyArray<Item>
}

/** Why an input was rejected. The pointers are relative to the input. */
export const errors = Schema.optionalKey(Schema.Array(Fault))

/** Counts the items by status. A status without items counts 0. */
export const bulkResult = <Item extends { readonly status: string }>(
  statuses: ReadonlyArray<Item["status"]>,
  data: ReadonlyArray<Item>
): BulkResult<Item> => {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Item["status"], number>
  for (const { status } of data) counts[status as Item["status"]]++
  return { counts, data }
}

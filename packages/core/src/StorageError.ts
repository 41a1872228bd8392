/** What an adapter may raise beyond the domain errors of its ports. */
import { Schema } from "effect"

/** Storage did not answer, or asked us to try again: the same call may succeed later. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { cause: Schema.Defect() }) {}

/** Storage answered something that cannot be: trying again will not help. */
export class Corrupt extends Schema.TaggedError<Corrupt>()("Corrupt", { cause: Schema.Defect() }) {}

/** One error for all storage ports, with the reason that tells whether to retry. */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  /** `Port.method`, for the log. */
  operation: Schema.String,
  reason: Schema.Union([Unavailable, Corrupt])
}) {}

/** The shape of every numeric id. */
import { Schema } from "effect"

/** A positive integer that a JSON number carries without loss: 1 … 2^53 − 1 (contract, section 1). */
export const Id = Schema.Number.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
)

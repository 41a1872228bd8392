/** Schemas of whole numbers. */
import { Schema } from "effect"

/** A positive integer that a JSON number represents exactly: 1 … 2^53 − 1 (contract, section 1). */
export const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

/** A number of things: an integer of at least 0. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A count in a column of 32 bits. */
export const SmallCount = Count.check(Schema.isLessThanOrEqualTo(2 ** 31 - 1))

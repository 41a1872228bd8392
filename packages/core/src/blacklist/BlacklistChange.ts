/** What happens to the blacklist, as changes that use cases report (`Changes`). */
import { Data } from "effect"
import type { Kind } from "./BlacklistEntry.ts"

/** An order on the whole blacklist is one change, not one per lead. */
interface Order {
  readonly kind: Kind
  /** The normalized addresses or domains. */
  readonly values: ReadonlyArray<string>
  /** How many leads were stopped or resumed by it. None of them is reported by itself. */
  readonly leads: number
}

export class BlacklistAdded extends Data.TaggedClass("BlacklistAdded")<Order> {}
export class BlacklistRemoved extends Data.TaggedClass("BlacklistRemoved")<Order> {}

/** Changes (`Changes`) that use cases report when the blacklist changes. */
import { Data } from "effect"
import type { BlacklistKind } from "./BlacklistEntry.ts"

/** A change of the whole blacklist is reported once, not for each lead. */
interface BlacklistCommand {
  readonly kind: BlacklistKind
  /** The normalized addresses or domains. */
  readonly values: ReadonlyArray<string>
  /** The number of leads that were stopped or resumed. They are not reported separately. */
  readonly leads: number
}

export class BlacklistAdded extends Data.TaggedClass("BlacklistAdded")<BlacklistCommand> {}
export class BlacklistRemoved extends Data.TaggedClass("BlacklistRemoved")<BlacklistCommand> {}

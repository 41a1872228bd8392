/** Changes (`Changes`) that use cases report when accounts change. */
import { Data } from "effect"
import type { AccountId } from "../ids.ts"

/** Settings of these accounts changed. */
export class AccountsUpdated extends Data.TaggedClass("AccountsUpdated")<{
  readonly account_ids: ReadonlyArray<AccountId>
}> {}

/** Changes (`Changes`) that are reported when the mailbox of an account changes. */
import { Data } from "effect"
import type { AccountId } from "../ids.ts"
import type { AccountFault } from "./Health.ts"

/** An account began to fail. It is reported once, until the account works again. */
export class AccountFailing extends Data.TaggedClass("AccountFailing")<{
  readonly account_id: AccountId
  readonly email: string
  readonly fault: AccountFault
  readonly error: string
}> {}

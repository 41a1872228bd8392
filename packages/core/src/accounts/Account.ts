/** A sender account: a mailbox that the organization sends from (contract, section 5). */
import { Schema } from "effect"
import { Id } from "../Id.ts"
import { OffsetQuery, Search } from "../Pagination.ts"
import { EmailAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const AccountId = Id.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

export const Provider = Schema.Literals(["google", "microsoft", "smtp"])
export type Provider = typeof Provider.Type

export const Account = Schema.Struct({
  id: AccountId,
  email: EmailAddress,
  provider: Provider,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Account" })
export type Account = typeof Account.Type

export const NewAccount = Schema.Struct({ email: EmailAddress, provider: Provider }).annotate({
  identifier: "NewAccount"
})
export type NewAccount = typeof NewAccount.Type

/** Which accounts, and which part of the list. `search`: a substring of the address. */
export const AccountQuery = Schema.Struct({ ...OffsetQuery.fields, search: Schema.optionalKey(Search) })
export type AccountQuery = typeof AccountQuery.Type

/** The organization has an account with this address. */
export class DuplicateAccount extends Schema.TaggedError<DuplicateAccount>()("DuplicateAccount", {
  email: Schema.String
}) {
  override get message(): string {
    return `There is already an account with the address ${this.email}`
  }
}

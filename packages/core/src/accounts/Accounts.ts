import { Context, Effect, Layer, Schema } from "effect"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { OffsetPage } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import { searchFor } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { type Account, AccountId, AccountQuery, type DuplicateAccount, NewAccount } from "./Account.ts"
import { AccountStore } from "./AccountStore.ts"

export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", { id: AccountId }) {
  override get message(): string {
    return `There is no account ${this.id}`
  }
}

/** The sender accounts of the current organization. */
export class Accounts extends Context.Service<
  Accounts,
  {
    readonly create: (
      input: NewAccount
    ) => Effect.Effect<Account, DuplicateAccount | InvalidInput | StorageError, CurrentOrganization>
    readonly find: (
      id: AccountId
    ) => Effect.Effect<Account, AccountNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** By ascending id; `search` is a case-insensitive substring of the address. */
    readonly page: (
      query: Input<AccountQuery>
    ) => Effect.Effect<OffsetPage<Account>, InvalidInput | StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const store = yield* AccountStore
      const decodeNew = decode(NewAccount)
      const decodeId = decode(AccountId, "/id")
      const decodeQuery = decode(AccountQuery)
      return Accounts.of({
        create: Effect.fn("Accounts.create")(function* (input) {
          const { email, provider } = yield* decodeNew(input)
          const { id } = yield* CurrentOrganization
          const now = yield* Timestamp.now
          return yield* store.insert(id, { email, provider, created_at: now, updated_at: now })
        }),
        find: Effect.fn("Accounts.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const [account] = yield* store.findMany(organization.id, [id])
          return account ?? (yield* new AccountNotFound({ id }))
        }),
        page: Effect.fn("Accounts.page")(function* (query) {
          const { limit, offset, search } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          return { ...(yield* store.page(id, { limit, offset, ...searchFor(search) })), offset, limit }
        })
      })
    })
  )
}

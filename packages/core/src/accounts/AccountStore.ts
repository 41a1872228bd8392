import { Context } from "effect"
import type { KeyedStore } from "../KeyedStore.ts"
import type { ListedStore } from "../ListedStore.ts"
import type { Stored } from "../StorageError.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { LockMode } from "../Transactor.ts"
import type { AccountDraft, AccountRecord, DuplicateAccount } from "./Account.ts"
import type { AccountId, OrganizationId } from "../ids.ts"

/** A deleted account whose leads are being released, and its organization. */
export interface ReleasingAccount {
  readonly organization_id: OrganizationId
  readonly id: AccountId
}

/**
 * The storage port of sender accounts. An address is unique in its organization by its normal form
 * (`Domain.normalizeEmail`). Deleted accounts stay stored, with their address: `page` does not return them, and for
 * `insert` they are duplicates. `write` keeps the normalized address as it is stored.
 */
export class AccountStore extends Context.Service<
  AccountStore,
  Pick<KeyedStore<AccountId, AccountRecord>, "findMany" | "write"> &
    Pick<ListedStore<AccountRecord, AccountDraft, DuplicateAccount>, "insert"> & {
      /**
       * The accounts whose normalized address is in `addresses`, also deleted ones, without duplicates, by ascending id.
       */
      readonly findByEmails: (
        organization_id: OrganizationId,
        addresses: ReadonlyArray<string>
      ) => Stored<ReadonlyArray<AccountRecord>>
      /**
       * Like `findMany`, and locks the accounts in the order of the result: no other transaction changes or deletes them
       * until the surrounding transaction ends. `shared` is for use cases that assign accounts to a campaign or a lead,
       * `exclusive` for use cases that change accounts. Lock accounts after the guard and before leads.
       */
      readonly lock: (
        organization_id: OrganizationId,
        ids: ReadonlyArray<AccountId>,
        mode: LockMode
      ) => Stored<ReadonlyArray<AccountRecord>>
      /**
       * Accounts that are not deleted, by ascending id. `search` is a substring of `searchTextOfAddress`, folded for searches
       * and taken literally.
       */
      readonly page: (
        organization_id: OrganizationId,
        query: PageQuery<AccountId> & { readonly search?: string }
      ) => Stored<Rows<AccountRecord>>
      /** The accounts of all organizations with a `releasing_at` before `before`, by ascending organization, then id. */
      readonly findReleasing: (query: {
        readonly before: Timestamp
        readonly limit: number
      }) => Stored<ReadonlyArray<ReleasingAccount>>
    }
>()("@mailroom/core/AccountStore") {}

import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { AccountDraft, AccountId, AccountRecord, DuplicateAccount } from "./Account.ts"

/**
 * The storage port of sender accounts. An address is unique in its organization by its normal form
 * (`Domain.normalizeEmail`). Deleted accounts stay stored, with their address; `lockShared` and `page` leave them out.
 */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** Ids ascend in the order of insertion. A deleted account's address is taken as well. */
    readonly insert: (
      organization_id: OrganizationId,
      account: AccountDraft
    ) => Effect.Effect<AccountRecord, DuplicateAccount | StorageError>
    /** Those of `ids` that exist or were deleted, once each, by ascending id. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<AccountRecord>, StorageError>
    /** Those whose normalized address is among `addresses`, also deleted ones, once each, by ascending id. */
    readonly findByEmails: (
      organization_id: OrganizationId,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<AccountRecord>, StorageError>
    /**
     * Those of `ids` that exist and are not deleted, once each, by ascending id, which is also the order of the locks.
     * Until the surrounding transaction ends, no other one changes or deletes them; other shared locks do not wait. For
     * use cases that make a campaign or a lead use accounts. Lock accounts after the guard and before leads.
     */
    readonly lockShared: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<AccountRecord>, StorageError>
    /** As `lockShared`, but also deleted ones, and shared locks wait for it: for use cases that change accounts. */
    readonly lock: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<AccountRecord>, StorageError>
    /** Stores locked accounts without comparing; `id`, `created_at` and the normalized address stay as they are stored. */
    readonly write: (
      organization_id: OrganizationId,
      accounts: ReadonlyArray<AccountRecord>
    ) => Effect.Effect<void, StorageError>
    /**
     * Accounts that are not deleted, by ascending id; `search` is a folded substring of the address, folded or normalized,
     * taken literally.
     */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<AccountId> & { readonly search?: string }
    ) => Effect.Effect<Rows<AccountRecord>, StorageError>
    /** The accounts whose `releasing_at` is before `before`, by ascending id, at most 500. */
    readonly findReleasing: (
      organization_id: OrganizationId,
      before: Timestamp
    ) => Effect.Effect<ReadonlyArray<AccountId>, StorageError>
    /** The organizations with accounts that have a `releasing_at`, ascending. */
    readonly organizationsReleasing: Effect.Effect<ReadonlyArray<OrganizationId>, StorageError>
  }
>()("@mailroom/core/AccountStore") {}

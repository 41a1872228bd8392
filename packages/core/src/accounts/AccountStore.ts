import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { OffsetQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Account, AccountId, DuplicateAccount } from "./Account.ts"

/** The storage port of sender accounts. An address is unique in its organization by its folded form (`fold`). */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (
      organization_id: OrganizationId,
      account: Omit<Account, "id">
    ) => Effect.Effect<Account, DuplicateAccount | StorageError>
    /** Those of `ids` that exist, once each, by ascending id. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<Account>, StorageError>
    /** Those whose folded address is among `folded`, once each, by ascending id. */
    readonly findByEmails: (
      organization_id: OrganizationId,
      folded: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Account>, StorageError>
    /**
     * Those of `ids` that exist, once each, by ascending id, which is also the order of the locks. Until the surrounding
     * transaction ends, no other one changes or removes them; other shared locks do not wait. For use cases that make a
     * campaign or a lead use accounts. Lock accounts after the guard and before leads.
     */
    readonly lockShared: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<Account>, StorageError>
    /** As `lockShared`, for use cases that change or remove accounts: shared locks wait for it as well. */
    readonly lock: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<Account>, StorageError>
    /** By ascending id; `search` is a folded substring of the folded address, taken literally. */
    readonly page: (
      organization_id: OrganizationId,
      query: OffsetQuery & { readonly search?: string }
    ) => Effect.Effect<Rows<Account>, StorageError>
  }
>()("@mailroom/core/AccountStore") {}

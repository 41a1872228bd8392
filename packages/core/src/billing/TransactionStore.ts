import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { ListedStore } from "../ListedStore.ts"
import type { OffsetQuery, Keyset, Rows } from "../Pagination.ts"
import type { Transaction, TransactionQuery } from "./Transaction.ts"
import type { OrganizationId, TransactionId } from "../ids.ts"

/** A `TransactionQuery` for a store. */
export interface TransactionListing
  extends OffsetQuery, Omit<TransactionQuery, keyof OffsetQuery | "after_id" | "before_id" | "search" | "sort"> {
  /** Whether the oldest row comes first. */
  readonly ascending: boolean
  /** Only rows after this position in the order of the list. It does not narrow `total`. */
  readonly after?: Keyset<TransactionId>
  /** Only rows that are older than this position. It does not narrow `total`. */
  readonly before?: Keyset<TransactionId>
  /** A substring of `searchTextOf` the transaction, folded for searches and taken literally. */
  readonly search?: string
}

/**
 * The storage port of billing. A reference is unique in its organization, compared exactly; any number of rows may have
 * no reference. Rows are never deleted, and their `created_at` never changes.
 */
export class TransactionStore extends Context.Service<
  TransactionStore,
  Pick<ListedStore<Transaction, never>, "find"> & {
    /** Inserts a row; `None` if the organization already has its reference. Ids ascend in the order of insertion. */
    readonly insert: (
      organization_id: OrganizationId,
      transaction: Omit<Transaction, "id">
    ) => Stored<Option.Option<Transaction>>
    /**
     * Locks the row with this reference, and returns its state after locking. No other transaction locks or changes it
     * until the surrounding transaction ends.
     */
    readonly lockByReference: (organization_id: OrganizationId, reference: string) => Stored<Option.Option<Transaction>>
    /** Stores `status` and `paid_at` of a locked row. */
    readonly settle: (
      organization_id: OrganizationId,
      transaction: Pick<Transaction, "id" | "paid_at" | "status">
    ) => Stored<void>
    /**
     * A page of the rows, sorted by `created_at`, then id. The `total` is counted once for the same filters, until rows are
     * added or settled.
     */
    readonly page: (organization_id: OrganizationId, query: TransactionListing) => Stored<Rows<Transaction>>
  }
>()("@mailroom/core/TransactionStore") {}

import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { OffsetQuery, Place, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Transaction, TransactionId, TransactionQuery } from "./Transaction.ts"

/** A `TransactionQuery` for a store. */
export interface TransactionListing
  extends OffsetQuery, Omit<TransactionQuery, keyof OffsetQuery | "after_id" | "before_id" | "search" | "sort"> {
  /** The oldest first. */
  readonly ascending: boolean
  /** Only rows after this place in the order of the list. It does not narrow `total`. */
  readonly after?: Place<TransactionId>
  /** Only rows that are older than this place. It does not narrow `total`. */
  readonly before?: Place<TransactionId>
  /** A substring of `searchTextOf` the transaction, folded and taken literally. */
  readonly search?: string
}

/**
 * The storage port of billing. A reference is unique in its organization, compared exactly; any number of rows have none.
 * Rows are never deleted, and their `created_at` never changes.
 */
export class TransactionStore extends Context.Service<
  TransactionStore,
  {
    /** Inserts a row; none when the organization has its reference. Ids ascend in the order of insertion. */
    readonly insert: (
      organization_id: OrganizationId,
      transaction: Omit<Transaction, "id">
    ) => Effect.Effect<Option.Option<Transaction>, StorageError>
    readonly find: (
      organization_id: OrganizationId,
      id: TransactionId
    ) => Effect.Effect<Option.Option<Transaction>, StorageError>
    /**
     * The row with this reference, in the state that it has once it is locked. Until the surrounding transaction ends, no
     * other one locks or changes it.
     */
    readonly lockByReference: (
      organization_id: OrganizationId,
      reference: string
    ) => Effect.Effect<Option.Option<Transaction>, StorageError>
    /** Stores `status` and `paid_at` of a row that is locked. */
    readonly settle: (
      organization_id: OrganizationId,
      transaction: Pick<Transaction, "id" | "paid_at" | "status">
    ) => Effect.Effect<void, StorageError>
    /** By `created_at`, then id. */
    readonly page: (
      organization_id: OrganizationId,
      query: TransactionListing
    ) => Effect.Effect<Rows<Transaction>, StorageError>
  }
>()("@mailroom/core/TransactionStore") {}

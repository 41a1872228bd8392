/** The methods that the storage ports of rows with a name share: tags, reply templates. */
import type { Effect, Option } from "effect"
import type { OrganizationId } from "./ids.ts"
import type { PageQuery, Rows } from "./Pagination.ts"
import type { StorageError } from "./StorageError.ts"

/** A name is unique in its organization by its folded form; a second one is a `Duplicate`. */
export interface NamedStore<Row extends { readonly id: number; readonly name: string }, New, Duplicate> {
  /** Ids ascend in the order of insertion. */
  readonly insert: (organization_id: OrganizationId, row: New) => Effect.Effect<Row, Duplicate | StorageError>
  /** Returns `None` if the row does not exist. */
  readonly find: (organization_id: OrganizationId, id: Row["id"]) => Effect.Effect<Option.Option<Row>, StorageError>
  /**
   * Locks the row and returns its state after locking; `None` if it does not exist. No other transaction locks, changes or
   * removes it until the surrounding transaction ends.
   */
  readonly lock: (organization_id: OrganizationId, id: Row["id"]) => Effect.Effect<Option.Option<Row>, StorageError>
  /** A page by ascending id. */
  readonly page: (
    organization_id: OrganizationId,
    query: PageQuery<Row["id"]>
  ) => Effect.Effect<Rows<Row>, StorageError>
  /** Replaces a row except its `created_at`, and returns whether it existed. */
  readonly replace: (organization_id: OrganizationId, row: Row) => Effect.Effect<boolean, Duplicate | StorageError>
  /** Removes a row, and returns whether it existed. */
  readonly remove: (organization_id: OrganizationId, id: Row["id"]) => Effect.Effect<boolean, StorageError>
}

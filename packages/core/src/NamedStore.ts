/** The methods that the storage ports of rows with a name share: tags, reply templates. */
import type { Option } from "effect"
import type { Stored } from "./StorageError.ts"
import type { OrganizationId } from "./ids.ts"
import type { PageQuery, Rows } from "./Pagination.ts"

/** A name is unique in its organization by its folded form; a second one is a `Duplicate`. */
export interface NamedStore<Row extends { readonly id: number; readonly name: string }, New, Duplicate> {
  /** Ids ascend in the order of insertion. */
  readonly insert: (organization_id: OrganizationId, row: New) => Stored<Row, Duplicate>
  /** Returns `None` if the row does not exist. */
  readonly find: (organization_id: OrganizationId, id: Row["id"]) => Stored<Option.Option<Row>>
  /**
   * Locks the row and returns its state after locking; `None` if it does not exist. No other transaction locks, changes or
   * removes it until the surrounding transaction ends.
   */
  readonly lock: (organization_id: OrganizationId, id: Row["id"]) => Stored<Option.Option<Row>>
  /** A page by ascending id. */
  readonly page: (organization_id: OrganizationId, query: PageQuery<Row["id"]>) => Stored<Rows<Row>>
  /** Replaces a row except its `created_at`, and returns whether it existed. */
  readonly replace: (organization_id: OrganizationId, row: Row) => Stored<boolean, Duplicate>
  /** Removes a row, and returns whether it existed. */
  readonly remove: (organization_id: OrganizationId, id: Row["id"]) => Stored<boolean>
}

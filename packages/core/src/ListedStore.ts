/** Shared methods of the storage ports whose rows people create, list and remove: tags, reply templates, integrations. */
import type { Option } from "effect"
import type { Stored } from "./StorageError.ts"
import type { OrganizationId } from "./ids.ts"
import type { PageQuery, Rows } from "./Pagination.ts"
import type { Table } from "./Table.ts"

/** Fails with `Duplicate` when another row of the organization has the same unique text. Folded texts are compared. */
export interface ListedStore<Row extends { readonly id: number | string }, New, Duplicate = never> {
  /** Ids ascend in the order of insertion. */
  readonly insert: (organization_id: OrganizationId, row: New) => Stored<Row, Duplicate>
  /** Returns `None` if the row does not exist. */
  readonly find: (organization_id: OrganizationId, id: Row["id"]) => Stored<Option.Option<Row>>
  /**
   * Locks the row and returns its state after locking; `None` if it does not exist. No other transaction locks, changes or
   * removes it until the surrounding transaction ends. With `shared`, other transactions may lock it with `shared`, too.
   */
  readonly lock: (organization_id: OrganizationId, id: Row["id"], mode?: "shared") => Stored<Option.Option<Row>>
  /** A page by ascending id. */
  readonly page: (organization_id: OrganizationId, query: PageQuery<Row["id"]>) => Stored<Rows<Row>>
  /** Replaces a row except the columns that are fixed in its table, and returns whether it existed. */
  readonly replace: (organization_id: OrganizationId, row: Row) => Stored<boolean, Duplicate>
  /** Removes a row, and returns whether it existed. */
  readonly remove: (organization_id: OrganizationId, id: Row["id"]) => Stored<boolean>
}

/** Rows with a unique text, such as their name. An adapter makes their `ListedStore` with one function. */
export interface NamedRows<Duplicate> {
  /** For example `TagStore`. */
  readonly port: string
  /** With the column `id`, and a text column that is unique. */
  readonly table: Table
  /** The error for a text that another row has. */
  readonly duplicate: (text: string) => Duplicate
}

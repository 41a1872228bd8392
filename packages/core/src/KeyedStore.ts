/** The methods that the storage ports of rows with a key share: agenda, mails, mailboxes, plans. */
import type { Stored } from "./StorageError.ts"
import type { OrganizationId } from "./ids.ts"

/** A row has a key that is unique in its organization. The port says when rows begin to exist. */
export interface KeyedStore<Key, Row> {
  /** The rows with these keys, without duplicates, by ascending key. */
  readonly findMany: (organization_id: OrganizationId, keys: ReadonlyArray<Key>) => Stored<ReadonlyArray<Row>>
  /** Like `findMany`, and locks the rows in the order of the result, until the surrounding transaction ends. */
  readonly lock: (organization_id: OrganizationId, keys: ReadonlyArray<Key>) => Stored<ReadonlyArray<Row>>
  /** Stores locked rows as a whole, without comparing. */
  readonly write: (organization_id: OrganizationId, rows: ReadonlyArray<Row>) => Stored<void>
}

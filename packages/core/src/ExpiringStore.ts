/** The methods that the storage ports of rows with an `expires_at` share: keys of requests, sessions, uploads. */
import type { OrganizationId } from "./ids.ts"
import type { Stored } from "./StorageError.ts"
import type { Timestamp } from "./Timestamp.ts"

/** The key of a row that has expired, and its organization. */
export interface Expired<Key> {
  readonly organization_id: OrganizationId
  readonly key: Key
}

/** A row has a key that is unique in its organization. A row whose `expires_at` is `null` does not expire. */
export interface ExpiringStore<Key> {
  /** At most `limit` rows of all organizations whose `expires_at` is at or before `now`, the earliest first. */
  readonly findExpired: (query: {
    readonly now: Timestamp
    readonly limit: number
  }) => Stored<ReadonlyArray<Expired<Key>>>
  /**
   * Removes the rows with these keys whose `expires_at` is at or before `now`. Skips rows that another transaction has locked.
   * Returns the keys of the removed rows, in any order.
   */
  readonly removeExpired: (
    organization_id: OrganizationId,
    keys: ReadonlyArray<Key>,
    now: Timestamp
  ) => Stored<ReadonlyArray<Key>>
}

/** The method that the storage ports of rows with an `expires_at` share: keys of requests, sessions, uploads. */
import type { Stored } from "./StorageError.ts"
import type { OrganizationId } from "./ids.ts"
import type { Timestamp } from "./Timestamp.ts"

/** `Row` names a row and its organization. */
export interface ExpiringStore<Row extends { readonly organization_id: OrganizationId }> {
  /** At most `limit` rows of all organizations whose `expires_at` is at or before `now`, the earliest first. */
  readonly findExpired: (query: { readonly now: Timestamp; readonly limit: number }) => Stored<ReadonlyArray<Row>>
}

/** Work on rows of all organizations: rows that have expired, and commands that are not finished. */
import { Effect } from "effect"
import { BatchSize } from "./Bulk.ts"
import type { Expired, ExpiringStore } from "./ExpiringStore.ts"
import type { OrganizationId } from "./ids.ts"
import type { StorageError } from "./StorageError.ts"
import * as Timestamp from "./Timestamp.ts"

/** How to find and handle rows of a store. `Row` names a row and its organization. */
interface Handling<Row, E, R> {
  readonly find: (query: {
    readonly now: Timestamp.Timestamp
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Row>, E>
  /** Returns the number of rows that `find` does not find any more. */
  readonly handle: (
    organization_id: OrganizationId,
    rows: ReadonlyArray<Row>,
    now: Timestamp.Timestamp
  ) => Effect.Effect<number, E, R>
}

/**
 * Finds and handles rows of all organizations, in batches. Rows that are not handled, because they are locked, are left
 * for the next call. Returns the number of handled rows.
 */
export const inAllOrganizations = Effect.fnUntraced(function* <
  Row extends { readonly organization_id: OrganizationId },
  E,
  R
>({ find, handle }: Handling<Row, E, R>) {
  const now = yield* Timestamp.now
  const limit = yield* BatchSize
  let total = 0
  while (true) {
    const found = yield* find({ now, limit })
    let handled = 0
    for (const [id, rows] of Map.groupBy(found, ({ organization_id }) => organization_id)) {
      handled += yield* handle(id, rows, now)
    }
    total += handled
    if (handled < limit) return total
  }
})

/** Makes a `handle` that removes the rows it is given, if they have still expired. */
export const handleByRemoving =
  <Key>(removeExpired: ExpiringStore<Key>["removeExpired"]): Handling<Expired<Key>, StorageError, never>["handle"] =>
  (organization_id, expired, now) =>
    Effect.map(
      removeExpired(
        organization_id,
        expired.map(({ key }) => key),
        now
      ),
      (removed) => removed.length
    )

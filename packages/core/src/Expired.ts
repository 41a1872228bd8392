/** The removal of rows that have expired. */
import { Effect } from "effect"
import { BatchSize } from "./Bulk.ts"
import type { OrganizationId } from "./ids.ts"
import * as Timestamp from "./Timestamp.ts"

/** How to find and remove the expired rows of a store. `Expired` names a row and its organization. */
interface Expiring<Expired, E> {
  readonly find: (query: {
    readonly now: Timestamp.Timestamp
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Expired>, E>
  /** Returns the number of removed rows. */
  readonly remove: (
    organization_id: OrganizationId,
    expired: ReadonlyArray<Expired>,
    now: Timestamp.Timestamp
  ) => Effect.Effect<number, E>
}

/**
 * Removes the expired rows of all organizations, in batches. Rows that the store does not remove, because they are
 * locked, are left for the next call. Returns the number of removed rows.
 */
export const removeAllExpired = Effect.fnUntraced(function* <
  Expired extends { readonly organization_id: OrganizationId },
  E
>({ find, remove }: Expiring<Expired, E>) {
  const now = yield* Timestamp.now
  const limit = yield* BatchSize
  let all = 0
  while (true) {
    const found = yield* find({ now, limit })
    let removed = 0
    for (const [id, expired] of Map.groupBy(found, ({ organization_id }) => organization_id)) {
      removed += yield* remove(id, expired, now)
    }
    all += removed
    if (removed < limit) return all
  }
})

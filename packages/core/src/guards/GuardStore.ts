import { Context, type Effect } from "effect"
import type { StorageError } from "../StorageError.ts"
import type { OrganizationId } from "../ids.ts"

/**
 * The storage port of an organization's guard: a lock that orders two kinds of transactions, those changing the
 * blacklist and those deciding by it. Both methods wait for the lock, which lasts until the surrounding transaction
 * ends. It is the first lock of a transaction (CONCURRENCY, "Lock order"). Take it before reading coverage, so that the
 * read sees all committed changes.
 */
export class GuardStore extends Context.Service<
  GuardStore,
  {
    /**
     * Shared: any number of transactions may have it at the same time. For transactions that make an address
     * contactable or decide by coverage.
     */
    readonly lockShared: (organization_id: OrganizationId) => Effect.Effect<void, StorageError>
    /**
     * Exclusive: waits for all other locks of the guard, and later requests wait for it. For transactions that add or
     * remove blacklist entries.
     */
    readonly lockExclusive: (organization_id: OrganizationId) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/GuardStore") {}

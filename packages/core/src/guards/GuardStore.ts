import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"

/**
 * The storage port of an organization's guard: a lock that orders transactions that change the blacklist and
 * transactions that decide by it. Both methods wait, and the lock lasts until the surrounding transaction ends. It is
 * the first lock of a transaction (CONCURRENCY, "Lock order"), and is taken before coverage is read, so that the next
 * statement sees what was committed.
 */
export class GuardStore extends Context.Service<
  GuardStore,
  {
    /**
     * Shared: any number of transactions may lock it at once. For transactions that make an address contactable or
     * decide by coverage.
     */
    readonly lockShared: (organization_id: OrganizationId) => Effect.Effect<void, StorageError>
    /**
     * Exclusive: waits for all other locks of the guard, and those that ask later wait behind it. For transactions that
     * add or remove entries.
     */
    readonly lockExclusive: (organization_id: OrganizationId) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/GuardStore") {}

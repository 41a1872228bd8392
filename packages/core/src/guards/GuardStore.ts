import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { LockMode } from "../Transactor.ts"
import type { OrganizationId } from "../ids.ts"

/**
 * The storage port of an organization's guard: a lock that orders two kinds of transactions, those changing the
 * blacklist and those deciding by it. It is the first lock of a transaction (CONCURRENCY, "Lock order"). Take it before
 * reading coverage, so that the read sees all committed changes.
 */
export class GuardStore extends Context.Service<
  GuardStore,
  {
    /**
     * Waits for the lock, which lasts until the surrounding transaction ends. `shared` is for transactions that make an
     * address contactable or decide by coverage; any number of them may have it at the same time. `exclusive` is for
     * transactions that add or remove blacklist entries: it waits for all other locks of the guard, and later requests
     * wait for it.
     */
    readonly lock: (organization_id: OrganizationId, mode: LockMode) => Stored<void>
  }
>()("@mailroom/core/GuardStore") {}

import { Context, type Effect } from "effect"
import type { StorageError } from "../StorageError.ts"
import type { OrganizationId } from "../ids.ts"

/**
 * Addresses that must not be sent to, according to the blacklist. Use cases that decide whether a lead is stopped read
 * it.
 */
export class Coverage extends Context.Service<
  Coverage,
  {
    /**
     * The subset of `emails`, in their spelling, that the blacklist covers, by address or by any parent domain. Lock
     * the organization's guard first: otherwise an entry may be added or removed before the decision is written.
     */
    readonly covered: (
      organization_id: OrganizationId,
      emails: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StorageError>
  }
>()("@mailroom/core/Coverage") {}

import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"

/** Addresses that must not be sent to, from the blacklist. Use cases that decide whether a lead is stopped read it. */
export class Coverage extends Context.Service<
  Coverage,
  {
    /**
     * The subset of `emails`, as they are spelled, that the blacklist covers, by address or by any parent domain. Lock
     * the organization's guard first: else an entry may come or go before the decision is written.
     */
    readonly covered: (
      organization_id: OrganizationId,
      emails: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StorageError>
  }
>()("@mailroom/core/Coverage") {}

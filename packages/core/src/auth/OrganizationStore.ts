import { Context, type Effect, type Option } from "effect"
import type { Organization, OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"

/**
 * The storage port of organizations. One that is being removed is hidden first (`hide`), and removed when nothing of it is
 * left (`clear`, `remove`). Until then only `findHidden` finds it.
 */
export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization: Omit<Organization, "id">) => Effect.Effect<Organization, StorageError>
    /**
     * The organization that the host knows by `external_id`, which is inserted unless there is one. An existing one gets
     * the name. Calls at the same time return the same organization.
     */
    readonly ensure: (
      external_id: string,
      organization: Omit<Organization, "id">
    ) => Effect.Effect<Organization, StorageError>
    readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>, StorageError>
    /** All of them, by ascending id. */
    readonly list: Effect.Effect<ReadonlyArray<Organization>, StorageError>
    /**
     * Hides the organization as being removed since `at`, also when it is hidden already; its API keys and its external id
     * are gone at once. Returns whether it exists.
     */
    readonly hide: (id: OrganizationId, at: Timestamp) => Effect.Effect<boolean, StorageError>
    /** The organizations that are hidden since before `before`, ascending. */
    readonly findHidden: (before: Timestamp) => Effect.Effect<ReadonlyArray<OrganizationId>, StorageError>
    /**
     * Deletes a part of what the organization has, in one transaction: about `limit` rows, or more where that takes no
     * longer. Returns whether there was anything to delete.
     */
    readonly clear: (id: OrganizationId, query: { readonly limit: number }) => Effect.Effect<boolean, StorageError>
    /** Deletes a hidden organization with whatever it still has. Returns whether it was there. */
    readonly remove: (id: OrganizationId) => Effect.Effect<boolean, StorageError>
    /**
     * Names the parts of storage that do not answer, such as a server of several: use cases of the organizations there fail
     * with `Unavailable`, those of others do not. Fails when storage answers nobody.
     */
    readonly unreachable: Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@mailroom/core/OrganizationStore") {}

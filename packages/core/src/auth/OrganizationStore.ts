import { Context, type Effect, type Option } from "effect"
import type { Organization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { OrganizationId } from "../ids.ts"

/**
 * The storage port of organizations. An organization is removed in steps: it is hidden first (`hide`), and deleted when
 * its data is deleted (`clear`, `remove`). Until then only `findHidden` finds it.
 */
export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization: Omit<Organization, "id">) => Effect.Effect<Organization, StorageError>
    /**
     * The organization with this `external_id`, the host's id for it. It is inserted if it does not exist; an existing
     * one gets the name. Concurrent calls return the same organization.
     */
    readonly ensure: (
      external_id: string,
      organization: Omit<Organization, "id">
    ) => Effect.Effect<Organization, StorageError>
    readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>, StorageError>
    /** All organizations, by ascending id. */
    readonly list: Effect.Effect<ReadonlyArray<Organization>, StorageError>
    /**
     * Marks the organization as being removed since `at`, also when it is already hidden. Its API keys and its external
     * id are deleted at once. Returns whether the organization exists.
     */
    readonly hide: (id: OrganizationId, at: Timestamp) => Effect.Effect<boolean, StorageError>
    /** The organizations that are hidden since before `before`, ascending. */
    readonly findHidden: (before: Timestamp) => Effect.Effect<ReadonlyArray<OrganizationId>, StorageError>
    /**
     * Deletes a part of the organization's data in one transaction: about `limit` rows, or more if that takes no
     * longer. Returns whether there was anything to delete.
     */
    readonly clear: (id: OrganizationId, query: { readonly limit: number }) => Effect.Effect<boolean, StorageError>
    /** Deletes a hidden organization with all its remaining data. Returns whether it existed. */
    readonly remove: (id: OrganizationId) => Effect.Effect<boolean, StorageError>
    /**
     * Names the parts of storage that do not answer, such as one of several servers. Use cases of organizations in
     * these parts fail with `Unavailable`; others work. Fails when all of storage is unreachable.
     */
    readonly unreachable: Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@mailroom/core/OrganizationStore") {}

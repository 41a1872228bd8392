import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { Organization } from "../Organization.ts"
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
    readonly insert: (organization: Omit<Organization, "id">) => Stored<Organization>
    /**
     * The organization with this `external_id`, the host's id for it. It is inserted if it does not exist; an existing
     * one gets the name. Concurrent calls return the same organization.
     */
    readonly ensure: (external_id: string, organization: Omit<Organization, "id">) => Stored<Organization>
    readonly find: (id: OrganizationId) => Stored<Option.Option<Organization>>
    /** All organizations, by ascending id. */
    readonly list: Stored<ReadonlyArray<Organization>>
    /**
     * Marks the organization as being removed since `at`, also when it is already hidden. Its API keys and its external
     * id are deleted at once. Returns whether the organization exists.
     */
    readonly hide: (id: OrganizationId, at: Timestamp) => Stored<boolean>
    /** The organizations that are hidden since before `before`, ascending. */
    readonly findHidden: (before: Timestamp) => Stored<ReadonlyArray<OrganizationId>>
    /**
     * Deletes a part of the organization's data in one transaction: about `limit` rows, or more if that takes no
     * longer. Returns whether there was anything to delete.
     */
    readonly clear: (id: OrganizationId, query: { readonly limit: number }) => Stored<boolean>
    /** Deletes a hidden organization with all its remaining data. Returns whether it existed. */
    readonly remove: (id: OrganizationId) => Stored<boolean>
    /**
     * Names the parts of storage that do not answer, such as one of several servers. Use cases of organizations in
     * these parts fail with `Unavailable`; others work. Fails when all of storage is unreachable.
     */
    readonly unreachable: Stored<ReadonlyArray<string>>
  }
>()("@mailroom/core/OrganizationStore") {}

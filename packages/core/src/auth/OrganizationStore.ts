import { Context, type Effect, type Option } from "effect"
import type { Organization, OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"

/** The storage port of organizations. */
export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization: Omit<Organization, "id">) => Effect.Effect<Organization, StorageError>
    readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>, StorageError>
    /** All of them, by ascending id. */
    readonly list: Effect.Effect<ReadonlyArray<Organization>, StorageError>
    /**
     * Names the parts of storage that do not answer, such as a server of several: use cases of the organizations there fail
     * with `Unavailable`, those of others do not. Fails when storage answers nobody.
     */
    readonly unreachable: Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@mailroom/core/OrganizationStore") {}

import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { IntegrationId, IntegrationRecord } from "./Integration.ts"
import type { Health } from "./Retry.ts"
import type { Subscription } from "./Subscription.ts"

/** What decides whether an integration gets a notification, and when its deliveries go out. */
export interface Subscriber extends Subscription, Pick<Health, "retry_at"> {
  readonly id: IntegrationId
}

/** The storage port of integrations. */
export class IntegrationStore extends Context.Service<
  IntegrationStore,
  {
    /** An id for a new integration, greater than all that were given before. It stays unused after a rollback. */
    readonly newId: (organization_id: OrganizationId) => Effect.Effect<IntegrationId, StorageError>
    /** Inserts an integration; its id comes from `newId`. */
    readonly insert: (
      organization_id: OrganizationId,
      integration: IntegrationRecord
    ) => Effect.Effect<void, StorageError>
    readonly find: (
      organization_id: OrganizationId,
      id: IntegrationId
    ) => Effect.Effect<Option.Option<IntegrationRecord>, StorageError>
    /**
     * As `find`, in the state that it has once it is locked: until the surrounding transaction ends, no other one locks,
     * changes or removes it.
     */
    readonly lock: (
      organization_id: OrganizationId,
      id: IntegrationId
    ) => Effect.Effect<Option.Option<IntegrationRecord>, StorageError>
    /** By ascending id. */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<IntegrationId>
    ) => Effect.Effect<Rows<IntegrationRecord>, StorageError>
    /** Those that are not disabled, by ascending id. One short read: it is part of every use case that reports changes. */
    readonly subscribers: (organization_id: OrganizationId) => Effect.Effect<ReadonlyArray<Subscriber>, StorageError>
    /** Stores an integration that is locked; `id`, `type` and `created_at` stay as they are stored. */
    readonly replace: (
      organization_id: OrganizationId,
      integration: IntegrationRecord
    ) => Effect.Effect<void, StorageError>
    /** Deletes an integration, and returns whether it was there. Its deliveries stay, until `DeliveryStore` removes them. */
    readonly remove: (organization_id: OrganizationId, id: IntegrationId) => Effect.Effect<boolean, StorageError>
  }
>()("@mailroom/core/IntegrationStore") {}

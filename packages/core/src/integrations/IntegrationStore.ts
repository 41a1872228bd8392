import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { IntegrationRecord } from "./Integration.ts"
import type { Health } from "./Retry.ts"
import type { Subscription } from "./Subscription.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"

/** The data that decides whether an integration gets a notification, and when its deliveries are sent. */
export interface Subscriber extends Subscription, Pick<Health, "retry_at"> {
  readonly id: IntegrationId
  /** Whether the leads in its payloads have their custom fields (`Integration.includesCustomFields`). */
  readonly includes_custom_fields: boolean
}

/** The storage port of integrations. */
export class IntegrationStore extends Context.Service<
  IntegrationStore,
  {
    /** An id for a new integration, greater than all previous ids. After a rollback it stays unused. */
    readonly newId: (organization_id: OrganizationId) => Stored<IntegrationId>
    /** Inserts an integration; its id comes from `newId`. */
    readonly insert: (organization_id: OrganizationId, integration: IntegrationRecord) => Stored<void>
    readonly find: (organization_id: OrganizationId, id: IntegrationId) => Stored<Option.Option<IntegrationRecord>>
    /**
     * Like `find`, but locks the integration and returns its state after locking: no other transaction locks, changes
     * or removes it until the surrounding transaction ends.
     */
    readonly lock: (organization_id: OrganizationId, id: IntegrationId) => Stored<Option.Option<IntegrationRecord>>
    /** A page of the integrations by ascending id. */
    readonly page: (organization_id: OrganizationId, query: PageQuery<IntegrationId>) => Stored<Rows<IntegrationRecord>>
    /**
     * The integrations that are not disabled, by ascending id. It must be one short read, because every use case that
     * reports changes calls it.
     */
    readonly subscribers: (organization_id: OrganizationId) => Stored<ReadonlyArray<Subscriber>>
    /** Stores a locked integration; `id`, `type` and `created_at` stay as they are stored. */
    readonly replace: (organization_id: OrganizationId, integration: IntegrationRecord) => Stored<void>
    /**
     * Deletes an integration, and returns whether it existed. Its deliveries stay, until `DeliveryStore` removes them.
     */
    readonly remove: (organization_id: OrganizationId, id: IntegrationId) => Stored<boolean>
  }
>()("@mailroom/core/IntegrationStore") {}

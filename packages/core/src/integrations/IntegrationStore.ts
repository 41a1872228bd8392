import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { ListedStore } from "../ListedStore.ts"
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

/** The storage port of integrations. The deliveries of a removed integration stay, until `DeliveryStore` removes them. */
export class IntegrationStore extends Context.Service<
  IntegrationStore,
  Omit<ListedStore<IntegrationRecord, IntegrationRecord>, "insert"> & {
    /** An id for a new integration, greater than all previous ids. After a rollback it stays unused. */
    readonly newId: (organization_id: OrganizationId) => Stored<IntegrationId>
    /** Inserts an integration; its id comes from `newId`. */
    readonly insert: (organization_id: OrganizationId, integration: IntegrationRecord) => Stored<void>
    /**
     * The integrations that are not disabled, by ascending id. It must be one short read, because every use case that
     * reports changes calls it.
     */
    readonly subscribers: (organization_id: OrganizationId) => Stored<ReadonlyArray<Subscriber>>
  }
>()("@mailroom/core/IntegrationStore") {}

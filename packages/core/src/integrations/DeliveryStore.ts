import { Context, type Effect, type Option } from "effect"
import type { RemovedLead } from "../leads/Erasure.ts"
import type { LeadId } from "../leads/Lead.ts"
import type { Mention } from "../Mentions.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Delivery, DeliveryId, DeliveryRecord } from "./Delivery.ts"
import type { IntegrationId } from "./Integration.ts"

/** A delivery to be made: pending, without tries, due when it is created. */
export interface NewDelivery extends Pick<DeliveryRecord, "created_at" | "event" | "lead_id" | "payload"> {
  readonly integration_id: IntegrationId
  /** The people that the payload mentions, if it is about no lead; else empty. */
  readonly mentions: ReadonlyArray<Mention>
}

/**
 * The storage port of deliveries: what is still to be sent, and the log. No method needs the lock of the integration:
 * `replace` compares what is stored.
 */
export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /**
     * Adds deliveries. Ids ascend in the given order, and from those of a transaction to those that are added after its
     * end. So they ascend in the order of the commits where transactions wait for each other: those that change the same
     * lead do. Otherwise an id may become visible after a higher one. The integrations need not exist any more.
     */
    readonly insert: (
      organization_id: OrganizationId,
      deliveries: ReadonlyArray<NewDelivery>
    ) => Effect.Effect<void, StorageError>
    readonly find: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      id: DeliveryId
    ) => Effect.Effect<Option.Option<DeliveryRecord>, StorageError>
    /**
     * What may be sent next, two deliveries at most: of the pending ones with tries the one with the earliest
     * `next_attempt_at`, then of those without tries the one with the lowest id. Costs the same whatever the backlog.
     */
    readonly heads: (
      organization_id: OrganizationId,
      integration_id: IntegrationId
    ) => Effect.Effect<ReadonlyArray<DeliveryRecord>, StorageError>
    /**
     * Stores the progress and the response of a delivery, if it still has the status and the number of attempts of
     * `before`. Returns whether it had.
     */
    readonly replace: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      before: Pick<Delivery, "attempts" | "status">,
      delivery: Omit<Delivery, "created_at" | "event">
    ) => Effect.Effect<boolean, StorageError>
    /** Gives all pending deliveries with tries this `next_attempt_at`. */
    readonly makeDue: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      at: Timestamp
    ) => Effect.Effect<void, StorageError>
    /** By descending id. */
    readonly page: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      query: { readonly limit: number; readonly before?: DeliveryId }
    ) => Effect.Effect<ReadonlyArray<Delivery>, StorageError>
    /** When the delivery with the lowest id was created; null when there is none. */
    readonly oldest: (
      organization_id: OrganizationId,
      integration_id: IntegrationId
    ) => Effect.Effect<Timestamp | null, StorageError>
    /**
     * The leads that do not exist any more and have a delivery whose payload gives them one of these addresses
     * (after `Delivery.beforeAddress`), as pairs in the order of `EventStore.findRemovedLeads`. Compares as `EventStore.findRemovedLeads`.
     */
    readonly findRemovedLeads: (
      organization_id: OrganizationId,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<RemovedLead>, StorageError>
    /**
     * Removes the deliveries about these leads, and those with one of these mentions. Costs what is removed, however many
     * there are.
     */
    readonly removeOf: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      mentions: ReadonlyArray<Mention>
    ) => Effect.Effect<void, StorageError>
    /** Of the `limit` deliveries with the lowest ids, removes those created at `until` or before. Returns how many. */
    readonly removeOldest: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      query: { readonly until: Timestamp; readonly limit: number }
    ) => Effect.Effect<number, StorageError>
  }
>()("@mailroom/core/DeliveryStore") {}

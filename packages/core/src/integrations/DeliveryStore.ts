import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { RemovedLeadStore } from "../RemovedLeadStore.ts"
import type { Mention } from "../Mentions.ts"
import type { Timestamp } from "../Timestamp.ts"
import type * as Table from "../Table.ts"
import type { Delivery, DeliveryRecord, DeliveryTry, table } from "./Delivery.ts"
import type { DeliveryStatus } from "./Retry.ts"
import type { DeliveryId, IntegrationId, LeadId, OrganizationId } from "../ids.ts"

/** A new delivery: pending, without tries, due at its creation. */
export type NewDelivery = Pick<
  Table.RowOf<typeof table>,
  "created_at" | "event" | "integration_id" | "lead_id" | "mentions" | "payload"
>

/**
 * The storage port of deliveries: the pending ones, and the log. No method needs the lock of the integration: `replace`
 * compares the stored state. The address of a delivery is that of the lead in its payload (after `Delivery.beforeAddress`).
 */
export class DeliveryStore extends Context.Service<
  DeliveryStore,
  RemovedLeadStore & {
    /**
     * Adds deliveries. Ids ascend in the given order, and between two transactions if one begins to add after the other
     * has ended. So they ascend in the order of the commits where transactions wait for each other, as transactions
     * that change the same lead do. Otherwise an id may become visible after a higher one. The integrations may already
     * be deleted.
     */
    readonly insert: (organization_id: OrganizationId, deliveries: ReadonlyArray<NewDelivery>) => Stored<void>
    readonly find: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      id: DeliveryId
    ) => Stored<Option.Option<DeliveryRecord>>
    /**
     * The next deliveries to send, at most two: the pending delivery with tries that has the earliest
     * `next_attempt_at`, then the pending delivery without tries that has the lowest id. The cost does not depend on
     * the size of the backlog.
     */
    readonly heads: (
      organization_id: OrganizationId,
      integration_id: IntegrationId
    ) => Stored<ReadonlyArray<DeliveryRecord>>
    /**
     * Stores the progress and the tries of a delivery, if it still has the status and the number of attempts of
     * `before`. Its `response` becomes `responseOf` the last try. Returns whether it did.
     */
    readonly replace: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      before: Pick<Delivery, "attempts" | "status">,
      progress: Pick<Delivery, "attempts" | "id" | "next_attempt_at" | "status">,
      tries: ReadonlyArray<DeliveryTry>
    ) => Stored<boolean>
    /** Sets `next_attempt_at` of all pending deliveries with tries. */
    readonly makeDue: (organization_id: OrganizationId, integration_id: IntegrationId, at: Timestamp) => Stored<void>
    /** A page of the deliveries by descending id; with `status`, of those in this state, at the same cost. */
    readonly page: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      query: { readonly limit: number; readonly before?: DeliveryId; readonly status?: DeliveryStatus }
    ) => Stored<ReadonlyArray<Delivery>>
    /** When the delivery with the lowest id was created; `null` if the integration has no deliveries. */
    readonly oldest: (organization_id: OrganizationId, integration_id: IntegrationId) => Stored<Timestamp | null>
    /**
     * Removes the deliveries about these leads, and the deliveries with one of these mentions. The cost depends only on
     * the number of removed deliveries.
     */
    readonly removeOf: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      mentions: ReadonlyArray<Mention>
    ) => Stored<void>
    /**
     * Removes, among the `limit` deliveries with the lowest ids, the ones created at or before `until`. Returns the
     * number of removed deliveries.
     */
    readonly removeOldest: (
      organization_id: OrganizationId,
      integration_id: IntegrationId,
      query: { readonly until: Timestamp; readonly limit: number }
    ) => Stored<number>
  }
>()("@mailroom/core/DeliveryStore") {}

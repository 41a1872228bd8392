/** A delivery: one notification for one integration, with its tries. Outbox and log in one (contract, section 8). */
import { Schema } from "effect"
import { Count, Id } from "../Id.ts"
import type { LeadId } from "../leads/Lead.ts"
import { Timestamp } from "../Timestamp.ts"
import { DeliveryStatus } from "./Retry.ts"
import { NotificationType } from "./Subscription.ts"

export const DeliveryId = Id.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

/** For how long deliveries are kept, in milliseconds: 30 days. */
export const retention = 30 * 86_400_000

/** The last answer of a receiver. */
export const DeliveryResponse = Schema.Struct({
  status_code: Schema.Int,
  /** The first 4 KiB, without the secrets of the config. */
  body: Schema.String,
  duration_ms: Count
}).annotate({ identifier: "DeliveryResponse" })
export type DeliveryResponse = typeof DeliveryResponse.Type

export const Delivery = Schema.Struct({
  id: DeliveryId,
  event: NotificationType,
  status: DeliveryStatus,
  /** Tries since it was made, or since it was ordered again. */
  attempts: Count,
  /** `null` unless it is pending. */
  next_attempt_at: Schema.NullOr(Timestamp),
  /** `null` when no answer came. */
  response: Schema.NullOr(DeliveryResponse),
  created_at: Timestamp
}).annotate({ identifier: "Delivery" })
export type Delivery = typeof Delivery.Type

/** A delivery with what it says. */
export interface DeliveryRecord extends Delivery {
  /** The payload as JSON: every try sends these bytes. */
  readonly payload: string
  /** The lead that it is about, if it is about one. */
  readonly lead_id: LeadId | null
}

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: DeliveryId }) {
  override get message(): string {
    return `There is no delivery ${this.id}`
  }
}

/** What identifies a delivery to its receiver, on every try. */
export const messageIdOf = ({ id }: Pick<Delivery, "id">): string => `msg_${id}`

/** The delivery as answers show it. */
export const toDelivery = ({ lead_id: _lead, payload: _payload, ...delivery }: DeliveryRecord): Delivery => delivery

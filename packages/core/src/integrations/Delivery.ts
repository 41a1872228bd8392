/**
 * A delivery: one notification for one integration, with its tries. The stored deliveries are both outbox and log
 * (contract, section 8).
 */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"
import { DeliveryStatus } from "./Retry.ts"
import { NotificationType } from "./Subscription.ts"
import { DeliveryId, type LeadId } from "../ids.ts"

export { DeliveryId } from "../ids.ts"

/** How long deliveries are kept, in milliseconds: 30 days. */
export const retention = 30 * 86_400_000

export const DeliveryResponse = Schema.Struct({
  status_code: described(Count, "The HTTP status."),
  body: described(Schema.String, "The first 4 KiB, without the secrets of the config."),
  duration_ms: described(Count, "How long the answer took, in milliseconds.")
}).annotate({ identifier: "DeliveryResponse", description: "The last answer of a receiver." })
export type DeliveryResponse = typeof DeliveryResponse.Type

export const Delivery = Schema.Struct({
  id: DeliveryId,
  event: described(NotificationType, "The type of the notification."),
  status: DeliveryStatus,
  attempts: described(Count, "The number of tries since it was created, or since a person requested it again."),
  next_attempt_at: described(Schema.NullOr(Timestamp), "When it is tried next; `null` unless it is pending."),
  response: described(Schema.NullOr(DeliveryResponse), "The last answer; `null` when none came."),
  created_at: described(Timestamp, "When it was created.")
}).annotate({ identifier: "Delivery", description: "One notification for one integration, with its tries." })
export type Delivery = typeof Delivery.Type

/** A delivery with its payload. */
export interface DeliveryRecord extends Delivery {
  /** The payload as JSON: every try sends these bytes. */
  readonly payload: string
  /** The lead that the delivery is about, if any. */
  readonly lead_id: LeadId | null
}

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: DeliveryId }) {
  override get message(): string {
    return `There is no delivery ${this.id}`
  }
}

/** Identifies a delivery to its receiver, the same on every try. */
export const messageIdOf = ({ id }: Pick<Delivery, "id">): string => `msg_${id}`

/** The delivery as answers show it. */
export const toDelivery = ({ lead_id: _lead, payload: _payload, ...delivery }: DeliveryRecord): Delivery => delivery

/** The text before the lead's address in a payload, at its first occurrence. A quote ends the address. */
export const beforeAddress = ',"email":"'

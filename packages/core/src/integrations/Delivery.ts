/** A delivery: one notification for one integration, with its tries. Outbox and log in one (contract, section 8). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count, Id } from "../Id.ts"
import type { LeadId } from "../leads/Lead.ts"
import { Timestamp } from "../Timestamp.ts"
import { DeliveryStatus } from "./Retry.ts"
import { NotificationType } from "./Subscription.ts"

export const DeliveryId = Id.annotate({ description: "The id of a delivery." }).pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

/** For how long deliveries are kept, in milliseconds: 30 days. */
export const retention = 30 * 86_400_000

export const DeliveryResponse = Schema.Struct({
  status_code: described(Count, "The HTTP status."),
  body: described(Schema.String, "The first 4 KiB, without the secrets of the config."),
  duration_ms: described(Count, "How long the answer took, in milliseconds.")
}).annotate({ identifier: "DeliveryResponse", description: "The last answer of a receiver." })
export type DeliveryResponse = typeof DeliveryResponse.Type

export const Delivery = Schema.Struct({
  id: DeliveryId,
  event: described(NotificationType, "What it says."),
  status: DeliveryStatus,
  attempts: described(Count, "Tries since it was made, or since it was ordered again."),
  next_attempt_at: described(Schema.NullOr(Timestamp), "When it is tried again; `null` unless it is pending."),
  response: described(Schema.NullOr(DeliveryResponse), "The last answer; `null` when none came."),
  created_at: described(Timestamp, "When it was made.")
}).annotate({ identifier: "Delivery", description: "One notification for one integration, with its tries." })
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

/** What comes before the address of the lead in the text of a payload, for the first time; a quote ends the address. */
export const beforeAddress = ',"email":"'

/**
 * A delivery: one notification for one integration, with its tries. The stored deliveries are both outbox and log
 * (contract, section 8).
 */
import { Plain } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { day } from "../Durations.ts"
import { Count, SmallCount } from "../Id.ts"
import { CursorQuery } from "../Pagination.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { DeliveryStatus } from "./Retry.ts"
import { NotificationType } from "./Subscription.ts"
import { DeliveryId, IntegrationId, LeadId } from "../ids.ts"

export { DeliveryId } from "../ids.ts"

/** How long deliveries are kept, in milliseconds: 30 days. */
export const retention = 30 * day

export const DeliveryResponse = Schema.Struct({
  status_code: described(Count, "The HTTP status.", 204),
  body: described(Schema.String, "The first 4 KiB, without the secrets of the config.", ""),
  duration_ms: described(Count, "How long the answer took, in milliseconds.", 85)
}).annotate({ identifier: "DeliveryResponse", description: "The last answer of a receiver." })
export type DeliveryResponse = typeof DeliveryResponse.Type

export const Delivery = Schema.Struct({
  id: DeliveryId,
  event: described(NotificationType, "The type of the notification.", "replied"),
  status: DeliveryStatus,
  attempts: described(Count, "The number of tries since it was created, or since a person requested it again.", 1),
  next_attempt_at: described(Schema.NullOr(Timestamp), "When it is tried next; `null` unless it is pending.", null),
  response: described(Schema.NullOr(DeliveryResponse), "The last answer; `null` when none came."),
  created_at: described(Timestamp, "When it was created.", "2026-03-02T10:30:00.000Z")
}).annotate({ identifier: "Delivery", description: "One notification for one integration, with its tries." })
export type Delivery = typeof Delivery.Type

/** Filter and paging of an integration's deliveries. */
export const DeliveryQuery = Schema.Struct({
  status: described(Schema.optionalKey(DeliveryStatus), "Only deliveries in this state."),
  ...CursorQuery.fields
})
export type DeliveryQuery = typeof DeliveryQuery.Type

export const DeliveryTry = Schema.Struct({
  at: described(Timestamp, "When the try began."),
  status_code: described(Schema.NullOr(Count), "The HTTP status of the last answer; `null` when none came."),
  error: described(Schema.NullOr(Schema.String), "Why the try failed; `null` if it succeeded."),
  duration_ms: described(Count, "How long the try took, in milliseconds."),
  body: described(
    Schema.NullOr(Schema.String),
    "The first 4 KiB of the last answer, without the secrets of the config; `null` when none came."
  )
}).annotate({ identifier: "DeliveryTry", description: "One try of a delivery." })
export type DeliveryTry = typeof DeliveryTry.Type

export const DeliveryDetails = Schema.Struct({
  ...Delivery.fields,
  payload: described(
    Schema.Record(Schema.String, Schema.Unknown),
    "What each try sends: `type`, `timestamp` and `data`."
  ),
  tries: described(
    Schema.Array(DeliveryTry),
    "The last 16 tries, the oldest first: also those before a person requested it again."
  )
}).annotate({ identifier: "DeliveryDetails", description: "A delivery with its payload and its tries." })
export type DeliveryDetails = typeof DeliveryDetails.Type

/** Maximum number of kept tries of a delivery: enough for its eight tries, and eight more after a request. */
const maximumTries = 16

/** The tries with one more. Only the last ones are kept. */
export const withTry = (tries: ReadonlyArray<DeliveryTry>, next: DeliveryTry): ReadonlyArray<DeliveryTry> =>
  [...tries, next].slice(-maximumTries)

/** The answer to the last try; `null` when none came. */
export const responseOf = (last: DeliveryTry | undefined): DeliveryResponse | null =>
  last === undefined || last.status_code === null || last.body === null
    ? null
    : { status_code: last.status_code, body: last.body, duration_ms: last.duration_ms }

/** A delivery with its payload and its tries. `response` is that of the last try. */
export const DeliveryRecord = Schema.Struct({
  ...Delivery.fields,
  tries: described(Schema.Array(DeliveryTry), "The oldest first."),
  payload: described(Plain, "The payload as JSON: every try sends these bytes."),
  lead_id: described(Schema.NullOr(LeadId), "The lead that the delivery is about, if any.")
})
export type DeliveryRecord = typeof DeliveryRecord.Type

const { created_at, event, id, next_attempt_at, status } = Delivery.fields
const { lead_id, payload, tries } = DeliveryRecord.fields

export const table = Table.of(
  "deliveries",
  Schema.Struct({
    id,
    integration_id: IntegrationId,
    event,
    status,
    attempts: SmallCount,
    next_attempt_at,
    tries,
    created_at,
    payload,
    lead_id,
    mentions: described(
      Schema.Array(Plain),
      "The people that the payload mentions. Empty if the delivery is about a lead."
    )
  }),
  { key: ["integration_id", "id"], fixed: ["event", "created_at", "payload", "lead_id", "mentions"] }
)

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: DeliveryId }) {
  override get message(): string {
    return `There is no delivery ${this.id}`
  }
}

/** Identifies a delivery to its receiver, the same on every try. */
export const messageIdOf = ({ id }: Pick<Delivery, "id">): string => `msg_${id}`

/** The delivery as answers show it. */
export const toDelivery = ({
  lead_id: _lead,
  payload: _payload,
  tries: _tries,
  ...delivery
}: DeliveryRecord): Delivery => delivery

/** The delivery as the answer for one delivery shows it. */
export const toDetails = (record: DeliveryRecord): DeliveryDetails => ({
  ...toDelivery(record),
  // Only Mailroom can have written the payload, so it is not decoded by a schema.
  payload: JSON.parse(record.payload) as DeliveryDetails["payload"],
  tries: record.tries
})

/** The text before the lead's address in a payload, at its first occurrence. A quote ends the address. */
export const beforeAddress = ',"email":"'

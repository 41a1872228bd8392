/** The results of `Activity.record`. */
import { Schema } from "effect"
import { errors } from "../Bulk.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { EventId } from "../ids.ts"

/** The result of one input of `Activity.record`. */
export const RecordResult = Schema.Struct({
  index: described(Count, "The index of the input in the request, from 0."),
  id: described(Schema.NullOr(EventId), "The id of the event; `null` when it was rejected."),
  status: described(
    Schema.Literals(["recorded", "duplicate", "rejected"]),
    "`duplicate`: already recorded, and not counted again."
  ),
  errors: described(errors, "Why the input was rejected. Pointers are relative to the input.")
}).annotate({ identifier: "RecordEventResult", description: "The result of one event." })
export type RecordResult = typeof RecordResult.Type

export const noSuchLead = { pointer: "/lead_id", message: "the lead does not exist" }
export const noSuchAddress = { pointer: "/email", message: "the campaign has no lead with this address" }

/** Whether an input was rejected because the lead with its `lead_id` does not exist (any more). */
export const isOfMissingLead = ({ errors = [] }: RecordResult): boolean =>
  errors.some(({ message, pointer }) => pointer === noSuchLead.pointer && message === noSuchLead.message)

/** The filters of lists of leads by a first event: they list the leads that a metric of analytics counts. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { TimestampInput } from "../Timestamp.ts"
import { AccountId, SequenceId } from "../ids.ts"

/** The events whose first one is remembered, and counted by the metrics of leads. */
export const FirstEvent = Schema.Literals(["sent", "opened", "clicked", "replied", "bounced", "unsubscribed"]).annotate(
  {
    identifier: "FirstEvent",
    description: "An event of which the first one is remembered for each lead."
  }
)
export type FirstEvent = typeof FirstEvent.Type

/** The leads that a metric of leads counts, such as `unique_replied`. */
export const FirstQuery = Schema.Struct({
  first_event: described(
    Schema.optionalKey(FirstEvent),
    "Only leads with an event of this type. The other filters of the first event apply to it: with `first_sequence_id`, to the first one of the step."
  ),
  first_since: described(
    Schema.optionalKey(TimestampInput),
    "Only leads whose first event occurred at this instant or later; with `first_event`."
  ),
  first_until: described(
    Schema.optionalKey(TimestampInput),
    "Only leads whose first event occurred before this instant; with `first_event`."
  ),
  first_account_id: described(
    Schema.optionalKey(AccountId),
    "Only leads whose first event counts for this account; with `first_event`."
  ),
  first_sequence_id: described(
    Schema.optionalKey(SequenceId),
    "Only leads whose first event counts for this step, or variant; with `first_event`."
  ),
  is_positive: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: only leads whose reply tag is positive. `false`: only leads whose tag is not positive, or that have none."
  )
})
export type FirstQuery = typeof FirstQuery.Type

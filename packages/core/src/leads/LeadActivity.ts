/** The part of a lead's events that the rules need. `activity/Transition.ts` computes how events change it. */
import { Plain } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"
import { AccountId, SequenceId } from "../ids.ts"

/** The first event of a kind, and the account and sequence that it counts for. */
export const First = Schema.Struct({
  occurred_at: Timestamp,
  identity: Plain,
  account_id: Schema.NullOr(AccountId),
  sequence_id: Schema.NullOr(SequenceId)
})
export type First = typeof First.Type

/** The part of a lead's events that the rules need. */
export const LeadActivity = Schema.Struct({
  firsts: described(
    Schema.Record(Schema.String, First),
    "The first events: under `type` the first in the campaign, under `type:sequence_id` the first of a sequence (`type:` if the sequence is unknown), and under `sent_step:step_id` the first `sent` of all further variants of a step."
  ),
  last_sent: Schema.NullOr(Schema.Struct(Struct.pick(First.fields, ["identity", "occurred_at"]))),
  bounced: Schema.Boolean,
  positive: described(Schema.Boolean, "Whether the lead's tag is positive.")
})
export type LeadActivity = typeof LeadActivity.Type

export const none: LeadActivity = { firsts: {}, last_sent: null, bounced: false, positive: false }

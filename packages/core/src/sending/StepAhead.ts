/** The step that a lead gets next, as `effective_state` shows it. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { SequenceId } from "../ids.ts"
import { Sequence } from "../sequences/Sequence.ts"
import { Timestamp } from "../Timestamp.ts"

export const StepAhead = Schema.Struct({
  sequence_id: described(SequenceId, "The step, in the variant for the lead."),
  position: Sequence.fields.position,
  at: described(
    Schema.NullOr(Timestamp),
    "The earliest instant, by the delay of the step, a pause and the window; `null`: now. Limits and the pace may delay the mail.",
    "2026-03-05T09:30:00.000Z"
  )
}).annotate({ identifier: "StepAhead", description: "The step that a lead gets next." })

/** The author of the reply tag of a lead, and the answer that the tag is about. Pure functions. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { type AutomaticLabeller, LabelledBy } from "../tags/ReplyLabel.ts"
import { Timestamp } from "../Timestamp.ts"

/** The field that shows the author of the reply tag. */
export const labelledBy = described(
  Schema.NullOr(LabelledBy),
  "Who decided `reply_status`; `null`: nobody did. A person may also have decided that there is no tag.",
  "rule"
)

/** The part of a lead that the rules of its label read and write. */
export const LabelState = Schema.Struct({
  reply_status_by: labelledBy,
  reply_status_at: described(
    Schema.NullOr(Timestamp),
    "When the answer that the tag is about was written, or when a person decided; `null`: nobody decided."
  )
})
export type LabelState = typeof LabelState.Type

/** The state of a lead that nobody labelled. */
export const notLabelled: LabelState = { reply_status_by: null, reply_status_at: null }

export const byPerson = (at: Timestamp): LabelState => ({ reply_status_by: "person", reply_status_at: at })

export const byLabeller = (by: AutomaticLabeller, at: Timestamp): LabelState => ({
  reply_status_by: by,
  reply_status_at: at
})

/** Whether no person decided, and the tag is not about a later answer than the one of `at`. */
export const mayLabel = ({ reply_status_at, reply_status_by }: LabelState, at: Timestamp): boolean =>
  reply_status_by !== "person" && (reply_status_at === null || reply_status_at < at)

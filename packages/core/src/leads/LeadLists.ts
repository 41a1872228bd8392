/** The orders of lists of leads, and what each lead in them has in addition. */
import { Schema } from "effect"
import { described } from "../Described.ts"

export const LeadSort = Schema.Literals(["last_mail", "answer"]).annotate({
  identifier: "LeadSort",
  description:
    "`last_mail`: the latest `date_last_sequence_send` first. `answer`: by `reply_status`, in the order of code points. Leads without the value follow, and ties are by ascending id."
})
export type LeadSort = typeof LeadSort.Type

const parts = Schema.Literals(["custom_fields", "effective_state"])
const LeadPart = parts.annotate({ identifier: "LeadPart", description: "A part of a lead that lists have on request." })
export const include = described(
  Schema.optionalKey(Schema.Array(LeadPart)),
  "What each lead has in addition: its `custom_fields` and `timezone`, its `effective_state`."
)

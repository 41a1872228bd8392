/** The orders of the leads of a campaign. */
import { Schema } from "effect"

export const LeadSort = Schema.Literals(["last_mail", "answer"]).annotate({
  identifier: "LeadSort",
  description:
    "`last_mail`: the latest `date_last_sequence_send` first. `answer`: by `reply_status`, in the order of code points. Leads without the value follow, and ties are by ascending id."
})
export type LeadSort = typeof LeadSort.Type

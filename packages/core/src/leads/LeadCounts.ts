/** The numbers of leads. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"

export const LeadCounts = Schema.Struct({
  total: described(Count, "All leads.", 120),
  not_contacted: described(Count, "With the status `Not contacted`.", 20),
  sent: described(Count, "With the status `Sent`.", 55),
  opened: described(Count, "With the status `Opened`.", 30),
  replied: described(Count, "With the status `Replied`.", 12),
  bounced: described(Count, "With the status `Bounce`.", 3),
  stopped: described(Count, "Leads of any status that no further mail may be sent to.", 15)
}).annotate({
  identifier: "LeadCounts",
  description: "The number of a campaign's leads by status, and of its stopped leads."
})
export type LeadCounts = typeof LeadCounts.Type

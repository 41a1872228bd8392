/** The transition of a lead that gets or loses its reply tag. A pure function. */
import type { TagId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { byPerson, type LabelState } from "../leads/LeadLabel.ts"

/**
 * Sets or removes (`null`) the tag of a lead. `decided`: the author and the instant of the decision; default: a person, now. A person
 * who removes the tag of a lead that has none, and that nobody labelled, decides nothing. The sentiment of the tag is stored with the
 * lead's activity.
 */
export const setTag = (
  lead: LeadRecord,
  tag: { readonly id: TagId; readonly name: string; readonly sentiment: string } | null,
  now: Timestamp,
  decided?: LabelState
): LeadRecord => {
  const isNoDecision = tag === null && lead.reply_status_tag_id === null && lead.reply_status_by === null
  const positive = tag?.sentiment === "positive"
  const activity = lead.activity.positive === positive ? lead.activity : { ...lead.activity, positive }
  return nextVersion(
    lead,
    {
      ...lead,
      reply_status: tag?.name ?? null,
      reply_status_tag_id: tag?.id ?? null,
      activity,
      ...(decided ?? (isNoDecision ? {} : byPerson(now)))
    },
    now
  )
}

/** The work of verifying leads: one item for each campaign whose verification is running, in a lane for each organization. */
import type { CampaignId, OrganizationId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { WorkStore } from "../work/WorkStore.ts"

export const kind = "verification"

/** Makes campaigns due. Call it last in the transaction that gives them something to verify. */
export const dueFor = (
  work: WorkStore["Service"],
  organization_id: OrganizationId,
  campaign_ids: ReadonlyArray<CampaignId>,
  due_at: Timestamp
) =>
  work.put(
    organization_id,
    kind,
    campaign_ids.map((id) => ({ lane: "verification", key: id, due_at }))
  )

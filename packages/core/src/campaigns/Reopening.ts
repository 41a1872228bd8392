/** Makes completed campaigns active again when they get leads, other steps, or leads that pass a verification, in the same transaction. */
import { Effect } from "effect"
import type { ChangeKind, Consumer } from "../Changes.ts"
import { LeadsCreated, LeadsVerified } from "../leads/LeadChange.ts"
import { StepsChanged } from "../sequences/SequenceChange.ts"
import * as Timestamp from "../Timestamp.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { passes } from "../verification/Verdict.ts"
import { type CampaignRecord, reopen } from "./Campaign.ts"
import { CampaignStore } from "./CampaignStore.ts"
import type { CampaignId } from "../ids.ts"

const kinds: ReadonlySet<ChangeKind> = new Set<ChangeKind>([LeadsCreated, LeadsVerified, StepsChanged])

/** Whether a verified lead may get its first mail from the campaign. */
const mayBeContacted = (
  { campaign_id, status, stop_sending, verification_status }: LeadRecord,
  { id, required_verification }: CampaignRecord
): boolean =>
  campaign_id === id &&
  status === "Not contacted" &&
  !stop_sending &&
  passes(verification_status, required_verification)

/**
 * The consumer that reopens campaigns. It costs one read of the campaigns. The use cases that report these changes have
 * locked them, so this read sees the status that the transaction will leave.
 */
export const reopenConsumer: Effect.Effect<Consumer, never, CampaignStore> = Effect.map(CampaignStore, (store) => ({
  kinds,
  consume: Effect.fnUntraced(function* (organization_id, changes) {
    const changed = new Set<CampaignId>()
    for (const change of changes) {
      if (change instanceof LeadsCreated || change instanceof StepsChanged) changed.add(change.campaign_id)
    }
    const verified = changes.flatMap((change) => (change instanceof LeadsVerified ? change.leads : []))
    const ids = new Set([...changed, ...verified.map(({ campaign_id }) => campaign_id)])
    const now = yield* Timestamp.now
    for (const campaign of yield* store.findMany(organization_id, [...ids])) {
      if (!changed.has(campaign.id) && !verified.some((lead) => mayBeContacted(lead, campaign))) continue
      const next = reopen(campaign, now)
      if (next !== campaign) yield* store.replace(organization_id, next)
    }
  })
}))

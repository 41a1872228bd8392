/** Makes completed campaigns active again when they get leads or other steps, in the transaction of the change. */
import { Effect } from "effect"
import type { ChangeKind, Consumer } from "../Changes.ts"
import { LeadsCreated } from "../leads/LeadChange.ts"
import { StepsChanged } from "../sequences/SequenceChange.ts"
import * as Timestamp from "../Timestamp.ts"
import { reopen } from "./Campaign.ts"
import { CampaignStore } from "./CampaignStore.ts"
import type { CampaignId } from "../ids.ts"

const kinds: ReadonlySet<ChangeKind> = new Set<ChangeKind>([LeadsCreated, StepsChanged])

/**
 * The consumer that reopens campaigns. It costs one read of the campaigns. The use cases that report these changes have
 * locked them, so this read sees the status that the transaction will leave.
 */
export const reopenConsumer: Effect.Effect<Consumer, never, CampaignStore> = Effect.map(CampaignStore, (store) => ({
  kinds,
  consume: Effect.fnUntraced(function* (organization_id, changes) {
    const ids = new Set<CampaignId>()
    for (const change of changes) {
      if (change instanceof LeadsCreated || change instanceof StepsChanged) ids.add(change.campaign_id)
    }
    const now = yield* Timestamp.now
    for (const campaign of yield* store.findMany(organization_id, [...ids])) {
      const next = reopen(campaign, now)
      if (next !== campaign) yield* store.replace(organization_id, next)
    }
  })
}))

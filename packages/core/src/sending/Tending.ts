/** Repairs the agenda of an account while it has nothing to send. */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { makeCompletion } from "./Completion.ts"
import { batch, makeGoingOn } from "./GoingOn.ts"
import { makeRedating } from "./Redating.ts"

export const makeTending = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const complete = yield* makeCompletion
  const goOn = yield* makeGoingOn
  const plans = yield* PlanStore
  const redate = yield* makeRedating
  const sequences = yield* SequenceStore

  /** Completes a campaign, if no lead of it waits for a mail. */
  const completeIfDone = Effect.fnUntraced(function* ({ id: campaign_id }: CampaignRecord) {
    const { id } = yield* CurrentOrganization
    if (!(yield* agenda.hasOpen(id, campaign_id))) yield* complete(campaign_id)
  })

  /**
   * Gives the rows of campaigns that the account has left to the pool. In its active campaigns, follows shorter delays (`Redating.ts`), gives
   * leads a further step (`GoingOn.ts`), and completes a campaign that has nothing left. Returns how many rows changed: then something may be due.
   */
  return Effect.fnUntraced(function* (account_id: AccountId) {
    const { id } = yield* CurrentOrganization
    const all = yield* campaigns.findByAccounts(id, [account_id])
    const kept = all.map((campaign) => campaign.id)
    let count = yield* agenda.release(id, account_id, { kept, limit: batch })
    const active = all.filter(({ status }) => status === "active")
    if (active.length === 0) return count
    const active_ids = active.map((campaign) => campaign.id)
    const steps = Map.groupBy(yield* sequences.ofCampaigns(id, active_ids), ({ campaign_id }) => campaign_id)
    const known = yield* plans.findMany(id, active_ids)
    const passed = new Set(known.flatMap(({ campaign_id, passed_at }) => (passed_at === null ? [] : [campaign_id])))
    const toRedate = new Set(known.flatMap(({ campaign_id, redated_to }) => (redated_to === null ? [] : [campaign_id])))
    for (const campaign of active) {
      const own = steps.get(campaign.id) ?? []
      if (toRedate.has(campaign.id)) count += yield* redate(campaign, own)
      const goingOn = yield* goOn(campaign, own, [account_id, null])
      count += goingOn
      if (goingOn === 0 && passed.has(campaign.id)) yield* completeIfDone(campaign)
    }
    return count
  })
})

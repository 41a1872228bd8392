/** Keeps the agenda of an account in order while it has nothing to send (sending design, "Flow", 1 to 3). */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
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

  /** Puts the agenda of one active campaign in order. Returns how many leads go on. */
  const tendCampaign = Effect.fnUntraced(function* (
    account_id: AccountId,
    campaign: CampaignRecord,
    steps: ReadonlyArray<SequenceRecord>,
    isLookedAt: boolean
  ) {
    const { id } = yield* CurrentOrganization
    const count = yield* goOn(campaign, steps, [account_id, null])
    if (count === 0 && isLookedAt && !(yield* agenda.hasOpen(id, campaign.id))) yield* complete(campaign.id)
    return count
  })

  /**
   * Gives rows of campaigns that the account has left to the pool, lets leads go on that have a further step or whose last
   * mail stayed unknown, and completes campaigns. Returns how many rows changed: then something may be due.
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
    const redated = new Set(known.flatMap(({ campaign_id, redated_to }) => (redated_to === null ? [] : [campaign_id])))
    for (const campaign of active) {
      if (redated.has(campaign.id)) count += yield* redate(campaign, steps.get(campaign.id) ?? [])
      count += yield* tendCampaign(account_id, campaign, steps.get(campaign.id) ?? [], passed.has(campaign.id))
    }
    return count
  })
})

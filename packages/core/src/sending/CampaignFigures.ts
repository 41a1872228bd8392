/** Reads what campaigns did in a period, in their time zones. */
import { Effect } from "effect"
import { type Preset, resolve } from "../analytics/Period.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { CampaignId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"

/** Makes a function that reads the sums of campaigns over the days of a preset: one read for each time zone. */
export const makeCampaignFigures = Effect.gen(function* () {
  const rollups = yield* RollupStore

  return Effect.fnUntraced(function* (
    campaigns: ReadonlyArray<Pick<Campaign, "id" | "timezone">>,
    preset: Exclude<Preset, "all_time">,
    now: Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    const figures = new Map<CampaignId, Metrics>()
    for (const [timezone, group] of Map.groupBy(campaigns, (campaign) => campaign.timezone)) {
      const { period } = resolve({}, { preset, timezone }, toMillis(now))
      const ids = group.map((campaign) => campaign.id)
      const sums = yield* rollups.sumCampaigns(id, ids, period)
      for (const [i, sum] of sums.entries()) {
        const campaign_id = ids[i]
        if (campaign_id !== undefined) figures.set(campaign_id, sum)
      }
    }
    return figures
  })
})

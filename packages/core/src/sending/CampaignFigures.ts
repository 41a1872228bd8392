/** Reads the sums of campaigns over a period, in their time zones. */
import { Effect } from "effect"
import { type Preset, resolve } from "../analytics/Period.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { CampaignId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"

/** Makes the function that returns the sums of campaigns over a period such as `today`, by campaign. It reads once for each time zone. */
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
      // The sums are in the order of the ids.
      for (const [i, campaign_id] of ids.entries()) {
        const sum = sums[i]
        if (sum !== undefined) figures.set(campaign_id, sum)
      }
    }
    return figures
  })
})

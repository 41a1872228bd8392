/** What happens to campaigns, as changes that use cases report (`Changes`). */
import { Data } from "effect"
import type { CampaignRecord } from "./Campaign.ts"

/** The campaign became active. */
export class CampaignStarted extends Data.TaggedClass("CampaignStarted")<{ readonly campaign: CampaignRecord }> {}

/** The campaign was active, and is paused. */
export class CampaignPaused extends Data.TaggedClass("CampaignPaused")<{ readonly campaign: CampaignRecord }> {}

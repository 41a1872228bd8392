/** Changes (`Changes`) that use cases report when the status or the settings of a campaign change. */
import { Data } from "effect"
import type { AccountId } from "../ids.ts"
import type { CampaignRecord } from "./Campaign.ts"

/** The campaign became active. */
export class CampaignStarted extends Data.TaggedClass("CampaignStarted")<{ readonly campaign: CampaignRecord }> {}

/** The campaign was active and is now paused: by Mailroom if it has a `status_reason`, else by a person. */
export class CampaignPaused extends Data.TaggedClass("CampaignPaused")<{ readonly campaign: CampaignRecord }> {}

/** The campaign was active, and nothing is left to send. */
export class CampaignCompleted extends Data.TaggedClass("CampaignCompleted")<{ readonly campaign: CampaignRecord }> {}

/** Settings of the campaign changed. */
export class CampaignUpdated extends Data.TaggedClass("CampaignUpdated")<{
  readonly campaign: CampaignRecord
  /** The accounts that send for it no more. */
  readonly left: ReadonlyArray<AccountId>
  /** Whether leads that wait may get their next step earlier: the window, its zone or days off changed. */
  readonly isEarlier: boolean
  /** Whether `required_verification` changed. Default: no. */
  readonly isRequirementChanged?: boolean
}> {}

/** Changes (`Changes`) that use cases report when the steps of a campaign change. */
import { Data } from "effect"
import type { CampaignId } from "../ids.ts"

/** A step of the campaign was added, changed, moved or removed. */
export class StepsChanged extends Data.TaggedClass("StepsChanged")<{
  readonly campaign_id: CampaignId
  /** Whether a step may be due earlier than before, because the one at its position has a shorter delay now. */
  readonly isEarlier: boolean
}> {}

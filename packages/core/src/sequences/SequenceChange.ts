/** Changes (`Changes`) that use cases report when the steps of a campaign change. */
import { Data } from "effect"
import type { CampaignId, SequenceId } from "../ids.ts"

/** A step of the campaign was added, changed, moved or removed. */
export class StepsChanged extends Data.TaggedClass("StepsChanged")<{
  readonly campaign_id: CampaignId
  /** The step that was removed with its last variant; `null`: none. */
  readonly removed: SequenceId | null
  /** Whether a lead may get its next step earlier than before: a delay got shorter, or the order changed. */
  readonly isEarlier: boolean
}> {}

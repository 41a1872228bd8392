/** The change (`Changes`) that use cases report when the leads of a campaign are to be verified. */
import { Data } from "effect"
import type { CampaignId } from "../ids.ts"

/** The verification of a campaign's leads began, or goes on. */
export class VerificationAsked extends Data.TaggedClass("VerificationAsked")<{ readonly campaign_id: CampaignId }> {}

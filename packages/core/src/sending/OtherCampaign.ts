/** The campaign that keeps another one from writing to a person, with its name, as answers show it. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { CampaignId } from "../ids.ts"
import type { Contacts } from "./ContactRule.ts"

const OtherCampaign = Schema.Struct({
  campaign_id: CampaignId,
  name: described(Schema.String, "The name of the campaign.", "Spring launch")
}).annotate({
  identifier: "OtherCampaign",
  description: "A campaign that writes to a person, or did so within the gap of `contact_rule`."
})

export const other_campaign = described(
  Schema.NullOr(OtherCampaign),
  "The campaign that has the person, if the reason is `other_campaign`; else `null`.",
  null
)

/** The campaign as it is shown. */
export const shownCampaign = (
  id: CampaignId | undefined,
  { names }: Contacts
): { readonly campaign_id: CampaignId; readonly name: string } | null =>
  id === undefined ? null : { campaign_id: id, name: names.get(id) ?? "" }

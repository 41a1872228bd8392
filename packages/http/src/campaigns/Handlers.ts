import { Campaign, Campaigns } from "@mailroom/core"
import { etags } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const campaign = { body: Campaign.toCampaign, etag: etags.campaign }
const location = ({ id }: Campaign.CampaignRecord) => `/campaigns/${id}`

export const operations = operationsOf("campaigns", Campaigns, (campaigns) => ({
  ...campaigns,
  create: operation(campaigns.create, { ...campaign, location }),
  duplicate: operation(campaigns.duplicate, { ...campaign, location }),
  find: operation(campaigns.find, campaign),
  update: operation(campaigns.update, campaign),
  start: operation(campaigns.start, campaign),
  pause: operation(campaigns.pause, campaign)
}))

import { Campaign, Pagination } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Created } from "../Created.ts"
import { campaignId, limit, offset, offsetPage } from "../Parameters.ts"
import { NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

export class CampaignsGroup extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.get("page", "/campaigns", {
      query: { ...Campaign.CampaignQuery.fields, offset, limit: limit(Pagination.maximumLimit) },
      success: offsetPage(Campaign.Campaign, "CampaignPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the campaigns, in the order of their creation" })),
    HttpApiEndpoint.post("create", "/campaigns", {
      payload: Campaign.NewCampaign,
      success: Created(Campaign.Campaign),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Create a campaign" })),
    HttpApiEndpoint.get("find", "/campaigns/:campaignId", {
      params: { campaignId },
      success: Campaign.Campaign,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a campaign" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Campaigns", description: "What leads belong to." })) {}

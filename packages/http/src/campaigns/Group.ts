import { Campaign, Pagination, Sequence } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { campaignId, id, limit, offset, offsetPage, search } from "../Parameters.ts"
import { Conflict, NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

const sequenceParams = { campaignId, id: id(Sequence.SequenceId) }

const SequenceList = Schema.Struct({ data: Schema.Array(Sequence.Sequence) }).annotate({
  identifier: "SequenceList"
})

export class CampaignsGroup extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.get("page", "/campaigns", {
      query: {
        offset,
        limit: limit(Pagination.maximumLimit),
        status: Schema.optionalKey(Campaign.CampaignStatus),
        search
      },
      success: offsetPage(Campaign.Campaign, "CampaignPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the campaigns, in the order of their creation" })),
    HttpApiEndpoint.post("create", "/campaigns", {
      payload: Campaign.NewCampaign,
      success: Campaign.Campaign.pipe(HttpApiSchema.status("Created")),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Create a campaign" })),
    HttpApiEndpoint.get("find", "/campaigns/:campaignId", {
      params: { campaignId },
      success: Campaign.Campaign,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a campaign" })),
    HttpApiEndpoint.get("sequences", "/campaigns/:campaignId/sequences", {
      params: { campaignId },
      success: SequenceList,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the steps of a campaign, by position" })),
    HttpApiEndpoint.post("createSequence", "/campaigns/:campaignId/sequences", {
      params: { campaignId },
      payload: Sequence.NewSequence,
      success: Sequence.Sequence.pipe(HttpApiSchema.status("Created")),
      error: [NotFound, Conflict, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Append a step to a campaign" })),
    HttpApiEndpoint.patch("updateSequence", "/campaigns/:campaignId/sequences/:id", {
      params: sequenceParams,
      payload: Sequence.SequencePatch,
      success: Sequence.Sequence,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Change a step, or move it to another position" })),
    HttpApiEndpoint.delete("removeSequence", "/campaigns/:campaignId/sequences/:id", {
      params: sequenceParams,
      success: HttpApiSchema.NoContent,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a step; the others close up" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Campaigns", description: "What leads belong to." })) {}

import { Campaign } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { CampaignNotReady, Conflict, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

const params = parameters({ campaignId: Campaign.CampaignIdInput })
const headers = ifMatch
const tagged = HttpApiSchema.WithHeaders(Campaign.Campaign, etag)
/** A body without fields: `{}`. */
const payload = Schema.Record(Schema.String, Schema.Never).annotate({
  identifier: "NoFields",
  description: "An empty object."
})

export class CampaignsGroup extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.get("page", "/campaigns", {
      query: parameters(Campaign.CampaignQuery.fields),
      success: offsetPage(Campaign.ListedCampaign, "CampaignPage", "campaigns")
    }).annotateMerge(
      documented(
        "List the campaigns with their counts, in the order of creation",
        "Filters apply together, and `total` counts the remaining rows."
      )
    ),
    HttpApiEndpoint.post("create", "/campaigns", {
      payload: Campaign.NewCampaign,
      success: Created(Campaign.Campaign, etag)
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Create a campaign",
          "The new campaign is a draft, without leads and steps. An account that does not exist is a 400.",
          { name: "Spring launch", timezone: "Europe/Oslo", daily_limit: 100 }
        )
      ),
    HttpApiEndpoint.get("find", "/campaigns/:campaignId", {
      params,
      success: tagged,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Get a campaign",
        "Its `ETag` changes also with its number of leads, which `If-Match` does not compare."
      )
    ),
    HttpApiEndpoint.patch("update", "/campaigns/:campaignId", {
      params,
      headers,
      payload: Campaign.CampaignPatch,
      success: tagged,
      error: [NotFound, PreconditionFailed]
    }).annotateMerge(
      documented(
        "Change settings of a campaign, in every status",
        "An empty object changes nothing. `account_ids` replaces the whole list.",
        { daily_limit: 200, track_clicks: true }
      )
    ),
    HttpApiEndpoint.post("duplicate", "/campaigns/:campaignId/duplicate", {
      params,
      payload: Campaign.DuplicateCampaign,
      success: Created(Campaign.Campaign, etag),
      error: [NotFound]
    })
      .middleware(Idempotent)
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Duplicate a campaign",
          "The copy is a draft with the settings, the accounts and the steps of the campaign, which may have any status. Leads " +
            "are not copied.",
          { name: "Autumn launch" }
        )
      ),
    HttpApiEndpoint.post("start", "/campaigns/:campaignId/start", {
      params,
      headers,
      payload,
      success: tagged,
      error: [NotFound, PreconditionFailed, CampaignNotReady]
    })
      .middleware(Idempotent)
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Start a campaign",
          "Makes the campaign active, from every status, if it has an account, a step and a lead. Otherwise it is a " +
            "conflict, `campaign_not_ready`. An active campaign does not change.",
          {}
        )
      ),
    HttpApiEndpoint.post("pause", "/campaigns/:campaignId/pause", {
      params,
      headers,
      payload,
      success: tagged,
      error: [NotFound, PreconditionFailed, Conflict]
    })
      .middleware(Idempotent)
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Pause an active campaign",
          "A paused campaign does not change. A draft or a completed one is not active: that is a conflict, " +
            "`campaign_not_active`.",
          {}
        )
      ),
    HttpApiEndpoint.delete("remove", "/campaigns/:campaignId", {
      params,
      headers,
      success: HttpApiSchema.NoContent,
      error: [NotFound, PreconditionFailed, Conflict]
    }).annotateMerge(
      documented(
        "Delete a campaign with its leads and steps",
        "An active campaign is a conflict, `campaign_active`. Threads stay, without lead and " +
          "campaign. The campaign and its leads are hidden immediately; the answer is sent when all are " +
          "deleted. If the deletion is interrupted, it continues later."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Campaigns", description: "Each lead belongs to a campaign." }))
  .annotate(Guides, ["concepts.md", "sending.md"]) {}

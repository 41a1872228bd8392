import { Campaign, CampaignVerification, VerifyLeads } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { parameters } from "../contract/Parameters.ts"
import { NotFound } from "../contract/Problems.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

const params = parameters({ campaignId: Campaign.CampaignIdInput })

export class VerificationGroup extends HttpApiGroup.make("verification")
  .add(
    HttpApiEndpoint.post("verify", "/campaigns/:campaignId/verify", {
      params,
      payload: VerifyLeads,
      success: CampaignVerification.pipe(HttpApiSchema.status("Accepted")),
      error: [NotFound]
    })
      .middleware(Idempotent)
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Verify the addresses of a campaign's leads",
          "The leads are verified in the background, and get a `verification_status`: `GET /campaigns/{campaignId}/verification` shows " +
            "the progress and the cost. A running verification continues, so a repeated call costs nothing. No mail server is asked: " +
            "Mailroom checks syntax, DNS and lists. If the operator has set up a verification service, it decides about the rest, at its price.",
          { statuses: ["not_verified"] }
        )
      ),
    HttpApiEndpoint.get("find", "/campaigns/:campaignId/verification", {
      params,
      success: CampaignVerification,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "See how far the verification of a campaign's leads is",
        "The price of a lead, the number of leads by `verification_status`, and the last verification with its results and its cost so far."
      )
    ),
    HttpApiEndpoint.delete("stop", "/campaigns/:campaignId/verification", {
      params,
      success: CampaignVerification,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Stop the verification of a campaign's leads",
        "Results that were found stay; up to ten leads whose verification has begun are still verified. One that has ended stays as it is."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Verification", description: "Whether the addresses of leads take mail." })
  )
  .annotate(Guides, ["verification.md"]) {}

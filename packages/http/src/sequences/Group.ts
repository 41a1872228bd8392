import { Campaign, described, Sequence } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ campaignId: Campaign.CampaignIdInput })
const stepParams = parameters({ campaignId: Campaign.CampaignIdInput, id: Sequence.SequenceId })

const SequenceList = Schema.Struct({
  data: described(Schema.Array(Sequence.Sequence), "The steps, by position.")
}).annotate({
  identifier: "SequenceList",
  description: "The steps of a campaign."
})

export class SequencesGroup extends HttpApiGroup.make("sequences")
  .add(
    HttpApiEndpoint.get("list", "/campaigns/:campaignId/sequences", {
      params,
      success: SequenceList,
      error: [NotFound]
    }).annotateMerge(
      documented("List the steps of a campaign, by position", "Returns all steps: a campaign has at most 100.")
    ),
    HttpApiEndpoint.post("create", "/campaigns/:campaignId/sequences", {
      params,
      payload: Sequence.NewSequence,
      success: Created(Sequence.Sequence),
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented("Append a step to a campaign", "A step after the hundredth is a conflict, `too_many_sequences`.", {
          subject: "A question",
          body: "Hello {{first_name}}, do you have a minute?"
        })
      ),
    HttpApiEndpoint.get("find", "/campaigns/:campaignId/sequences/:id", {
      params: stepParams,
      success: Sequence.Sequence,
      error: [NotFound]
    }).annotateMerge(documented("Get a step of a campaign", "Returns the same fields as the list.")),
    HttpApiEndpoint.patch("update", "/campaigns/:campaignId/sequences/:id", {
      params: stepParams,
      payload: Sequence.SequencePatch,
      success: Sequence.Sequence,
      error: [NotFound]
    }).annotateMerge(
      documented("Change a step, or move it to another position", "A position after the last one means the last one.", {
        position: 1,
        delay_days: 3
      })
    ),
    HttpApiEndpoint.delete("remove", "/campaigns/:campaignId/sequences/:id", {
      params: stepParams,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(documented("Delete a step; the others close up", "The metrics of the step stay in analytics."))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Sequences", description: "The steps of campaigns." })) {}

import { Campaign, described, Sequence } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ campaignId: Campaign.CampaignIdInput })
const stepParams = parameters({ campaignId: Campaign.CampaignIdInput, id: Sequence.SequenceId })

const SequenceList = Schema.Struct({
  data: described(Schema.Array(Sequence.Sequence), "The steps and their variants, by position and variant.")
}).annotate({
  identifier: "SequenceList",
  description: "The steps of a campaign, with their variants."
})

export class SequencesGroup extends HttpApiGroup.make("sequences")
  .add(
    HttpApiEndpoint.get("list", "/campaigns/:campaignId/sequences", {
      params,
      success: SequenceList,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "List the steps of a campaign, by position",
        "Returns all steps with their variants: a campaign has at most 100 sequences, and a variant is one."
      )
    ),
    HttpApiEndpoint.post("create", "/campaigns/:campaignId/sequences", {
      params,
      payload: Sequence.NewSequence,
      success: Created(Sequence.Sequence, etag),
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Append a step to a campaign, or a variant to a step",
          "With `variant_of`, each lead gets either that variant or this one, in proportion to the weights. A sequence after the hundredth is a conflict, `too_many_sequences`, and a variant after the fifth, `too_many_variants`.",
          {
            subject: "A question",
            body: "Hello {{first_name}}, do you have a minute?"
          }
        )
      ),
    HttpApiEndpoint.get("find", "/campaigns/:campaignId/sequences/:id", {
      params: stepParams,
      success: HttpApiSchema.WithHeaders(Sequence.Sequence, etag),
      error: [NotFound]
    }).annotateMerge(documented("Get a step of a campaign", "Returns the same fields as the list.")),
    HttpApiEndpoint.patch("update", "/campaigns/:campaignId/sequences/:id", {
      params: stepParams,
      headers: ifMatch,
      payload: Sequence.SequencePatch,
      success: HttpApiSchema.WithHeaders(Sequence.Sequence, etag),
      error: [NotFound, PreconditionFailed]
    }).annotateMerge(
      documented(
        "Change a step, or move it to another position",
        "A position after the last one means the last one. Position and delay belong to the step: they change for all its variants. Who was sent a variant keeps it; when a weight is raised, other leads change only to this variant.",
        {
          position: 1,
          delay_days: 3
        }
      )
    ),
    HttpApiEndpoint.delete("remove", "/campaigns/:campaignId/sequences/:id", {
      params: stepParams,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented(
        "Delete a step or a variant; the others close up",
        "Its metrics stay in analytics. A step goes on with its other variants. If their weights are all 0, it is a conflict, `step_without_weight`."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Sequences", description: "The steps of campaigns." }))
  .annotate(Guides, ["sending.md"]) {}

import {
  Campaign,
  ChangedMatching,
  ChangeMatching,
  Count,
  CreateLeads,
  CreateResult,
  described,
  Lead,
  LeadWithState,
  ListedLeadWithState,
  PauseLead,
  PauseLeadResult,
  PauseLeads,
  RemoveLeads,
  Tag,
  UpdateLeadResult,
  UpdateLeads
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { campaign_id } from "../openapi/Examples.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { cursorPage, DeletionStatus, offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, InvalidCursorProblem, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { largeBody, MaxBodySize, OptionalBody, Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: Lead.LeadId })

const CreateLeadsResult = Schema.Struct({
  created: described(Count, "The number of created leads."),
  updated: described(Count, "The number of updated leads."),
  skipped: described(Count, "The number of inputs that were neither created nor updated."),
  data: described(Schema.Array(CreateResult), "One result per input, in order.")
}).annotate({ identifier: "CreateLeadsResult", description: "The result of adding leads." })

const DeleteLeads = RemoveLeads.mapFields(({ erase, ids }) => ({ ids: Schema.optionalKey(ids), erase })).annotate({
  identifier: "DeleteLeads",
  description: "The leads to delete."
})

const DeleteLeadsResult = Schema.Struct({
  deleted: described(Count, "The number of deleted leads."),
  not_found: described(Count, "The number of ids without a lead in the organization."),
  data: described(
    Schema.Array(
      Schema.Struct({
        id: Lead.LeadId,
        status: DeletionStatus
      }).annotate({
        identifier: "DeleteLeadResult",
        description: "The result for one lead."
      })
    ),
    "One result per distinct id, in order."
  )
}).annotate({ identifier: "DeleteLeadsResult", description: "The result of deleting leads." })

const UpdateLeadsResult = Schema.Struct({
  updated: described(Count, "The number of updated leads."),
  not_found: described(Count, "The number of ids without a lead in the organization."),
  data: described(Schema.Array(UpdateLeadResult), "One result per distinct id, in order.")
}).annotate({ identifier: "UpdateLeadsResult", description: "The result of updating leads." })

const PauseLeadsResult = Schema.Struct({
  updated: described(Count, "The number of leads that were paused, or whose pause was ended."),
  not_found: described(Count, "The number of ids without a lead in the organization."),
  data: described(Schema.Array(PauseLeadResult), "One result per distinct id, in order.")
}).annotate({ identifier: "PauseLeadsResult", description: "The result of pausing leads." })

const LeadList = Schema.Struct(cursorPage(ListedLeadWithState)).annotate({
  identifier: "LeadList",
  description: "A page of leads."
})
const LeadPage = offsetPage(ListedLeadWithState, "LeadPage", "leads")

export const AssignTag = Schema.Struct({
  tag_id: described(Schema.NullOr(Tag.TagId), "The tag to assign; `null` removes the tag.")
}).annotate({ identifier: "AssignTag", description: "The reply tag of a lead." })

export class LeadsGroup extends HttpApiGroup.make("leads")
  .add(
    HttpApiEndpoint.get("page", "/leads/campaign/:campaignId", {
      params: parameters({ campaignId: Campaign.CampaignIdInput }),
      query: parameters(Lead.LeadPageQuery.fields),
      success: LeadPage,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "List the leads of a campaign, by ascending id",
        "Filters apply together, and `total` counts the remaining rows. `after_id` filters first, then `offset` skips."
      )
    ),
    HttpApiEndpoint.get("all", "/leads", {
      query: parameters(Lead.LeadListQuery.fields),
      success: LeadList,
      error: [InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List the leads of all campaigns, the newest first",
        "Filters apply together; a campaign or a tag that does not exist has no leads. A cursor is valid for the filters " +
          "with which it was created."
      )
    ),
    HttpApiEndpoint.get("find", "/leads/:id", {
      params,
      success: HttpApiSchema.WithHeaders(LeadWithState, etag),
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Get a lead with its custom fields and its effective state",
        "`effective_state` says whether the lead may be mailed, and otherwise each reason, the one that wins first. " +
          "Lists show both with `include=custom_fields,effective_state`."
      )
    ),
    HttpApiEndpoint.post("create", "/leads", {
      payload: CreateLeads,
      success: CreateLeadsResult,
      error: [NotFound]
    })
      .middleware(Idempotent)
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(
        documented(
          "Add up to 1000 leads to a campaign",
          "One result per input, in order; an invalid input does not affect the others. A lead whose address the " +
            "blacklist covers is created and stopped. The body may have 25 MiB.",
          {
            campaign_id,
            leads: [
              {
                email: "ada@example.com",
                first_name: "Ada",
                company: "Engines Ltd",
                custom_fields: { city: "London" }
              },
              { email: "grace@example.com" }
            ],
            on_duplicate: "update"
          }
        )
      ),
    HttpApiEndpoint.patch("update", "/leads/:id", {
      params,
      headers: ifMatch,
      payload: Lead.LeadPatch,
      success: HttpApiSchema.WithHeaders(Lead.Lead, etag),
      error: [NotFound, PreconditionFailed, Conflict]
    }).annotateMerge(
      documented(
        "Update a lead; stop or resume sending to it",
        "An empty object changes nothing. `custom_fields` merges by name. An address that the campaign already contains " +
          "is a conflict, `duplicate_lead`. A lead that is resumed gets no mail while anything else stands in the way, such " +
          "as the blacklist: `GET /leads/{id}` says what. A role below `member` changes `stop_sending` only.",
        { first_name: "Ada", custom_fields: { city: "London", nickname: null }, stop_sending: true }
      )
    ),
    HttpApiEndpoint.patch("updateMany", "/leads", {
      headers: ifMatch,
      payload: UpdateLeads.annotate({ identifier: "UpdateLeads" }),
      success: UpdateLeadsResult,
      error: [PreconditionFailed]
    }).annotateMerge(
      documented(
        "Change many leads",
        "Stops or resumes sending to up to 1000 leads, in one transaction. One result per distinct id, in order, with the " +
          "values of before. `If-Match` is allowed only with exactly one id.",
        { ids: [42, 43], stop_sending: true }
      )
    ),
    HttpApiEndpoint.post("changeMatching", "/leads/matching", {
      payload: ChangeMatching,
      success: ChangedMatching
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Change all leads that pass filters",
          "Stops, resumes, pauses, tags, deletes or erases them, up to 1000 in one call and one transaction, the newest first. Call " +
            "again with `next_before_id` until it is `null`: leads that are added meanwhile are left out.",
          { filter: { campaign_id, status: "Not contacted" }, action: "stop" }
        )
      ),
    HttpApiEndpoint.put("tag", "/leads/:id/tag", {
      params,
      headers: ifMatch,
      payload: AssignTag,
      success: HttpApiSchema.WithHeaders(Lead.Lead, etag),
      error: [NotFound, PreconditionFailed]
    }).annotateMerge(
      documented(
        "Put a reply tag on a lead, or take it off",
        "Sets `reply_status_tag_id`, and `reply_status` to the name of the tag. `null` clears both. It is the decision of a person, " +
          "which no automatic label changes.",
        { tag_id: 7 }
      )
    ),
    HttpApiEndpoint.put("pause", "/leads/:id/pause", {
      params,
      headers: ifMatch,
      payload: PauseLead,
      success: HttpApiSchema.WithHeaders(LeadWithState, etag),
      error: [NotFound, PreconditionFailed]
    }).annotateMerge(
      documented(
        "Pause a lead until an instant, or end its pause",
        "The lead gets no mail before `until`, and then its next step as soon as that is due. `null` ends the pause. An " +
          "automatic reply that names the day of its return pauses its lead until that day is over in the time zone of " +
          "the campaign. `effective_state` says until when the lead waits, and who decided that.",
        { until: "2026-12-07T08:00:00Z" }
      )
    ),
    HttpApiEndpoint.post("pauseMany", "/leads/pause", {
      payload: PauseLeads,
      success: PauseLeadsResult
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Pause many leads until an instant, or end their pauses",
          "As `PUT /leads/{id}/pause` does, for up to 1000 leads in one transaction. One result per distinct id, in order, with " +
            "the end of the pause of before.",
          { ids: [42, 43], until: "2026-12-07T08:00:00Z" }
        )
      ),
    HttpApiEndpoint.delete("remove", "/leads", {
      headers: ifMatch,
      query: parameters({
        ids: described(Schema.optionalKey(Schema.Array(Lead.LeadId)), "The leads to delete, if the body has no `ids`.")
      }),
      payload: DeleteLeads,
      success: DeleteLeadsResult,
      error: [PreconditionFailed]
    })
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Delete leads",
          "One result per distinct id. Events and analytics stay. `erase` also removes a lead's mail, its attachments, stored " +
            "deliveries, kept answers, and what events say of it; of leads with its address that were deleted before, too, and " +
            "mail that belongs to no lead. Leads with the address in other campaigns stay, and so does mail in conversations of " +
            "other leads. `ids` of the body have priority over those of the query. `If-Match` is allowed only with exactly one id.",
          { ids: [42, 43] }
        )
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Leads",
      description: "Recipients of campaigns, whether they may get mail, and their replies."
    })
  )
  .annotate(Guides, ["concepts.md", "tutorial.md"]) {}

import { Count, CreateLeads, CreateResult, Lead, Pagination, RemoveLeads, Tag } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Idempotent } from "../Idempotent.ts"
import { campaignId, cursorPage, flag, id, limit, offset, offsetPage } from "../Parameters.ts"
import { Conflict, InvalidCursorProblem, NotFound, PreconditionFailed, ServiceUnavailable } from "../Problems.ts"
import { largeBody, MaxBodySize, Validation } from "../Validation.ts"

const params = { id: id(Lead.LeadId) }
const etag = { etag: Schema.String }
/** A list of entity tags or `*`: the write is a 412 unless the lead has one of them. */
const ifMatch = { "if-match": Schema.optionalKey(Schema.String) }

export const CreateLeadsResult = Schema.Struct({
  created: Count,
  updated: Count,
  /** The inputs that are neither created nor updated. */
  skipped: Count,
  data: Schema.Array(CreateResult)
}).annotate({ identifier: "CreateLeadsResult" })

const DeleteLeads = RemoveLeads.annotate({ identifier: "DeleteLeads" })

const DeleteLeadsResult = Schema.Struct({
  deleted: Count,
  not_found: Count,
  data: Schema.Array(Schema.Struct({ id: Lead.LeadId, status: Schema.Literals(["deleted", "not_found"]) }))
}).annotate({ identifier: "DeleteLeadsResult" })

const filters = { stop_sending: Schema.optionalKey(flag), tag_id: Schema.optionalKey(id(Lead.TagId)) }

export const LeadList = Schema.Struct(cursorPage(Lead.Lead)).annotate({ identifier: "LeadList" })
export const LeadPage = offsetPage(Lead.Lead, "LeadPage")

export class LeadsGroup extends HttpApiGroup.make("leads")
  .add(
    HttpApiEndpoint.get("page", "/leads/campaign/:campaignId", {
      params: { campaignId },
      query: {
        ...Lead.LeadPageQuery.fields,
        ...filters,
        after_id: Schema.optionalKey(id(Lead.LeadId)),
        offset,
        limit: limit(Pagination.maximumLimit)
      },
      success: LeadPage,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the leads of a campaign, by ascending id" })),
    HttpApiEndpoint.get("all", "/leads", {
      query: { ...Lead.LeadListQuery.fields, ...filters, limit: limit(Pagination.maximumCursorLimit) },
      success: LeadList,
      error: [InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the leads of all campaigns, the newest first" })),
    HttpApiEndpoint.get("find", "/leads/:id", {
      params,
      success: HttpApiSchema.WithHeaders(Lead.LeadWithCustomFields, etag),
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a lead with its custom fields" })),
    HttpApiEndpoint.post("create", "/leads", {
      payload: CreateLeads,
      success: CreateLeadsResult,
      error: [NotFound, ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(OpenApi.annotations({ summary: "Add up to 1000 leads to a campaign" })),
    HttpApiEndpoint.patch("update", "/leads/:id", {
      params,
      headers: ifMatch,
      payload: Lead.LeadPatch,
      success: HttpApiSchema.WithHeaders(Lead.Lead, etag),
      error: [NotFound, PreconditionFailed, Conflict, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Update a lead; stop or resume sending to it" })),
    HttpApiEndpoint.put("tag", "/leads/:id/tag", {
      params,
      headers: ifMatch,
      payload: Schema.Struct({ tag_id: Schema.NullOr(Tag.TagId) }).annotate({ identifier: "AssignTag" }),
      success: HttpApiSchema.WithHeaders(Lead.Lead, etag),
      error: [NotFound, PreconditionFailed, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Put a reply tag on a lead, or take it off" })),
    HttpApiEndpoint.delete("remove", "/leads", {
      headers: ifMatch,
      payload: DeleteLeads,
      success: DeleteLeadsResult,
      error: [PreconditionFailed, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete leads",
        description:
          "`If-Match` is allowed only with exactly one id. `erase` also removes a lead's mail, its attachments, stored " +
          "deliveries, kept answers, and what events say of it. Ask for it at once: what stays of a lead that is deleted " +
          "already cannot be erased."
      })
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Leads",
      description: "Recipients of campaigns, whether they may be sent to, and what they replied."
    })
  ) {}

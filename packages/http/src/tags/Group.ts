import { Pagination, Tag } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Created } from "../Created.ts"
import { Idempotent } from "../Idempotent.ts"
import { id, limit, offset, offsetPage } from "../Parameters.ts"
import { Conflict, NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

const params = { id: id(Tag.TagId) }

export class TagsGroup extends HttpApiGroup.make("tags")
  .add(
    HttpApiEndpoint.get("page", "/tags", {
      query: { offset, limit: limit(Pagination.maximumLimit) },
      success: offsetPage(Tag.Tag, "TagPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the reply tags, by ascending id" })),
    HttpApiEndpoint.post("create", "/tags", {
      payload: Tag.NewTag,
      success: Created(Tag.Tag),
      error: [Conflict, ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(OpenApi.annotations({ summary: "Create a reply tag" })),
    HttpApiEndpoint.patch("update", "/tags/:id", {
      params,
      payload: Tag.TagPatch,
      success: Tag.Tag,
      error: [NotFound, Conflict, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Rename a reply tag, or change its sentiment" })),
    HttpApiEndpoint.delete("remove", "/tags/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a reply tag, and take it off its leads" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Tags", description: "Labels for what replies say." })) {}

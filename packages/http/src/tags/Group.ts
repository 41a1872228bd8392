import { Pagination, Tag } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: Tag.TagId })

export class TagsGroup extends HttpApiGroup.make("tags")
  .add(
    HttpApiEndpoint.get("page", "/tags", {
      query: parameters(Pagination.pageQuery(Tag.TagId).fields),
      success: offsetPage(Tag.Tag, "TagPage", "reply tags")
    }).annotateMerge(
      documented(
        "List the reply tags, by ascending id",
        "An organization has only a few tags; `total` is their number."
      )
    ),
    HttpApiEndpoint.post("create", "/tags", {
      payload: Tag.NewTag,
      success: Created(Tag.Tag),
      error: [Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented("Create a reply tag", "The name of another tag, ignoring case, is a conflict, `duplicate_tag`.", {
          name: "Interested",
          sentiment: "positive"
        })
      ),
    HttpApiEndpoint.get("find", "/tags/:id", {
      params,
      success: Tag.Tag,
      error: [NotFound]
    }).annotateMerge(documented("Get a reply tag", "Returns the same fields as the list.")),
    HttpApiEndpoint.patch("update", "/tags/:id", {
      params,
      payload: Tag.TagPatch,
      success: Tag.Tag,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented(
        "Rename a reply tag, or change its sentiment",
        "The leads with the tag show the new name, and analytics count by the new sentiment. A name that another " +
          "tag has is a conflict, `duplicate_tag`.",
        { name: "Wants a call" }
      )
    ),
    HttpApiEndpoint.delete("remove", "/tags/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Delete a reply tag, and take it off its leads",
        "If there is no answer, repeat the request: it continues where it stopped."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Tags", description: "Labels for replies." }))
  .annotate(Guides, ["unibox.md"]) {}

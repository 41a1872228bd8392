import { Pagination, ReplyTemplate, Thread } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: ReplyTemplate.ReplyTemplateId })

export class ReplyTemplatesGroup extends HttpApiGroup.make("replyTemplates")
  .add(
    HttpApiEndpoint.get("page", "/reply-templates", {
      query: parameters(Pagination.pageQuery(ReplyTemplate.ReplyTemplateId).fields),
      success: offsetPage(ReplyTemplate.ReplyTemplate, "ReplyTemplatePage", "reply templates")
    }).annotateMerge(
      documented(
        "List the reply templates, by ascending id",
        "The bodies are templates: their variables are not replaced."
      )
    ),
    HttpApiEndpoint.post("create", "/reply-templates", {
      payload: ReplyTemplate.NewReplyTemplate,
      success: Created(ReplyTemplate.ReplyTemplate),
      error: [Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Create a reply template",
          "The name of another template, ignoring case, is a conflict, `duplicate_reply_template`. An unknown variable, or `{{` " +
            "without its end, is a fault of the body.",
          { name: "Propose a call", body: "Hello {{first_name|there}},\n\nthank you! Does Tuesday at 10 suit you?" }
        )
      ),
    HttpApiEndpoint.get("find", "/reply-templates/:id", {
      params,
      success: ReplyTemplate.ReplyTemplate,
      error: [NotFound]
    }).annotateMerge(documented("Get a reply template", "Returns the same fields as the list.")),
    HttpApiEndpoint.patch("update", "/reply-templates/:id", {
      params,
      payload: ReplyTemplate.ReplyTemplatePatch,
      success: ReplyTemplate.ReplyTemplate,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented(
        "Change a reply template",
        "The name of another template, ignoring case, is a conflict, `duplicate_reply_template`.",
        { body: "Hello {{first_name|there}},\n\nthank you! Does Wednesday at 10 suit you?" }
      )
    ),
    HttpApiEndpoint.delete("remove", "/reply-templates/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(documented("Delete a reply template", "Answers that began with it stay as they are.")),
    HttpApiEndpoint.get("fill", "/unibox/threads/:threadId/reply-templates/:id", {
      params: parameters({ threadId: Thread.ThreadId, id: ReplyTemplate.ReplyTemplateId }),
      success: ReplyTemplate.FilledReplyTemplate,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Fill a reply template for a thread",
        "The variables have the values of the lead and of the account of the thread. The text is plain text, for `body_text` of " +
          "`POST /unibox/threads/{id}/reply`; a variable without a value or default is empty and named in `missing`. Nothing is sent."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Reply templates", description: "Texts that people begin answers with." })
  )
  .annotate(Guides, ["unibox.md"]) {}

import { ReplyTemplates } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { created } from "../contract/Created.ts"
import { answers, Conflict } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const duplicate = () =>
  new Conflict({ reason: "duplicate_reply_template", detail: "Another reply template has this name" })

export const layer = group(
  Api,
  "replyTemplates",
  Effect.fn(function* (handlers) {
    const templates = yield* ReplyTemplates
    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap(templates.create),
          Effect.flatMap((template) => created(`/reply-templates/${template.id}`, template)),
          Effect.catchTags({ DuplicateReplyTemplate: duplicate }),
          answers("body")
        )
      )
      .handleRaw("update", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((patch) => templates.update(params.id, patch)),
          Effect.catchTags({ DuplicateReplyTemplate: duplicate }),
          answers("body")
        )
      )
      .handleAll({
        page: ({ query }) => templates.page(query).pipe(answers("query")),
        find: ({ params }) => templates.find(params.id).pipe(answers("path")),
        remove: ({ params }) => templates.remove(params.id).pipe(answers("path")),
        fill: ({ params }) => templates.fill(params.threadId, params.id).pipe(answers("path"))
      })
  })
)

import { Tags } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { created } from "../contract/Created.ts"
import { answers, Conflict } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const duplicateTag = () => new Conflict({ reason: "duplicate_tag", detail: "Another tag has this name" })

export const layer = group(
  Api,
  "tags",
  Effect.fn(function* (handlers) {
    const tags = yield* Tags
    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap(tags.create),
          Effect.flatMap((tag) => created(`/tags/${tag.id}`, tag)),
          Effect.catchTags({ DuplicateTag: duplicateTag }),
          answers("body")
        )
      )
      .handleRaw("update", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((patch) => tags.update(params.id, patch)),
          Effect.catchTags({ DuplicateTag: duplicateTag }),
          answers("body")
        )
      )
      .handleAll({
        page: ({ query }) => tags.page(query).pipe(answers("query")),
        find: ({ params }) => tags.find(params.id).pipe(answers("path")),
        remove: ({ params }) => tags.remove(params.id).pipe(answers("path"))
      })
  })
)

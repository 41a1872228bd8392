import { Attachments, type Pagination, Replies, type Thread, Unibox } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { etags, flat } from "../Conversions.ts"
import { answers, storage } from "../contract/Problems.ts"
import { publicUrl } from "../contract/PublicUrl.ts"
import { group } from "../pipeline/RequestContext.ts"
import { LargePages } from "../pipeline/LargePages.ts"
import type { ThreadPage } from "./Group.ts"
import { links } from "./Links.ts"

export const layer = group(
  Api,
  "unibox",
  Effect.fn(function* (handlers) {
    const unibox = yield* Unibox
    const replies = yield* Replies
    const linked = links(yield* Attachments, publicUrl)
    const largePages = yield* LargePages
    const pageWithLinks = (page: Pagination.CursorPage<Thread.Thread>) =>
      Effect.flatMap(linked.threads(page), largePages.page<typeof ThreadPage.Encoded>)

    return handlers
      .handleRaw("update", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((patch) => unibox.update(params.id, patch)),
          Effect.flatMap(linked.thread),
          answers("body")
        )
      )
      .handleRaw("updateMany", ({ endpoint }) =>
        bodyOf(endpoint).pipe(Effect.flatMap(unibox.updateMany), Effect.map(flat), answers("body"))
      )
      .handleAll({
        changes: () =>
          unibox.changes.pipe(
            Effect.map((body) => HttpApiSchema.withHeaders({ body, headers: { etag: etags.changes(body) } })),
            Effect.catchTag("StorageError", storage)
          ),
        ofLead: ({ params, query }) =>
          unibox.ofLead(params.id, query).pipe(Effect.flatMap(pageWithLinks), answers("query")),
        threads: ({ query }) => unibox.threads(query).pipe(Effect.flatMap(pageWithLinks), answers("query")),
        unread: ({ query }) => unibox.unread(query).pipe(answers("query")),
        thread: ({ params, query }) =>
          Effect.all([unibox.thread(params.id, query), replies.stateOf(params.id, query.account_id)], {
            concurrency: 2
          }).pipe(
            Effect.flatMap(([page, reply]) => linked.messages({ ...page, reply })),
            answers("query")
          )
      })
  })
)

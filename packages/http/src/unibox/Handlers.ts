import { type Attachment, Attachments, type Pagination, type Thread, Unibox } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { jsonBody } from "../Body.ts"
import { etagOf } from "../EntityTag.ts"
import { invalidBody, invalidCursor, invalidQuery, notFound, storage } from "../Problems.ts"
import { publicUrl } from "../PublicUrl.ts"
import { group } from "../RequestContext.ts"
import { Turns } from "../Turns.ts"
import type { ThreadPage } from "./Group.ts"

interface WithAttachments {
  readonly attachments: ReadonlyArray<Attachment.Attachment>
}
type Linked<M extends WithAttachments> = Omit<M, "attachments"> & {
  readonly attachments: ReadonlyArray<Attachment.Attachment & { readonly url: string }>
}

export const layer = group(
  Api,
  "unibox",
  Effect.fn(function* (handlers) {
    const unibox = yield* Unibox
    const attachments = yield* Attachments
    const turns = yield* Turns

    const linked = Effect.fnUntraced(function* (attachment: Attachment.Attachment) {
      const { expires, id, signature } = yield* Effect.orDie(attachments.sign(attachment.id))
      const base = yield* publicUrl
      return { ...attachment, url: `${base}/attachments/${id}?expires=${expires}&signature=${signature}` }
    })
    /** The message with the links of its attachments. Most have none, and stay as they are. */
    const withLinks = <M extends WithAttachments>(message: M) =>
      message.attachments.length === 0
        ? Effect.succeed<Linked<M>>({ ...message, attachments: [] })
        : Effect.map(Effect.forEach(message.attachments, linked), (attachments): Linked<M> => ({
            ...message,
            attachments
          }))
    const threadWithLinks = <T extends { readonly last_message: WithAttachments }>(thread: T) =>
      Effect.map(withLinks<T["last_message"]>(thread.last_message), (last_message) => ({ ...thread, last_message }))
    const pageWithLinks = (page: Pagination.CursorPage<Thread.Thread>) =>
      Effect.flatMap(Effect.forEach(page.data, threadWithLinks), (data) =>
        turns.page<typeof ThreadPage.Encoded>({ ...page, data })
      )

    return handlers
      .handleRaw("update", ({ params, request }) =>
        jsonBody(request).pipe(
          Effect.flatMap((patch) => unibox.update(params.id, patch)),
          Effect.flatMap(threadWithLinks),
          Effect.catchTags({
            InvalidInput: invalidBody,
            StorageError: storage,
            ThreadNotFound: notFound
          })
        )
      )
      .handleRaw("updateMany", ({ request }) =>
        jsonBody(request).pipe(
          Effect.flatMap(unibox.updateMany),
          Effect.map(({ counts, data }) => ({ ...counts, data })),
          Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
        )
      )
      .handleAll({
        changes: () =>
          unibox.changes.pipe(
            Effect.map((body) =>
              HttpApiSchema.withHeaders({ body, headers: { etag: etagOf(body.revision, [body.replies, body.other]) } })
            ),
            Effect.catchTag("StorageError", storage)
          ),
        ofLead: ({ params, query }) =>
          unibox.ofLead(params.id, query).pipe(
            Effect.flatMap(pageWithLinks),
            Effect.catchTags({
              InvalidCursor: invalidCursor,
              InvalidInput: invalidQuery,
              LeadNotFound: notFound,
              StorageError: storage
            })
          ),
        threads: ({ query }) =>
          unibox
            .threads(query)
            .pipe(
              Effect.flatMap(pageWithLinks),
              Effect.catchTags({ InvalidCursor: invalidCursor, InvalidInput: invalidQuery, StorageError: storage })
            ),
        unread: () => unibox.unread.pipe(Effect.catchTag("StorageError", storage)),
        thread: ({ params, query }) =>
          unibox.thread(params.id, query).pipe(
            Effect.flatMap(({ data, thread, ...page }) =>
              Effect.all({
                thread: threadWithLinks(thread),
                data: Effect.forEach(data, withLinks)
              }).pipe(Effect.map((linked) => ({ ...page, ...linked })))
            ),
            Effect.catchTags({
              InvalidCursor: invalidCursor,
              InvalidInput: invalidQuery,
              StorageError: storage,
              ThreadNotFound: notFound
            })
          )
      })
  })
)

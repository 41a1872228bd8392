import { Tags } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { Conflict, invalidBody, notFound, storage } from "../Problems.ts"

const duplicateTag = () => new Conflict({ reason: "duplicate_tag", detail: "Another tag has this name" })

export const layer = HttpApiBuilder.group(
  Api,
  "tags",
  Effect.fn(function* (handlers) {
    const tags = yield* Tags
    return handlers.handleAll({
      page: ({ query }) => tags.page(query).pipe(Effect.catchTag("StorageError", storage)),
      create: ({ payload }) =>
        tags.create(payload).pipe(
          Effect.catchTags({
            DuplicateTag: duplicateTag,
            InvalidInput: invalidBody,
            StorageError: storage
          })
        ),
      update: ({ params, payload }) =>
        tags.update(params.id, payload).pipe(
          Effect.catchTags({
            DuplicateTag: duplicateTag,
            InvalidInput: invalidBody,
            StorageError: storage,
            TagNotFound: notFound
          })
        ),
      remove: ({ params }) =>
        tags.remove(params.id).pipe(Effect.catchTags({ StorageError: storage, TagNotFound: notFound }))
    })
  })
)

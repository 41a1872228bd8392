import { Sequences } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { Conflict, invalidBody, notFound, storage } from "../Problems.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "sequences",
  Effect.fn(function* (handlers) {
    const sequences = yield* Sequences
    return handlers.handleAll({
      list: ({ params }) =>
        sequences.list(params.campaignId).pipe(
          Effect.map((data) => ({ data })),
          Effect.catchTags({ CampaignNotFound: notFound, StorageError: storage })
        ),
      create: ({ params, payload }) =>
        sequences.create(params.campaignId, payload).pipe(
          Effect.catchTags({
            CampaignNotFound: notFound,
            InvalidInput: invalidBody,
            StorageError: storage,
            TooManySequences: () =>
              new Conflict({ reason: "too_many_sequences", detail: "The campaign has all the steps it can have" })
          })
        ),
      update: ({ params, payload }) =>
        sequences.update(params.campaignId, params.id, payload).pipe(
          Effect.catchTags({
            CampaignNotFound: notFound,
            InvalidInput: invalidBody,
            SequenceNotFound: notFound,
            StorageError: storage
          })
        ),
      remove: ({ params }) =>
        sequences
          .remove(params.campaignId, params.id)
          .pipe(Effect.catchTags({ CampaignNotFound: notFound, SequenceNotFound: notFound, StorageError: storage }))
    })
  })
)

import { Campaigns, Sequences } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { Conflict, invalidBody, notFound, storage } from "../Problems.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "campaigns",
  Effect.fn(function* (handlers) {
    const campaigns = yield* Campaigns
    const sequences = yield* Sequences
    return handlers.handleAll({
      page: ({ query }) => campaigns.page(query).pipe(Effect.catchTag("StorageError", storage)),
      create: ({ payload }) =>
        campaigns.create(payload).pipe(Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })),
      sequences: ({ params }) =>
        sequences.list(params.campaignId).pipe(
          Effect.map((data) => ({ data })),
          Effect.catchTags({ CampaignNotFound: notFound, StorageError: storage })
        ),
      createSequence: ({ params, payload }) =>
        sequences.create(params.campaignId, payload).pipe(
          Effect.catchTags({
            CampaignNotFound: notFound,
            InvalidInput: invalidBody,
            StorageError: storage,
            TooManySequences: () =>
              new Conflict({ reason: "too_many_sequences", detail: "The campaign has all the steps it can have" })
          })
        ),
      updateSequence: ({ params, payload }) =>
        sequences.update(params.campaignId, params.id, payload).pipe(
          Effect.catchTags({
            CampaignNotFound: notFound,
            InvalidInput: invalidBody,
            SequenceNotFound: notFound,
            StorageError: storage
          })
        ),
      removeSequence: ({ params }) =>
        sequences
          .remove(params.campaignId, params.id)
          .pipe(Effect.catchTags({ CampaignNotFound: notFound, SequenceNotFound: notFound, StorageError: storage })),
      find: ({ params }) =>
        campaigns.find(params.campaignId).pipe(Effect.catchTags({ CampaignNotFound: notFound, StorageError: storage }))
    })
  })
)

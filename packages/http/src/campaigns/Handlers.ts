import { Campaigns } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { invalidBody, notFound, storage } from "../Problems.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "campaigns",
  Effect.fn(function* (handlers) {
    const campaigns = yield* Campaigns
    return handlers.handleAll({
      page: ({ query }) => campaigns.page(query).pipe(Effect.catchTag("StorageError", storage)),
      create: ({ payload }) =>
        campaigns.create(payload).pipe(Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })),
      find: ({ params }) =>
        campaigns.find(params.campaignId).pipe(Effect.catchTags({ CampaignNotFound: notFound, StorageError: storage }))
    })
  })
)

import { Campaigns } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { jsonBody } from "../Body.ts"
import { created } from "../Created.ts"
import { invalidBody, invalidPath, invalidQuery, notFound, storage } from "../Problems.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "campaigns",
  Effect.fn(function* (handlers) {
    const campaigns = yield* Campaigns
    return handlers
      .handleRaw("create", ({ request }) =>
        jsonBody(request).pipe(
          Effect.flatMap(campaigns.create),
          Effect.flatMap((campaign) => created(`/campaigns/${campaign.id}`, campaign)),
          Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
        )
      )
      .handleAll({
        page: ({ query }) =>
          campaigns.page(query).pipe(Effect.catchTags({ InvalidInput: invalidQuery, StorageError: storage })),
        find: ({ params }) =>
          campaigns
            .find(params.campaignId)
            .pipe(Effect.catchTags({ CampaignNotFound: notFound, InvalidInput: invalidPath, StorageError: storage }))
      })
  })
)

import { Activity, Analytics, Overview } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { eventPage } from "../Conversions.ts"
import { invalidCursor, invalidQuery, notFound, storage } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const problems = {
  CampaignNotFound: notFound,
  InvalidInput: invalidQuery,
  StorageError: storage
} as const

export const layer = group(
  Api,
  "analytics",
  Effect.fn(function* (handlers) {
    const analytics = yield* Analytics
    const activity = yield* Activity
    const overview = yield* Overview
    return handlers.handleAll({
      summary: ({ params, query }) => analytics.summary(params.campaignId, query).pipe(Effect.catchTags(problems)),
      events: ({ params, query }) => analytics.events(params.campaignId, query).pipe(Effect.catchTags(problems)),
      byAccount: ({ params, query }) => analytics.byAccount(params.campaignId, query).pipe(Effect.catchTags(problems)),
      bySequence: ({ params, query }) =>
        analytics.bySequence(params.campaignId, query).pipe(Effect.catchTags(problems)),
      overview: ({ query }) => overview.summary(query).pipe(Effect.catchTags(problems)),
      overviewEvents: ({ query }) => overview.events(query).pipe(Effect.catchTags(problems)),
      overviewByAccount: ({ query }) => overview.byAccount(query).pipe(Effect.catchTags(problems)),
      overviewByCampaign: ({ query }) => overview.byCampaign(query).pipe(Effect.catchTags(problems)),
      log: ({ params, query }) =>
        activity
          .log(params.campaignId, query)
          .pipe(Effect.map(eventPage), Effect.catchTags({ ...problems, InvalidCursor: invalidCursor }))
    })
  })
)

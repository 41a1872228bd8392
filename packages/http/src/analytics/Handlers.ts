import { Activity, Analytics, Overview } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { eventPage } from "../Conversions.ts"
import { answers } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "analytics",
  Effect.fn(function* (handlers) {
    const analytics = yield* Analytics
    const activity = yield* Activity
    const overview = yield* Overview
    return handlers.handleAll({
      summary: ({ params, query }) => analytics.summary(params.campaignId, query).pipe(answers("query")),
      events: ({ params, query }) => analytics.events(params.campaignId, query).pipe(answers("query")),
      byAccount: ({ params, query }) => analytics.byAccount(params.campaignId, query).pipe(answers("query")),
      byLink: ({ params, query }) => analytics.byLink(params.campaignId, query).pipe(answers("query")),
      bySequence: ({ params, query }) => analytics.bySequence(params.campaignId, query).pipe(answers("query")),
      overview: ({ query }) => overview.summary(query).pipe(answers("query")),
      overviewEvents: ({ query }) => overview.events(query).pipe(answers("query")),
      overviewByAccount: ({ query }) => overview.byAccount(query).pipe(answers("query")),
      overviewByCampaign: ({ query }) => overview.byCampaign(query).pipe(answers("query")),
      log: ({ params, query }) => activity.log(params.campaignId, query).pipe(Effect.map(eventPage), answers("query"))
    })
  })
)

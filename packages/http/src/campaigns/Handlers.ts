import { Campaign, Campaigns } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { bodyOf, decodedBody } from "../pipeline/Body.ts"
import { etags } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import { versionsOf } from "../contract/EntityTag.ts"
import { answers, CampaignNotReady, Conflict } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const answer = (campaign: Campaign.CampaignRecord) => ({
  body: Campaign.toCampaign(campaign),
  headers: { etag: etags.campaign(campaign) }
})
const createdCampaign = (campaign: Campaign.CampaignRecord) => {
  const { body, headers } = answer(campaign)
  return created(`/campaigns/${campaign.id}`, body, headers)
}
const tagged = (campaign: Campaign.CampaignRecord) => HttpApiSchema.withHeaders(answer(campaign))

export const layer = group(
  Api,
  "campaigns",
  Effect.fn(function* (handlers) {
    const campaigns = yield* Campaigns
    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(Effect.flatMap(campaigns.create), Effect.flatMap(createdCampaign), answers("body"))
      )
      .handleRaw("duplicate", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((input) => campaigns.duplicate(params.campaignId, input)),
          Effect.flatMap(createdCampaign),
          answers("body")
        )
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ endpoint, headers, params }) {
          const if_version = yield* versionsOf(headers["if-match"])
          return tagged(yield* campaigns.update(params.campaignId, yield* bodyOf(endpoint), { if_version }))
        }, answers("body"))
      )
      .handleRaw(
        "start",
        Effect.fnUntraced(
          function* ({ endpoint, headers, params }) {
            yield* decodedBody(endpoint)
            const if_version = yield* versionsOf(headers["if-match"])
            return tagged(yield* campaigns.start(params.campaignId, { if_version }))
          },
          Effect.catchTags({
            CampaignNotReady: ({ issues, message }) =>
              new CampaignNotReady({ reason: "campaign_not_ready", detail: message, issues })
          }),
          answers("path")
        )
      )
      .handleRaw(
        "pause",
        Effect.fnUntraced(
          function* ({ endpoint, headers, params }) {
            yield* decodedBody(endpoint)
            const if_version = yield* versionsOf(headers["if-match"])
            return tagged(yield* campaigns.pause(params.campaignId, { if_version }))
          },
          Effect.catchTags({
            CampaignNotActive: ({ message }) => new Conflict({ reason: "campaign_not_active", detail: message })
          }),
          answers("path")
        )
      )
      .handleAll({
        page: ({ query }) => campaigns.page(query).pipe(answers("query")),
        find: ({ params }) => campaigns.find(params.campaignId).pipe(Effect.map(tagged), answers("path")),
        remove: Effect.fnUntraced(
          function* ({ headers, params }) {
            const if_version = yield* versionsOf(headers["if-match"])
            yield* campaigns.remove(params.campaignId, { if_version })
          },
          Effect.catchTags({
            CampaignActive: () =>
              new Conflict({
                reason: "campaign_active",
                detail: "The campaign is active: pause it before you delete it"
              })
          }),
          answers("path")
        )
      })
  })
)

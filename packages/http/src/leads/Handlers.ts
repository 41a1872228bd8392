import { Lead, Leads, type LeadWithState, Sending, Tags } from "@mailroom/core"
import { Effect } from "effect"
import { json } from "../pipeline/Answer.ts"
import { Api } from "../Api.ts"
import { bodyOf, decodedBody } from "../pipeline/Body.ts"
import { etags, flat, leadsCreated, leadWithState, stated, statedPage } from "../Conversions.ts"
import { versionsOf } from "../contract/EntityTag.ts"
import { invalidIds, withIds } from "../pipeline/Ids.ts"
import { answers, Conflict, invalidRequest } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"
import { LargePages } from "../pipeline/LargePages.ts"
import type { CreateLeadsResult, LeadList, LeadPage } from "./Group.ts"

export const layer = group(
  Api,
  "leads",
  Effect.fn(function* (handlers) {
    const leads = yield* Leads
    const sending = yield* Sending
    const tags = yield* Tags
    const largePages = yield* LargePages
    const answer = (lead: Lead.LeadRecord) =>
      json<typeof Lead.Lead.Encoded>(Lead.toLead(lead), { etag: etags.lead(lead) })

    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap(leads.create),
          Effect.map((created) => json<typeof CreateLeadsResult.Encoded>(leadsCreated(created))),
          answers("body")
        )
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(
          function* ({ endpoint, headers, params }) {
            const if_version = yield* versionsOf(headers["if-match"])
            return answer(yield* leads.update(params.id, yield* bodyOf(endpoint), { if_version }))
          },
          Effect.catchTags({
            DuplicateLead: () =>
              new Conflict({ reason: "duplicate_lead", detail: "The campaign has a lead with this e-mail address" })
          }),
          answers("body")
        )
      )
      .handleRaw(
        "updateMany",
        Effect.fnUntraced(function* ({ endpoint, headers }) {
          const if_version = yield* versionsOf(headers["if-match"])
          return flat(yield* leads.updateMany(yield* bodyOf(endpoint), { if_version }))
        }, answers("body"))
      )
      .handleRaw(
        "remove",
        Effect.fnUntraced(function* ({ endpoint, headers, query }) {
          const if_version = yield* versionsOf(headers["if-match"])
          const { idsAt, input } = withIds(yield* bodyOf(endpoint), query.ids)
          return yield* leads
            .remove(input, { if_version })
            .pipe(Effect.map(flat), Effect.catchTag("InvalidInput", invalidIds(idsAt)))
        }, answers("body"))
      )
      .handleRaw(
        "tag",
        Effect.fnUntraced(
          function* ({ endpoint, headers, params }) {
            const { tag_id } = yield* decodedBody(endpoint)
            const if_version = yield* versionsOf(headers["if-match"])
            return answer(yield* tags.assign(params.id, tag_id, { if_version }))
          },
          Effect.catchTags({
            TagNotFound: () =>
              Effect.fail(invalidRequest([{ pointer: "/body/tag_id", message: "the tag does not exist" }]))
          }),
          answers("body")
        )
      )
      .handleAll({
        page: ({ params, query }) =>
          leads.page(params.campaignId, query).pipe(
            Effect.flatMap((page) => statedPage(sending, query, page)),
            Effect.flatMap(largePages.page<typeof LeadPage.Encoded>),
            answers("query")
          ),
        all: ({ query }) =>
          leads.all(query).pipe(
            Effect.flatMap((page) => statedPage(sending, query, page)),
            Effect.flatMap(largePages.page<typeof LeadList.Encoded>),
            answers("query")
          ),
        find: ({ params }) =>
          leads.find(params.id).pipe(
            Effect.flatMap((lead) => stated(sending, lead)),
            Effect.map((lead) =>
              json<typeof LeadWithState.Encoded>(leadWithState(lead), { etag: etags.leadWithState(lead) })
            ),
            answers("path")
          )
      })
  })
)

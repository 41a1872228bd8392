import { Replies, Sends, TestMails } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { answers, Conflict } from "../contract/Problems.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "sends",
  Effect.fn(function* (handlers) {
    const replies = yield* Replies
    const sends = yield* Sends
    const testMails = yield* TestMails
    return handlers
      .handleRaw("reply", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((mail) => replies.reply(params.id, mail)),
          Effect.catchTags({ ReplyNotAllowed: ({ message, reason }) => new Conflict({ reason, detail: message }) }),
          answers("body")
        )
      )
      .handleRaw("test", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((mail) => testMails.send(params.campaignId, mail)),
          Effect.catchTags({
            AccountNotConnected: ({ message }) => new Conflict({ reason: "account_not_connected", detail: message }),
            TooManyTests: ({ message }) => new Conflict({ reason: "too_many_tests", detail: message })
          }),
          answers("body")
        )
      )
      .handleRaw("resolve", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((change) => sends.resolve(params.id, change)),
          Effect.catchTags({
            SendNotUnknown: ({ message }) => new Conflict({ reason: "send_not_unknown", detail: message })
          }),
          answers("body")
        )
      )
      .handleAll({
        page: ({ query }) => sends.page(query).pipe(answers("query")),
        discard: ({ params }) =>
          sends.discard(params.id).pipe(
            Effect.catchTags({
              SendNotRefused: ({ message }) => new Conflict({ reason: "send_not_refused", detail: message })
            }),
            answers("path")
          ),
        find: ({ params }) => sends.find(params.id).pipe(answers("path"))
      })
  })
)

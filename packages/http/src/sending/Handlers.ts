import { Sending } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { answers } from "../contract/Problems.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "sending",
  Effect.fn(function* (handlers) {
    const sending = yield* Sending
    return handlers
      .handleRaw("preview", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((input) => sending.preview(params.campaignId, input)),
          answers("body")
        )
      )
      .handleAll({
        upcoming: ({ params }) => sending.upcoming(params.campaignId).pipe(answers("path"))
      })
  })
)

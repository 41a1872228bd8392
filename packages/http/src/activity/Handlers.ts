import { Activity } from "@mailroom/core"
import { Effect } from "effect"
import { json } from "../pipeline/Answer.ts"
import { decodedBody } from "../pipeline/Body.ts"
import { Api } from "../Api.ts"
import { eventPage, flat } from "../Conversions.ts"
import { answers } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"
import type { RecordEventsResult } from "./Group.ts"

export const layer = group(
  Api,
  "activity",
  Effect.fn(function* (handlers) {
    const activity = yield* Activity
    return handlers
      .handleRaw("record", ({ endpoint }) =>
        decodedBody(endpoint).pipe(
          Effect.flatMap(({ events }) => activity.record(events)),
          Effect.map((recorded) => json<typeof RecordEventsResult.Encoded>(flat(recorded))),
          answers("body")
        )
      )
      .handleAll({
        page: ({ query }) => activity.page(query).pipe(Effect.map(eventPage), answers("query")),
        ofLead: ({ params, query }) => activity.ofLead(params.id, query).pipe(Effect.map(eventPage), answers("query"))
      })
  })
)

import { Count, RecordEvents, RecordResult } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Idempotent } from "../Idempotent.ts"
import { ServiceUnavailable } from "../Problems.ts"
import { largeBody, MaxBodySize, Validation } from "../Validation.ts"

export const RecordEventsResult = Schema.Struct({
  recorded: Count,
  duplicate: Count,
  rejected: Count,
  data: Schema.Array(RecordResult)
}).annotate({
  identifier: "RecordEventsResult"
})

export class ActivityGroup extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.post("record", "/events", {
      payload: RecordEvents,
      success: RecordEventsResult,
      error: [ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(OpenApi.annotations({ summary: "Record up to 1000 events: what a mailer sent and saw" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Activity", description: "What happened to leads." })) {}

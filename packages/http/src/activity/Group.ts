import { RecordResult } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { ServiceUnavailable } from "../Problems.ts"
import { largeBody, MaxBodySize, Validation } from "../Validation.ts"

const RecordEvents = Schema.Struct({
  /** Each is read by itself, so that one fault does not stop the others: see `Event.NewEvent`. */
  events: Schema.Array(Schema.Unknown).check(Schema.isBetweenLength(1, 1000, { message: "must have 1 to 1000 events" }))
}).annotate({ identifier: "RecordEvents" })

export const RecordEventsResult = Schema.Struct({ data: Schema.Array(RecordResult) }).annotate({
  identifier: "RecordEventsResult"
})

export class ActivityGroup extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.post("record", "/events", {
      payload: RecordEvents,
      success: RecordEventsResult,
      error: [ServiceUnavailable]
    })
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(OpenApi.annotations({ summary: "Record up to 1000 events: what a mailer sent and saw" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Activity", description: "What happened to leads." })) {}

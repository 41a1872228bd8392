import {
  Account,
  Campaign,
  Count,
  Event,
  Lead,
  Pagination,
  RecordEvents,
  RecordResult,
  Sequence,
  Timestamp
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Idempotent } from "../Idempotent.ts"
import { cursorPage, id, limit, list } from "../Parameters.ts"
import { InvalidCursorProblem, NotFound, ServiceUnavailable } from "../Problems.ts"
import { largeBody, MaxBodySize, Validation } from "../Validation.ts"

export const RecordEventsResult = Schema.Struct({
  recorded: Count,
  duplicate: Count,
  rejected: Count,
  data: Schema.Array(RecordResult)
}).annotate({
  identifier: "RecordEventsResult"
})

/** One event of a log. */
const LoggedEvent = Schema.Struct({
  id: Event.EventId,
  type: Event.EventType,
  occurred_at: Timestamp.Timestamp,
  campaign_id: Campaign.CampaignId,
  lead_id: Lead.LeadId,
  account_id: Schema.NullOr(Account.AccountId),
  sequence_id: Schema.NullOr(Sequence.SequenceId),
  message_id: Schema.NullOr(Schema.String),
  data: Event.EventData
}).annotate({ identifier: "Event" })

export const EventPage = Schema.Struct(cursorPage(LoggedEvent)).annotate({ identifier: "EventPage" })
/** Event types, separated by commas. */
export const types = Schema.optionalKey(list(Event.EventType))

export class ActivityGroup extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.post("record", "/events", {
      payload: RecordEvents,
      success: RecordEventsResult,
      error: [ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(OpenApi.annotations({ summary: "Record up to 1000 events: what a mailer sent and saw" })),
    HttpApiEndpoint.get("ofLead", "/leads/:id/activity", {
      params: { id: id(Lead.LeadId) },
      query: { ...Event.LeadLogQuery.fields, types, limit: limit(Pagination.maximumCursorLimit) },
      success: EventPage,
      error: [NotFound, InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "A lead's events one by one, the newest first" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Activity", description: "What happened to leads." })) {}

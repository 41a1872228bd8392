import {
  Account,
  Campaign,
  Count,
  described,
  Event,
  Lead,
  RecordEvents,
  RecordResult,
  Sequence,
  Timestamp
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { campaign_id } from "../openapi/Examples.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { cursorPage, parameters } from "../contract/Parameters.ts"
import { InvalidCursorProblem, NotFound } from "../contract/Problems.ts"
import { largeBody, MaxBodySize, Validation } from "../pipeline/Validation.ts"

const RecordEventsResult = Schema.Struct({
  recorded: described(Count, "The number of new events."),
  duplicate: described(Count, "The number of events that were recorded before."),
  rejected: described(Count, "The number of rejected inputs."),
  data: described(Schema.Array(RecordResult), "One result per input, in order.")
}).annotate({
  identifier: "RecordEventsResult",
  description: "The result of recording events."
})

/** One event of a log. */
const LoggedEvent = Schema.Struct({
  id: Event.EventId,
  type: described(Event.EventType, "The type of the event."),
  occurred_at: described(Timestamp.Timestamp, "The instant of the event."),
  campaign_id: Campaign.CampaignId,
  lead_id: Lead.LeadId,
  account_id: described(Schema.NullOr(Account.AccountId), "The account that sent the mail; `null` when unknown."),
  sequence_id: described(Schema.NullOr(Sequence.SequenceId), "The step that sent the mail; `null` when unknown."),
  message_id: described(Schema.NullOr(Schema.String), "The Message-ID of the mail; `null` when unknown."),
  data: Event.EventData,
  lead: described(Schema.optionalKey(Event.EventLead), "The current data of the lead; absent if it was removed.")
}).annotate({ identifier: "Event", description: "An event of a lead." })

export const EventPage = Schema.Struct(cursorPage(LoggedEvent)).annotate({
  identifier: "EventPage",
  description: "A page of events."
})

export class ActivityGroup extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.post("record", "/events", {
      payload: RecordEvents,
      success: RecordEventsResult
    })
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(
        documented(
          "Record up to 1000 events: what a mailer sent and saw",
          "One result per input, in order; an invalid input does not affect the others. An event that was recorded " +
            "before changes nothing, and the order of arrival does not matter: so a batch can be sent again, and takes no " +
            "`Idempotency-Key`. The body may have 25 MiB.",
          {
            events: [
              {
                type: "sent",
                campaign_id,
                email: "ada@example.com",
                occurred_at: "2026-03-02T09:30:00Z",
                account_id: 3,
                sequence_id: 12,
                message: {
                  message_id: "<offer-1@mailroom.example>",
                  subject: "A question",
                  body_text: "Hello Ada, do you have a minute?",
                  from_email: "sales@mailroom.example",
                  to_email: "ada@example.com"
                }
              },
              { type: "opened", lead_id: 42, occurred_at: "2026-03-02T09:41:00Z", idempotency_key: "open-1" }
            ]
          }
        )
      ),
    HttpApiEndpoint.get("page", "/events", {
      query: parameters(Event.FeedQuery.fields),
      success: EventPage,
      error: [InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List the events of all campaigns, the newest first",
        "Ordered by `occurred_at`, then id. All filters apply. Also events of leads and campaigns that were deleted. A " +
          "filter for something that does not exist matches no events."
      )
    ),
    HttpApiEndpoint.get("ofLead", "/leads/:id/activity", {
      params: parameters({ id: Lead.LeadId }),
      query: parameters(Event.LeadLogQuery.fields),
      success: EventPage,
      error: [NotFound, InvalidCursorProblem]
    }).annotateMerge(documented("A lead's events one by one, the newest first", "Ordered by `occurred_at`, then id."))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Activity", description: "Events of leads." }))
  .annotate(Guides, ["analytics.md"]) {}

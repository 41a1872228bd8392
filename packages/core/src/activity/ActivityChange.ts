/** What happens when events are recorded, as changes that use cases report (`Changes`). */
import { Data } from "effect"
import type { LeadRecord } from "../leads/Lead.ts"
import type { LeadActivity } from "../leads/LeadActivity.ts"
import type { Event, SentMessage } from "./Event.ts"

/** An event was recorded for the first time. */
export class EventRecorded extends Data.TaggedClass("EventRecorded")<{
  readonly event: Event
  /** What was remembered of the lead's events before this one. */
  readonly before: LeadActivity
  /** The lead after the event. */
  readonly lead: LeadRecord
  /** The mail that a `sent` event carries. */
  readonly message?: SentMessage | undefined
}> {}

/** A refusal was recorded of a lead that does not exist any more. */
export class RefusalRecorded extends Data.TaggedClass("RefusalRecorded")<{
  readonly event: Event
  /** What the lead's events say before and after this one: only of those that count once. */
  readonly before: LeadActivity
  readonly after: LeadActivity
}> {}

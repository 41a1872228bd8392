/** Changes (`Changes`) that use cases report when events are recorded. */
import { Data } from "effect"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { LeadActivity } from "../leads/LeadActivity.ts"
import type { Event, SentMessage } from "./Event.ts"

/** An event was recorded for the first time. */
export class EventRecorded extends Data.TaggedClass("EventRecorded")<{
  readonly event: Event
  /** The lead's activity before this event. */
  readonly before: LeadActivity
  /** The lead after the event. */
  readonly lead: LeadRecord
  /** The mail that a `sent` event contains. */
  readonly message?: SentMessage | undefined
  /** The campaign of the lead, if it was read. */
  readonly campaign?: Campaign | undefined
}> {}

/** A refusal was recorded for a lead that does not exist any more. */
export class RefusalRecorded extends Data.TaggedClass("RefusalRecorded")<{
  readonly event: Event
  /** The lead's activity before and after this event. It only has the events that count once. */
  readonly before: LeadActivity
  readonly after: LeadActivity
}> {}

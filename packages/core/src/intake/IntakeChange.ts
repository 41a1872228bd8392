/** Changes (`Changes`) that use cases report when incoming mail is stored. */
import { Data } from "effect"
import type { EventId, ThreadId } from "../ids.ts"

/** A mail was stored in a thread, after these events were recorded for it. */
export class MailStored extends Data.TaggedClass("MailStored")<{
  readonly thread_id: ThreadId
  readonly event_ids: ReadonlyArray<EventId>
}> {}

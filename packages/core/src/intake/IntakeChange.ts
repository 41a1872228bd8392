/** What happens to incoming mail, as changes that use cases report (`Changes`). */
import { Data } from "effect"
import type { EventId } from "../activity/Event.ts"
import type { ThreadId } from "../unibox/Thread.ts"

/** A mail was stored in a thread after it had been recorded as these events. */
export class MailStored extends Data.TaggedClass("MailStored")<{
  readonly thread_id: ThreadId
  readonly event_ids: ReadonlyArray<EventId>
}> {}

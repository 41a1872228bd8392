/** A conversation, and the two tabs of the unibox (contract, section 3; domain, "Threads"). */
import { Schema } from "effect"
import { CampaignId } from "../CampaignId.ts"
import { LeadId } from "../leads/Lead.ts"
import { CursorQuery } from "../Pagination.ts"
import { MessageSummary, ThreadId } from "./Message.ts"

export { ThreadId }

/** `replies`: a lead wrote back. `other`: everything else that came in. */
export const Tab = Schema.Literals(["replies", "other"])
export type Tab = typeof Tab.Type

/** A thread in a listing. Optional fields are absent when they have no value. */
export const Thread = Schema.Struct({
  id: ThreadId,
  tab: Tab,
  /** The same as `id`, present when the thread holds a message of ours: a stray inbound mail is no conversation. */
  thread_id: Schema.optionalKey(ThreadId),
  lead_id: Schema.optionalKey(LeadId),
  campaign_id: Schema.optionalKey(CampaignId),
  /** The newest message by `date_sent`, then id. Here `is_new` says whether any message of the thread is. */
  last_message: MessageSummary
})
export type Thread = typeof Thread.Type

/** What a thread is about; its messages are added one by one. */
export interface NewThread {
  readonly tab: Tab
  readonly lead_id: LeadId | null
  readonly campaign_id: CampaignId | null
}

/** Which tab, and which part of its list. */
export const ThreadQuery = Schema.Struct({ tab: Tab, ...CursorQuery.fields })
export type ThreadQuery = typeof ThreadQuery.Type

/** What a person may change. `is_new: false` marks every message as seen, `true` the newest inbound one as new. */
export const ThreadPatch = Schema.Struct({
  is_new: Schema.optionalKey(Schema.Boolean),
  tab: Schema.optionalKey(Tab)
}).annotate({ identifier: "ThreadPatch" })
export type ThreadPatch = typeof ThreadPatch.Type

export class ThreadNotFound extends Schema.TaggedError<ThreadNotFound>()("ThreadNotFound", { id: ThreadId }) {
  override get message(): string {
    return `There is no thread ${this.id}`
  }
}

/** A conversation, and the two tabs of the unibox (contract, section 3; domain, "Threads"). */
import { Schema, Struct } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { CampaignId, CampaignIdInput } from "../CampaignId.ts"
import { Count } from "../Id.ts"
import { Lead, LeadId, TagId } from "../leads/Lead.ts"
import { CursorQuery, Search } from "../Pagination.ts"
import { MessageId, MessageSummary, ThreadId } from "./Message.ts"

export { ThreadId }

/** `replies`: a lead wrote back. `other`: everything else that came in. */
export const Tab = Schema.Literals(["replies", "other"]).annotate({ identifier: "Tab" })
export type Tab = typeof Tab.Type

/** What a list shows of a thread's lead. */
export const ThreadLead = Schema.Struct(
  Struct.pick(Lead.fields, ["email", "first_name", "last_name", "company", "reply_status"])
).annotate({ identifier: "ThreadLead" })
export type ThreadLead = typeof ThreadLead.Type

/** A thread in a listing. Optional fields are absent when they have no value. Storage returns fields in this order. */
export const Thread = Schema.Struct({
  id: ThreadId,
  tab: Tab,
  /** The same as `id`, present when the thread holds a message of ours: a stray inbound mail is no conversation. */
  thread_id: Schema.optionalKey(ThreadId),
  lead_id: Schema.optionalKey(LeadId),
  campaign_id: Schema.optionalKey(CampaignId),
  /** The newest message by `date_sent`, then id. Here `is_new` says whether any message of the thread is. */
  last_message: MessageSummary,
  message_count: Count,
  /** The account of its newest message that has one. */
  account_id: Schema.optionalKey(AccountId),
  /** Its lead and the name of its campaign as they are now; absent while the campaign is being deleted. */
  lead: Schema.optionalKey(ThreadLead),
  campaign_name: Schema.optionalKey(Schema.String)
})
export type Thread = typeof Thread.Type

/** What a thread is about; its messages are added one by one. */
export interface NewThread {
  readonly tab: Tab
  readonly lead_id: LeadId | null
  readonly campaign_id: CampaignId | null
}

/**
 * Which threads of a tab, and which part of the list. All filters apply. `search`: a substring, in whatever case, of a
 * message's subject, addresses or names, or of the first 2 000 characters of its `reply_text`. `tag_id`: of the lead.
 */
export const ThreadQuery = Schema.Struct({
  tab: Tab,
  search: Schema.optionalKey(Search),
  campaign_id: Schema.optionalKey(CampaignIdInput),
  account_id: Schema.optionalKey(AccountId),
  lead_id: Schema.optionalKey(LeadId),
  tag_id: Schema.optionalKey(TagId),
  is_new: Schema.optionalKey(Schema.Boolean),
  ...CursorQuery.fields
})
export type ThreadQuery = typeof ThreadQuery.Type

/** The direction of a list of messages: `asc` begins with the oldest, `desc` with the newest. */
export const MessageOrder = Schema.Literals(["asc", "desc"]).annotate({ identifier: "MessageOrder" })
export type MessageOrder = typeof MessageOrder.Type

/** Which part of a thread's messages. */
export const ThreadMessagesQuery = Schema.Struct({
  /** `asc` unless given. */
  order: Schema.optionalKey(MessageOrder),
  ...CursorQuery.fields
})
export type ThreadMessagesQuery = typeof ThreadMessagesQuery.Type

/** What a person may change. `is_new: false` marks every message as seen, `true` the newest inbound one as new. */
export const ThreadPatch = Schema.Struct({
  is_new: Schema.optionalKey(Schema.Boolean),
  tab: Schema.optionalKey(Tab)
}).annotate({ identifier: "ThreadPatch" })
export type ThreadPatch = typeof ThreadPatch.Type

/**
 * Changes many threads alike. `new_message_ids`: exactly these messages of the threads become new; ids of other messages
 * are ignored. It excludes `is_new`, which means the same as in `ThreadPatch`.
 */
export const UpdateThreads = Schema.Struct({
  ids: Schema.Array(ThreadId).check(Schema.isBetweenLength(1, 200, { message: "must have 1 to 200 ids" })),
  ...ThreadPatch.fields,
  new_message_ids: Schema.optionalKey(
    Schema.Array(MessageId).check(Schema.isMaxLength(100_000, { message: "must have at most 100000 ids" }))
  )
}).check(
  Schema.makeFilter(({ is_new, new_message_ids }) =>
    is_new === undefined || new_message_ids === undefined
      ? undefined
      : { path: ["new_message_ids"], issue: "must not be given together with is_new" }
  )
)
export type UpdateThreads = typeof UpdateThreads.Type

/** What of a thread `UpdateThreads` can change: to send it back restores it. */
export const ThreadState = Schema.Struct({
  id: ThreadId,
  tab: Tab,
  /** By ascending id. */
  new_message_ids: Schema.Array(MessageId)
})
export type ThreadState = typeof ThreadState.Type

/** What became of one id: of an updated thread, its state before. */
export const UpdateThreadResult = Schema.Union([
  Schema.Struct({
    id: ThreadId,
    status: Schema.Literal("updated"),
    ...Struct.omit(ThreadState.fields, ["id"])
  }).annotate({ identifier: "UpdatedThread" }),
  Schema.Struct({ id: ThreadId, status: Schema.Literal("not_found") }).annotate({ identifier: "MissingThread" })
]).annotate({ identifier: "UpdateThreadResult" })
export type UpdateThreadResult = typeof UpdateThreadResult.Type

/** What changes whenever a thread does: `revision` grows. `replies`, `other`: how many threads of the tab are new. */
export const UniboxChanges = Schema.Struct({ revision: Count, replies: Count, other: Count }).annotate({
  identifier: "UniboxChanges"
})
export type UniboxChanges = typeof UniboxChanges.Type

export class ThreadNotFound extends Schema.TaggedError<ThreadNotFound>()("ThreadNotFound", { id: ThreadId }) {
  override get message(): string {
    return `There is no thread ${this.id}`
  }
}

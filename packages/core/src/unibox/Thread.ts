/** A conversation, and the two tabs of the unibox (contract, section 3; domain, "Threads"). */
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { AccountId } from "../accounts/Account.ts"
import { CampaignId, CampaignIdInput } from "../CampaignId.ts"
import { Count } from "../Id.ts"
import { Lead, LeadId, TagId } from "../leads/Lead.ts"
import { CursorQuery, Search } from "../Pagination.ts"
import { MessageId, MessageSummary, ThreadId } from "./Message.ts"

export { ThreadId }

export const Tab = Schema.Literals(["replies", "other"]).annotate({
  identifier: "Tab",
  description: "`replies`: a lead wrote back. `other`: everything else that came in."
})
export type Tab = typeof Tab.Type

export const ThreadLead = Schema.Struct(
  Struct.pick(Lead.fields, ["email", "first_name", "last_name", "company", "reply_status"])
).annotate({ identifier: "ThreadLead", description: "What a list shows of a thread's lead." })
export type ThreadLead = typeof ThreadLead.Type

/** A thread in a listing. Optional fields are absent when they have no value. Storage returns fields in this order. */
export const Thread = Schema.Struct({
  id: ThreadId,
  tab: Tab,
  thread_id: described(
    Schema.optionalKey(ThreadId),
    "The same as `id`, present when the thread holds a message of ours: a stray inbound mail is no conversation."
  ),
  lead_id: described(Schema.optionalKey(LeadId), "The lead that the thread is about; absent when none is known."),
  campaign_id: described(
    Schema.optionalKey(CampaignId),
    "The campaign of the thread; absent when none is known, or once it is deleted."
  ),
  /** The newest message by `date_sent`, then id. Here `is_new` says whether any message of the thread is. */
  last_message: MessageSummary,
  message_count: described(Count, "How many messages it has."),
  account_id: described(Schema.optionalKey(AccountId), "The account of its newest message that has one."),
  lead: described(Schema.optionalKey(ThreadLead), "The lead as it is now; absent while the campaign is being deleted."),
  campaign_name: described(Schema.optionalKey(Schema.String), "The name of the campaign as it is now.")
})
export type Thread = typeof Thread.Type

/** What a thread is about; its messages are added one by one. */
export interface NewThread {
  readonly tab: Tab
  readonly lead_id: LeadId | null
  readonly campaign_id: CampaignId | null
}

/** Which threads of a tab, and which part of the list. All filters apply. */
export const ThreadQuery = Schema.Struct({
  tab: Tab,
  search: described(
    Schema.optionalKey(Search),
    "A substring, in whatever case, of a message's subject, addresses or names, or of the first 2000 characters of its `reply_text`."
  ),
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "Only threads of this campaign."),
  account_id: described(Schema.optionalKey(AccountId), "Only threads of this account."),
  lead_id: described(Schema.optionalKey(LeadId), "Only threads of this lead."),
  tag_id: described(Schema.optionalKey(TagId), "Only threads whose lead has this reply tag."),
  is_new: described(Schema.optionalKey(Schema.Boolean), "Only threads with new messages, or only those without."),
  ...CursorQuery.fields
})
export type ThreadQuery = typeof ThreadQuery.Type

export const MessageOrder = Schema.Literals(["asc", "desc"]).annotate({
  identifier: "MessageOrder",
  description: "The direction of a list of messages: `asc` begins with the oldest, `desc` with the newest."
})
export type MessageOrder = typeof MessageOrder.Type

/** Which part of a thread's messages. */
export const ThreadMessagesQuery = Schema.Struct({
  order: described(
    Schema.optionalKey(MessageOrder),
    "`asc`, the oldest message first, unless given. `desc`: the newest first."
  ),
  ...CursorQuery.fields
})
export type ThreadMessagesQuery = typeof ThreadMessagesQuery.Type

export const ThreadPatch = Schema.Struct({
  is_new: described(
    Schema.optionalKey(Schema.Boolean),
    "`false` marks every message as seen, `true` the newest inbound one as new."
  ),
  tab: described(Schema.optionalKey(Tab), "The tab to move it to.")
}).annotate({
  identifier: "ThreadPatch",
  description: "What to change of a thread. A field that is left out stays as it is."
})
export type ThreadPatch = typeof ThreadPatch.Type

export const UpdateThreads = Schema.Struct({
  ids: described(
    Schema.Array(ThreadId).check(Schema.isBetweenLength(1, 200, { message: "must have 1 to 200 ids" })),
    "1 to 200 ids; repeated ones count once."
  ),
  ...ThreadPatch.fields,
  new_message_ids: described(
    Schema.optionalKey(
      Schema.Array(MessageId).check(Schema.isMaxLength(50_000, { message: "must have at most 50000 ids" }))
    ),
    "Exactly these messages of the threads become new; ids of other messages are ignored. At most 50 000. Not together " +
      "with `is_new`."
  )
})
  .annotate({
    description: "The same change for up to 200 threads. A field that is left out stays as it is."
  })
  .check(
    Schema.makeFilter(({ is_new, new_message_ids }) =>
      is_new === undefined || new_message_ids === undefined
        ? undefined
        : { path: ["new_message_ids"], issue: "must not be given together with is_new" }
    )
  )
export type UpdateThreads = typeof UpdateThreads.Type

/** The part of a thread that `UpdateThreads` can change: sending it back restores it. */
export const ThreadState = Schema.Struct({
  id: ThreadId,
  tab: described(Tab, "The tab before."),
  new_message_ids: described(Schema.Array(MessageId), "The messages that were new before, by ascending id.")
})
export type ThreadState = typeof ThreadState.Type

export const UpdateThreadResult = Schema.Union([
  Schema.Struct({
    id: ThreadId,
    status: described(Schema.Literal("updated"), "The thread was updated."),
    ...Struct.omit(ThreadState.fields, ["id"])
  }).annotate({
    identifier: "UpdatedThread",
    description: "A thread as it was before the update: sending it back restores it."
  }),
  Schema.Struct({
    id: ThreadId,
    status: described(Schema.Literal("not_found"), "There is no such thread.")
  }).annotate({ identifier: "MissingThread", description: "An id that no thread of the organization has." })
]).annotate({
  identifier: "UpdateThreadResult",
  description: "What became of one id: of an updated thread, its state before."
})
export type UpdateThreadResult = typeof UpdateThreadResult.Type

export const UniboxChanges = Schema.Struct({
  revision: described(Count, "Grows whenever a thread changes."),
  replies: described(Count, "How many threads of the tab `replies` are new."),
  other: described(Count, "How many threads of the tab `other` are new.")
}).annotate({
  identifier: "UniboxChanges",
  description: "The revision of the unibox, and how many threads of each tab are new."
})
export type UniboxChanges = typeof UniboxChanges.Type

export class ThreadNotFound extends Schema.TaggedError<ThreadNotFound>()("ThreadNotFound", { id: ThreadId }) {
  override get message(): string {
    return `There is no thread ${this.id}`
  }
}

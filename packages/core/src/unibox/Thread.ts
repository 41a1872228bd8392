/** A conversation, and the two tabs of the unibox (contract, section 3; domain, "Threads"). */
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { Lead } from "../leads/Lead.ts"
import { labelledBy } from "../leads/LeadLabel.ts"
import { CursorQuery, Search } from "../Pagination.ts"
import { Timestamp, TimestampInput } from "../Timestamp.ts"
import { MessageSummary } from "./Message.ts"
import { AccountId, CampaignId, CampaignIdInput, LeadId, MessageId, PersonId, TagId, ThreadId } from "../ids.ts"

export { ThreadId } from "../ids.ts"

export const Tab = Schema.Literals(["replies", "other"]).annotate({
  identifier: "Tab",
  description: "`replies`: threads in which a lead replied. `other`: all other threads with incoming mail."
})
export type Tab = typeof Tab.Type

export const State = Schema.Literals(["open", "done", "snoozed"]).annotate({
  identifier: "ThreadState",
  description:
    "`open`: there is something to do. `done`: put aside, until new mail comes in. `snoozed`: put aside until " +
    "`snoozed_until`, or until new mail comes in."
})
export type State = typeof State.Type

const assignedTo = described(
  Schema.optionalKey(PersonId),
  "The person who takes care of the thread; absent: nobody.",
  4
)

/** Selects threads by the person who takes care of them: an id, `me`, or `none`. */
export const Assigned = Schema.String.check(
  Schema.isPattern(/^(?:me|none|[1-9][0-9]{0,15})$/u, { message: "must be `me`, `none`, or the id of a person" })
).annotate({ identifier: "Assigned", description: "The id of a person, `me` or `none`.", example: "me" })

export const ThreadLead = Schema.Struct({
  ...Struct.pick(Lead.fields, ["email", "first_name", "last_name", "company", "reply_status"]),
  reply_status_by: labelledBy
}).annotate({ identifier: "ThreadLead", description: "The lead of a thread in a list." })
export type ThreadLead = typeof ThreadLead.Type

export const Excerpt = Schema.Struct({
  id: described(MessageId, "The id of the message.", 931),
  text: described(
    Schema.String,
    "The part of its `reply_text` around the first match: white space folded, at most 150 characters, with `…` where it is cut.",
    "… I would like to see the contract before we talk …"
  )
}).annotate({ identifier: "ThreadExcerpt", description: "The words that a search has found in a thread." })
export type Excerpt = typeof Excerpt.Type

const snoozedUntil = described(
  Schema.optionalKey(Timestamp),
  "When a `snoozed` thread opens again; absent in all other states."
)

/** A thread in a list. Optional fields are absent when they have no value. Storage returns fields in this order. */
export const Thread = Schema.Struct({
  id: ThreadId,
  tab: Tab,
  state: State,
  snoozed_until: snoozedUntil,
  assigned_to: assignedTo,
  thread_id: described(
    Schema.optionalKey(ThreadId),
    "The same as `id`. Present if the thread contains a message of ours, because incoming mail alone is not a conversation.",
    311
  ),
  lead_id: described(Schema.optionalKey(LeadId), "The lead that the thread is about; absent if it is unknown.", 42),
  campaign_id: described(
    Schema.optionalKey(CampaignId),
    "The campaign of the thread; absent if it is unknown or deleted.",
    "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"
  ),
  /** The newest message by `date_sent`, then id. Forwarded messages count only in a thread without others. Its `is_new` says whether any message of the thread is new. */
  last_message: MessageSummary,
  message_count: described(Count, "The number of messages.", 2),
  account_id: described(Schema.optionalKey(AccountId), "The account of the newest message with a known account.", 3),
  lead: described(
    Schema.optionalKey(ThreadLead),
    "The current data of the lead; absent while the campaign is being deleted.",
    {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lovelace",
      company: "Engines Ltd",
      reply_status: "Interested",
      reply_status_by: "rule"
    }
  ),
  campaign_name: described(Schema.optionalKey(Schema.String), "The current name of the campaign.", "Spring launch")
})
export type Thread = typeof Thread.Type

export const found = described(
  Schema.optionalKey(Excerpt),
  "In a list with `search`: the newest message that matches; absent if its `reply_text` does not contain the search.",
  { id: 931, text: "… I would like to see the contract before we talk …" }
)
export const scheduledAt = described(
  Schema.optionalKey(Timestamp),
  "When the next answer goes out that waits for the time that a person chose; absent: none waits. The conversation stays in its state, `open` for instance: a mail that comes in ends the wait.",
  "2026-03-05T09:30:00.000Z"
)
/** A thread, with the time of its scheduled answer, and what the search of a list has found in it. */
export interface FoundThread extends Thread {
  readonly found?: Excerpt
  readonly scheduled_at?: Timestamp
}

/** The data of a new thread, which is open. Its messages are added separately. */
export interface NewThread {
  readonly tab: Tab
  readonly lead_id: LeadId | null
  readonly campaign_id: CampaignId | null
}

/** Filters and paging for the threads of a tab. All given filters apply. */
export const ThreadQuery = Schema.Struct({
  tab: Tab,
  state: described(Schema.optionalKey(State), "Only threads in this state. Default: threads in every state."),
  search: described(
    Schema.optionalKey(Search),
    "A substring, ignoring case and accents, of a message's subject, addresses or names, or of the first 2000 characters of its `reply_text`."
  ),
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "Only threads of this campaign."),
  account_id: described(Schema.optionalKey(AccountId), "Only threads of this account."),
  lead_id: described(Schema.optionalKey(LeadId), "Only threads of this lead."),
  tag_id: described(Schema.optionalKey(TagId), "Only threads whose lead has this reply tag."),
  assigned_to: described(
    Schema.optionalKey(Assigned),
    "Only threads that this person takes care of. `me`: the person of the session; `none`: nobody."
  ),
  is_new: described(
    Schema.optionalKey(Schema.Boolean),
    "`true`: only threads with new messages. `false`: only threads without new messages."
  ),
  since: described(
    Schema.optionalKey(TimestampInput),
    "Only threads whose newest message was sent at this instant or later."
  ),
  until: described(
    Schema.optionalKey(TimestampInput),
    "Only threads whose newest message was sent before this instant."
  ),
  ...CursorQuery.fields
})
export type ThreadQuery = typeof ThreadQuery.Type

/** The filters of `ThreadQuery` that apply to both tabs. */
export const UnreadQuery = Schema.Struct(
  Struct.pick(ThreadQuery.fields, [
    "state",
    "search",
    "campaign_id",
    "account_id",
    "lead_id",
    "tag_id",
    "assigned_to",
    "since",
    "until"
  ])
)
export type UnreadQuery = typeof UnreadQuery.Type

export const MessageOrder = Schema.Literals(["asc", "desc"]).annotate({
  identifier: "MessageOrder",
  description: "The direction of a list of messages: `asc` begins with the oldest, `desc` with the newest."
})
export type MessageOrder = typeof MessageOrder.Type

/** Order and paging of a thread's messages. */
export const ThreadMessagesQuery = Schema.Struct({
  order: described(
    Schema.optionalKey(MessageOrder),
    "Default: `asc`, the oldest message first. `desc`: the newest first."
  ),
  account_id: described(
    Schema.optionalKey(AccountId),
    "`reply` is about an answer from this account. Default: the account of the conversation."
  ),
  ...CursorQuery.fields
})
export type ThreadMessagesQuery = typeof ThreadMessagesQuery.Type

const patchFields = {
  is_new: described(
    Schema.optionalKey(Schema.Boolean),
    "`false` marks every message as seen, `true` marks the newest incoming message as new."
  ),
  tab: described(Schema.optionalKey(Tab), "The tab to move the thread to."),
  state: described(
    Schema.optionalKey(State),
    "`done` and `snoozed` put the thread aside, `open` brings it back. Mail that comes in opens a thread again."
  ),
  snoozed_until: described(
    Schema.optionalKey(TimestampInput),
    "When the thread opens again; required with the state `snoozed`, and only there. A thread that opens by itself is new. " +
      "With an instant that has passed, the thread is open at once, and not new."
  ),
  assigned_to: described(
    Schema.optionalKey(Schema.NullOr(PersonId)),
    "The person who takes care of the thread; `null`: nobody.",
    4
  )
}

/** Whether `snoozed_until` is given exactly with the state `snoozed`. */
const snoozeIsWhole = Schema.makeFilter(
  ({ snoozed_until, state }: { readonly state?: State; readonly snoozed_until?: Timestamp }) =>
    (state === "snoozed") === (snoozed_until !== undefined)
      ? undefined
      : {
          path: ["snoozed_until"],
          issue:
            state === "snoozed" ? "must be given with the state snoozed" : "must be given with the state snoozed only"
        }
)

export const ThreadPatch = Schema.Struct(patchFields).check(snoozeIsWhole).annotate({
  identifier: "ThreadPatch",
  description: "The changes of a thread. Absent fields stay unchanged."
})
export type ThreadPatch = typeof ThreadPatch.Type

export const UpdateThreads = Schema.Struct({
  ids: described(
    Schema.Array(ThreadId).check(Schema.isBetweenLength(1, 200, { message: "must have 1 to 200 ids" })),
    "1 to 200 ids; repeated ids count once."
  ),
  ...patchFields,
  new_message_ids: described(
    Schema.optionalKey(
      Schema.Array(MessageId).check(Schema.isMaxLength(50_000, { message: "must have at most 50000 ids" }))
    ),
    "Exactly these messages of the threads become new; ids of other messages are ignored. At most 50 000. Not together " +
      "with `is_new`."
  )
})
  .annotate({
    description: "The same change for up to 200 threads. Absent fields stay unchanged."
  })
  .check(
    Schema.makeFilter(({ is_new, new_message_ids }) =>
      is_new === undefined || new_message_ids === undefined
        ? undefined
        : { path: ["new_message_ids"], issue: "must not be given together with is_new" }
    ),
    snoozeIsWhole
  )
export type UpdateThreads = typeof UpdateThreads.Type

/** The part of a thread that `UpdateThreads` can change. Sending it back restores that state. */
export const FormerThread = Schema.Struct({
  id: ThreadId,
  tab: described(Tab, "The tab before the update."),
  state: described(State, "The state before the update."),
  snoozed_until: described(
    Schema.optionalKey(Timestamp),
    "When the thread would have opened before the update; absent unless it was `snoozed`."
  ),
  assigned_to: described(
    Schema.NullOr(PersonId),
    "The person who took care of the thread before the update; `null`: nobody.",
    null
  ),
  new_message_ids: described(Schema.Array(MessageId), "The messages that were new before the update, by ascending id.")
})
export type FormerThread = typeof FormerThread.Type

export const UpdateThreadResult = Schema.Union([
  Schema.Struct({
    id: ThreadId,
    status: described(Schema.Literal("updated"), "The thread was updated."),
    ...Struct.omit(FormerThread.fields, ["id"])
  }).annotate({
    identifier: "UpdatedThread",
    description: "The state of a thread before the update. Sending it back restores that state."
  }),
  Schema.Struct({
    id: ThreadId,
    status: described(Schema.Literal("not_found"), "There is no such thread.")
  }).annotate({
    identifier: "MissingThread",
    description: "An id that does not belong to a thread of the organization."
  })
]).annotate({
  identifier: "UpdateThreadResult",
  description: "The result of one id. For an updated thread, it contains the state before the update."
})
export type UpdateThreadResult = typeof UpdateThreadResult.Type

/** The greatest count of threads: polling costs the same, however many threads nobody reads or puts aside. */
export const maximumCount = 1_000
/** The greatest count of threads that a search finds: the messages of each are looked up. */
export const maximumFound = 100

export const UniboxChanges = Schema.Struct({
  revision: described(Count, "Grows whenever a thread changes.", 1207),
  replies: described(Count, "The number of threads with new messages in the tab `replies`, at most 1000.", 1),
  other: described(Count, "The number of threads with new messages in the tab `other`, at most 1000.", 4),
  todo: Schema.Struct({
    replies: described(Count, "The number of open threads in the tab `replies`, at most 1000.", 3),
    other: described(Count, "The number of open threads in the tab `other`, at most 1000.", 9)
  }).annotate({ identifier: "UniboxTodo", description: "The number of open threads in each tab." })
}).annotate({
  identifier: "UniboxChanges",
  description: "The revision of the unibox, and the numbers of threads with new messages and of open threads."
})
export type UniboxChanges = typeof UniboxChanges.Type

export class ThreadNotFound extends Schema.TaggedError<ThreadNotFound>()("ThreadNotFound", { id: ThreadId }) {
  override get message(): string {
    return `There is no thread ${this.id}`
  }
}

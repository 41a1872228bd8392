import { Account, Attachment, Count, Lead, Message, Pagination, Thread } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { cursorPage, flag, id, limit } from "../Parameters.ts"
import { InvalidCursorProblem, NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

/** An attachment with the signed link that opens it, for one hour, without a key. */
const LinkedAttachment = Schema.Struct({ ...Attachment.Attachment.fields, url: Schema.String }).annotate({
  identifier: "Attachment"
})
const attachments = Schema.Array(LinkedAttachment)

const MessageSummary = Schema.Struct({ ...Message.MessageSummary.fields, attachments }).annotate({
  identifier: "MessageSummary"
})
const FullMessage = Schema.Struct({ ...Message.Message.fields, attachments }).annotate({ identifier: "Message" })
const ThreadSummary = Schema.Struct({ ...Thread.Thread.fields, last_message: MessageSummary }).annotate({
  identifier: "Thread"
})

export const ThreadPage = Schema.Struct(cursorPage(ThreadSummary)).annotate({ identifier: "ThreadPage" })
const ThreadWithMessages = Schema.Struct({ thread: ThreadSummary, ...cursorPage(FullMessage) }).annotate({
  identifier: "ThreadWithMessages"
})
const Unread = Schema.Struct({ replies: Count, other: Count }).annotate({ identifier: "Unread" })

const UpdateThreadsResult = Schema.Struct({
  updated: Count,
  not_found: Count,
  data: Schema.Array(Thread.UpdateThreadResult)
}).annotate({ identifier: "UpdateThreadsResult" })

const params = { id: id(Thread.ThreadId) }

export class UniboxGroup extends HttpApiGroup.make("unibox")
  .add(
    HttpApiEndpoint.get("threads", "/unibox/threads", {
      query: {
        ...Thread.ThreadQuery.fields,
        account_id: Schema.optionalKey(id(Account.AccountId)),
        lead_id: Schema.optionalKey(id(Lead.LeadId)),
        tag_id: Schema.optionalKey(id(Lead.TagId)),
        is_new: Schema.optionalKey(flag),
        limit: limit(Pagination.maximumCursorLimit)
      },
      success: ThreadPage,
      error: [InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the threads of a tab, the newest message first",
        description:
          "All filters apply. `search` finds a substring, in whatever case, of a message's subject, addresses and names and " +
          "of the first 2000 characters of its `reply_text`. `tag_id` is the tag of the lead. A cursor is valid for the " +
          "filters that it was given for."
      })
    ),
    HttpApiEndpoint.get("ofLead", "/leads/:id/threads", {
      params: { id: id(Lead.LeadId) },
      query: { ...Pagination.CursorQuery.fields, limit: limit(Pagination.maximumCursorLimit) },
      success: ThreadPage,
      error: [NotFound, InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a lead's threads, the newest message first",
        description: "Of both tabs. A conversation in which nothing came in is not among them."
      })
    ),
    HttpApiEndpoint.patch("updateMany", "/unibox/threads", {
      payload: Thread.UpdateThreads.annotate({ identifier: "UpdateThreads" }),
      success: UpdateThreadsResult,
      error: [ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change many threads, and undo it",
        description:
          "In one transaction. `new_message_ids` makes exactly these messages of the threads new; it excludes `is_new`. A " +
          "result has the `tab` and the `new_message_ids` of before: to undo the request exactly, send them back, the " +
          "threads of each tab in one request. Mail that arrived in between is then marked as seen."
      })
    ),
    HttpApiEndpoint.get("changes", "/unibox/changes", {
      success: HttpApiSchema.WithHeaders(Thread.UniboxChanges, { etag: Schema.String }),
      error: [ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ask whether any thread has changed",
        description:
          "`revision` grows whenever a thread changes: its messages, what is new, its tab, its lead, campaign or tag. With " +
          "`If-None-Match` the answer is a 304 as long as nothing has changed. `replies` and `other` count the new threads."
      })
    ),
    HttpApiEndpoint.get("unread", "/unibox/unread", {
      success: Unread,
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Count the new threads of each tab" })),
    HttpApiEndpoint.get("thread", "/unibox/threads/:id", {
      params,
      query: { ...Thread.ThreadMessagesQuery.fields, limit: limit(Pagination.maximumCursorLimit) },
      success: ThreadWithMessages,
      error: [NotFound, InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a thread with its messages",
        description: "The oldest message first; with `order=desc` the newest."
      })
    ),
    HttpApiEndpoint.patch("update", "/unibox/threads/:id", {
      params,
      payload: Thread.ThreadPatch,
      success: ThreadSummary,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Mark a thread as seen or new; move it to the other tab" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Unified inbox", description: "Conversations, in two tabs." })) {}

import {
  Answering,
  Attachment,
  Count,
  described,
  Lead,
  Message,
  MessageLink,
  Pagination,
  ReplyState,
  Thread
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { etag } from "../contract/EntityTag.ts"
import { cursorPage, parameters } from "../contract/Parameters.ts"
import { InvalidCursorProblem, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const LinkedAttachment = Schema.Struct({
  ...Attachment.Attachment.fields,
  url: described(
    Schema.String.annotate({ format: "uri" }),
    "An absolute URL that opens the file for one hour, without an API key.",
    "https://mail.example.com/attachments/31?expires=1772447400&signature=q0c3kzG2wSPQk4N0uXc1pA"
  )
}).annotate({ identifier: "Attachment", description: "An attachment of a message." })
const attachments = described(Schema.Array(LinkedAttachment), "The attachments of the message.")

const MessageSummary = Schema.Struct({ ...Message.MessageSummary.fields, attachments }).annotate({
  identifier: "MessageSummary",
  description: "A message in a list. Fields without a value are absent."
})
const FullMessage = Schema.Struct({ ...MessageLink.ConversationMessage.fields, attachments }).annotate({
  identifier: "Message",
  description: "A message with all its text. Fields without a value are absent."
})
const ThreadSummary = Schema.Struct({
  ...Thread.Thread.fields,
  last_message: described(
    MessageSummary,
    "The newest message by `date_sent`, then id: one that was forwarded only if there is no other. Here `is_new` says whether any message of the thread is."
  ),
  found: Thread.found,
  scheduled_at: Thread.scheduledAt
}).annotate({
  identifier: "Thread",
  description: "A conversation. Fields without a value are absent."
})

const ThreadPage = Schema.Struct(cursorPage(ThreadSummary)).annotate({
  identifier: "ThreadPage",
  description: "A page of threads."
})
const ThreadWithMessages = Schema.Struct({
  thread: described(ThreadSummary, "The thread."),
  reply: ReplyState,
  answering: described(Schema.Array(Answering), "Who else is answering the thread now.", []),
  ...cursorPage(FullMessage)
}).annotate({
  identifier: "ThreadWithMessages",
  description: "A thread with a page of its messages."
})
const Unread = Schema.Struct({
  replies: described(Count, "The number of new threads in the tab `replies`.", 1),
  other: described(Count, "The number of new threads in the tab `other`.", 4)
}).annotate({ identifier: "Unread", description: "The number of new threads of each tab." })

const UpdateThreadsResult = Schema.Struct({
  updated: described(Count, "The number of updated threads."),
  not_found: described(Count, "The number of ids without a thread in the organization."),
  data: described(Schema.Array(Thread.UpdateThreadResult), "One result per distinct id, in order.")
}).annotate({ identifier: "UpdateThreadsResult", description: "The result of updating threads." })

const params = parameters({ id: Thread.ThreadId })

export class UniboxGroup extends HttpApiGroup.make("unibox")
  .add(
    HttpApiEndpoint.get("threads", "/unibox/threads", {
      query: parameters(Thread.ThreadQuery.fields),
      success: ThreadPage,
      error: [InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List the threads of a tab, the newest message first",
        "All filters apply. `search` finds a substring, ignoring case and accents, of a message's subject, addresses and names and " +
          "of the first 2000 characters of its `reply_text`. `tag_id` is the tag of the lead. A filter for something that does not exist matches no " +
          "threads. A cursor is valid for the filters with which it was created."
      )
    ),
    HttpApiEndpoint.get("ofLead", "/leads/:id/threads", {
      params: parameters({ id: Lead.LeadId }),
      query: parameters(Pagination.CursorQuery.fields),
      success: ThreadPage,
      error: [NotFound, InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List a lead's threads, the newest message first",
        "Lists threads of both tabs. A thread without an inbound message is not listed."
      )
    ),
    HttpApiEndpoint.patch("updateMany", "/unibox/threads", {
      payload: Thread.UpdateThreads.annotate({ identifier: "UpdateThreads" }),
      success: UpdateThreadsResult
    }).annotateMerge(
      documented(
        "Change many threads, and undo it",
        "Runs in one transaction. `new_message_ids` marks exactly these messages of the threads as new; it excludes `is_new`. A " +
          "result has the `tab`, `state`, `snoozed_until`, `assigned_to` and `new_message_ids` of before: to undo the request exactly, send " +
          "them back, the threads with the same values of the first four in one request. Mail that arrived in between is then marked as seen.",
        { ids: [311, 312], is_new: false, state: "done" }
      )
    ),
    HttpApiEndpoint.get("changes", "/unibox/changes", {
      success: HttpApiSchema.WithHeaders(Thread.UniboxChanges, etag)
    }).annotateMerge(
      documented(
        "Ask whether any thread has changed",
        "`revision` grows whenever a thread changes: its messages, what is new, its tab and state, its lead, campaign or tag. With " +
          "`If-None-Match` the answer is a 304 as long as nothing has changed. `replies` and `other` count the new threads, " +
          "`todo` counts the open ones, at most 1000 of each."
      )
    ),
    HttpApiEndpoint.get("unread", "/unibox/unread", {
      query: parameters(Thread.UnreadQuery.fields),
      success: Unread
    }).annotateMerge(
      documented(
        "Count the new threads of each tab",
        "All filters apply, as in `GET /unibox/threads`; at most 1000 are counted, with `search` at most 100. To check whether anything changed, use `GET /unibox/changes`."
      )
    ),
    HttpApiEndpoint.get("thread", "/unibox/threads/:id", {
      params,
      query: parameters(Thread.ThreadMessagesQuery.fields),
      success: ThreadWithMessages,
      error: [NotFound, InvalidCursorProblem]
    }).annotateMerge(
      documented("Get a thread with its messages", "The oldest message first; with `order=desc` the newest.")
    ),
    HttpApiEndpoint.put("beginAnswering", "/unibox/threads/:id/answering", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Say that you are answering a thread",
        "Others see it in `answering` of `GET /unibox/threads/{id}` for 30 seconds: repeat it while you write. It locks nothing."
      )
    ),
    HttpApiEndpoint.delete("endAnswering", "/unibox/threads/:id/answering", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(
      documented("Say that you are not answering a thread any more", "Does nothing if you were not answering it.")
    ),
    HttpApiEndpoint.patch("update", "/unibox/threads/:id", {
      params,
      payload: Thread.ThreadPatch,
      success: ThreadSummary,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Mark a thread as seen or new; move it to the other tab; put it aside; assign it",
        "`is_new: false` marks every message as seen, `true` the newest inbound one as new. A thread that is `done` becomes " +
          "`open` when mail comes in; one that is `snoozed` also at `snoozed_until`, within a minute.",
        { is_new: false, state: "done" }
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Unified inbox", description: "Conversations, in two tabs." }))
  .annotate(Guides, ["unibox.md"]) {}

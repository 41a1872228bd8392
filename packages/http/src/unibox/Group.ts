import { Attachment, Count, Message, Pagination, Thread } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { cursorPage, id, limit } from "../Parameters.ts"
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

const params = { id: id(Thread.ThreadId) }

export class UniboxGroup extends HttpApiGroup.make("unibox")
  .add(
    HttpApiEndpoint.get("threads", "/unibox/threads", {
      query: { ...Thread.ThreadQuery.fields, limit: limit(Pagination.maximumCursorLimit) },
      success: ThreadPage,
      error: [InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the threads of a tab, the newest message first" })),
    HttpApiEndpoint.get("unread", "/unibox/unread", {
      success: Unread,
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Count the new threads of each tab" })),
    HttpApiEndpoint.get("thread", "/unibox/threads/:id", {
      params,
      query: { ...Pagination.CursorQuery.fields, limit: limit(Pagination.maximumCursorLimit) },
      success: ThreadWithMessages,
      error: [NotFound, InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a thread with its messages, the oldest first" })),
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

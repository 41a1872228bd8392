/** Fixtures: threads and messages, and the expected form of them once they are stored. */
import { Array, Effect, Option, Struct } from "effect"
import { strictEqual } from "node:assert/strict"
import { Timestamp } from "../Timestamp.ts"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import type { Message, MessageSummary, NewMessage } from "../unibox/Message.ts"
import type { NewThread, Tab, Thread, ThreadPatch } from "../unibox/Thread.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { at, idsOf, newOrganization } from "./Fixtures.ts"
import type { AttachmentId, MessageId, OrganizationId, ThreadId } from "../ids.ts"

/** A new inbound message without optional values. */
export const messageRow = (thread_id: ThreadId, fields: Partial<NewMessage> = {}): NewMessage => ({
  thread_id,
  account_id: null,
  identity: crypto.randomUUID(),
  subject: "Subject",
  body: "Body",
  date_sent: at(0),
  from_email: "lead@x.test",
  to_email: "sender@x.test",
  is_new: true,
  is_our_email: false,
  attachments: [],
  body_text: "Body",
  reply_text: "",
  trust: "plausible",
  ...fields
})

export const threadRow = (fields: Partial<NewThread> = {}): NewThread => ({
  tab: "other",
  lead_id: null,
  campaign_id: null,
  ...fields
})

export const file = (filename: string, fields: Partial<AttachmentRecord> = {}): Omit<AttachmentRecord, "id"> => ({
  filename,
  ext: "pdf",
  type: 2,
  content_type: "application/pdf",
  size: 5,
  ...fields
})

/** The message as shown in a thread that has no outbound message. */
const stored = (
  row: NewMessage,
  { attachment_ids, id }: { readonly id: MessageId; readonly attachment_ids: ReadonlyArray<AttachmentId> }
): Message => ({
  ...Struct.omit(row, ["account_id", "identity", "thread_id"]),
  id,
  attachments: Array.zipWith(row.attachments, attachment_ids, ({ ext, filename, type }, id) => ({
    id,
    filename,
    ext,
    type
  }))
})

/** The message as shown in a list. */
export const summary = (message: Message): MessageSummary =>
  Struct.omit(message, ["body_text", "body_html", "reply_text", "trust"])

/** A new organization, and functions that these cases use on its mail. */
export const newUnibox = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* ThreadStore
  const insertAll = Effect.fnUntraced(function* (...rows: ReadonlyArray<NewMessage>) {
    const answers = yield* store.insertMessages(organization_id, rows)
    strictEqual(answers.length, rows.length)
    return Array.zipWith(rows, answers, (row, answer) => stored(row, Option.getOrThrow(answer)))
  })
  const insert = (row: NewMessage) => Effect.map(insertAll(row), Array.getUnsafe(0))
  const open = Effect.fnUntraced(function* (thread: Partial<NewThread> = {}) {
    const ids = yield* store.insertThreads(organization_id, [threadRow(thread)])
    strictEqual(ids.length, 1)
    return Array.getUnsafe(ids, 0)
  })
  const receive = (thread_id: ThreadId, seconds: number, fields: Partial<NewMessage> = {}) =>
    insert(messageRow(thread_id, { date_sent: at(seconds), ...fields }))
  return {
    organization_id,
    store,
    insert,
    /** Inserts several messages in one call; all must be new. */
    insertAll,
    /** Inserts a thread without messages. */
    open,
    /** Inserts an inbound message. */
    receive,
    /** Inserts an outbound message. */
    send: (thread_id: ThreadId, seconds: number, fields: Partial<NewMessage> = {}) =>
      receive(thread_id, seconds, { is_our_email: true, is_new: false, ...fields }),
    /** Inserts a thread with one inbound message. */
    openWith: Effect.fnUntraced(function* (seconds: number, thread: Partial<NewThread> = {}) {
      const id = yield* open(thread)
      yield* receive(id, seconds)
      return id
    }),
    thread: (id: ThreadId) => Effect.map(store.find(organization_id, id), Option.getOrThrow),
    messages: (id: ThreadId) =>
      Effect.map(store.messages(organization_id, id, { limit: 100, maximum_bytes: 2 ** 30 }), ({ data }) => data),
    listed: (tab: Tab) => Effect.map(store.page(organization_id, { tab, limit: 100 }), idsOf)
  }
})

const unicode = "Zoë 😀👩‍👩‍👧 ΟΔΥΣΣΕΥΣ ﷽ \\ % _ ' \" \n\t \u0001 \u2028 𝒳"

/** Messages with every optional value, at the limits of the ranges. */
export const fullMessages = (thread_id: ThreadId): ReadonlyArray<NewMessage> => [
  messageRow(thread_id, {
    subject: unicode,
    body: "😀".repeat(25),
    date_sent: Timestamp.make("0001-01-01T00:00:00.001Z"),
    from_name: unicode,
    from_email: "Élan@x.test",
    to_email: "a@x.test, b@x.test",
    cc_email: "c@x.test",
    is_new: false,
    message_id: `<${"m".repeat(798)}>`,
    trust: "plausible",
    body_text: unicode.repeat(5000),
    reply_text: unicode.repeat(100),
    body_html: `<p title="'">${unicode}</p>`,
    attachments: [
      file("ä 😀.pdf", { size: 0 }),
      file("a.bin", { ext: "", type: 0, content_type: "application/octet-stream", size: 26_214_400 }),
      file("ä 😀.pdf", { ext: "ics", type: 4, content_type: "text/calendar; method=REQUEST" })
    ]
  }),
  messageRow(thread_id, {
    subject: "",
    body: "",
    date_sent: Timestamp.make("9999-12-31T23:59:59.999Z"),
    from_name: "",
    from_email: "",
    to_email: "",
    cc_email: "",
    body_text: "",
    body_html: ""
  })
]

/** Patches a thread. Returns its new state, or none if it does not exist or is empty. */
export const updateThread = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  id: ThreadId,
  patch: ThreadPatch
) {
  const store = yield* ThreadStore
  const states = yield* store.updateMany(organization_id, [id], patch)
  return states.length === 0 ? Option.none<Thread>() : yield* store.find(organization_id, id)
})

/** The number of threads that a list shows as new, for each tab. */
export const unreadOf = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const { other, replies } = yield* (yield* ThreadStore).changes(organization_id)
  return { replies, other }
})

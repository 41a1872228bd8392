/** Threads, their messages, and what is known of attachments. */
import { type Attachment, type Lead, type Message, type Thread, ThreadStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import { corrupt, type Database, type Mutable, sequence } from "./internal/Database.ts"
import { leadsWithEmail } from "./internal/leads.ts"
import { distinct } from "./internal/rows.ts"
import { noMessages, type StoredMessage, type Tenant, type ThreadRow } from "./internal/State.ts"
import { putThread, threadsOf, toMessage } from "./internal/threads.ts"

export const threadStore = ({ read, write }: Database): ThreadStore["Service"] => {
  const nextThread = sequence<Thread.ThreadId>()
  const nextMessage = sequence<Message.MessageId>()
  const nextAttachment = sequence<Attachment.AttachmentId>()

  /** Adds a message to its thread, which exists. */
  const insertMessage = (
    tenant: Mutable<Tenant>,
    { attachments, identity, thread_id, ...fields }: Message.NewMessage
  ): Option.Option<{ readonly id: Message.MessageId; readonly attachment_ids: Array<Attachment.AttachmentId> }> => {
    const thread = tenant.threads.get(thread_id)
    if (thread === undefined || tenant.threadsByIdentity.get(identity) !== undefined) return Option.none()
    const files = attachments.map((file) => Object.freeze({ id: nextAttachment(), ...file }))
    for (const file of files) tenant.attachments = tenant.attachments.set(file.id, file)
    const message: StoredMessage = {
      ...fields,
      id: nextMessage(),
      attachments: Object.freeze(files.map(({ ext, filename, id, type }) => Object.freeze({ id, filename, ext, type })))
    }
    putThread(tenant, thread, {
      messages: thread.messages.set({ date_sent: message.date_sent, id: message.id }, message),
      unseen: thread.unseen + Number(message.is_new),
      inbound: thread.inbound || !message.is_our_email,
      ours: thread.ours || message.is_our_email
    })
    tenant.threadsByIdentity = tenant.threadsByIdentity.set(identity, thread_id)
    const { message_id } = message
    if (message_id !== undefined && tenant.threadsByMessageId.get(message_id) === undefined) {
      tenant.threadsByMessageId = tenant.threadsByMessageId.set(message_id, thread_id)
    }
    return Option.some({ id: message.id, attachment_ids: files.map(({ id }) => id) })
  }

  return ThreadStore.of({
    insertThreads: (organization_id, threads) =>
      write(organization_id, "ThreadStore.insertThreads", (tenant) =>
        Exit.succeed(
          threads.map(({ campaign_id, lead_id, tab }) => {
            const id = nextThread()
            const nothing = { messages: noMessages, unseen: 0, inbound: false, ours: false, shown: undefined }
            tenant.threads = tenant.threads.set(id, { id, tab, lead_id, campaign_id, ...nothing })
            if (lead_id !== null) tenant.threadsByLead = tenant.threadsByLead.set({ lead_id, thread_id: id }, id)
            return id
          })
        )
      ),

    insertMessages: (organization_id, messages) =>
      write(organization_id, "ThreadStore.insertMessages", (tenant) => {
        const unknown = messages.find(({ thread_id }) => tenant.threads.get(thread_id) === undefined)
        if (unknown !== undefined) {
          return corrupt("ThreadStore.insertMessages", `There is no thread ${unknown.thread_id}`)
        }
        return Exit.succeed(messages.map((message) => insertMessage(tenant, message)))
      }),

    find: (organization_id, id) =>
      read(organization_id, ({ threads }) => Option.fromUndefinedOr(threads.get(id)?.shown)),

    findByIdentities: (organization_id, identities) =>
      read(organization_id, ({ threadsByIdentity }) =>
        [...new Set(identities)].flatMap((identity) => {
          const id = threadsByIdentity.get(identity)
          return id === undefined ? [] : [[identity, id] as const]
        })
      ),

    findByMessageIds: (organization_id, message_ids) =>
      read(organization_id, ({ threadsByMessageId }) => {
        for (const message_id of message_ids) {
          const id = threadsByMessageId.get(message_id)
          if (id !== undefined) return Option.some(id)
        }
        return Option.none()
      }),

    findByLeads: (organization_id, lead_ids) =>
      read(organization_id, (tenant) =>
        distinct(lead_ids).flatMap((lead_id) => {
          const newest = newestOf(tenant, [lead_id])
          return Option.isNone(newest) ? [] : [[lead_id, newest.value] as const]
        })
      ),

    findByLeadEmail: (organization_id, folded) =>
      read(organization_id, (tenant) => newestOf(tenant, leadsWithEmail(tenant, folded))),

    page: (organization_id, { before, limit, tab }) =>
      read(organization_id, ({ tabs }) => {
        const { threads } = tabs[tab]
        const start = before === undefined ? 0 : threads.rankAfter(before)
        return threads.slice(start, start + limit)
      }),

    messages: (organization_id, id, { after, limit, maximum_bytes }) =>
      read(organization_id, ({ threads }) => {
        const thread = threads.get(id)
        if (thread === undefined) return { data: [], has_more: false }
        const start = after === undefined ? 0 : thread.messages.rankAfter(after)
        const rows = thread.messages.slice(start, start + limit)
        const data = rows.slice(0, fitting(rows, maximum_bytes)).map((message) => toMessage(thread, message))
        return { data, has_more: start + data.length < thread.messages.size }
      }),

    update: (organization_id, id, { is_new, tab }) =>
      write(organization_id, "ThreadStore.update", (tenant) => {
        const thread = tenant.threads.get(id)
        if (thread?.shown === undefined) return Exit.succeed(Option.none())
        const marked = is_new === undefined ? {} : is_new ? withNewest(thread) : withNone(thread)
        const { shown } = putThread(tenant, thread, { ...marked, ...(tab === undefined ? {} : { tab }) })
        return Exit.succeed(Option.fromUndefinedOr(shown))
      }),

    unread: (organization_id) =>
      read(organization_id, ({ tabs }) => ({ replies: tabs.replies.unread, other: tabs.other.unread }))
  })
}

/** How many of the messages, and at least one, have no more text together than that. */
const fitting = (messages: ReadonlyArray<StoredMessage>, maximum_bytes: number): number => {
  let bytes = 0
  const end = messages.findIndex(({ body_html = "", body_text }) => {
    bytes += encoder.encode(body_text).length + encoder.encode(body_html).length
    return bytes > maximum_bytes
  })
  return end === -1 ? messages.length : Math.max(end, 1)
}
const encoder = new TextEncoder()

/** Of the threads of these leads that hold a message of ours, the newest. */
const newestOf = (tenant: Tenant, lead_ids: ReadonlyArray<Lead.LeadId>): Option.Option<Thread.ThreadId> => {
  let newest: Thread.Thread | undefined
  for (const lead_id of lead_ids) {
    for (const { ours, shown } of threadsOf(tenant, lead_id)) {
      if (ours && shown !== undefined && (newest === undefined || isNewer(shown, newest))) newest = shown
    }
  }
  return Option.fromUndefinedOr(newest?.id)
}

const isNewer = (a: Thread.Thread, b: Thread.Thread): boolean => {
  const [left, right] = [a.last_message.date_sent, b.last_message.date_sent]
  return left > right || (left === right && a.id > b.id)
}

/** The newest inbound message becomes new. */
const withNewest = ({ messages, unseen }: ThreadRow): Partial<ThreadRow> => {
  for (const message of messages.reversed()) {
    if (message.is_our_email) continue
    if (message.is_new) break
    return { messages: messages.set(message, { ...message, is_new: true }), unseen: unseen + 1 }
  }
  return {}
}

/** No message stays new. The new ones are likely to be the last. */
const withNone = ({ messages, unseen }: ThreadRow): Partial<ThreadRow> => {
  let seen = messages
  let left = unseen
  for (const message of messages.reversed()) {
    if (left === 0) break
    if (!message.is_new) continue
    seen = seen.set(message, { ...message, is_new: false })
    left--
  }
  return { messages: seen, unseen: 0 }
}

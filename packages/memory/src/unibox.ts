/** Threads, their messages, and what is known of attachments. */
import { type Attachment, type Lead, type Message, type OurMessage, type Thread, ThreadStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import { corrupt, type Database, type Mutable, sequence } from "./internal/Database.ts"
import { leadsWithEmail } from "./internal/leads.ts"
import { distinct } from "./internal/rows.ts"
import { noMessages, type StoredMessage, type Tenant, type ThreadRow, withMessageId } from "./internal/State.ts"
import { dropThread, putThread, threadsOf, toMessage } from "./internal/threads.ts"

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
    if (thread === undefined || tenant.messagesByIdentity.get(identity) !== undefined) return Option.none()
    const files = attachments.map((file) => Object.freeze({ id: nextAttachment(), ...file }))
    for (const file of files) tenant.attachments = tenant.attachments.set(file.id, file)
    const message: StoredMessage = {
      ...fields,
      id: nextMessage(),
      attachments: Object.freeze(files.map(({ ext, filename, id, type }) => Object.freeze({ id, filename, ext, type })))
    }
    const position = { date_sent: message.date_sent, id: message.id }
    putThread(tenant, thread, {
      messages: thread.messages.set(position, message),
      unseen: thread.unseen + Number(message.is_new),
      inbound: thread.inbound || !message.is_our_email,
      ours: thread.ours || message.is_our_email
    })
    const { id, message_id, trust } = message
    const stored = { identity, thread_id, ...(trust === undefined ? {} : { trust }) }
    tenant.messagesByIdentity = tenant.messagesByIdentity.set(identity, stored)
    if (message_id !== undefined) {
      tenant.messagesByMessageId = tenant.messagesByMessageId.set({ message_id, id }, { thread_id, position })
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
            if (campaign_id !== null) {
              tenant.threadsByCampaign = tenant.threadsByCampaign.set({ campaign_id, thread_id: id }, id)
            }
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

    removeOf: (organization_id, lead_ids, addresses) =>
      write(organization_id, "ThreadStore.removeOf", (tenant) => {
        const wanted = new Set(addresses)
        const mentions = ({ from_email, to_email }: StoredMessage) =>
          [from_email, ...to_email.split(", ")].some((address) => wanted.has(address.toLowerCase()))
        const strays = [...tenant.threads.values()].filter(
          ({ lead_id, messages }) => lead_id === null && [...messages.values()].some(mentions)
        )
        const found = [...distinct(lead_ids).flatMap((id) => threadsOf(tenant, id)), ...strays]
        return Exit.succeed(found.flatMap((thread) => dropThread(tenant, thread)))
      }),

    findByIdentities: (organization_id, identities) =>
      read(organization_id, ({ messagesByIdentity }) =>
        [...new Set(identities)].flatMap((identity) => messagesByIdentity.get(identity) ?? [])
      ),

    findByMessageIds: (organization_id, message_ids) =>
      read(organization_id, ({ messagesByMessageId }) => {
        for (const message_id of message_ids) {
          const [first] = withMessageId(messagesByMessageId, message_id)
          if (first !== undefined) return Option.some(first.thread_id)
        }
        return Option.none()
      }),

    findOurs: (organization_id, message_ids, { limit }) =>
      read(organization_id, ({ messagesByMessageId, threads }) =>
        [...new Set(message_ids)]
          .flatMap((message_id) => withMessageId(messagesByMessageId, message_id))
          .sort((a, b) => a.position.id - b.position.id)
          .flatMap(({ position, thread_id }) => {
            const thread = threads.get(thread_id)
            const message = thread?.messages.get(position)
            return thread === undefined || message?.is_our_email !== true ? [] : [toOurs(thread, message)]
          })
          .slice(0, limit)
      ),

    findOursToLead: (organization_id, lead_id, { limit, since }) =>
      read(organization_id, (tenant) =>
        threadsOf(tenant, lead_id)
          .flatMap((thread) =>
            thread.messages
              .slice(thread.messages.rank({ date_sent: since, id: 0 as Message.MessageId }), thread.messages.size)
              .filter(({ is_our_email }) => is_our_email)
              .map((message) => ({ id: message.id, ours: toOurs(thread, message) }))
          )
          .sort((a, b) => a.id - b.id)
          .slice(0, limit)
          .map(({ ours }) => ours)
      ),

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

const toOurs = ({ id, lead_id }: ThreadRow, { cc_email, message_id, to_email }: StoredMessage): OurMessage => ({
  thread_id: id,
  lead_id,
  to_email,
  ...(cc_email === undefined ? {} : { cc_email }),
  ...(message_id === undefined ? {} : { message_id })
})

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

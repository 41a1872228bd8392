/** Threads, their messages, and the metadata of attachments. */
import {
  type Attachment,
  type Lead,
  Message,
  type OurMessage,
  Text,
  type Thread,
  type ThreadListing,
  ThreadStore
} from "@mailroom/core"
import { Exit, Iterable, Option } from "effect"
import { type Database, makeSequence, type Mutable } from "./internal/Database.ts"
import { leadsWithAddress, rowOf } from "./internal/leads.ts"
import { distinct } from "./internal/rows.ts"
import { campaignIn, noMessages, positions, type Tenant, withMessageId } from "./internal/State.ts"
import { dropThread, putThread, threadsOf, toMessage, toThread } from "./internal/threads.ts"
import type { ShownThread, StoredMessage, ThreadRow } from "./internal/threadState.ts"

export const threadStore = ({ read, write }: Database): ThreadStore["Service"] => {
  const nextThread = makeSequence<Thread.ThreadId>()
  const nextMessage = makeSequence<Message.MessageId>()
  const nextAttachment = makeSequence<Attachment.AttachmentId>()

  /** Adds a message to its thread. Returns none if the thread does not exist, or the message is already stored. */
  const insertMessage = (
    tenant: Mutable<Tenant>,
    given: Message.NewMessage
  ): Option.Option<{ readonly id: Message.MessageId; readonly attachment_ids: Array<Attachment.AttachmentId> }> => {
    const { about: _, attachments, identity, thread_id, ...fields } = given
    const thread = tenant.threads.get(thread_id)
    if (thread === undefined || tenant.messagesByIdentity.get(identity) !== undefined) return Option.none()
    const files = attachments.map((file) => Object.freeze({ id: nextAttachment(), ...file }))
    for (const file of files) tenant.attachments = tenant.attachments.set(file.id, file)
    const message: StoredMessage = {
      ...fields,
      id: nextMessage(),
      searchText: Message.searchTextOf(given),
      attachments: Object.freeze(files.map(({ ext, filename, id, type }) => Object.freeze({ id, filename, ext, type })))
    }
    const position = { date_sent: message.date_sent, id: message.id }
    const { account_id } = message
    const isNewer = thread.account === null || positions(position, thread.account) > 0
    putThread(tenant, thread, {
      account: account_id !== null && isNewer ? { ...position, account_id } : thread.account,
      messages: thread.messages.set(position, message),
      unseen: thread.unseen + Number(message.is_new),
      inbound: thread.inbound || !message.is_our_email,
      ours: thread.ours || message.is_our_email
    })
    const { id, message_id, trust } = message
    const stored = { identity, thread_id, trust }
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
            const nothing = { unseen: 0, inbound: false, ours: false, account: null, shown: undefined }
            tenant.threads = tenant.threads.set(id, { id, tab, lead_id, campaign_id, messages: noMessages, ...nothing })
            if (lead_id !== null) tenant.threadsByLead = tenant.threadsByLead.set({ lead_id, thread_id: id }, id)
            if (campaign_id !== null) {
              tenant.threadsByCampaign = tenant.threadsByCampaign.set({ campaign_id, thread_id: id }, id)
            }
            return id
          })
        )
      ),

    insertMessages: (organization_id, messages) =>
      write(organization_id, "ThreadStore.insertMessages", (tenant) =>
        Exit.succeed(messages.map((message) => insertMessage(tenant, message)))
      ),

    find: (organization_id, id) =>
      read(organization_id, (tenant) => {
        const row = tenant.threads.get(id)
        return Option.fromUndefinedOr(row && toThread(tenant, row))
      }),

    findStray: (organization_id, texts) =>
      read(organization_id, ({ threads }) => {
        const contains = Text.containsAny(texts)
        return [...threads.values()].flatMap(({ id, lead_id, messages, ours }) =>
          lead_id === null
            ? [...messages.values()]
                .filter(({ searchText }) => contains(searchText))
                .map(({ searchText }) => ({ thread_id: id, has_our_email: ours, search_text: searchText }))
            : []
        )
      }),

    removeOf: (organization_id, lead_ids, thread_ids) =>
      write(organization_id, "ThreadStore.removeOf", (tenant) => {
        const strays = distinct(thread_ids).flatMap((id) => tenant.threads.get(id) ?? [])
        const found = [
          ...distinct(lead_ids).flatMap((id) => threadsOf(tenant, id)),
          ...strays.filter(({ lead_id }) => lead_id === null)
        ]
        return Exit.succeed(found.flatMap((thread) => dropThread(tenant, thread)))
      }),

    removeEmpty: (organization_id, ids) =>
      write(organization_id, "ThreadStore.removeEmpty", (tenant) => {
        for (const id of ids) {
          const thread = tenant.threads.get(id)
          if (thread !== undefined && thread.messages.size === 0) dropThread(tenant, thread)
        }
        return Exit.void
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

    findByLeadEmail: (organization_id, address) =>
      read(organization_id, (tenant) => newestOf(tenant, leadsWithAddress(tenant, address))),

    page: (organization_id, listing) =>
      read(organization_id, (tenant) => {
        const matches = makeFilter(tenant, listing)
        const page: Array<Thread.Thread> = []
        for (const row of listed(tenant, listing)) {
          if (page.length === listing.limit) break
          const thread = matches(row) ? toThread(tenant, row) : undefined
          if (thread !== undefined) page.push(thread)
        }
        return page
      }),

    messages: (organization_id, id, { after, limit, maximum_bytes, order = "asc" }) =>
      read(organization_id, ({ threads }) => {
        const thread = threads.get(id)
        if (thread === undefined) return { data: [], has_more: false }
        const { messages } = thread
        const rows =
          order === "asc"
            ? messages.values(after === undefined ? 0 : messages.rankAfter(after))
            : messages.reversed(0, after === undefined ? messages.size : messages.rank(after))
        const first = [...Iterable.take(rows, limit + 1)]
        const data = first.slice(0, Math.min(limit, fitting(first, maximum_bytes)))
        return { data: data.map((message) => toMessage(thread, message)), has_more: data.length < first.length }
      }),

    updateMany: (organization_id, ids, patch) =>
      write(organization_id, "ThreadStore.updateMany", (tenant) =>
        Exit.succeed(
          distinct(ids).flatMap((id): ReadonlyArray<Thread.ThreadState> => {
            const thread = tenant.threads.get(id)
            if (thread?.shown === undefined) return []
            const new_message_ids = distinct(newIn(thread).map((message) => message.id))
            putPatched(tenant, thread, patch)
            return [{ id, tab: thread.tab, new_message_ids }]
          })
        )
      ),

    changes: (organization_id) =>
      read(organization_id, ({ tabs, uniboxRevision }) => ({
        revision: uniboxRevision,
        replies: tabs.replies.unread,
        other: tabs.other.unread
      })),

    touch: (organization_id) =>
      write(organization_id, "ThreadStore.touch", (tenant) => {
        tenant.uniboxRevision++
        return Exit.void
      })
  })
}

const toOurs = ({ id, lead_id }: ThreadRow, { cc_email, message_id, to_email }: StoredMessage): OurMessage => ({
  thread_id: id,
  lead_id,
  to_email,
  ...(cc_email === undefined ? {} : { cc_email }),
  ...(message_id === undefined ? {} : { message_id })
})

/** The number of messages, from the first on, whose texts together have at most `maximum_bytes`; at least one. */
const fitting = (messages: ReadonlyArray<StoredMessage>, maximum_bytes: number): number => {
  let bytes = 0
  const end = messages.findIndex(({ body_html = "", body_text, reply_text }) => {
    for (const text of [body_text, body_html, reply_text]) bytes += encoder.encode(text).length
    return bytes > maximum_bytes
  })
  return end === -1 ? messages.length : Math.max(end, 1)
}
const encoder = new TextEncoder()

/** The newest thread of these leads that contains a message of ours. */
const newestOf = (tenant: Tenant, lead_ids: ReadonlyArray<Lead.LeadId>): Option.Option<Thread.ThreadId> => {
  let newest: ShownThread | undefined
  for (const lead_id of lead_ids) {
    for (const { ours, shown } of threadsOf(tenant, lead_id)) {
      if (ours && shown !== undefined && (newest === undefined || isNewer(shown, newest))) newest = shown
    }
  }
  return Option.fromUndefinedOr(newest?.id)
}

const isNewer = (a: ShownThread, b: ShownThread): boolean => {
  const [left, right] = [a.last_message.date_sent, b.last_message.date_sent]
  return left > right || (left === right && a.id > b.id)
}

/** The threads after the cursor, in the order of the list. Some may not pass the filters. */
const listed = (tenant: Tenant, { before, lead_id, tab }: ThreadListing): Iterable<ThreadRow> => {
  if (lead_id === undefined && tab !== undefined) {
    const { threads } = tenant.tabs[tab]
    return threads.values(before === undefined ? 0 : threads.rankAfter(before))
  }
  const { other, replies } = tenant.tabs
  const rows =
    lead_id === undefined ? [...replies.threads.values(), ...other.threads.values()] : threadsOf(tenant, lead_id)
  return rows
    .flatMap((row) =>
      row.inbound && row.shown !== undefined
        ? [{ row, place: { date_sent: row.shown.last_message.date_sent, id: row.id } }]
        : []
    )
    .filter(({ place }) => before === undefined || positions(place, before) < 0)
    .sort((a, b) => positions(b.place, a.place))
    .map(({ row }) => row)
}

/** Creates the filter of a listing. */
const makeFilter = (
  tenant: Tenant,
  { account_id, campaign_id, is_new, lead_id, search, tab, tag_id }: ThreadListing
) => {
  const isHidden = campaign_id !== undefined && campaignIn(tenant, campaign_id) === undefined
  return (row: ThreadRow): boolean => {
    if (isHidden || (tab !== undefined && row.tab !== tab)) return false
    if (campaign_id !== undefined && row.campaign_id !== campaign_id) return false
    if (account_id !== undefined && row.account?.account_id !== account_id) return false
    if (is_new !== undefined && row.unseen > 0 !== is_new) return false
    if (lead_id !== undefined || tag_id !== undefined) {
      const lead = row.lead_id === null ? undefined : rowOf(tenant, row.lead_id)?.lead
      if (lead === undefined || (lead_id !== undefined && lead.id !== lead_id)) return false
      if (tag_id !== undefined && lead.reply_status_tag_id !== tag_id) return false
    }
    return search === undefined || Iterable.some(row.messages.values(), ({ searchText }) => searchText.includes(search))
  }
}

/** Stores the thread with the changes of the patch. */
const putPatched = (
  tenant: Mutable<Tenant>,
  thread: ThreadRow,
  { is_new, new_message_ids, tab }: Omit<Thread.UpdateThreads, "ids">
): ThreadRow => {
  const wanted =
    new_message_ids !== undefined
      ? new Set(new_message_ids)
      : is_new === undefined
        ? undefined
        : new Set(is_new ? [...newIn(thread), ...newestInbound(thread)].map(({ id }) => id) : [])
  return putThread(tenant, thread, {
    ...(wanted === undefined ? {} : withNew(thread, wanted)),
    ...(tab === undefined ? {} : { tab })
  })
}

const newestInbound = ({ messages }: ThreadRow): ReadonlyArray<StoredMessage> => [
  ...Iterable.take(
    Iterable.filter(messages.reversed(), ({ is_our_email }) => !is_our_email),
    1
  )
]

/** The new messages. The search starts at the last message, because new messages are usually last. */
const newIn = ({ messages, unseen }: ThreadRow): ReadonlyArray<StoredMessage> => [
  ...Iterable.take(
    Iterable.filter(messages.reversed(), ({ is_new }) => is_new),
    unseen
  )
]

/** Marks exactly these messages of the thread as new. */
const withNew = (thread: ThreadRow, wanted: ReadonlySet<Message.MessageId>): Pick<ThreadRow, "messages" | "unseen"> => {
  let messages = thread.messages
  for (const message of newIn(thread)) {
    if (!wanted.has(message.id)) messages = messages.set(message, { ...message, is_new: false })
  }
  let unseen = 0
  if (wanted.size > 0) {
    for (const message of thread.messages.values()) {
      if (!wanted.has(message.id)) continue
      unseen++
      if (!message.is_new) messages = messages.set(message, { ...message, is_new: true })
    }
  }
  return { messages, unseen }
}

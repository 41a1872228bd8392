/** Threads, their messages, and the metadata of attachments. */
import { type Attachment, type Lead, Message, Text, type Thread, type ThreadListing, ThreadStore } from "@mailroom/core"
import { Exit, Iterable, Option } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { leadsWithAddress, rowOf } from "./internal/leads.ts"
import { distinct, everywhere } from "./internal/rows.ts"
import { byKeyset, campaignIn, type Tenant } from "./internal/State.ts"
import {
  dropThread,
  emptyThread,
  linkedIn,
  newIn,
  putMessage,
  putThread,
  shownFiles,
  threadsOf,
  toMessage,
  toOurs,
  toThread,
  withNew
} from "./internal/threads.ts"
import { retiring } from "./internal/retiring.ts"
import type { ShownThread, StoredMessage, ThreadRow } from "./internal/threadState.ts"

export const threadStore = ({ read, readState, sequence, write }: Database): ThreadStore["Service"] => {
  const { next: nextThread } = sequence<Thread.ThreadId>("threads")
  const { next: nextMessage } = sequence<Message.MessageId>("messages")
  const { next: nextAttachment } = sequence<Attachment.AttachmentId>("attachments")

  /** Adds a message to its thread. Returns none if the thread does not exist, or the message is already stored. */
  const insertMessage = (
    tenant: Mutable<Tenant>,
    given: Message.NewMessage
  ): Option.Option<{ readonly id: Message.MessageId; readonly attachment_ids: Array<Attachment.AttachmentId> }> => {
    const { about: _, attachments, identity, tab, thread_id, ...fields } = given
    const thread = tenant.threads.get(thread_id)
    if (thread === undefined || tenant.messagesByIdentity.get(identity) !== undefined) return Option.none()
    const files = attachments.flatMap(({ id, ...file }) => {
      if (id === undefined) return [{ id: nextAttachment(), ...file }]
      if (tenant.uploads.get(id) === undefined) return []
      tenant.uploads = tenant.uploads.remove(id)
      return [{ id, ...file }]
    })
    // In the order of ids, as in every storage: an upload has an earlier one than a new file.
    files.sort((a, b) => a.id - b.id)
    const message: StoredMessage = {
      ...fields,
      id: nextMessage(),
      identity,
      searchText: Message.searchTextOf(given),
      attachments: shownFiles(files)
    }
    const placed = tab === undefined ? thread : { ...thread, tab }
    putMessage(tenant, placed, message, files, message.is_our_email ? thread : opened)
    return Option.some({ id: message.id, attachment_ids: files.map(({ id }) => id) })
  }

  return ThreadStore.of({
    insertThreads: (organization_id, threads) =>
      write(organization_id, "ThreadStore.insertThreads", (tenant) =>
        Exit.succeed(
          threads.map(({ campaign_id, lead_id, tab }) => {
            const id = nextThread()
            tenant.threads = tenant.threads.set(
              id,
              emptyThread(id, { tab, ...opened, lead_id, campaign_id, assigned_to: null })
            )
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

    findMatching: (organization_id, ids, search) =>
      read(organization_id, ({ threads }) =>
        distinct(ids).flatMap((thread_id) => {
          const newest = [...(threads.get(thread_id)?.messages.reversed() ?? [])]
          const found = newest.filter(({ searchText }) => searchText.includes(search))
          const { id, reply_text } = found.find(isInReply(search)) ?? found[0] ?? {}
          return id === undefined || reply_text === undefined ? [] : [{ thread_id, id, reply_text }]
        })
      ),

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
        const found = [...threadsOf(tenant, lead_ids), ...strays.filter(({ lead_id }) => lead_id === null)]
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
      read(organization_id, (tenant) => {
        const found = messagesWith(tenant, message_ids)
        const firsts = message_ids.flatMap(
          (message_id) => found.find(({ message }) => message.message_id === message_id) ?? []
        )
        return Option.fromUndefinedOr(firsts[0]?.thread.id)
      }),

    findOurs: (organization_id, match, { limit }) =>
      read(organization_id, (tenant) => {
        const found =
          "message_ids" in match
            ? messagesWith(tenant, match.message_ids)
            : threadsOf(tenant, [match.lead_id])
                .flatMap((thread) => Array.from(thread.messages.values(), (message) => ({ message, thread })))
                .filter(({ message }) => message.date_sent >= match.since)
                .sort((a, b) => a.message.id - b.message.id)
        return found
          .filter(({ message }) => message.is_our_email)
          .slice(0, limit)
          .map(({ message, thread }) => toOurs(thread, message))
      }),

    findLinked: (organization_id, match, { limit }) =>
      read(organization_id, ({ threads }) => linkedIn(threads.values(), match).slice(0, limit)),

    findOurText: (organization_id, message_id) =>
      read(organization_id, (tenant) => {
        const found = messagesWith(tenant, [message_id]).find(({ message }) => message.is_our_email)
        return Option.map(Option.fromUndefinedOr(found), ({ message: { body_html, body_text } }) => ({
          body_text,
          ...(body_html === undefined ? {} : { body_html })
        }))
      }),

    findReceived: (organization_id, id, kinds) =>
      read(organization_id, ({ threads }) => {
        const received = [...(threads.get(id)?.messages.values() ?? [])]
          .filter(({ is_our_email, kind }) => !is_our_email && kinds.includes(kind))
          .map((message) => message.id)
        return received.length === 0 ? Option.none() : Option.some(Math.max(...received) as Message.MessageId)
      }),

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
      read(organization_id, (tenant) =>
        listed(tenant, listing)
          .slice(0, listing.limit)
          .flatMap((row) => toThread(tenant, row) ?? [])
      ),

    unread: (organization_id, filters, maximum) =>
      read(organization_id, (tenant) => {
        const unread = { replies: 0, other: 0 }
        for (const { tab } of listed(tenant, { ...filters, is_new: true, limit: 0 })) unread[tab]++
        return atMost(unread, maximum)
      }),

    messages: (organization_id, id, { after, id: only, limit, maximum_bytes, order = "asc" }) =>
      read(organization_id, ({ threads }) => {
        const thread = threads.get(id)
        if (thread === undefined) return { data: [], has_more: false }
        const { messages } = thread
        const rows =
          order === "asc"
            ? messages.values(after === undefined ? 0 : messages.rankAfter(after))
            : messages.reversed(0, after === undefined ? messages.size : messages.rank(after))
        const asked = only === undefined ? rows : Iterable.filter(rows, (message) => message.id === only)
        const first = [...Iterable.take(asked, limit + 1)]
        const data = first.slice(0, Math.min(limit, fitting(first, maximum_bytes)))
        return { data: data.map((message) => toMessage(thread, message)), has_more: data.length < first.length }
      }),

    ...retiring({ read, write }),

    updateMany: (organization_id, ids, patch) =>
      write(organization_id, "ThreadStore.updateMany", (tenant) =>
        Exit.succeed(
          distinct(ids).flatMap((id): ReadonlyArray<Thread.FormerThread> => {
            const thread = tenant.threads.get(id)
            if (thread?.shown === undefined) return []
            const new_message_ids = distinct(newIn(thread).map((message) => message.id))
            putPatched(tenant, thread, patch)
            const { assigned_to, snoozed_until, state, tab } = thread
            const snoozed = snoozed_until === null ? {} : { snoozed_until }
            return [{ id, tab, state, ...snoozed, assigned_to, new_message_ids }]
          })
        )
      ),

    assignFree: (organization_id, id, person_id) =>
      write(organization_id, "ThreadStore.assignFree", (tenant) => {
        const thread = tenant.threads.get(id)
        if (thread?.assigned_to === null) putThread(tenant, thread, { assigned_to: person_id })
        return Exit.void
      }),

    unassign: (organization_id, person_id) =>
      write(organization_id, "ThreadStore.unassign", (tenant) => {
        const assigned = [...tenant.threads.values()].filter(({ assigned_to }) => assigned_to === person_id)
        for (const thread of assigned) putThread(tenant, thread, { assigned_to: null })
        return Exit.void
      }),

    findSnoozed: ({ limit, now }) =>
      readState((state) =>
        everywhere(state, ({ threads }) => threads)
          .flatMap(({ organization_id, row: { id, snoozed_until } }) =>
            snoozed_until !== null && snoozed_until <= now ? [{ organization_id, id, snoozed_until }] : []
          )
          .sort((a, b) => (a.snoozed_until < b.snoozed_until ? -1 : 1))
          .slice(0, limit)
          .map(({ id, organization_id }) => ({ organization_id, id }))
      ),

    wake: (organization_id, ids, now) =>
      write(organization_id, "ThreadStore.wake", (tenant) => {
        const due = distinct(ids)
          .flatMap((id) => tenant.threads.get(id) ?? [])
          .filter(({ snoozed_until }) => snoozed_until !== null && snoozed_until <= now)
        for (const thread of due) putPatched(tenant, thread, { is_new: true, state: "open" })
        return Exit.succeed(due.length)
      }),

    changes: (organization_id, maximum) =>
      read(organization_id, (tenant) => ({
        revision: tenant.uniboxRevision,
        ...atMost(unreadIn(tenant), maximum),
        todo: atMost(todoIn(tenant), maximum)
      })),

    touch: (organization_id) =>
      write(organization_id, "ThreadStore.touch", (tenant) => {
        tenant.uniboxRevision++
        return Exit.void
      })
  })
}

/** Makes the function that says whether the search is in the reply text of a message. */
const isInReply =
  (search: string) =>
  ({ reply_text }: StoredMessage): boolean =>
    Text.foldForSearch(Text.cut(reply_text, Message.searchedReply)).includes(search)

/** The state of a new thread, and of one with a new inbound message. */
const opened = { state: "open", snoozed_until: null } as const

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
  const ours = threadsOf(tenant, lead_ids).flatMap(({ ours, shown }) => (ours && shown ? [keysetOf(shown)] : []))
  return Option.fromUndefinedOr(ours.sort(byKeyset).at(-1)?.id)
}

const keysetOf = ({ id, last_message }: ShownThread) => ({ at: last_message.date_sent, id })

/** The messages with one of these Message-IDs, by ascending id, each with its thread. */
const messagesWith = ({ threads }: Tenant, message_ids: ReadonlyArray<string>) => {
  const asked = new Set<string | undefined>(message_ids)
  if (asked.size === 0) return []
  return [...threads.values()]
    .flatMap((thread) => Array.from(thread.messages.values(), (message) => ({ thread, message })))
    .filter(({ message }) => asked.has(message.message_id))
    .sort((a, b) => a.message.id - b.message.id)
}

/** The number of threads with new messages in each tab. */
const unreadIn = ({ threads }: Tenant) => {
  const unread = { replies: 0, other: 0 }
  for (const { inbound, tab, unseen } of threads.values()) if (inbound && unseen > 0) unread[tab]++
  return unread
}

/** The number of open threads in each tab. */
const todoIn = ({ threads }: Tenant) => {
  const todo = { replies: 0, other: 0 }
  for (const { inbound, state, tab } of threads.values()) if (inbound && state === "open") todo[tab]++
  return todo
}

const atMost = ({ other, replies }: Readonly<Record<Thread.Tab, number>>, maximum: number) => ({
  replies: Math.min(replies, maximum),
  other: Math.min(other, maximum)
})

/** The threads that pass the filters, after the cursor, in the order of the list. */
const listed = (tenant: Tenant, listing: ThreadListing): ReadonlyArray<ThreadRow> => {
  const { before, lead_id } = listing
  const matches = makeFilter(tenant, listing)
  return (lead_id === undefined ? [...tenant.threads.values()] : threadsOf(tenant, [lead_id]))
    .flatMap((row) => (row.inbound && row.shown ? [{ row, keyset: keysetOf(row.shown) }] : []))
    .filter(({ keyset, row }) => (before === undefined || byKeyset(keyset, before) < 0) && matches(row))
    .sort((a, b) => byKeyset(b.keyset, a.keyset))
    .map(({ row }) => row)
}

/** Creates the filter of a listing. */
const makeFilter = (
  tenant: Tenant,
  { account_id, assigned_to, campaign_id, is_new, lead_id, search, since, state, tab, tag_id, until }: ThreadListing
) => {
  const isHidden = campaign_id !== undefined && campaignIn(tenant, campaign_id) === undefined
  return (row: ThreadRow): boolean => {
    if (isHidden || (tab !== undefined && row.tab !== tab)) return false
    if (state !== undefined && row.state !== state) return false
    if (campaign_id !== undefined && row.campaign_id !== campaign_id) return false
    if (assigned_to !== undefined && row.assigned_to !== assigned_to) return false
    if (account_id !== undefined && row.account?.account_id !== account_id) return false
    const sent = row.shown?.last_message.date_sent ?? ""
    if ((since !== undefined && sent < since) || (until !== undefined && sent >= until)) return false
    if (is_new !== undefined && row.unseen > 0 !== is_new) return false
    if (lead_id !== undefined || tag_id !== undefined) {
      const lead = row.lead_id === null ? undefined : rowOf(tenant, row.lead_id)?.lead
      if (lead === undefined || (lead_id !== undefined && lead.id !== lead_id)) return false
      if (tag_id !== undefined && lead.reply_status_tag_id !== tag_id) return false
    }
    return search === undefined || Iterable.some(row.messages.values(), ({ searchText }) => searchText.includes(search))
  }
}

type Patch = Omit<Thread.UpdateThreads, "ids">

/** Stores the thread with the changes of the patch. */
const putPatched = (tenant: Mutable<Tenant>, thread: ThreadRow, patch: Patch): ThreadRow => {
  const { assigned_to, snoozed_until, state, tab } = patch
  const newIds = newAfter(thread, patch)
  return putThread(tenant, thread, {
    ...(newIds === undefined ? {} : withNew(thread, new Set(newIds))),
    ...(tab === undefined ? {} : { tab }),
    ...(assigned_to === undefined ? {} : { assigned_to }),
    ...(state === undefined ? {} : { state, snoozed_until: snoozed_until ?? null })
  })
}

/** The ids of the messages that are new after the patch; `undefined` if it does not change which ones are new. */
const newAfter = (
  thread: ThreadRow,
  { is_new, new_message_ids }: Patch
): ReadonlyArray<Message.MessageId> | undefined => {
  if (new_message_ids !== undefined) return new_message_ids
  if (is_new === undefined) return undefined
  return is_new ? [...newIn(thread), ...newestInbound(thread)].map(({ id }) => id) : []
}

/** The last message that is not ours, in an array; empty if there is none. */
const newestInbound = ({ messages }: ThreadRow): ReadonlyArray<StoredMessage> => [
  ...Iterable.take(
    Iterable.filter(messages.reversed(), ({ is_our_email }) => !is_our_email),
    1
  )
]

/** The reference model of an organization's storage: plain arrays and pure functions, without optimization. */
import { domainKeyOf, domainsOf, mailboxOf, normalizeEmail, searchTextOfAddress } from "@mailroom/mail/domain"
import { Struct } from "effect"
import { type Lead, type LeadRecord, toLead } from "../../leads/Lead.ts"
import type { AddressMatch, AddressKeyset, LeadQuery } from "../../leads/LeadStore.ts"
import type { Rows } from "../../Pagination.ts"
import { type Message, type NewMessage, searchTextOf } from "../../unibox/Message.ts"
import type { FormerThread, NewThread, State, Tab, Thread, UpdateThreads } from "../../unibox/Thread.ts"
import type { Keyset } from "../../Pagination.ts"
import type { Timestamp } from "../../Timestamp.ts"
import type { MessageQuery, ThreadListing } from "../../unibox/ThreadStore.ts"
import { summary } from "../fixtures/ThreadFixtures.ts"
import type { CampaignId, LeadId, MessageId, ThreadId } from "../../ids.ts"

/** The state of a thread; when it opens again, if it is snoozed. */
interface Snooze {
  readonly state: State
  readonly snoozed_until?: Timestamp
}

const snoozeOf = ({ snoozed_until, state }: Snooze): Snooze => ({
  state,
  ...(snoozed_until === undefined ? {} : { snoozed_until })
})

export interface Model {
  readonly leads: ReadonlyArray<LeadRecord>
  readonly threads: ReadonlyArray<NewThread & { readonly id: ThreadId } & Snooze>
  readonly messages: ReadonlyArray<NewMessage & { readonly id: MessageId }>
}

export const empty: Model = { leads: [], threads: [], messages: [] }

const inCampaign = (model: Model, campaign_id: CampaignId) =>
  model.leads.filter((lead) => lead.campaign_id === campaign_id).toSorted((a, b) => a.id - b.id)

export const leadCount = (model: Model, campaign_id: CampaignId): number => inCampaign(model, campaign_id).length

/** For each address, whether it can be inserted after the addresses before it. */
export const areFree = (model: Model, campaign_id: CampaignId, emails: ReadonlyArray<string>) => {
  const taken = new Set(inCampaign(model, campaign_id).map(({ email }) => normalizeEmail(email)))
  return emails.map((email) => {
    const free = !taken.has(normalizeEmail(email))
    taken.add(normalizeEmail(email))
    return free
  })
}

export const leadPage = (model: Model, campaign_id: CampaignId, query: LeadQuery): Rows<Lead> => {
  const { after_id = 0, limit, offset, search = "" } = query
  const found = inCampaign(model, campaign_id).filter(({ email }) => searchTextOfAddress(email).includes(search))
  const data = found.filter(({ id }) => id > after_id).slice(offset, offset + limit)
  return { total: found.length, data: data.map(toLead) }
}

export const leadsWithEmail = (model: Model, address: string): ReadonlyArray<LeadRecord> =>
  model.leads.filter(({ email }) => normalizeEmail(email) === address).toSorted((a, b) => a.id - b.id)

/** The matching leads, in order of addresses. */
export const matchLeads = (
  model: Model,
  { addresses, domains, mailboxes = [] }: AddressMatch,
  { after, limit }: { readonly after?: AddressKeyset; readonly limit: number }
): ReadonlyArray<AddressKeyset> =>
  model.leads
    .map(({ email, id }) => ({ address: normalizeEmail(email), id }))
    .filter(
      ({ address }) =>
        addresses.includes(address) ||
        mailboxes.includes(mailboxOf(address)) ||
        domainsOf(address).some((domain) => domains.includes(domain))
    )
    .filter((place) => after === undefined || byAddress(place, after) > 0)
    .sort(byAddress)
    .slice(0, limit)

/** Compares leads by domain from its top level down, then by address, then by id. */
export const byAddress = (a: AddressKeyset, b: AddressKeyset): number =>
  compare(domainKeyOf(a.address), domainKeyOf(b.address)) || compare(a.address, b.address) || a.id - b.id
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** The model after a compare-and-set, or the reason why nothing changes. */
export const replaceLead = (model: Model, lead: LeadRecord, version: number): Model | "duplicate" | "stale" => {
  if (!model.leads.some((stored) => stored.id === lead.id && stored.version === version)) return "stale"
  const others = model.leads.filter(({ id }) => id !== lead.id)
  const [free] = areFree({ ...model, leads: others }, lead.campaign_id, [lead.email])
  return free === true ? { ...model, leads: [...others, lead] } : "duplicate"
}

export const removeLeads = (model: Model, ids: ReadonlyArray<LeadId>): Model => ({
  ...model,
  leads: model.leads.filter(({ id }) => !ids.includes(id)),
  threads: model.threads.map((thread) =>
    thread.lead_id !== null && ids.includes(thread.lead_id) ? { ...thread, lead_id: null } : thread
  )
})

/** For each message, whether it is new when the messages are stored in this order. */
export const areNew = (model: Model, rows: ReadonlyArray<NewMessage>): ReadonlyArray<boolean> => {
  const stored = new Set(model.messages.map(({ identity }) => identity))
  return rows.map(({ identity }) => {
    const isNew = !stored.has(identity)
    stored.add(identity)
    return isNew
  })
}

export const threadsByIdentity = (model: Model, identities: ReadonlyArray<string>): ReadonlyMap<string, ThreadId> =>
  new Map(
    model.messages
      .filter(({ identity }) => identities.includes(identity))
      .map(({ identity, thread_id }) => [identity, thread_id])
  )

/** Whether `a` comes before `b` in time, then by id. */
const precedes = (a: Keyset<number>, b: Keyset<number>) => a.at < b.at || (a.at === b.at && a.id < b.id)
const oldestFirst = (a: Keyset<number>, b: Keyset<number>) => (precedes(a, b) ? -1 : 1)

export const keysetOfMessage = ({ date_sent, id }: Pick<Message, "date_sent" | "id">): Keyset<MessageId> => ({
  at: date_sent,
  id
})

const rowsOf = (model: Model, id: ThreadId) =>
  model.messages
    .filter(({ thread_id }) => thread_id === id)
    .toSorted((a, b) => oldestFirst(keysetOfMessage(a), keysetOfMessage(b)))

/** The model with these messages added. Mail that came in opens its thread. */
export const addMessages = (model: Model, added: Model["messages"]): Model => ({
  ...model,
  threads: model.threads.map((thread) =>
    added.some(({ is_our_email, thread_id }) => thread_id === thread.id && !is_our_email)
      ? { ...Struct.omit(thread, ["snoozed_until"]), state: "open" }
      : thread
  ),
  messages: [...model.messages, ...added]
})

const shownWith =
  (conversation: Pick<Message, "thread_id">) =>
  (row: Model["messages"][number]): Message => ({
    ...Struct.omit(row, ["account_id", "identity", "thread_id"]),
    attachments: [],
    ...conversation
  })

export const messagesOf = (model: Model, id: ThreadId): ReadonlyArray<Message> => {
  const rows = rowsOf(model, id)
  return rows.map(shownWith(rows.some(({ is_our_email }) => is_our_email) ? { thread_id: id } : {}))
}

export const messagePage = (model: Model, id: ThreadId, { after, limit, maximum_bytes, order }: MessageQuery) => {
  const all = order === "desc" ? messagesOf(model, id).toReversed() : messagesOf(model, id)
  const isBeyond = (message: Message) =>
    after === undefined ||
    (order === "desc" ? precedes(keysetOfMessage(message), after) : precedes(after, keysetOfMessage(message)))
  const rest = all.filter(isBeyond)
  const bytesOf = (messages: ReadonlyArray<Message>) =>
    Buffer.byteLength(
      messages.map(({ body_html = "", body_text, reply_text }) => body_text + body_html + reply_text).join("")
    )
  const data = rest.filter((_, i) => i === 0 || (i < limit && bytesOf(rest.slice(0, i + 1)) <= maximum_bytes))
  return { data, has_more: data.length < rest.length }
}

export const threadOf = (model: Model, id: ThreadId): Thread | undefined => {
  const thread = model.threads.find((thread) => thread.id === id)
  const messages = messagesOf(model, id)
  const last = messages.findLast(({ kind }) => kind !== "forward") ?? messages.at(-1)
  const account_id = rowsOf(model, id).findLast((row) => row.account_id !== null)?.account_id ?? null
  const lead = model.leads.find((lead) => lead.id === thread?.lead_id)
  if (thread === undefined || last === undefined) return undefined
  return {
    id,
    tab: thread.tab,
    ...snoozeOf(thread),
    ...(last.thread_id === undefined ? {} : { thread_id: id }),
    ...(thread.lead_id === null ? {} : { lead_id: thread.lead_id }),
    ...(thread.campaign_id === null ? {} : { campaign_id: thread.campaign_id }),
    last_message: { ...summary(last), is_new: messages.some(({ is_new }) => is_new) },
    message_count: messages.length,
    ...(account_id === null ? {} : { account_id }),
    ...(lead === undefined
      ? {}
      : {
          lead: Struct.pick(lead, ["email", "first_name", "last_name", "company", "reply_status", "reply_status_by"])
        }),
    // All campaigns in the model have this name.
    ...(thread.campaign_id === null ? {} : { campaign_name: "Campaign" })
  }
}

export const keysetOf = ({ id, last_message }: Thread): Keyset<ThreadId> => ({ at: last_message.date_sent, id })

/** The threads that have messages, ordered by their last message, newest first. */
export const shown = (model: Model): ReadonlyArray<Thread> =>
  model.threads.flatMap(({ id }) => threadOf(model, id) ?? []).toSorted((a, b) => oldestFirst(keysetOf(b), keysetOf(a)))
const listed = (model: Model, tab?: Tab) =>
  shown(model).filter(
    (thread) =>
      (tab === undefined || thread.tab === tab) && rowsOf(model, thread.id).some(({ is_our_email }) => !is_our_email)
  )

export const threadPage = (
  model: Model,
  { account_id, before, campaign_id, is_new, lead_id, limit, search, since, state, tab, tag_id, until }: ThreadListing
): ReadonlyArray<Thread> =>
  listed(model, tab)
    .filter((thread) => before === undefined || precedes(keysetOf(thread), before))
    .filter((thread) => state === undefined || thread.state === state)
    .filter((thread) => campaign_id === undefined || thread.campaign_id === campaign_id)
    .filter((thread) => account_id === undefined || thread.account_id === account_id)
    .filter((thread) => lead_id === undefined || thread.lead_id === lead_id)
    .filter(({ last_message }) => is_new === undefined || last_message.is_new === is_new)
    .filter(({ last_message }) => since === undefined || last_message.date_sent >= since)
    .filter(({ last_message }) => until === undefined || last_message.date_sent < until)
    .filter(
      (thread) =>
        tag_id === undefined ||
        model.leads.some((lead) => lead.id === thread.lead_id && lead.reply_status_tag_id === tag_id)
    )
    .filter(
      ({ id }) => search === undefined || rowsOf(model, id).some((message) => searchTextOf(message).includes(search))
    )
    .slice(0, limit)

export const todo = (model: Model): Readonly<Record<Tab, number>> => {
  const count = (tab: Tab) => listed(model, tab).filter(({ state }) => state === "open").length
  return { replies: count("replies"), other: count("other") }
}

export const unread = (model: Model): Readonly<Record<Tab, number>> => {
  const count = (tab: Tab) => listed(model, tab).filter(({ last_message }) => last_message.is_new).length
  return { replies: count("replies"), other: count("other") }
}

/** The states of these threads: the fields that a patch can change. */
export const statesOf = (model: Model, ids: ReadonlyArray<ThreadId>): ReadonlyArray<FormerThread> =>
  model.threads
    .filter(({ id }) => ids.includes(id) && rowsOf(model, id).length > 0)
    .map(({ id, tab, ...thread }) => ({
      id,
      tab,
      ...snoozeOf(thread),
      assigned_to: null,
      new_message_ids: rowsOf(model, id)
        .filter(({ is_new }) => is_new)
        .map((row) => row.id)
        .toSorted((a, b) => a - b)
    }))

export const updateThreads = (
  model: Model,
  ids: ReadonlyArray<ThreadId>,
  { is_new, new_message_ids, snoozed_until, state, tab }: Omit<UpdateThreads, "ids">
): Model => {
  const newest = new Set(ids.map((id) => rowsOf(model, id).findLast(({ is_our_email }) => !is_our_email)?.id))
  const isNew = (message: Model["messages"][number]) => {
    if (!ids.includes(message.thread_id)) return message.is_new
    if (new_message_ids !== undefined) return new_message_ids.includes(message.id)
    return is_new === undefined ? message.is_new : is_new && (message.is_new || newest.has(message.id))
  }
  return {
    ...model,
    threads: model.threads.map((thread) =>
      ids.includes(thread.id) && rowsOf(model, thread.id).length > 0
        ? {
            ...Struct.omit(thread, ["snoozed_until"]),
            ...snoozeOf(state === undefined ? thread : { state, ...(snoozed_until && { snoozed_until }) }),
            tab: tab ?? thread.tab
          }
        : thread
    ),
    messages: model.messages.map((message) => ({ ...message, is_new: isNew(message) }))
  }
}

export const findByMessageIds = (model: Model, message_ids: ReadonlyArray<string>): ReadonlyArray<ThreadId> => {
  const first = message_ids.find((id) => model.messages.some(({ message_id }) => message_id === id))
  return model.messages
    .filter(({ message_id }) => message_id !== undefined && message_id === first)
    .map(({ thread_id }) => thread_id)
}

export const findByLeadEmail = (model: Model, address: string): ThreadId | undefined => {
  const ids = new Set(leadsWithEmail(model, address).map(({ id }) => id))
  return shown(model).find(
    ({ lead_id, thread_id }) => lead_id !== undefined && thread_id !== undefined && ids.has(lead_id)
  )?.id
}

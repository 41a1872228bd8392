/** What an organization's storage should answer, said as plainly as possible: arrays, and nothing clever. Pure. */
import { Struct } from "effect"
import type { CampaignId } from "../campaigns/Campaign.ts"
import { type Lead, type LeadId, type LeadRecord, toLead } from "../leads/Lead.ts"
import { domainKeyOf, domainsOf, normalizeEmail } from "../Domain.ts"
import type { AddressMatch, AddressPlace, LeadQuery } from "../leads/LeadStore.ts"
import type { Rows } from "../Pagination.ts"
import { fold } from "../Text.ts"
import type { Message, MessageId, NewMessage } from "../unibox/Message.ts"
import type { NewThread, Tab, Thread, ThreadId, ThreadPatch } from "../unibox/Thread.ts"
import type { MessageQuery, Position } from "../unibox/ThreadStore.ts"
import { summary } from "./ThreadFixtures.ts"

export interface Model {
  readonly leads: ReadonlyArray<LeadRecord>
  readonly threads: ReadonlyArray<NewThread & { readonly id: ThreadId }>
  readonly messages: ReadonlyArray<NewMessage & { readonly id: MessageId }>
}

export const empty: Model = { leads: [], threads: [], messages: [] }

const inCampaign = (model: Model, campaign_id: CampaignId) =>
  model.leads.filter((lead) => lead.campaign_id === campaign_id).toSorted((a, b) => a.id - b.id)

export const leadCount = (model: Model, campaign_id: CampaignId): number => inCampaign(model, campaign_id).length

/** Which of the addresses can be inserted, one after the other. */
export const areFree = (model: Model, campaign_id: CampaignId, emails: ReadonlyArray<string>) => {
  const taken = new Set(inCampaign(model, campaign_id).map(({ email }) => fold(email)))
  return emails.map((email) => {
    const free = !taken.has(fold(email))
    taken.add(fold(email))
    return free
  })
}

export const leadPage = (model: Model, campaign_id: CampaignId, query: LeadQuery): Rows<Lead> => {
  const { after_id = 0, limit, offset, search = "" } = query
  const found = inCampaign(model, campaign_id).filter(({ email }) => fold(email).includes(search))
  const data = found.filter(({ id }) => id > after_id).slice(offset, offset + limit)
  return { total: found.length, data: data.map(toLead) }
}

export const leadsWithEmail = (model: Model, folded: string): ReadonlyArray<LeadRecord> =>
  model.leads.filter(({ email }) => fold(email) === folded).toSorted((a, b) => a.id - b.id)

/** The leads that match, in the order of addresses. */
export const matchLeads = (
  model: Model,
  { addresses, domains }: AddressMatch,
  { after, limit }: { readonly after?: AddressPlace; readonly limit: number }
): ReadonlyArray<AddressPlace> =>
  model.leads
    .map(({ email, id }) => ({ address: normalizeEmail(email), id }))
    .filter(
      ({ address }) => addresses.includes(address) || domainsOf(address).some((domain) => domains.includes(domain))
    )
    .filter((place) => after === undefined || byAddress(place, after) > 0)
    .sort(byAddress)
    .slice(0, limit)

/** Orders leads by their domain from its top down, then address, then id. */
export const byAddress = (a: AddressPlace, b: AddressPlace): number =>
  compare(domainKeyOf(a.address), domainKeyOf(b.address)) || compare(a.address, b.address) || a.id - b.id
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** The model after a compare-and-set, or why it is not done. */
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

/** Which of the messages are not stored yet when they come one after the other. */
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
const precedes = (a: Position<number>, b: Position<number>) =>
  a.date_sent < b.date_sent || (a.date_sent === b.date_sent && a.id < b.id)
const oldestFirst = (a: Position<number>, b: Position<number>) => (precedes(a, b) ? -1 : 1)

const rowsOf = (model: Model, id: ThreadId) =>
  model.messages.filter(({ thread_id }) => thread_id === id).toSorted(oldestFirst)

const shownWith =
  (conversation: Pick<Message, "thread_id">) =>
  (row: Model["messages"][number]): Message => ({
    ...Struct.omit(row, ["identity", "thread_id"]),
    attachments: [],
    ...conversation
  })

export const messagesOf = (model: Model, id: ThreadId): ReadonlyArray<Message> => {
  const rows = rowsOf(model, id)
  return rows.map(shownWith(rows.some(({ is_our_email }) => is_our_email) ? { thread_id: id } : {}))
}

export const messagePage = (model: Model, id: ThreadId, { after, limit, maximum_bytes }: MessageQuery) => {
  const rest = messagesOf(model, id).filter((message) => after === undefined || precedes(after, message))
  const bytesOf = (messages: ReadonlyArray<Message>) =>
    Buffer.byteLength(messages.map(({ body_html = "", body_text }) => body_text + body_html).join(""))
  const data = rest.filter((_, i) => i === 0 || (i < limit && bytesOf(rest.slice(0, i + 1)) <= maximum_bytes))
  return { data, has_more: data.length < rest.length }
}

export const threadOf = (model: Model, id: ThreadId): Thread | undefined => {
  const thread = model.threads.find((thread) => thread.id === id)
  const messages = messagesOf(model, id)
  const last = messages.at(-1)
  if (thread === undefined || last === undefined) return undefined
  return {
    id,
    tab: thread.tab,
    ...(last.thread_id === undefined ? {} : { thread_id: id }),
    ...(thread.lead_id === null ? {} : { lead_id: thread.lead_id }),
    ...(thread.campaign_id === null ? {} : { campaign_id: thread.campaign_id }),
    last_message: { ...summary(last), is_new: messages.some(({ is_new }) => is_new) }
  }
}

const positionOf = ({ id, last_message }: Thread): Position<ThreadId> => ({ date_sent: last_message.date_sent, id })

/** The threads that are not empty, the newest last message first. */
export const shown = (model: Model): ReadonlyArray<Thread> =>
  model.threads
    .flatMap(({ id }) => threadOf(model, id) ?? [])
    .toSorted((a, b) => oldestFirst(positionOf(b), positionOf(a)))
const listed = (model: Model, tab: Tab) =>
  shown(model).filter(
    (thread) => thread.tab === tab && rowsOf(model, thread.id).some(({ is_our_email }) => !is_our_email)
  )

export const threadPage = (
  model: Model,
  { before, limit, tab }: { readonly tab: Tab; readonly before?: Position<ThreadId>; readonly limit: number }
): ReadonlyArray<Thread> =>
  listed(model, tab)
    .filter((thread) => before === undefined || precedes(positionOf(thread), before))
    .slice(0, limit)

export const unread = (model: Model): Readonly<Record<Tab, number>> => {
  const count = (tab: Tab) => listed(model, tab).filter(({ last_message }) => last_message.is_new).length
  return { replies: count("replies"), other: count("other") }
}

export const updateThread = (model: Model, id: ThreadId, { is_new, tab }: ThreadPatch): Model => {
  const newest = rowsOf(model, id).findLast(({ is_our_email }) => !is_our_email)
  return {
    ...model,
    threads: model.threads.map((thread) => (thread.id === id && tab !== undefined ? { ...thread, tab } : thread)),
    messages: model.messages.map((message) => {
      if (is_new === false && message.thread_id === id) return { ...message, is_new }
      return is_new === true && message === newest ? { ...message, is_new } : message
    })
  }
}

export const findByMessageIds = (model: Model, message_ids: ReadonlyArray<string>): ReadonlyArray<ThreadId> => {
  const first = message_ids.find((id) => model.messages.some(({ message_id }) => message_id === id))
  return model.messages
    .filter(({ message_id }) => message_id !== undefined && message_id === first)
    .map(({ thread_id }) => thread_id)
}

export const findByLeadEmail = (model: Model, folded: string): ThreadId | undefined => {
  const ids = new Set(leadsWithEmail(model, folded).map(({ id }) => id))
  return shown(model).find(
    ({ lead_id, thread_id }) => lead_id !== undefined && thread_id !== undefined && ids.has(lead_id)
  )?.id
}

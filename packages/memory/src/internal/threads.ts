/** Stores a thread with the summary of its messages, and updates the lists that show it. */
import {
  type Attachment,
  type Campaign,
  type Lead,
  type Message,
  MessageLink,
  type OurMessage,
  type Thread,
  type ThreadStore
} from "@mailroom/core"
import { Struct } from "effect"
import type { Mutable } from "./Database.ts"
import { rowOf } from "./leads.ts"
import { byKeyset, campaignIn, noMessages, type Tenant } from "./State.ts"
import type { ShownThread, StoredMessage, ThreadRow } from "./threadState.ts"

/** Stores the thread with these changes. */
export const putThread = (
  tenant: Mutable<Tenant>,
  before: ThreadRow,
  changes: Partial<Omit<ThreadRow, "id" | "shown">>
): ThreadRow => {
  const row = { ...before, ...changes }
  const after = { ...row, shown: shownOf(row) }
  tenant.threads = tenant.threads.set(after.id, after)
  tenant.uniboxRevision++
  return after
}

/** Adds a message to its thread, with its files. The thread gets the state and the snooze of `state`. */
export const putMessage = (
  tenant: Mutable<Tenant>,
  thread: ThreadRow,
  message: StoredMessage,
  files: ReadonlyArray<Attachment.AttachmentRecord>,
  state: Pick<ThreadRow, "snoozed_until" | "state">
): void => {
  for (const file of files) tenant.attachments = tenant.attachments.set(file.id, Object.freeze(file))
  const keyset = { at: message.date_sent, id: message.id }
  const { account_id } = message
  const isNewer = thread.account === null || byKeyset(keyset, thread.account) > 0
  putThread(tenant, thread, {
    account: account_id !== null && isNewer ? { ...keyset, account_id } : thread.account,
    messages: thread.messages.set(keyset, message),
    unseen: thread.unseen + Number(message.is_new),
    inbound: thread.inbound || !message.is_our_email,
    ...Struct.pick(state, ["state", "snoozed_until"]),
    ours: thread.ours || message.is_our_email
  })
  const stored = { identity: message.identity, thread_id: thread.id, trust: message.trust }
  tenant.messagesByIdentity = tenant.messagesByIdentity.set(message.identity, stored)
}

/** A thread without messages. */
export const emptyThread = (
  id: Thread.ThreadId,
  row: Pick<ThreadRow, "assigned_to" | "campaign_id" | "lead_id" | "snoozed_until" | "state" | "tab">
): ThreadRow => ({
  id,
  ...Struct.pick(row, ["tab", "state", "snoozed_until", "lead_id", "campaign_id", "assigned_to"]),
  messages: noMessages,
  unseen: 0,
  inbound: false,
  ours: false,
  account: null,
  shown: undefined
})

/** The files of a message as messages show them. */
export const shownFiles = (files: ReadonlyArray<Attachment.AttachmentRecord>): ReadonlyArray<Attachment.Attachment> =>
  Object.freeze(files.map(({ content_type: _, size: __, ...shown }) => Object.freeze(shown)))

/** Removes the thread with its messages and attachments; returns the ids of the attachments. */
export const dropThread = (tenant: Mutable<Tenant>, row: ThreadRow): ReadonlyArray<Attachment.AttachmentId> => {
  tenant.uniboxRevision++
  tenant.threads = tenant.threads.remove(row.id)
  for (const { identity, thread_id } of tenant.messagesByIdentity.values()) {
    if (thread_id === row.id) tenant.messagesByIdentity = tenant.messagesByIdentity.remove(identity)
  }
  for (const { id, thread_id } of tenant.notes.values()) {
    if (thread_id === row.id) tenant.notes = tenant.notes.remove(id)
  }
  for (const answering of tenant.answering.values()) {
    if (answering.thread_id === row.id) tenant.answering = tenant.answering.remove(answering)
  }
  const attachments = [...row.messages.values()].flatMap((message) => message.attachments.map(({ id }) => id))
  for (const id of attachments) tenant.attachments = tenant.attachments.remove(id)
  return attachments
}

/** Detaches the leads from their threads, which stay. */
export const forgetLeads = (tenant: Mutable<Tenant>, lead_ids: ReadonlyArray<Lead.LeadId>): void => {
  for (const row of threadsOf(tenant, lead_ids)) putThread(tenant, row, { lead_id: null })
}

/** Detaches a campaign from at most `limit` of its threads; returns how many it changed. */
export const forgetCampaign = (tenant: Mutable<Tenant>, campaign_id: Campaign.CampaignId, limit: number): number => {
  const rows = [...tenant.threads.values()].filter((row) => row.campaign_id === campaign_id).slice(0, limit)
  for (const row of rows) putThread(tenant, row, { campaign_id: null })
  return rows.length
}

/** The threads of these leads, by ascending id. */
export const threadsOf = ({ threads }: Tenant, lead_ids: ReadonlyArray<Lead.LeadId>): ReadonlyArray<ThreadRow> => {
  const leads = new Set<number | null>(lead_ids)
  return lead_ids.length === 0 ? [] : [...threads.values()].filter(({ lead_id }) => leads.has(lead_id))
}

/** A thread as lists show it, with the current fields of its lead and campaign. */
export const toThread = (tenant: Tenant, row: ThreadRow): Thread.Thread | undefined => {
  if (row.shown === undefined) return undefined
  const found = row.lead_id === null ? undefined : rowOf(tenant, row.lead_id)
  const campaign = row.campaign_id === null ? undefined : campaignIn(tenant, row.campaign_id)?.campaign
  return {
    ...row.shown,
    ...(found === undefined
      ? {}
      : {
          lead: {
            ...Struct.pick(found.lead, ["email", "first_name", "last_name", "company", "reply_status"]),
            reply_status_by: found.hidden.reply_status_by
          }
        }),
    ...(campaign === undefined ? {} : { campaign_name: campaign.name })
  }
}

/** A message with the fields of its thread. */
export const toMessage = (
  thread: ThreadRow,
  { account_id: _, id, identity: ___, searchText: __, ...message }: StoredMessage
): Message.Message => ({
  id,
  ...conversationOf(thread),
  ...message
})

/** The field `thread_id`, which only a thread with a message of ours shows. */
const conversationOf = ({ id, ours }: ThreadRow) => (ours ? { thread_id: id } : {})

/** The message that lists show: the last one. Forwarded messages count only in a thread without others. */
const lastOf = ({ messages }: ThreadRow): StoredMessage | undefined => {
  for (const message of messages.reversed()) if (message.kind !== "forward") return message
  return messages.at(messages.size - 1)
}

/** A thread as the port shows it; `undefined`: it has no message. */
const shownOf = (row: ThreadRow): ShownThread | undefined => {
  const last = lastOf(row)
  if (last === undefined) return undefined
  return Object.freeze({
    id: row.id,
    tab: row.tab,
    state: row.state,
    ...(row.snoozed_until === null ? {} : { snoozed_until: row.snoozed_until }),
    ...(row.assigned_to === null ? {} : { assigned_to: row.assigned_to }),
    ...conversationOf(row),
    ...(row.lead_id === null ? {} : { lead_id: row.lead_id }),
    ...(row.campaign_id === null ? {} : { campaign_id: row.campaign_id }),
    // Fields in the order of the schema, as in every storage.
    last_message: Object.freeze({
      id: last.id,
      ...conversationOf(row),
      subject: last.subject,
      body: last.body,
      date_sent: last.date_sent,
      ...Struct.pick(last, ["from_name"]),
      from_email: last.from_email,
      to_email: last.to_email,
      ...Struct.pick(last, ["cc_email", "bcc_email"]),
      is_new: row.unseen > 0,
      is_our_email: last.is_our_email,
      ...Struct.pick(last, ["sent_by"]),
      kind: last.kind,
      ...Struct.pick(last, ["message_id"]),
      attachments: last.attachments,
      ...Struct.pick(last, ["left_out"])
    }),
    message_count: row.messages.size,
    ...(row.account === null ? {} : { account_id: row.account.account_id })
  })
}

/** The new messages of a thread, the oldest first. */
export const newIn = ({ messages }: ThreadRow): ReadonlyArray<StoredMessage> =>
  [...messages.values()].filter(({ is_new }) => is_new)

/** Marks exactly these messages of the thread as new. */
export const withNew = (
  thread: ThreadRow,
  wanted: ReadonlySet<Message.MessageId>
): Pick<ThreadRow, "messages" | "unseen"> => {
  let { messages } = thread
  let unseen = 0
  for (const message of thread.messages.values()) {
    const is_new = wanted.has(message.id)
    if (is_new) unseen++
    if (message.is_new !== is_new)
      messages = messages.set({ at: message.date_sent, id: message.id }, { ...message, is_new })
  }
  return { messages, unseen }
}

/** Messages as `ThreadStore.findLinked` answers them. */
export const linkedIn = (
  threads: Iterable<ThreadRow>,
  { ids, referred }: Parameters<ThreadStore["Service"]["findLinked"]>[1]
): ReadonlyArray<MessageLink.LinkedMessage> => {
  const asked = new Set(ids)
  const askedByReference = new Set(referred)
  const fields = Struct.keys(MessageLink.LinkedMessage.fields)
  return [...threads]
    .flatMap(({ id: thread_id, messages, tab }) =>
      [...messages.values()]
        .filter(({ id, refers_to }) => asked.has(id) || (refers_to !== undefined && askedByReference.has(refers_to)))
        .map((message) => Struct.pick({ ...message, thread_id, tab }, fields))
    )
    .sort((a, b) => a.id - b.id)
}

/** A message of ours as `ThreadStore.findOurs` answers it. */
export const toOurs = (
  { id, lead_id }: ThreadRow,
  { bcc_email, cc_email, id: message, kind, message_id, to_email }: StoredMessage
): OurMessage => ({
  id: message,
  kind,
  thread_id: id,
  lead_id,
  to_email,
  ...(cc_email === undefined ? {} : { cc_email }),
  ...(bcc_email === undefined ? {} : { bcc_email }),
  ...(message_id === undefined ? {} : { message_id })
})

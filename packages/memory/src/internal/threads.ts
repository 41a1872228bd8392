/** Stores a thread with the summary of its messages, and updates the lists that show it. */
import type { Attachment, Campaign, Lead, Message, Thread } from "@mailroom/core"
import { Struct } from "effect"
import type { Mutable } from "./Database.ts"
import { rowOf } from "./leads.ts"
import { campaignIn, type Tenant } from "./State.ts"
import type { ShownThread, StoredMessage, ThreadRow } from "./threadState.ts"

/** Stores the thread in all lists, replacing `before`. */
export const putThread = (
  tenant: Mutable<Tenant>,
  before: ThreadRow,
  changes: Partial<Omit<ThreadRow, "id" | "shown">>
): ThreadRow => {
  const row = { ...before, ...changes }
  const after = { ...row, shown: show(row) }
  setListed(tenant, before, false)
  setListed(tenant, after, true)
  tenant.threads = tenant.threads.set(after.id, after)
  tenant.uniboxRevision++
  return after
}

/** Removes the thread with its messages and attachments; returns the ids of the attachments. */
export const dropThread = (tenant: Mutable<Tenant>, row: ThreadRow): ReadonlyArray<Attachment.AttachmentId> => {
  const { campaign_id, id, lead_id } = row
  tenant.uniboxRevision++
  setListed(tenant, row, false)
  tenant.threads = tenant.threads.remove(id)
  if (lead_id !== null) tenant.threadsByLead = tenant.threadsByLead.remove({ lead_id, thread_id: id })
  if (campaign_id !== null) tenant.threadsByCampaign = tenant.threadsByCampaign.remove({ campaign_id, thread_id: id })
  for (const identity of tenant.messagesByIdentity.keys()) {
    if (tenant.messagesByIdentity.get(identity)?.thread_id !== id) continue
    tenant.messagesByIdentity = tenant.messagesByIdentity.remove(identity)
  }
  const attachments: Array<Attachment.AttachmentId> = []
  for (const message of row.messages.values()) {
    const { message_id } = message
    if (message_id !== undefined) {
      tenant.messagesByMessageId = tenant.messagesByMessageId.remove({ message_id, id: message.id })
    }
    attachments.push(...message.attachments.map(({ id }) => id))
  }
  for (const id of attachments) tenant.attachments = tenant.attachments.remove(id)
  return attachments
}

/** Detaches the lead from its threads, which stay. */
export const forgetLead = (tenant: Mutable<Tenant>, lead_id: Lead.LeadId): void => {
  for (const row of threadsOf(tenant, lead_id)) {
    putThread(tenant, row, { lead_id: null })
    tenant.threadsByLead = tenant.threadsByLead.remove({ lead_id, thread_id: row.id })
  }
}

/** Detaches a campaign from at most `limit` of its threads; returns how many it changed. */
export const forgetCampaign = (tenant: Mutable<Tenant>, campaign_id: Campaign.CampaignId, limit: number): number => {
  const { threadsByCampaign } = tenant
  const start = threadsByCampaign.rank({ campaign_id, thread_id: -Infinity })
  const end = threadsByCampaign.rankAfter({ campaign_id, thread_id: Infinity })
  const ids = threadsByCampaign.slice(start, Math.min(start + limit, end))
  for (const thread_id of ids) {
    const row = tenant.threads.get(thread_id)
    if (row !== undefined) putThread(tenant, row, { campaign_id: null })
    tenant.threadsByCampaign = tenant.threadsByCampaign.remove({ campaign_id, thread_id })
  }
  return ids.length
}

/** The lead's threads, by ascending id. */
export const threadsOf = ({ threads, threadsByLead }: Tenant, lead_id: Lead.LeadId): ReadonlyArray<ThreadRow> =>
  threadsByLead
    .slice(
      threadsByLead.rank({ lead_id, thread_id: -Infinity }),
      threadsByLead.rankAfter({ lead_id, thread_id: Infinity })
    )
    .flatMap((id) => threads.get(id) ?? [])

/** A thread as lists show it, with the current fields of its lead and campaign. */
export const toThread = (tenant: Tenant, row: ThreadRow): Thread.Thread | undefined => {
  if (row.shown === undefined) return undefined
  const lead = row.lead_id === null ? undefined : rowOf(tenant, row.lead_id)?.lead
  const campaign = row.campaign_id === null ? undefined : campaignIn(tenant, row.campaign_id)?.campaign
  return {
    ...row.shown,
    ...(lead === undefined
      ? {}
      : { lead: Struct.pick(lead, ["email", "first_name", "last_name", "company", "reply_status"]) }),
    ...(campaign === undefined ? {} : { campaign_name: campaign.name })
  }
}

/** A message with the fields of its thread. */
export const toMessage = (
  thread: ThreadRow,
  { account_id: _, id, searchText: __, ...message }: StoredMessage
): Message.Message => ({
  id,
  ...conversation(thread),
  ...message
})

const conversation = ({ id, ours }: ThreadRow) => (ours ? { thread_id: id } : {})

const show = (row: ThreadRow): ShownThread | undefined => {
  const last = row.messages.at(row.messages.size - 1)
  if (last === undefined) return undefined
  return Object.freeze({
    id: row.id,
    tab: row.tab,
    ...conversation(row),
    ...(row.lead_id === null ? {} : { lead_id: row.lead_id }),
    ...(row.campaign_id === null ? {} : { campaign_id: row.campaign_id }),
    // Fields in the order of the schema, as in every storage.
    last_message: Object.freeze({
      id: last.id,
      ...conversation(row),
      subject: last.subject,
      body: last.body,
      date_sent: last.date_sent,
      ...Struct.pick(last, ["from_name"]),
      from_email: last.from_email,
      to_email: last.to_email,
      ...Struct.pick(last, ["cc_email"]),
      is_new: row.unseen > 0,
      is_our_email: last.is_our_email,
      ...Struct.pick(last, ["message_id"]),
      attachments: last.attachments
    }),
    message_count: row.messages.size,
    ...(row.account === null ? {} : { account_id: row.account.account_id })
  })
}

/** Adds the thread to the list of its tab, or removes it. */
const setListed = (tenant: Mutable<Tenant>, row: ThreadRow, listed: boolean) => {
  const { inbound, shown } = row
  if (!inbound || shown === undefined) return
  const { threads, unread } = tenant.tabs[shown.tab]
  const position = { date_sent: shown.last_message.date_sent, id: shown.id }
  const change = shown.last_message.is_new ? 1 : 0
  tenant.tabs = {
    ...tenant.tabs,
    [shown.tab]: listed
      ? { threads: threads.set(position, row), unread: unread + change }
      : { threads: threads.remove(position), unread: unread - change }
  }
}

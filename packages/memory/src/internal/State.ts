/** All that is stored: the tables and their indexes, one set for each organization. */
import type {
  Account,
  ApiKey,
  Attachment,
  Campaign,
  Lead,
  Message,
  Organization,
  OrganizationId,
  Position,
  Thread
} from "@mailroom/core"
import { OrderedMap } from "../OrderedMap.ts"

/** An immutable state of the whole database. */
export interface State {
  readonly organizations: OrderedMap<OrganizationId, Organization>
  readonly tenants: OrderedMap<OrganizationId, Tenant>
  /** By the hash of the key: who calls is known only then. */
  readonly apiKeysByHash: OrderedMap<string, { readonly organization_id: OrganizationId; readonly id: ApiKey.ApiKeyId }>
  readonly secrets: OrderedMap<string, Uint8Array>
}

/** What one organization has. */
export interface Tenant {
  readonly apiKeys: OrderedMap<ApiKey.ApiKeyId, ApiKey.ApiKey>
  readonly accounts: OrderedMap<Account.AccountId, AccountRow>
  /** By folded address. */
  readonly accountsByEmail: OrderedMap<string, Account.AccountId>
  readonly campaigns: OrderedMap<Campaign.CampaignId, CampaignRow>
  /** Which campaign a lead is in. */
  readonly leads: OrderedMap<Lead.LeadId, Campaign.CampaignId>
  readonly leadsByEmail: OrderedMap<LeadAddress, Lead.LeadId>
  readonly threads: OrderedMap<Thread.ThreadId, ThreadRow>
  readonly threadsByLead: OrderedMap<LeadThread, Thread.ThreadId>
  readonly threadsByIdentity: OrderedMap<string, Thread.ThreadId>
  /** By Message-ID; of several messages with the same one, the first that was stored. */
  readonly threadsByMessageId: OrderedMap<string, Thread.ThreadId>
  /** The tabs of the unibox, the newest thread first. */
  readonly tabs: Readonly<Record<Thread.Tab, Listing>>
  readonly attachments: OrderedMap<Attachment.AttachmentId, Attachment.AttachmentRecord>
  readonly blobs: OrderedMap<Attachment.AttachmentId, Uint8Array>
}

interface AccountRow {
  readonly account: Account.Account
  /** The folded address. */
  readonly folded: string
}

export interface CampaignRow {
  /** Its `lead_count` is the size of `leads`, and written when it is read. */
  readonly campaign: Campaign.Campaign
  /** The folded name. */
  readonly folded: string
  readonly leads: OrderedMap<Lead.LeadId, LeadRow>
}

/** A lead in two parts, so that a page is made of what is there already. */
export interface LeadRow {
  readonly lead: Lead.Lead
  readonly hidden: Omit<Lead.LeadRecord, keyof Lead.Lead>
  /** The folded address. */
  readonly folded: string
}

/** An address in a campaign, of which there is one lead at most. */
interface LeadAddress {
  readonly folded: string
  readonly campaign_id: string
}

interface LeadThread {
  readonly lead_id: Lead.LeadId
  readonly thread_id: number
}

export interface ThreadRow extends Thread.NewThread {
  readonly id: Thread.ThreadId
  /** The oldest first. */
  readonly messages: OrderedMap<Position<Message.MessageId>, StoredMessage>
  /** How many messages are new. */
  readonly unseen: number
  /** Whether a message came in: only then it is listed. */
  readonly inbound: boolean
  /** Whether a message is ours: only then it is a conversation. */
  readonly ours: boolean
  /** The thread as it is shown; none as long as it is empty. */
  readonly shown: Thread.Thread | undefined
}

/** A message but for `thread_id`, which depends on the thread. */
export type StoredMessage = Omit<Message.Message, "thread_id">

interface Listing {
  readonly threads: OrderedMap<Position<Thread.ThreadId>, Thread.Thread>
  readonly unread: number
}

const numbers = (a: number, b: number) => a - b
const strings = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
const positions = (a: Position<number>, b: Position<number>) => strings(a.date_sent, b.date_sent) || a.id - b.id
const noThreads: Listing = { threads: OrderedMap.empty((a, b) => positions(b, a)), unread: 0 }

export const noLeads: CampaignRow["leads"] = OrderedMap.empty(numbers)
export const noMessages: ThreadRow["messages"] = OrderedMap.empty(positions)

export const emptyTenant: Tenant = {
  apiKeys: OrderedMap.empty(numbers),
  accounts: OrderedMap.empty(numbers),
  accountsByEmail: OrderedMap.empty(strings),
  campaigns: OrderedMap.empty(strings),
  leads: OrderedMap.empty(numbers),
  leadsByEmail: OrderedMap.empty((a, b) => strings(a.folded, b.folded) || strings(a.campaign_id, b.campaign_id)),
  threads: OrderedMap.empty(numbers),
  threadsByLead: OrderedMap.empty((a, b) => a.lead_id - b.lead_id || a.thread_id - b.thread_id),
  threadsByIdentity: OrderedMap.empty(strings),
  threadsByMessageId: OrderedMap.empty(strings),
  tabs: { replies: noThreads, other: noThreads },
  attachments: OrderedMap.empty(numbers),
  blobs: OrderedMap.empty(numbers)
}

export const emptyState: State = {
  organizations: OrderedMap.empty(numbers),
  tenants: OrderedMap.empty(numbers),
  apiKeysByHash: OrderedMap.empty(strings),
  secrets: OrderedMap.empty(strings)
}

/** The whole stored state: tables and their indexes, one set for each organization. */
import type {
  Account,
  ApiKey,
  Attachment,
  BlacklistEntry,
  Campaign,
  Delivery,
  Event,
  Integration,
  KeyedRequest,
  Lead,
  Message,
  NewDelivery,
  Organization,
  OrganizationId,
  Pagination,
  Position,
  Rollup,
  Sequence,
  StoredIdentity,
  Tag,
  Thread,
  Transaction,
  Work
} from "@mailroom/core"
import { OrderedMap } from "../OrderedMap.ts"
import type { Listing, ThreadRow } from "./threadState.ts"

/** An immutable state of the whole database. */
export interface State {
  readonly organizations: OrderedMap<OrganizationId, Organization>
  /** Organizations by the host's id for them. */
  readonly organizationsByExternalId: OrderedMap<string, OrganizationId>
  /** The organizations that are being removed, with the start of the removal. They are not in `organizations`. */
  readonly hiddenOrganizations: OrderedMap<OrganizationId, { readonly id: OrganizationId; readonly at: string }>
  readonly tenants: OrderedMap<OrganizationId, Tenant>
  /** API keys by hash, across organizations: a caller is identified by the hash alone. */
  readonly apiKeysByHash: OrderedMap<string, { readonly organization_id: OrganizationId; readonly id: ApiKey.ApiKeyId }>
  readonly secrets: OrderedMap<string, Uint8Array>
  readonly work: OrderedMap<WorkKey, WorkRow>
  /** The index that a claim reads. */
  readonly workByLane: OrderedMap<WorkInLane, WorkRow>
  /** The index that a poll reads during a large backlog. */
  readonly workByOrganization: OrderedMap<WorkDue, WorkRow>
  /** The index that a poll reads. */
  readonly workByTime: OrderedMap<WorkDue, WorkRow>
}

/** The data of one organization. */
export interface Tenant {
  readonly apiKeys: OrderedMap<ApiKey.ApiKeyId, ApiKey.ApiKey>
  readonly accounts: OrderedMap<Account.AccountId, AccountRow>
  /** Account ids by normalized address. */
  readonly accountsByEmail: OrderedMap<string, Account.AccountId>
  /** The accounts with a `releasing_at`. */
  readonly releasingAccounts: OrderedMap<Account.AccountId, Account.AccountId>
  readonly campaigns: OrderedMap<Campaign.CampaignId, CampaignRow>
  /** The campaign of each step. */
  readonly sequences: OrderedMap<Sequence.SequenceId, Campaign.CampaignId>
  /** The campaign of each lead. */
  readonly leads: OrderedMap<Lead.LeadId, Campaign.CampaignId>
  readonly leadsByEmail: OrderedMap<LeadAddress, Lead.LeadId>
  /** Lead ids by sort key of the normalized address: addresses of a domain and its subdomains are neighbours. */
  readonly leadsByPlace: OrderedMap<LeadPlace, Lead.LeadId>
  readonly leadsByTag: OrderedMap<LeadTag, Lead.LeadId>
  /** Lead ids by `chosen_sender`. */
  readonly leadsBySender: OrderedMap<LeadSender, Lead.LeadId>
  readonly tags: OrderedMap<Tag.TagId, Tag.Tag>
  /** Tag ids by folded name. */
  readonly tagsByName: OrderedMap<string, Tag.TagId>
  readonly blacklist: Readonly<Record<BlacklistEntry.Kind, Listed>>
  /** Events by lead. */
  readonly events: OrderedMap<LeadEvent, Event.Event>
  readonly eventsByIdentity: OrderedMap<string, Event.EventId>
  /** The `sent` events by `message_id` and by `provider_message_id`. */
  readonly sentByMessageId: OrderedMap<MessageIdKey, Event.Event>
  /** The events of each type in each campaign, the oldest first. */
  readonly eventsByType: OrderedMap<TypedEvent, Event.Event>
  /**
   * The sums of each 15 minutes, and their totals for each UTC day. The sums of accounts are also indexed by account.
   */
  readonly sums: Readonly<Record<"accountDays" | "accountQuarters" | "days" | "quarters", Sums>>
  readonly threads: OrderedMap<Thread.ThreadId, ThreadRow>
  readonly threadsByLead: OrderedMap<LeadThread, Thread.ThreadId>
  readonly threadsByCampaign: OrderedMap<CampaignThread, Thread.ThreadId>
  readonly messagesByIdentity: OrderedMap<string, StoredIdentity>
  /** The messages that have a Message-ID. */
  readonly messagesByMessageId: OrderedMap<MessageIdKey, MessagePlace>
  /** The tabs of the unibox, each with the newest thread first. */
  readonly tabs: Readonly<Record<Thread.Tab, Listing>>
  /** A counter that grows with every change of a thread. */
  readonly uniboxRevision: number
  /** Transactions, the oldest first. */
  readonly transactions: OrderedMap<Pagination.Place<Transaction.TransactionId>, TransactionRow>
  readonly transactionsById: OrderedMap<Transaction.TransactionId, TransactionRow>
  readonly transactionsByReference: OrderedMap<string, Transaction.TransactionId>
  readonly integrations: OrderedMap<Integration.IntegrationId, Integration.IntegrationRecord>
  readonly deliveries: OrderedMap<DeliveryKey, DeliveryRow>
  /** The pending deliveries that were never tried. */
  readonly untriedDeliveries: OrderedMap<DeliveryKey, DeliveryRow>
  /** The pending deliveries that were tried. */
  readonly retriedDeliveries: OrderedMap<DeliveryRetry, DeliveryRow>
  /** Requests with an idempotency key, by that key. */
  readonly keyedRequests: OrderedMap<string, KeyedRequest.KeyedRequest>
  readonly keyedRequestsByExpiry: OrderedMap<KeyExpiry, KeyedRequest.KeyedRequest>
  readonly attachments: OrderedMap<Attachment.AttachmentId, Attachment.AttachmentRecord>
  readonly blobs: OrderedMap<Attachment.AttachmentId, Uint8Array>
}

export interface DeliveryRow extends Delivery.DeliveryRecord, Pick<NewDelivery, "mentions"> {}

export interface TransactionRow {
  readonly transaction: Transaction.Transaction
  /** Folded text, in which searches look. */
  readonly searchText: string
}

interface AccountRow {
  readonly account: Account.AccountRecord
  /** The folded address. */
  readonly folded: string
  /** The normalized address. */
  readonly address: string
}

export interface CampaignRow {
  /** Its `lead_count` is not up to date: reads replace it by the size of `leads`. */
  readonly campaign: Campaign.CampaignRecord
  /** The start of the campaign's deletion, which hides it; `null` when it is not being deleted. */
  readonly hiddenAt: string | null
  /** The folded name. */
  readonly folded: string
  readonly leads: OrderedMap<Lead.LeadId, LeadRow>
  readonly counts: Lead.LeadCounts
  /** Steps by ascending position. */
  readonly sequences: ReadonlyArray<Sequence.Sequence>
}

/** A lead in two parts, so that a page reuses stored objects. */
export interface LeadRow {
  readonly lead: Lead.Lead
  readonly hidden: Omit<Lead.LeadRecord, keyof Lead.Lead>
  /** The folded address. */
  readonly folded: string
  /** The normalized address. */
  readonly address: string
  /** The folded names and company. */
  readonly searchText: string
}

/** An address in a campaign. At most one lead of the campaign has it. */
interface LeadAddress {
  /** The normalized address. */
  readonly address: string
  readonly campaign_id: string
}

interface LeadPlace {
  readonly place: string
  readonly lead_id: number
}

interface LeadTag {
  readonly tag_id: number
  readonly lead_id: number
}

interface LeadSender {
  readonly account_id: number
  readonly lead_id: number
}

/** The blacklist entries of one kind. */
interface Listed {
  readonly byId: OrderedMap<BlacklistEntry.EntryId, BlacklistEntry.Entry>
  readonly byValue: OrderedMap<string, BlacklistEntry.Entry>
  /** Entries that are being removed. They cover nothing. */
  readonly removals: OrderedMap<BlacklistEntry.EntryId, { readonly entry: BlacklistEntry.Entry; readonly at: string }>
}

interface LeadEvent {
  readonly lead_id: Lead.LeadId
  readonly id: number
}

interface EventTime {
  readonly occurred_at: string
  readonly id: number
}

interface TypedEvent extends EventTime {
  readonly campaign_id: Campaign.CampaignId
  readonly type: Event.EventType
}

/** A Message-ID, and the id of an event or a message with it. */
interface MessageIdKey {
  readonly message_id: string
  readonly id: number
}

/** The location of a message. */
interface MessagePlace {
  readonly thread_id: Thread.ThreadId
  readonly position: Position<Message.MessageId>
}

interface SumKey extends Omit<Rollup.RollupKey, "bucket"> {
  /** The start of 15 minutes as an instant, or a day such as `2026-08-07`. A bucket sorts before all instants in it. */
  readonly bucket: string
}

export interface Sum extends SumKey {
  readonly metrics: Rollup.Metrics
}
export type Sums = OrderedMap<SumKey, Sum>

interface CampaignThread {
  readonly campaign_id: string
  readonly thread_id: number
}

interface LeadThread {
  readonly lead_id: Lead.LeadId
  readonly thread_id: number
}

interface DeliveryKey {
  readonly integration_id: number
  readonly id: number
}

interface DeliveryRetry extends DeliveryKey {
  readonly next_attempt_at: string
}

interface KeyExpiry {
  readonly expires_at: string
  readonly key: string
}

interface WorkKey {
  readonly organization_id: number
  readonly kind: string
  readonly key: string
}

interface WorkInLane extends WorkKey {
  readonly lane: string
  readonly due_at: string
}

interface WorkDue extends WorkKey {
  readonly due_at: string
}

export interface WorkRow extends Work {
  readonly organization_id: OrganizationId
  readonly kind: string
  readonly claim: string | undefined
  /** The end of the lease; `""`, which sorts before every instant, when the work is not claimed. */
  readonly lease_until: string
  readonly attempts: number
  /** Whether the work was put again after it was claimed. */
  readonly put_again: boolean
}

/** The campaign, unless it is hidden. */
export const campaignIn = ({ campaigns }: Pick<Tenant, "campaigns">, id: string): CampaignRow | undefined => {
  const row = campaigns.get(id as Campaign.CampaignId)
  return row?.hiddenAt === null ? row : undefined
}

const numbers = (a: number, b: number) => a - b
const strings = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
/** Sorts `null` last. */
const nullable = (a: number | null, b: number | null) => (a === b ? 0 : (a ?? Infinity) - (b ?? Infinity))
export const positions = (a: Position<number>, b: Position<number>): number =>
  strings(a.date_sent, b.date_sent) || a.id - b.id
const messageIds = (a: MessageIdKey, b: MessageIdKey) => strings(a.message_id, b.message_id) || a.id - b.id
const deliveryKeys = (a: DeliveryKey, b: DeliveryKey) => a.integration_id - b.integration_id || a.id - b.id
export const byTime = (a: EventTime, b: EventTime): number => strings(a.occurred_at, b.occurred_at) || a.id - b.id

/** The entries with this Message-ID, by ascending id. */
export const withMessageId = <V>(map: OrderedMap<MessageIdKey, V>, message_id: string): ReadonlyArray<V> =>
  map.slice(map.rank({ message_id, id: 0 }), map.rank({ message_id, id: Infinity }))

const noThreads: Listing = { threads: OrderedMap.empty((a, b) => positions(b, a)), unread: 0 }
const noEntries: Listed = {
  byId: OrderedMap.empty(numbers),
  byValue: OrderedMap.empty(strings),
  removals: OrderedMap.empty(numbers)
}
const nothingSummed: Sums = OrderedMap.empty(
  (a, b) =>
    strings(a.campaign_id, b.campaign_id) ||
    strings(a.dimension, b.dimension) ||
    strings(a.bucket, b.bucket) ||
    nullable(a.dimension_id, b.dimension_id)
)
const nothingSummedByAccount: Sums = OrderedMap.empty(
  (a, b) =>
    nullable(a.dimension_id, b.dimension_id) || strings(a.bucket, b.bucket) || strings(a.campaign_id, b.campaign_id)
)

export const noSums: Tenant["sums"] = {
  days: nothingSummed,
  quarters: nothingSummed,
  accountDays: nothingSummedByAccount,
  accountQuarters: nothingSummedByAccount
}
export const noMessages: ThreadRow["messages"] = OrderedMap.empty(positions)
const noCounts: Lead.LeadCounts = Object.freeze({
  total: 0,
  not_contacted: 0,
  sent: 0,
  opened: 0,
  replied: 0,
  bounced: 0,
  stopped: 0
})
export const emptyCampaign: Pick<CampaignRow, "counts" | "hiddenAt" | "leads" | "sequences"> = {
  hiddenAt: null,
  leads: OrderedMap.empty(numbers),
  counts: noCounts,
  sequences: []
}

export const emptyTenant: Tenant = {
  apiKeys: OrderedMap.empty(numbers),
  accounts: OrderedMap.empty(numbers),
  accountsByEmail: OrderedMap.empty(strings),
  releasingAccounts: OrderedMap.empty(numbers),
  campaigns: OrderedMap.empty(strings),
  sequences: OrderedMap.empty(numbers),
  leads: OrderedMap.empty(numbers),
  leadsByEmail: OrderedMap.empty((a, b) => strings(a.address, b.address) || strings(a.campaign_id, b.campaign_id)),
  leadsByPlace: OrderedMap.empty((a, b) => strings(a.place, b.place) || a.lead_id - b.lead_id),
  leadsByTag: OrderedMap.empty((a, b) => a.tag_id - b.tag_id || a.lead_id - b.lead_id),
  leadsBySender: OrderedMap.empty((a, b) => a.account_id - b.account_id || a.lead_id - b.lead_id),
  tags: OrderedMap.empty(numbers),
  tagsByName: OrderedMap.empty(strings),
  blacklist: { email: noEntries, domain: noEntries },
  events: OrderedMap.empty((a, b) => a.lead_id - b.lead_id || a.id - b.id),
  eventsByIdentity: OrderedMap.empty(strings),
  sentByMessageId: OrderedMap.empty(messageIds),
  eventsByType: OrderedMap.empty(
    (a, b) => strings(a.campaign_id, b.campaign_id) || strings(a.type, b.type) || byTime(a, b)
  ),
  sums: noSums,
  threads: OrderedMap.empty(numbers),
  threadsByLead: OrderedMap.empty((a, b) => a.lead_id - b.lead_id || a.thread_id - b.thread_id),
  threadsByCampaign: OrderedMap.empty((a, b) => strings(a.campaign_id, b.campaign_id) || a.thread_id - b.thread_id),
  messagesByIdentity: OrderedMap.empty(strings),
  messagesByMessageId: OrderedMap.empty(messageIds),
  tabs: { replies: noThreads, other: noThreads },
  uniboxRevision: 0,
  transactions: OrderedMap.empty((a, b) => strings(a.at, b.at) || a.id - b.id),
  transactionsById: OrderedMap.empty(numbers),
  transactionsByReference: OrderedMap.empty(strings),
  integrations: OrderedMap.empty(numbers),
  deliveries: OrderedMap.empty(deliveryKeys),
  untriedDeliveries: OrderedMap.empty(deliveryKeys),
  retriedDeliveries: OrderedMap.empty(
    (a, b) => a.integration_id - b.integration_id || strings(a.next_attempt_at, b.next_attempt_at) || a.id - b.id
  ),
  keyedRequests: OrderedMap.empty(strings),
  keyedRequestsByExpiry: OrderedMap.empty((a, b) => strings(a.expires_at, b.expires_at) || strings(a.key, b.key)),
  attachments: OrderedMap.empty(numbers),
  blobs: OrderedMap.empty(numbers)
}

/** Orders work by organization and kind. */
const ofKind = (a: WorkKey, b: WorkKey) => a.organization_id - b.organization_id || strings(a.kind, b.kind)

export const emptyState: State = {
  organizations: OrderedMap.empty(numbers),
  organizationsByExternalId: OrderedMap.empty(strings),
  hiddenOrganizations: OrderedMap.empty(numbers),
  tenants: OrderedMap.empty(numbers),
  apiKeysByHash: OrderedMap.empty(strings),
  secrets: OrderedMap.empty(strings),
  work: OrderedMap.empty((a, b) => ofKind(a, b) || strings(a.key, b.key)),
  workByLane: OrderedMap.empty(
    (a, b) => ofKind(a, b) || strings(a.lane, b.lane) || strings(a.due_at, b.due_at) || strings(a.key, b.key)
  ),
  workByOrganization: OrderedMap.empty((a, b) => ofKind(a, b) || strings(a.due_at, b.due_at) || strings(a.key, b.key)),
  workByTime: OrderedMap.empty(
    (a, b) =>
      strings(a.kind, b.kind) ||
      strings(a.due_at, b.due_at) ||
      a.organization_id - b.organization_id ||
      strings(a.key, b.key)
  )
}

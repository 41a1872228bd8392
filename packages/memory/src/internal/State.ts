/**
 * The whole stored state: one set of tables for each organization. A table has an index only where a write would
 * otherwise scan it: to reject duplicates, to check a key, or to find a lead by its address. Reads scan, except reads of
 * every turn of an account that sends.
 */
import {
  type Account,
  type AgendaRecord,
  type ApiKey,
  type Attachment,
  type AnsweringRecord,
  type BlacklistEntry,
  type Campaign,
  type Delivery,
  type Event,
  type ImportState,
  type Integration,
  type KeyedRequest,
  type Lead,
  type LogEntry,
  type MailboxRecord,
  MovedRows,
  type NewDelivery,
  type Organization,
  type OrganizationId,
  type Pagination,
  type PlanRecord,
  type Rollup,
  type SendId,
  type SendRecord,
  type Person,
  type SessionRecord,
  type SettingsRecord,
  type Sequence,
  type StoredIdentity,
  type Thread,
  type Transaction,
  type Work
} from "@mailroom/core"
import { OrderedMap } from "../OrderedMap.ts"
import type { ThreadRow } from "./threadState.ts"

/** An immutable state of the whole database. */
export interface State {
  readonly organizations: OrderedMap<OrganizationId, OrganizationRow>
  /** The organizations that are being removed, with the start of the removal. They are not in `organizations`. */
  readonly hiddenOrganizations: OrderedMap<OrganizationId, { readonly id: OrganizationId; readonly at: string }>
  readonly tenants: OrderedMap<OrganizationId, Tenant>
  /** API keys by hash, across organizations: a caller is identified by the hash alone. */
  readonly apiKeysByHash: OrderedMap<string, ApiKeyPlace>
  readonly secrets: OrderedMap<string, Uint8Array>
  /** All tracking domains that organizations have or had, until they are hidden. */
  readonly trackingDomains: OrderedMap<string, { readonly domain: string; readonly owner: OrganizationId }>
  /** Imports of organizations, by the checksum of their file. */
  readonly imports: OrderedMap<string, ImportRow>
  readonly work: OrderedMap<WorkKey, WorkRow>
}

export interface ImportRow extends ImportState {
  readonly checksum: string
  readonly organization: Organization
}

interface OrganizationRow {
  readonly organization: Organization
  /** The host's id of the organization. */
  readonly external_id: string | undefined
}

interface ApiKeyPlace {
  readonly hash: string
  readonly organization_id: OrganizationId
  readonly id: ApiKey.ApiKeyId
}

/** The kinds of rows that are parts of other rows here. */
const partial = ["messages", "rollups", "sequences"] as const satisfies ReadonlyArray<MovedRows.MovedKind>

/** The kinds that are stored as they move, by id. They are not declared: each has the name of its kind, as has the sequence of its ids. */
export type PlainKind = Exclude<MovedRows.MovedKind, keyof OwnTables | (typeof partial)[number]>

type PlainTables = {
  readonly [Kind in PlainKind]: OrderedMap<MovedRows.MovedRows[Kind]["id"], MovedRows.MovedRows[Kind]>
}

/** The data of one organization. */
export interface Tenant extends OwnTables, PlainTables {}

interface OwnTables {
  readonly apiKeys: OrderedMap<ApiKey.ApiKeyId, ApiKey.ApiKey>
  /** Sessions by hash. */
  readonly sessions: OrderedMap<string, SessionRecord>
  /** The actors who are answering, by thread and actor. */
  readonly answering: OrderedMap<Pick<AnsweringRecord, "actor_key" | "thread_id">, AnsweringRecord>
  /** The log by time. */
  readonly log: OrderedMap<Pagination.Keyset<number>, LogEntry.LogEntry>
  readonly people: OrderedMap<Person.PersonId, Person.PersonRecord>
  readonly accounts: OrderedMap<Account.AccountId, AccountRow>
  readonly campaigns: OrderedMap<Campaign.CampaignId, CampaignRow>
  /** The campaign of each lead. */
  readonly leads: OrderedMap<Lead.LeadId, Pick<Lead.Lead, "campaign_id" | "id">>
  /** Lead ids by sort key of the normalized address: addresses of a domain and its subdomains are neighbours. */
  readonly leadsByPlace: OrderedMap<LeadPlace, Lead.LeadId>
  readonly blacklist: Readonly<Record<BlacklistEntry.BlacklistKind, Listed>>
  /** Events by lead. */
  readonly events: OrderedMap<LeadEvent, Event.Event>
  readonly eventsByIdentity: OrderedMap<string, Event.EventId>
  readonly retiredEvents: OrderedMap<Event.EventId, Event.EventId>
  /** The sums of each 15 minutes. */
  readonly sums: OrderedMap<SumKey, Sum>
  readonly threads: OrderedMap<Thread.ThreadId, ThreadRow>
  readonly messagesByIdentity: OrderedMap<string, StoredIdentity>
  /** A counter that grows with every change of a thread. */
  readonly uniboxRevision: number
  /** `null`: the organization never changed its settings. */
  readonly settings: SettingsRecord | null
  readonly transactions: OrderedMap<Transaction.TransactionId, TransactionRow>
  readonly integrations: OrderedMap<Integration.IntegrationId, Integration.IntegrationRecord>
  readonly deliveries: OrderedMap<DeliveryKey, DeliveryRow>
  /** Requests with an idempotency key, by that key. */
  readonly keyedRequests: OrderedMap<string, KeyedRequest.KeyedRequest>
  readonly agenda: OrderedMap<Lead.LeadId, AgendaRecord>
  readonly agendaByQueue: OrderedMap<AgendaPlace, AgendaRecord>
  readonly plans: OrderedMap<Campaign.CampaignId, PlanRecord>
  readonly mailboxes: OrderedMap<Account.AccountId, MailboxRecord>
  readonly sends: OrderedMap<SendId, SendRecord>
  readonly sendsByLead: OrderedMap<LeadSend, SendRecord>
  /** The answers, by thread. */
  readonly repliesByThread: OrderedMap<ThreadReply, SendRecord>
  readonly sendsByMessageId: OrderedMap<string, SendId>
  readonly sendsByRelayId: OrderedMap<RelayedSend, SendId>
  /** The mails that have not ended. */
  readonly openSends: OrderedMap<SendId, SendRecord>
  readonly attachments: OrderedMap<Attachment.AttachmentId, Attachment.AttachmentRecord>
  readonly blobs: OrderedMap<Attachment.AttachmentId, Uint8Array>
}

export interface DeliveryRow extends Delivery.DeliveryRecord, Pick<NewDelivery, "integration_id" | "mentions"> {}

export interface TransactionRow {
  readonly transaction: Transaction.Transaction
  /** `Transaction.searchTextOf`. */
  readonly searchText: string
}

interface AccountRow {
  readonly account: Account.AccountRecord
  /** The normalized address. */
  readonly address: string
  /** `searchTextOfAddress`. */
  readonly searchText: string
}

export interface CampaignRow {
  /** Its `lead_count` is not up to date: reads replace it by the size of `leads`. */
  readonly campaign: Campaign.CampaignRecord
  /** The start of the campaign's deletion, which hides it; `null` when it is not being deleted. */
  readonly hiddenAt: string | null
  /** The name, folded for searches. */
  readonly folded: string
  readonly leads: OrderedMap<Lead.LeadId, LeadRow>
  /** Steps by ascending position. */
  readonly sequences: ReadonlyArray<Sequence.SequenceRecord>
}

/** A lead in two parts, so that a page reuses stored objects. */
export interface LeadRow {
  readonly lead: Lead.Lead
  readonly hidden: Omit<Lead.LeadRecord, keyof Lead.Lead>
  /** The normalized address. */
  readonly address: string
  /** `searchTextOfAddress`. */
  readonly searchAddress: string
  /** `Lead.searchTextOf`. */
  readonly searchText: string
}

interface LeadPlace {
  readonly place: string
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

/** The rows of an account and state in a campaign are neighbours. */
export interface AgendaPlace {
  readonly campaign_id: string
  readonly state: string
  /** -1: no account. */
  readonly account_id: number
  readonly due_at: string
  readonly lead_id: number
}

interface LeadSend {
  readonly lead_id: number
  readonly id: number
}

interface ThreadReply {
  readonly thread_id: number
  readonly id: number
}

interface RelayedSend {
  readonly relay_id: string
  readonly id: number
}

interface EventTime {
  readonly occurred_at: string
  readonly id: number
}

interface SumKey extends Omit<Rollup.RollupKey, "bucket"> {
  /** The start of 15 minutes. */
  readonly bucket: string
}

export interface Sum extends SumKey {
  readonly metrics: Rollup.Metrics
}

interface DeliveryKey {
  readonly integration_id: number
  readonly id: number
}

interface WorkKey {
  readonly organization_id: number
  readonly kind: string
  readonly key: string
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
export const byKeyset = (a: Pagination.Keyset<number>, b: Pagination.Keyset<number>): number =>
  strings(a.at, b.at) || a.id - b.id
export const byTime = (a: EventTime, b: EventTime): number => strings(a.occurred_at, b.occurred_at) || a.id - b.id

const noEntries: Listed = {
  byId: OrderedMap.empty(numbers),
  byValue: OrderedMap.empty(strings),
  removals: OrderedMap.empty(numbers)
}
export const noMessages: ThreadRow["messages"] = OrderedMap.empty(byKeyset)
export const emptyCampaign: Pick<CampaignRow, "hiddenAt" | "leads" | "sequences"> = {
  hiddenAt: null,
  leads: OrderedMap.empty(numbers),
  sequences: []
}

const ownTables: OwnTables = {
  apiKeys: OrderedMap.empty(numbers),
  sessions: OrderedMap.empty(strings),
  answering: OrderedMap.empty((a, b) => a.thread_id - b.thread_id || strings(a.actor_key, b.actor_key)),
  log: OrderedMap.empty(byKeyset),
  people: OrderedMap.empty(numbers),
  accounts: OrderedMap.empty(numbers),
  campaigns: OrderedMap.empty(strings),
  leads: OrderedMap.empty(numbers),
  leadsByPlace: OrderedMap.empty((a, b) => strings(a.place, b.place) || a.lead_id - b.lead_id),
  blacklist: { email: noEntries, domain: noEntries },
  events: OrderedMap.empty((a, b) => a.lead_id - b.lead_id || a.id - b.id),
  eventsByIdentity: OrderedMap.empty(strings),
  retiredEvents: OrderedMap.empty(numbers),
  sums: OrderedMap.empty(
    (a, b) =>
      strings(a.campaign_id, b.campaign_id) ||
      strings(a.dimension, b.dimension) ||
      strings(a.bucket, b.bucket) ||
      nullable(a.dimension_id, b.dimension_id)
  ),
  threads: OrderedMap.empty(numbers),
  messagesByIdentity: OrderedMap.empty(strings),
  uniboxRevision: 0,
  settings: null,
  transactions: OrderedMap.empty(numbers),
  integrations: OrderedMap.empty(numbers),
  deliveries: OrderedMap.empty((a, b) => a.integration_id - b.integration_id || a.id - b.id),
  keyedRequests: OrderedMap.empty(strings),
  agenda: OrderedMap.empty(numbers),
  agendaByQueue: OrderedMap.empty(
    (a, b) =>
      strings(a.campaign_id, b.campaign_id) ||
      strings(a.state, b.state) ||
      a.account_id - b.account_id ||
      strings(a.due_at, b.due_at) ||
      a.lead_id - b.lead_id
  ),
  plans: OrderedMap.empty(strings),
  mailboxes: OrderedMap.empty(numbers),
  sends: OrderedMap.empty(numbers),
  sendsByLead: OrderedMap.empty((a, b) => a.lead_id - b.lead_id || a.id - b.id),
  repliesByThread: OrderedMap.empty((a, b) => a.thread_id - b.thread_id || a.id - b.id),
  sendsByMessageId: OrderedMap.empty(strings),
  sendsByRelayId: OrderedMap.empty((a, b) => strings(a.relay_id, b.relay_id) || a.id - b.id),
  openSends: OrderedMap.empty(numbers),
  attachments: OrderedMap.empty(numbers),
  blobs: OrderedMap.empty(numbers)
}

export const plainKinds = MovedRows.movedKinds.filter(
  (kind): kind is PlainKind => !(kind in ownTables) && !partial.some((other) => other === kind)
)

export const emptyTenant = {
  ...Object.fromEntries(plainKinds.map((kind) => [kind, OrderedMap.empty<number, unknown>(numbers)])),
  ...ownTables
} as Tenant

export const emptyState: State = {
  organizations: OrderedMap.empty(numbers),
  hiddenOrganizations: OrderedMap.empty(numbers),
  tenants: OrderedMap.empty(numbers),
  apiKeysByHash: OrderedMap.empty(strings),
  secrets: OrderedMap.empty(strings),
  trackingDomains: OrderedMap.empty(strings),
  imports: OrderedMap.empty(strings),
  work: OrderedMap.empty(
    (a, b) => a.organization_id - b.organization_id || strings(a.kind, b.kind) || strings(a.key, b.key)
  )
}

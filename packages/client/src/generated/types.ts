// Made by `npm run openapi` from the OpenAPI document: do not change it here.
/* oxlint-disable max-lines */
import type { Call, CallOptions, Mail, Pages, PostOptions, WriteOptions } from "../Call.ts"

/** The methods of each resource. */
export interface Client {
  readonly accounts: AccountsMethods
  readonly activity: ActivityMethods
  readonly analytics: AnalyticsMethods
  readonly billing: BillingMethods
  readonly blacklist: BlacklistMethods
  readonly campaigns: CampaignsMethods
  readonly intake: IntakeMethods
  readonly integrations: IntegrationsMethods
  readonly keys: KeysMethods
  readonly leads: LeadsMethods
  readonly overview: OverviewMethods
  readonly sequences: SequencesMethods
  readonly session: SessionMethods
  readonly system: SystemMethods
  readonly tags: TagsMethods
  readonly unibox: UniboxMethods
}

export interface AccountsMethods {
  /** List the sender accounts, by ascending id */
  readonly list: (query?: AccountsListQuery, options?: CallOptions) => Pages<AccountPage>
  /**
   * Add a sender account
   * The address of a deleted account revives it: with the same id, and the settings of the request.
   */
  readonly create: (input: NewAccount, options?: PostOptions) => Call<Account>
  /**
   * Change settings of sender accounts
   * All of them in one transaction. `If-Match` is allowed only with exactly one id.
   */
  readonly update: (input: UpdateAccounts, options?: WriteOptions) => Call<UpdateAccountsResult>
  /**
   * Delete sender accounts
   * Their leads may then get mail from any account of the campaign; events and analytics stay. `ids` of the body come before those of the query. `If-Match` is allowed only with exactly one id.
   */
  readonly remove: (input: DeleteAccounts, options?: WriteOptions) => Call<DeleteAccountsResult>
  /** Get a sender account */
  readonly find: (id: number, options?: CallOptions) => Call<Account>
}

export interface ActivityMethods {
  /** Record up to 1000 events: what a mailer sent and saw */
  readonly record: (input: RecordEvents, options?: PostOptions) => Call<RecordEventsResult>
  /** A lead's events one by one, the newest first */
  readonly ofLead: (id: number, query?: ActivityOfLeadQuery, options?: CallOptions) => Pages<EventPage>
  /** A campaign's events one by one, the newest first */
  readonly log: (campaignId: string, query?: ActivityLogQuery, options?: CallOptions) => Pages<EventPage>
}

export interface AnalyticsMethods {
  /** A campaign's leads, metrics and rates */
  readonly summary: (campaignId: string, query?: AnalyticsSummaryQuery, options?: CallOptions) => Call<AnalyticsSummary>
  /** A campaign's metrics over time */
  readonly events: (campaignId: string, query?: AnalyticsEventsQuery, options?: CallOptions) => Call<AnalyticsEvents>
  /** A campaign's metrics by sender account */
  readonly byAccount: (campaignId: string, query?: AnalyticsByAccountQuery, options?: CallOptions) => Call<AnalyticsByAccount>
  /** A campaign's metrics by sequence */
  readonly bySequence: (campaignId: string, query?: AnalyticsBySequenceQuery, options?: CallOptions) => Call<AnalyticsBySequence>
}

export interface BillingMethods {
  /**
   * List the transactions, newest first
   * `from` is inclusive, `to` is exclusive; amounts are in minor units. Pages by `before_id`, the id of the last row of the page before, stay stable while rows are added.
   */
  readonly list: (query?: BillingListQuery, options?: CallOptions) => Pages<TransactionPage>
  /**
   * Record a transaction, once by its reference
   * 201 for a new row; 200 when the same row was there, or when a pending one ends: it may become `succeeded`, `failed` or `void`, once, and get a `paid_at`. Any other difference is a conflict.
   */
  readonly record: (input: NewTransaction, options?: PostOptions) => Call<Transaction>
  /** Get a transaction */
  readonly find: (id: number, options?: CallOptions) => Call<Transaction>
}

export interface BlacklistMethods {
  /** List the blacklisted addresses, by ascending id */
  readonly emails: (query?: BlacklistEmailsQuery, options?: CallOptions) => Pages<BlacklistedEmailPage>
  /** Blacklist addresses, and stop their leads */
  readonly addEmails: (input: BlacklistEmails, options?: PostOptions) => Call<BlacklistEmailsResult>
  /** Take addresses off the blacklist, and resume their leads */
  readonly removeEmails: (input: UnblacklistEmails, options?: CallOptions) => Call<UnblacklistEmailsResult>
  /** List the blacklisted domains, by ascending id */
  readonly domains: (query?: BlacklistDomainsQuery, options?: CallOptions) => Pages<BlacklistedDomainPage>
  /** Blacklist domains with their subdomains, and stop their leads */
  readonly addDomains: (input: BlacklistDomains, options?: PostOptions) => Call<BlacklistDomainsResult>
  /** Take domains off the blacklist, and resume their leads */
  readonly removeDomains: (input: UnblacklistDomains, options?: CallOptions) => Call<UnblacklistDomainsResult>
}

export interface CampaignsMethods {
  /** List the campaigns with their counts, in the order of creation */
  readonly list: (query?: CampaignsListQuery, options?: CallOptions) => Pages<CampaignPage>
  /** Create a campaign */
  readonly create: (input: NewCampaign, options?: PostOptions) => Call<Campaign>
  /** Get a campaign */
  readonly find: (campaignId: string, options?: CallOptions) => Call<Campaign>
  /** Change settings of a campaign, in every status */
  readonly update: (campaignId: string, input: CampaignPatch, options?: WriteOptions) => Call<Campaign>
  /**
   * Delete a campaign with its leads and steps
   * Not while it is active. Its threads stay, without lead and campaign. From the first moment nothing finds the campaign or its leads; the answer comes when all are deleted. If it does not come, the deletion goes on later.
   */
  readonly remove: (campaignId: string, options?: WriteOptions) => Call<void>
  /**
   * Start a campaign
   * Makes the campaign active, from every status, if it has an account, a step and a lead. An active campaign stays as it is.
   */
  readonly start: (campaignId: string, options?: WriteOptions) => Call<Campaign>
  /**
   * Pause an active campaign
   * A paused campaign stays as it is. A draft or a completed one is not active: that is a conflict.
   */
  readonly pause: (campaignId: string, options?: WriteOptions) => Call<Campaign>
}

export interface IntakeMethods {
  /**
   * Take in one raw e-mail
   * `vouched=true`: you know that the mail is not forged, because your provider's authenticated webhook delivered it.
   */
  readonly receive: (mail: Mail, query?: IntakeReceiveQuery, options?: PostOptions) => Call<IntakeResult>
}

export interface IntegrationsMethods {
  /** List the integrations, by ascending id */
  readonly list: (query?: IntegrationsListQuery, options?: CallOptions) => Pages<IntegrationPage>
  /**
   * Add an integration
   * At most 100 for an organization. URLs must lead to public addresses.
   */
  readonly create: (input: NewIntegration, options?: PostOptions) => Call<IntegrationWithSecret>
  /**
   * Change an integration, or rotate its secret
   * `config` replaces the given fields of the config. Enabling a disabled integration forgets its failures and sends what is pending.
   */
  readonly update: (id: number, input: IntegrationPatch, options?: CallOptions) => Call<IntegrationWithSecret>
  /** Delete an integration, with its deliveries */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
  /**
   * Deliver an example, once and at once
   * The answer is 200 whether or not it was delivered. The state of the integration does not change.
   */
  readonly test: (id: number, options?: CallOptions) => Call<TestResult>
  /** List the deliveries of the last 30 days, the newest first */
  readonly deliveries: (id: number, query?: IntegrationsDeliveriesQuery, options?: CallOptions) => Pages<DeliveryPage>
  /**
   * Deliver again
   * The delivery becomes pending, with the same `webhook-id`. One that is pending stays as it is.
   */
  readonly redeliver: (id: number, deliveryId: number, options?: PostOptions) => Call<Delivery>
}

export interface KeysMethods {
  /** List the API keys, revoked ones too, by ascending id */
  readonly list: (query?: KeysListQuery, options?: CallOptions) => Pages<KeyPage>
  /** Create an API key; its secret is shown only in this answer */
  readonly create: (input: NewKey, options?: PostOptions) => Call<IssuedKey>
  /** Replace an API key; the old one works for the grace */
  readonly rotate: (id: number, input?: RotateKey, options?: PostOptions) => Call<IssuedKey>
  /** Revoke an API key: within a second it is rejected */
  readonly revoke: (id: number, options?: CallOptions) => Call<void>
}

export interface LeadsMethods {
  /** List the leads of a campaign, by ascending id */
  readonly list: (query: LeadsListQuery, options?: CallOptions) => Pages<LeadPage>
  /** List the leads of all campaigns, the newest first */
  readonly all: (query?: LeadsAllQuery, options?: CallOptions) => Pages<LeadList>
  /** Add up to 1000 leads to a campaign */
  readonly create: (input: CreateLeads, options?: PostOptions) => Call<CreateLeadsResult>
  /**
   * Delete leads
   * `If-Match` is allowed only with exactly one id.
   */
  readonly remove: (input: DeleteLeads, options?: WriteOptions) => Call<DeleteLeadsResult>
  /** Get a lead with its custom fields */
  readonly find: (id: number, options?: CallOptions) => Call<LeadWithCustomFields>
  /** Update a lead; stop or resume sending to it */
  readonly update: (id: number, input: LeadPatch, options?: WriteOptions) => Call<Lead>
}

export interface OverviewMethods {
  /** Leads, metrics and rates of all campaigns, or of some */
  readonly summary: (query?: OverviewSummaryQuery, options?: CallOptions) => Call<OverviewSummary>
  /** Metrics of all campaigns, or of some, over time */
  readonly events: (query?: OverviewEventsQuery, options?: CallOptions) => Call<OverviewEvents>
  /** Metrics of all campaigns, or of some, by sender account */
  readonly byAccount: (query?: OverviewByAccountQuery, options?: CallOptions) => Call<OverviewByAccount>
  /** Leads, metrics and rates by campaign */
  readonly byCampaign: (query?: OverviewByCampaignQuery, options?: CallOptions) => Call<OverviewByCampaign>
}

export interface SequencesMethods {
  /** List the steps of a campaign, by position */
  readonly list: (campaignId: string, options?: CallOptions) => Call<SequenceList>
  /** Append a step to a campaign */
  readonly create: (campaignId: string, input: NewSequence, options?: PostOptions) => Call<Sequence>
  /** Change a step, or move it to another position */
  readonly update: (campaignId: string, id: number, input: SequencePatch, options?: CallOptions) => Call<Sequence>
  /** Delete a step; the others close up */
  readonly remove: (campaignId: string, id: number, options?: CallOptions) => Call<void>
}

export interface SessionMethods {
  /** Get the organization and the access of the API key */
  readonly find: (options?: CallOptions) => Call<Session>
}

export interface SystemMethods {
  /** Name, version and links */
  readonly about: (options?: CallOptions) => Call<About>
  /** Whether the process answers */
  readonly livez: (options?: CallOptions) => Call<Status>
  /** Whether it should be sent requests: storage answers, at least for some organizations, and it is not stopping */
  readonly readyz: (options?: CallOptions) => Call<Readiness>
}

export interface TagsMethods {
  /** Put a reply tag on a lead, or take it off */
  readonly assign: (id: number, input: AssignTag, options?: WriteOptions) => Call<Lead>
  /** List the reply tags, by ascending id */
  readonly list: (query?: TagsListQuery, options?: CallOptions) => Pages<TagPage>
  /** Create a reply tag */
  readonly create: (input: NewTag, options?: PostOptions) => Call<Tag>
  /** Rename a reply tag, or change its sentiment */
  readonly update: (id: number, input: TagPatch, options?: CallOptions) => Call<Tag>
  /** Delete a reply tag, and take it off its leads */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
}

export interface UniboxMethods {
  /**
   * List the threads of a tab, the newest message first
   * All filters apply. `search` finds a substring, in whatever case, of a message's subject, addresses and names and of the first 2000 characters of its `reply_text`. `tag_id` is the tag of the lead. A cursor is valid for the filters that it was given for.
   */
  readonly threads: (query: UniboxThreadsQuery, options?: CallOptions) => Pages<ThreadPage>
  /**
   * Change many threads, and undo it
   * In one transaction. `new_message_ids` makes exactly these messages of the threads new; it excludes `is_new`. A result has the `tab` and the `new_message_ids` of before: to undo the request exactly, send them back, the threads of each tab in one request. Mail that arrived in between is then marked as seen.
   */
  readonly updateMany: (input: UpdateThreads, options?: CallOptions) => Call<UpdateThreadsResult>
  /**
   * List a lead's threads, the newest message first
   * Of both tabs. A conversation in which nothing came in is not among them.
   */
  readonly ofLead: (id: number, query?: UniboxOfLeadQuery, options?: CallOptions) => Pages<ThreadPage>
  /**
   * Ask whether any thread has changed
   * `revision` grows whenever a thread changes: its messages, what is new, its tab, its lead, campaign or tag. With `If-None-Match` the answer is a 304 as long as nothing has changed. `replies` and `other` count the new threads.
   */
  readonly changes: (options?: CallOptions) => Call<UniboxChanges>
  /** Count the new threads of each tab */
  readonly unread: (options?: CallOptions) => Call<Unread>
  /**
   * Get a thread with its messages
   * The oldest message first; with `order=desc` the newest.
   */
  readonly thread: (id: number, query?: UniboxThreadQuery, options?: CallOptions) => Pages<ThreadWithMessages>
  /** Mark a thread as seen or new; move it to the other tab */
  readonly update: (id: number, input: ThreadPatch, options?: CallOptions) => Call<Thread>
}

export interface LeadsListQuery {
  readonly campaign_id: string
  readonly after_id?: number | undefined
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly status?: LeadStatus | undefined
  readonly stop_sending?: boolean | undefined
  readonly tag_id?: number | undefined
}

export interface LeadsAllQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly status?: LeadStatus | undefined
  readonly stop_sending?: boolean | undefined
  readonly tag_id?: number | undefined
  readonly campaign_id?: string | undefined
}

export interface TagsListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

export interface UniboxThreadsQuery {
  readonly tab: Tab
  readonly search?: string | undefined
  readonly campaign_id?: string | undefined
  readonly account_id?: number | undefined
  readonly lead_id?: number | undefined
  readonly tag_id?: number | undefined
  readonly is_new?: boolean | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface UniboxOfLeadQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface UniboxThreadQuery {
  readonly order?: MessageOrder | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface IntakeReceiveQuery {
  readonly vouched?: boolean | undefined
}

export interface CampaignsListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly status?: CampaignStatus | undefined
  readonly search?: string | undefined
}

export interface AccountsListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly status?: AccountStatus | undefined
  readonly search?: string | undefined
}

export interface BlacklistEmailsQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly source?: BlacklistSource | undefined
}

export interface BlacklistDomainsQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly source?: BlacklistSource | undefined
}

export interface ActivityOfLeadQuery {
  readonly types?: ReadonlyArray<EventType> | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface AnalyticsSummaryQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
}

export interface AnalyticsEventsQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
  readonly interval?: Interval | undefined
  readonly types?: ReadonlyArray<EventType> | undefined
}

export interface AnalyticsByAccountQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
}

export interface AnalyticsBySequenceQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
}

export interface OverviewSummaryQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface OverviewEventsQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
  readonly interval?: Interval | undefined
  readonly types?: ReadonlyArray<EventType> | undefined
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface OverviewByAccountQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface OverviewByCampaignQuery {
  readonly period?: PeriodPreset | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly timezone?: string | undefined
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface ActivityLogQuery {
  readonly types?: ReadonlyArray<EventType> | undefined
  readonly lead_id?: number | undefined
  readonly account_id?: number | undefined
  readonly sequence_id?: number | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface KeysListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

export interface BillingListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly before_id?: number | undefined
  readonly sort?: "created_at" | "-created_at" | undefined
  readonly type?: TransactionType | undefined
  readonly status?: TransactionStatus | undefined
  readonly currency?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly min_amount?: number | undefined
  readonly max_amount?: number | undefined
  readonly search?: string | undefined
}

export interface IntegrationsListQuery {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

export interface IntegrationsDeliveriesQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface About {
  readonly name: string
  readonly version: string
  readonly links: { readonly [name: string]: string }
}

export type Access = "full" | "read"

export interface Account {
  readonly id: number
  readonly email: string
  readonly provider: Provider
  readonly created_at: string
  readonly updated_at: string
  readonly settings: AccountSettings
  readonly state: AccountState
}

export interface AccountCampaign {
  readonly id: string
  readonly name: string
  readonly status: CampaignStatus
}

/** A sender account cannot send or receive. */
export interface AccountFailingData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly account: PayloadAccount
  readonly reason: string
}

/** A sender account cannot send or receive. */
export interface AccountFailingPayload {
  readonly type: "account_failing"
  readonly timestamp: string
  /** A sender account cannot send or receive. */
  readonly data: AccountFailingData
}

export interface AccountNumbers {
  readonly account_id: number | null
  readonly email: string | null
  readonly metrics: Metrics
  readonly rates: Rates
}

export interface AccountPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<Account>
}

export interface AccountSettings {
  readonly first_name: string
  readonly last_name: string
  readonly daily_limit: number
  readonly min_delay_minutes: number
  readonly signature: string
  readonly reply_to: string | null
  readonly timezone: string
  readonly sending_enabled: boolean
  readonly ramp_up: RampUp
}

export interface AccountSettingsChange {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly daily_limit?: number | undefined
  readonly min_delay_minutes?: number | undefined
  readonly signature?: string | undefined
  readonly reply_to?: string | null | undefined
  readonly timezone?: string | undefined
  readonly sending_enabled?: boolean | undefined
  readonly ramp_up?: RampUpPatch | undefined
}

export interface AccountSettingsPatch {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly daily_limit?: number | undefined
  readonly min_delay_minutes?: number | undefined
  readonly signature?: string | undefined
  readonly reply_to?: string | null | undefined
  readonly timezone?: string | undefined
  readonly sending_enabled?: boolean | undefined
  readonly ramp_up?: RampUpPatch | undefined
}

export interface AccountState {
  readonly status: AccountStatus
  readonly status_message: string | null
  readonly last_error_at: string | null
  readonly sent_today: number
  readonly remaining_today: number
  readonly last_sent_at: string | null
  readonly bounce_rate_7d: number | null
  readonly campaigns: ReadonlyArray<AccountCampaign>
}

export type AccountStatus = "active" | "paused" | "connection_error" | "sending_error" | "limit_reached"

export interface AnalyticsByAccount {
  readonly campaign_id: string
  readonly period: Period
  readonly data: ReadonlyArray<AccountNumbers>
}

export interface AnalyticsBySequence {
  readonly campaign_id: string
  readonly period: Period
  readonly data: ReadonlyArray<SequenceNumbers>
}

export interface AnalyticsEvents {
  readonly campaign_id: string
  readonly period: Period
  readonly interval: Interval
  readonly data: ReadonlyArray<IntervalMetrics>
  readonly totals: TotalMetrics
}

export interface AnalyticsSummary {
  readonly campaign_id: string
  readonly period: Period
  readonly campaign_name: string
  readonly campaign_status: CampaignStatus
  readonly leads: LeadCounts
  readonly metrics: Metrics
  readonly rates: Rates
}

export interface AssignTag {
  readonly tag_id: number | null
}

export interface Attachment {
  readonly id: number
  readonly filename: string
  readonly ext: string
  readonly type: AttachmentType
  readonly url: string
}

export type AttachmentType = 0 | 1 | 2 | 3 | 4 | 5

/** A machine replied, such as an out-of-office notice. */
export interface AutoRepliedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
  /** The author's own words; `null` when they are not known, as of an automatic reply */
  readonly reply_text: string | null
  /** The thread of the mail; `null` when the reply was reported by `POST /events` */
  readonly thread_id: number | null
  /** The Message-ID of the mail */
  readonly message_id: string | null
}

/** A machine replied, such as an out-of-office notice. */
export interface AutoRepliedPayload {
  readonly type: "auto_replied"
  readonly timestamp: string
  /** A machine replied, such as an out-of-office notice. */
  readonly data: AutoRepliedData
}

/** Entries were added to the blacklist. */
export interface BlacklistAddedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly kind: BlacklistKind
  /** The normalized addresses or domains. Empty when a repeated order only stopped further leads */
  readonly values: ReadonlyArray<string>
  /** How many leads were stopped or resumed */
  readonly leads: number
}

/** Entries were added to the blacklist. */
export interface BlacklistAddedPayload {
  readonly type: "blacklist_added"
  readonly timestamp: string
  /** Entries were added to the blacklist. */
  readonly data: BlacklistAddedData
}

export interface BlacklistDomainResult {
  readonly input: string
  readonly status: BlacklistStatus
  readonly id: number | null
  readonly error?: string | undefined
  readonly domain: string | null
}

export interface BlacklistDomains {
  readonly domains: ReadonlyArray<string>
  readonly reason?: string | undefined
}

export interface BlacklistDomainsResult {
  readonly added: number
  readonly existing: number
  readonly invalid: number
  readonly leads_stopped: number
  readonly data: ReadonlyArray<BlacklistDomainResult>
}

export interface BlacklistEmailResult {
  readonly input: string
  readonly status: BlacklistStatus
  readonly id: number | null
  readonly error?: string | undefined
  readonly email: string | null
}

export interface BlacklistEmails {
  readonly emails: ReadonlyArray<string>
  readonly reason?: string | undefined
}

export interface BlacklistEmailsResult {
  readonly added: number
  readonly existing: number
  readonly invalid: number
  readonly leads_stopped: number
  readonly data: ReadonlyArray<BlacklistEmailResult>
}

export type BlacklistKind = "email" | "domain"

/** Entries were removed from the blacklist. */
export interface BlacklistRemovedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly kind: BlacklistKind
  /** The normalized addresses or domains. Empty when a repeated order only stopped further leads */
  readonly values: ReadonlyArray<string>
  /** How many leads were stopped or resumed */
  readonly leads: number
}

/** Entries were removed from the blacklist. */
export interface BlacklistRemovedPayload {
  readonly type: "blacklist_removed"
  readonly timestamp: string
  /** Entries were removed from the blacklist. */
  readonly data: BlacklistRemovedData
}

export type BlacklistSource = "manual" | "bounce" | "unsubscribe" | "complaint"

export type BlacklistStatus = "added" | "existing" | "invalid"

export interface BlacklistedDomain {
  readonly id: number
  readonly domain: string
  readonly source: BlacklistSource
  readonly reason: string | null
  readonly campaign_id: string | null
  readonly created_at: string
}

export interface BlacklistedDomainPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<BlacklistedDomain>
}

export interface BlacklistedEmail {
  readonly id: number
  readonly email: string
  readonly source: BlacklistSource
  readonly reason: string | null
  readonly campaign_id: string | null
  readonly created_at: string
}

export interface BlacklistedEmailPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<BlacklistedEmail>
}

export interface Bounce {
  readonly recipients: ReadonlyArray<FailedRecipient>
}

export type BounceReason = "unknown_address" | "unknown_domain" | "moved" | "mailbox_full" | "mailbox_disabled" | "too_large" | "authentication" | "blocked" | "spam" | "content" | "policy" | "rate_limited" | "expired" | "network" | "system" | "unknown"

/** A mail could not be delivered. */
export interface BouncedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
  /** The address that the mail did not reach */
  readonly email: string
  /** Whether the address is dead */
  readonly hard: boolean
  /** Why, in a word of the intake such as `unknown_address`, or as the host reported it */
  readonly reason: string | null
}

/** A mail could not be delivered. */
export interface BouncedPayload {
  readonly type: "bounced"
  readonly timestamp: string
  /** A mail could not be delivered. */
  readonly data: BouncedData
}

export interface Campaign {
  readonly id: string
  readonly name: string
  readonly status: CampaignStatus
  readonly timezone: string
  readonly daily_limit: number
  readonly stop_on_reply: boolean
  readonly stop_on_auto_reply: boolean
  readonly track_opens: boolean
  readonly account_ids: ReadonlyArray<number>
  readonly lead_count: number
  readonly created_at: string
  readonly updated_at: string
}

/** A campaign has nothing left to send. */
export interface CampaignCompletedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly campaign: PayloadCampaign
}

/** A campaign has nothing left to send. */
export interface CampaignCompletedPayload {
  readonly type: "campaign_completed"
  readonly timestamp: string
  /** A campaign has nothing left to send. */
  readonly data: CampaignCompletedData
}

export interface CampaignCounts {
  readonly leads: LeadCounts
  readonly sent: number
  readonly replied: number
  readonly bounced: number
}

export type CampaignIssue = "no_account" | "no_sequence" | "no_lead"

export interface CampaignNumbers {
  readonly campaign_id: string
  readonly campaign_name: string
  readonly campaign_status: CampaignStatus
  readonly leads: LeadCounts
  readonly metrics: Metrics
  readonly rates: Rates
}

export interface CampaignPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<ListedCampaign>
}

export interface CampaignPatch {
  readonly name?: string | undefined
  readonly timezone?: string | undefined
  readonly daily_limit?: number | undefined
  readonly stop_on_reply?: boolean | undefined
  readonly stop_on_auto_reply?: boolean | undefined
  readonly track_opens?: boolean | undefined
  readonly account_ids?: ReadonlyArray<number> | undefined
}

/** A campaign was paused. */
export interface CampaignPausedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly campaign: PayloadCampaign
}

/** A campaign was paused. */
export interface CampaignPausedPayload {
  readonly type: "campaign_paused"
  readonly timestamp: string
  /** A campaign was paused. */
  readonly data: CampaignPausedData
}

/** A campaign was started. */
export interface CampaignStartedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly campaign: PayloadCampaign
}

/** A campaign was started. */
export interface CampaignStartedPayload {
  readonly type: "campaign_started"
  readonly timestamp: string
  /** A campaign was started. */
  readonly data: CampaignStartedData
}

export type CampaignStatus = "draft" | "active" | "paused" | "completed"

/** A lead clicked a link. */
export interface ClickedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** A lead clicked a link. */
export interface ClickedPayload {
  readonly type: "clicked"
  readonly timestamp: string
  /** A lead clicked a link. */
  readonly data: ClickedData
}

/** A lead reported a mail as spam. */
export interface ComplainedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** A lead reported a mail as spam. */
export interface ComplainedPayload {
  readonly type: "complained"
  readonly timestamp: string
  /** A lead reported a mail as spam. */
  readonly data: ComplainedData
}

export type ConflictReason = "answer_not_kept" | "duplicate_lead" | "duplicate_account" | "duplicate_reference" | "duplicate_tag" | "encryption_not_configured" | "too_many_integrations" | "too_many_sequences" | "campaign_active" | "campaign_not_active" | "campaign_not_ready"

export interface CreateLeadResult {
  readonly index: number
  readonly id: number | null
  readonly status: CreateLeadStatus
  readonly errors?: ReadonlyArray<Fault> | undefined
}

export type CreateLeadStatus = "created" | "updated" | "duplicate" | "blacklisted" | "invalid"

export interface CreateLeads {
  readonly campaign_id: string
  readonly leads: ReadonlyArray<NewLead>
  readonly on_duplicate?: OnDuplicate | null | undefined
}

export interface CreateLeadsResult {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly data: ReadonlyArray<CreateLeadResult>
}

export interface DeleteAccountResult {
  readonly id: number
  readonly status: "deleted" | "not_found"
}

export interface DeleteAccounts {
  readonly ids?: ReadonlyArray<number> | undefined
}

export interface DeleteAccountsResult {
  readonly deleted: number
  readonly failed: number
  readonly data: ReadonlyArray<DeleteAccountResult>
}

export interface DeleteLeadResult {
  readonly id: number
  readonly status: "deleted" | "not_found"
}

export interface DeleteLeads {
  readonly ids: ReadonlyArray<number>
  readonly erase?: boolean | undefined
}

export interface DeleteLeadsResult {
  readonly deleted: number
  readonly not_found: number
  readonly data: ReadonlyArray<DeleteLeadResult>
}

/** The lead's mail system accepted a mail. */
export interface DeliveredData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** The lead's mail system accepted a mail. */
export interface DeliveredPayload {
  readonly type: "delivered"
  readonly timestamp: string
  /** The lead's mail system accepted a mail. */
  readonly data: DeliveredData
}

export interface Delivery {
  readonly id: number
  readonly event: NotificationType
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly response: DeliveryResponse | null
  readonly created_at: string
}

export interface DeliveryPage {
  readonly data: ReadonlyArray<Delivery>
  readonly has_more: boolean
  readonly next_cursor?: string | undefined
}

export interface DeliveryResponse {
  readonly status_code: number
  readonly body: string
  readonly duration_ms: number
}

export type DeliveryStatus = "pending" | "delivered" | "failed"

export interface Event {
  readonly id: number
  readonly type: EventType
  readonly occurred_at: string
  readonly campaign_id: string
  readonly lead_id: number
  readonly account_id: number | null
  readonly sequence_id: number | null
  readonly message_id: string | null
  readonly data: EventData
}

export interface EventData {
  readonly reply_text?: string | undefined
  readonly status?: string | undefined
  readonly hard?: boolean | undefined
  readonly reason?: string | undefined
  readonly url?: string | undefined
  readonly email?: string | undefined
  readonly trust?: "verified" | "plausible" | undefined
}

export interface EventPage {
  readonly data: ReadonlyArray<Event>
  readonly has_more: boolean
  readonly next_cursor?: string | undefined
}

export type EventType = "sent" | "delivered" | "opened" | "machine_opened" | "clicked" | "replied" | "auto_replied" | "bounced" | "soft_bounced" | "unsubscribed" | "complained"

export interface FailedRecipient {
  readonly email: string
  readonly hard: boolean
  readonly status: string | null
  readonly reply_code: number | null
  readonly reason: BounceReason
}

export interface Fault {
  readonly pointer: string
  readonly message: string
}

export interface HubSpotConfig {
  readonly access_token: string
}

export interface IntakeResult {
  readonly message_id: string | null
  readonly kind: MailKind
  readonly trust: Trust
  readonly thread_id?: number | undefined
  readonly lead_id?: number | undefined
  readonly reply_text?: string | undefined
  readonly bounce?: Bounce | undefined
  readonly events: ReadonlyArray<EventType>
}

export interface Integration {
  readonly id: number
  readonly type: IntegrationType
  readonly name: string
  readonly enabled: boolean
  readonly events: ReadonlyArray<NotificationType>
  readonly campaign_ids: ReadonlyArray<string> | null
  readonly config: MaskedConfig
  readonly status: IntegrationStatus
  readonly last_error: string | null
  readonly last_delivery_at: string | null
  readonly consecutive_failures: number
  readonly created_at: string
  readonly updated_at: string
}

export interface IntegrationPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<Integration>
}

export interface IntegrationPatch {
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
  readonly events?: ReadonlyArray<NotificationType> | undefined
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  readonly config?: { readonly [name: string]: unknown } | undefined
  readonly rotate_secret?: boolean | undefined
}

export type IntegrationStatus = "active" | "failing" | "disabled"

export type IntegrationType = "webhook" | "slack" | "telegram" | "hubspot"

export interface IntegrationWithSecret {
  readonly id: number
  readonly type: IntegrationType
  readonly name: string
  readonly enabled: boolean
  readonly events: ReadonlyArray<NotificationType>
  readonly campaign_ids: ReadonlyArray<string> | null
  readonly config: MaskedConfig
  readonly status: IntegrationStatus
  readonly last_error: string | null
  readonly last_delivery_at: string | null
  readonly consecutive_failures: number
  readonly created_at: string
  readonly updated_at: string
  /** The signing secret of a webhook, `whsec_…`, when it was just made: it is shown only now. Else `null` */
  readonly secret: string | null
}

export type Interval = "hour" | "day" | "week" | "month"

export interface IntervalMetrics {
  readonly date: string
  readonly sent?: number | undefined
  readonly contacted?: number | undefined
  readonly opened?: number | undefined
  readonly unique_opened?: number | undefined
  readonly machine_opened?: number | undefined
  readonly clicked?: number | undefined
  readonly unique_clicked?: number | undefined
  readonly replied?: number | undefined
  readonly unique_replied?: number | undefined
  readonly auto_replied?: number | undefined
  readonly positive_replied?: number | undefined
  readonly bounced?: number | undefined
  readonly soft_bounced?: number | undefined
  readonly unsubscribed?: number | undefined
  readonly complained?: number | undefined
}

export interface IssuedKey {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly access: Access
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** The key itself, `mr_…`: it is shown only in this answer, and is `null` when the answer is given again */
  readonly secret: string | null
}

export interface Key {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly access: Access
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface KeyPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<Key>
}

export interface Lead {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly website: string
  readonly personalization: string
  readonly sender: string | null
  readonly verification_status: VerificationStatus
  readonly status: LeadStatus
  readonly campaign_id: string
  readonly id_previous_sending_sequence: number | null
  readonly amount_sequences_sent: number
  readonly date_last_sequence_send: string | null
  readonly reply_text: string | null
  readonly reply_status: string | null
  readonly reply_status_tag_id: number | null
  readonly stop_sending: boolean
  readonly stop_sending_type: StopSendingType | null
  readonly chosen_sender: number | null
  readonly provider: string | null
}

export interface LeadCounts {
  readonly total: number
  readonly not_contacted: number
  readonly sent: number
  readonly opened: number
  readonly replied: number
  readonly bounced: number
  readonly stopped: number
}

export interface LeadList {
  readonly data: ReadonlyArray<Lead>
  readonly has_more: boolean
  readonly next_cursor?: string | undefined
}

export interface LeadPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<Lead>
}

export interface LeadPatch {
  readonly email?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly company?: string | undefined
  readonly website?: string | undefined
  readonly personalization?: string | undefined
  readonly custom_fields?: { readonly [name: string]: string | number | boolean | null } | undefined
  readonly stop_sending?: boolean | undefined
}

/** Sending to a lead goes on. */
export interface LeadResumedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** Sending to a lead goes on. */
export interface LeadResumedPayload {
  readonly type: "lead_resumed"
  readonly timestamp: string
  /** Sending to a lead goes on. */
  readonly data: LeadResumedData
}

export type LeadStatus = "Not contacted" | "Sent" | "Bounce" | "Replied" | "Opened"

/** Sending to a lead is stopped; `stop_sending_type` says why. */
export interface LeadStoppedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** Sending to a lead is stopped; `stop_sending_type` says why. */
export interface LeadStoppedPayload {
  readonly type: "lead_stopped"
  readonly timestamp: string
  /** Sending to a lead is stopped; `stop_sending_type` says why. */
  readonly data: LeadStoppedData
}

/** A lead got a reply tag, another one or none. */
export interface LeadTaggedData {
  readonly organization_id: number
  /** The id of the change, the same for every integration */
  readonly id: string
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** A lead got a reply tag, another one or none. */
export interface LeadTaggedPayload {
  readonly type: "lead_tagged"
  readonly timestamp: string
  /** A lead got a reply tag, another one or none. */
  readonly data: LeadTaggedData
}

export interface LeadWithCustomFields {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly website: string
  readonly personalization: string
  readonly sender: string | null
  readonly verification_status: VerificationStatus
  readonly status: LeadStatus
  readonly campaign_id: string
  readonly id_previous_sending_sequence: number | null
  readonly amount_sequences_sent: number
  readonly date_last_sequence_send: string | null
  readonly reply_text: string | null
  readonly reply_status: string | null
  readonly reply_status_tag_id: number | null
  readonly stop_sending: boolean
  readonly stop_sending_type: StopSendingType | null
  readonly chosen_sender: number | null
  readonly provider: string | null
  readonly custom_fields: { readonly [name: string]: string | number | boolean }
}

export interface ListedCampaign {
  readonly id: string
  readonly name: string
  readonly status: CampaignStatus
  readonly timezone: string
  readonly daily_limit: number
  readonly stop_on_reply: boolean
  readonly stop_on_auto_reply: boolean
  readonly track_opens: boolean
  readonly account_ids: ReadonlyArray<number>
  readonly lead_count: number
  readonly created_at: string
  readonly updated_at: string
  readonly counts: CampaignCounts
}

/** A mail was opened by a machine, such as a prefetching proxy. */
export interface MachineOpenedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** A mail was opened by a machine, such as a prefetching proxy. */
export interface MachineOpenedPayload {
  readonly type: "machine_opened"
  readonly timestamp: string
  /** A mail was opened by a machine, such as a prefetching proxy. */
  readonly data: MachineOpenedData
}

export type MailKind = "reply" | "auto_reply" | "bounce" | "complaint" | "other" | "duplicate" | "own"

export type MaskedConfig = MaskedUrlConfig | MaskedTelegramConfig | MaskedHubSpotConfig

export interface MaskedHubSpotConfig {
  readonly access_token: string
}

export interface MaskedTelegramConfig {
  readonly bot_token: string
  readonly chat_id: string
}

export interface MaskedUrlConfig {
  readonly url: string
  readonly headers?: { readonly [name: string]: string } | undefined
}

export interface Message {
  readonly id: number
  readonly thread_id?: number | undefined
  readonly subject: string
  readonly body: string
  readonly date_sent: string
  readonly from_name?: string | undefined
  readonly from_email: string
  readonly to_email: string
  readonly cc_email?: string | undefined
  readonly is_new: boolean
  readonly is_our_email: boolean
  readonly message_id?: string | undefined
  readonly attachments: ReadonlyArray<Attachment>
  readonly body_text: string
  readonly body_html?: string | undefined
  readonly reply_text: string
  readonly trust?: Trust | undefined
}

export type MessageOrder = "asc" | "desc"

export interface MessageSummary {
  readonly id: number
  readonly thread_id?: number | undefined
  readonly subject: string
  readonly body: string
  readonly date_sent: string
  readonly from_name?: string | undefined
  readonly from_email: string
  readonly to_email: string
  readonly cc_email?: string | undefined
  readonly is_new: boolean
  readonly is_our_email: boolean
  readonly message_id?: string | undefined
  readonly attachments: ReadonlyArray<Attachment>
}

export interface Metrics {
  readonly sent: number
  readonly contacted: number
  readonly opened: number
  readonly unique_opened: number
  readonly machine_opened: number
  readonly clicked: number
  readonly unique_clicked: number
  readonly replied: number
  readonly unique_replied: number
  readonly auto_replied: number
  readonly positive_replied: number
  readonly bounced: number
  readonly soft_bounced: number
  readonly unsubscribed: number
  readonly complained: number
}

export interface MissingThread {
  readonly id: number
  readonly status: "not_found"
}

export interface NewAccount {
  readonly email: string
  readonly provider: Provider
  readonly settings?: AccountSettingsPatch | undefined
}

export interface NewCampaign {
  readonly name: string
  readonly timezone?: string | undefined
  readonly daily_limit?: number | undefined
  readonly stop_on_reply?: boolean | undefined
  readonly stop_on_auto_reply?: boolean | undefined
  readonly track_opens?: boolean | undefined
  readonly account_ids?: ReadonlyArray<number> | undefined
}

export interface NewEvent {
  readonly type: EventType
  readonly occurred_at: string
  readonly account_id?: number | undefined
  readonly sequence_id?: number | undefined
  readonly message_id?: string | undefined
  readonly provider_message_id?: string | undefined
  readonly idempotency_key?: string | undefined
  readonly message?: SentMessage | undefined
  readonly data?: EventData | undefined
  readonly lead_id?: number | undefined
  readonly campaign_id?: string | undefined
  readonly email?: string | undefined
}

export interface NewHubSpot {
  readonly type: "hubspot"
  readonly name: string
  readonly enabled?: boolean | undefined
  readonly events?: ReadonlyArray<NotificationType> | undefined
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  readonly config: HubSpotConfig
}

export type NewIntegration = NewWebhook | NewSlack | NewTelegram | NewHubSpot

export interface NewKey {
  readonly name: string
  readonly access?: Access | undefined
  readonly expires_at?: string | null | undefined
}

export interface NewLead {
  readonly email: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly company?: string | undefined
  readonly website?: string | undefined
  readonly personalization?: string | undefined
  readonly custom_fields?: { readonly [name: string]: string | number | boolean } | undefined
}

export interface NewSequence {
  readonly subject?: string | null | undefined
  readonly body: string
  readonly delay_days?: number | undefined
}

export interface NewSlack {
  readonly type: "slack"
  readonly name: string
  readonly enabled?: boolean | undefined
  readonly events?: ReadonlyArray<NotificationType> | undefined
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  readonly config: SlackConfig
}

export interface NewTag {
  readonly name: string
  readonly sentiment: Sentiment
}

export interface NewTelegram {
  readonly type: "telegram"
  readonly name: string
  readonly enabled?: boolean | undefined
  readonly events?: ReadonlyArray<NotificationType> | undefined
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  readonly config: TelegramConfig
}

export interface NewTransaction {
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly amount: number
  readonly currency: string
  readonly credits?: number | null | undefined
  readonly balance_after?: number | null | undefined
  readonly description?: string | null | undefined
  readonly reference?: string | null | undefined
  readonly invoice_number?: string | null | undefined
  readonly invoice_url?: string | null | undefined
  readonly period_start?: string | null | undefined
  readonly period_end?: string | null | undefined
  readonly created_at?: string | undefined
  readonly paid_at?: string | null | undefined
}

export interface NewWebhook {
  readonly type: "webhook"
  readonly name: string
  readonly enabled?: boolean | undefined
  readonly events?: ReadonlyArray<NotificationType> | undefined
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  readonly config: WebhookConfig
}

export interface NoFields { readonly [name: string]: unknown }

export type NotificationType = "sent" | "delivered" | "opened" | "machine_opened" | "clicked" | "replied" | "auto_replied" | "bounced" | "soft_bounced" | "unsubscribed" | "complained" | "lead_stopped" | "lead_resumed" | "lead_tagged" | "blacklist_added" | "blacklist_removed" | "campaign_started" | "campaign_paused" | "campaign_completed" | "account_failing"

export type OnDuplicate = "skip" | "update"

/** A lead opened a mail. */
export interface OpenedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** A lead opened a mail. */
export interface OpenedPayload {
  readonly type: "opened"
  readonly timestamp: string
  /** A lead opened a mail. */
  readonly data: OpenedData
}

export interface OverviewByAccount {
  readonly campaign_ids: ReadonlyArray<string> | null
  readonly period: Period
  readonly data: ReadonlyArray<AccountNumbers>
}

export interface OverviewByCampaign {
  readonly campaign_ids: ReadonlyArray<string> | null
  readonly period: Period
  readonly data: ReadonlyArray<CampaignNumbers>
}

export interface OverviewEvents {
  readonly campaign_ids: ReadonlyArray<string> | null
  readonly period: Period
  readonly interval: Interval
  readonly data: ReadonlyArray<IntervalMetrics>
  readonly totals: TotalMetrics
}

export interface OverviewSummary {
  readonly campaign_ids: ReadonlyArray<string> | null
  readonly period: Period
  readonly leads: LeadCounts
  readonly metrics: Metrics
  readonly rates: Rates
}

export interface PayloadAccount {
  readonly id: number
  readonly email: string
}

export interface PayloadCampaign {
  readonly id: string
  readonly name: string
}

export interface Period {
  readonly preset: PeriodPreset | null
  readonly start: string | null
  readonly end: string | null
  readonly timezone: string
}

export type PeriodPreset = "today" | "yesterday" | "last_7_days" | "last_14_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "all_time"

/** Why a request failed (RFC 9457). */
export interface Problem {
  /** Identifies the kind of problem: constant for each `code`. */
  readonly type: string
  /** The kind of problem, for people: constant for each `code`. */
  readonly title: string
  /** The HTTP status, as in the status line. */
  readonly status: number
  /** What went wrong this time, for people. */
  readonly detail: string
  /** What went wrong, for programs. */
  readonly code: ProblemCode
  /** The `X-Request-Id` of the response, which the log names, too. */
  readonly request_id: string
  /** Of `invalid_request`: every fault. Pointers begin with `/path`, `/query`, `/header` or `/body`. */
  readonly errors?: ReadonlyArray<Fault> | undefined
  /** Of `conflict`: why. */
  readonly reason?: ConflictReason | undefined
  /** Of the reason `campaign_not_ready`: everything that the campaign lacks. */
  readonly issues?: ReadonlyArray<CampaignIssue> | undefined
}

/** What went wrong, for programs. */
export type ProblemCode = "invalid_request" | "invalid_cursor" | "unauthorized" | "forbidden" | "not_found" | "no_such_route" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "unavailable"

export type Provider = "google" | "microsoft" | "smtp"

export interface RampUp {
  readonly enabled: boolean
  readonly start: number
  readonly increment: number
  readonly started_at: string | null
}

export interface RampUpPatch {
  readonly enabled?: boolean | undefined
  readonly start?: number | undefined
  readonly increment?: number | undefined
  readonly started_at?: string | null | undefined
}

export interface Rates {
  readonly open_rate: number | null
  readonly click_rate: number | null
  readonly reply_rate: number | null
  readonly positive_reply_rate: number | null
  readonly bounce_rate: number | null
  readonly unsubscribe_rate: number | null
}

export interface Readiness {
  readonly status: "ok" | "degraded"
  readonly detail?: string | undefined
}

export interface RecordEventResult {
  readonly index: number
  readonly id: number | null
  readonly status: "recorded" | "duplicate" | "rejected"
  readonly errors?: ReadonlyArray<Fault> | undefined
}

export interface RecordEvents {
  readonly events: ReadonlyArray<NewEvent>
}

export interface RecordEventsResult {
  readonly recorded: number
  readonly duplicate: number
  readonly rejected: number
  readonly data: ReadonlyArray<RecordEventResult>
}

/** A person replied. */
export interface RepliedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
  /** The author's own words; `null` when they are not known, as of an automatic reply */
  readonly reply_text: string | null
  /** The thread of the mail; `null` when the reply was reported by `POST /events` */
  readonly thread_id: number | null
  /** The Message-ID of the mail */
  readonly message_id: string | null
}

/** A person replied. */
export interface RepliedPayload {
  readonly type: "replied"
  readonly timestamp: string
  /** A person replied. */
  readonly data: RepliedData
}

export interface RotateKey {
  readonly grace_seconds?: number | undefined
}

/** A mail was sent to a lead. */
export interface SentData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

export interface SentMessage {
  readonly message_id: string
  readonly subject: string
  readonly body_text: string
  readonly body_html?: string | undefined
  readonly from_email: string
  readonly to_email: string
}

/** A mail was sent to a lead. */
export interface SentPayload {
  readonly type: "sent"
  readonly timestamp: string
  /** A mail was sent to a lead. */
  readonly data: SentData
}

export type Sentiment = "positive" | "neutral" | "negative"

export interface Sequence {
  readonly id: number
  readonly position: number
  readonly subject: string | null
  readonly body: string
  readonly delay_days: number
}

export interface SequenceList {
  readonly data: ReadonlyArray<Sequence>
}

export interface SequenceNumbers {
  readonly sequence_id: number | null
  readonly position: number | null
  readonly subject: string | null
  readonly metrics: Metrics
  readonly rates: Rates
}

export interface SequencePatch {
  readonly position?: number | undefined
  readonly subject?: string | null | undefined
  readonly body?: string | undefined
  readonly delay_days?: number | undefined
}

export interface Session {
  readonly organization: SessionOrganization
  readonly access: Access
  readonly key: SessionKey | null
}

export interface SessionKey {
  readonly id: number
  readonly name: string
}

export interface SessionOrganization {
  readonly id: number
  readonly name: string
}

export interface SlackConfig {
  readonly url: string
}

/** A mail could not be delivered for now. */
export interface SoftBouncedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
  /** The address that the mail did not reach */
  readonly email: string
  /** Whether the address is dead */
  readonly hard: boolean
  /** Why, in a word of the intake such as `unknown_address`, or as the host reported it */
  readonly reason: string | null
}

/** A mail could not be delivered for now. */
export interface SoftBouncedPayload {
  readonly type: "soft_bounced"
  readonly timestamp: string
  /** A mail could not be delivered for now. */
  readonly data: SoftBouncedData
}

export interface Status {
  readonly status: "ok"
}

export type StopSendingType = "manual" | "reply" | "bounce" | "unsubscribe" | "complaint" | "blacklist"

export type Tab = "replies" | "other"

export interface Tag {
  readonly id: number
  readonly name: string
  readonly sentiment: Sentiment
}

export interface TagPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<Tag>
}

export interface TagPatch {
  readonly name?: string | undefined
  readonly sentiment?: Sentiment | undefined
}

export interface TelegramConfig {
  readonly bot_token: string
  readonly chat_id: string
}

export interface TestResult {
  readonly success: boolean
  readonly status_code: number | null
  readonly response_time_ms: number | null
  readonly error: string | null
  readonly delivered_at: string | null
}

export interface Thread {
  readonly id: number
  readonly tab: Tab
  readonly thread_id?: number | undefined
  readonly lead_id?: number | undefined
  readonly campaign_id?: string | undefined
  readonly last_message: MessageSummary
  readonly message_count: number
  readonly account_id?: number | undefined
  readonly lead?: ThreadLead | undefined
  readonly campaign_name?: string | undefined
}

export interface ThreadLead {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly reply_status: string | null
}

export interface ThreadPage {
  readonly data: ReadonlyArray<Thread>
  readonly has_more: boolean
  readonly next_cursor?: string | undefined
}

export interface ThreadPatch {
  readonly is_new?: boolean | undefined
  readonly tab?: Tab | undefined
}

export interface ThreadWithMessages {
  readonly thread: Thread
  readonly data: ReadonlyArray<Message>
  readonly has_more: boolean
  readonly next_cursor?: string | undefined
}

export interface TotalMetrics {
  readonly sent?: number | undefined
  readonly contacted?: number | undefined
  readonly opened?: number | undefined
  readonly unique_opened?: number | undefined
  readonly machine_opened?: number | undefined
  readonly clicked?: number | undefined
  readonly unique_clicked?: number | undefined
  readonly replied?: number | undefined
  readonly unique_replied?: number | undefined
  readonly auto_replied?: number | undefined
  readonly positive_replied?: number | undefined
  readonly bounced?: number | undefined
  readonly soft_bounced?: number | undefined
  readonly unsubscribed?: number | undefined
  readonly complained?: number | undefined
}

export interface Transaction {
  readonly id: number
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly amount: number
  readonly currency: string
  readonly credits: number | null
  readonly balance_after: number | null
  readonly description: string | null
  readonly reference: string | null
  readonly invoice_number: string | null
  readonly invoice_url: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly created_at: string
  readonly paid_at: string | null
}

export interface TransactionPage {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: ReadonlyArray<Transaction>
}

export type TransactionStatus = "pending" | "succeeded" | "failed" | "refunded" | "void"

export type TransactionType = "payment" | "refund" | "credit" | "usage" | "adjustment"

export type Trust = "verified" | "plausible" | "unverified"

export interface UnblacklistDomainResult {
  readonly id: number | null
  readonly status: UnblacklistStatus
  readonly domain: string | null
}

export interface UnblacklistDomains {
  readonly domains?: ReadonlyArray<string> | undefined
  readonly ids?: ReadonlyArray<number> | undefined
}

export interface UnblacklistDomainsResult {
  readonly removed: number
  readonly not_found: number
  readonly leads_resumed: number
  readonly data: ReadonlyArray<UnblacklistDomainResult>
}

export interface UnblacklistEmailResult {
  readonly id: number | null
  readonly status: UnblacklistStatus
  readonly email: string | null
}

export interface UnblacklistEmails {
  readonly emails?: ReadonlyArray<string> | undefined
  readonly ids?: ReadonlyArray<number> | undefined
}

export interface UnblacklistEmailsResult {
  readonly removed: number
  readonly not_found: number
  readonly leads_resumed: number
  readonly data: ReadonlyArray<UnblacklistEmailResult>
}

export type UnblacklistStatus = "removed" | "not_found"

export interface UniboxChanges {
  readonly revision: number
  readonly replies: number
  readonly other: number
}

export interface Unread {
  readonly replies: number
  readonly other: number
}

/** A lead unsubscribed. */
export interface UnsubscribedData {
  readonly organization_id: number
  /** The id of the event */
  readonly id: number
  readonly lead: Lead
  readonly campaign: PayloadCampaign
}

/** A lead unsubscribed. */
export interface UnsubscribedPayload {
  readonly type: "unsubscribed"
  readonly timestamp: string
  /** A lead unsubscribed. */
  readonly data: UnsubscribedData
}

export interface UpdateAccountResult {
  readonly id: number
  readonly status: "updated" | "not_found"
}

export interface UpdateAccounts {
  readonly ids: ReadonlyArray<number>
  readonly settings: AccountSettingsChange
}

export interface UpdateAccountsResult {
  readonly updated: number
  readonly failed: number
  readonly data: ReadonlyArray<UpdateAccountResult>
}

export type UpdateThreadResult = UpdatedThread | MissingThread

export interface UpdateThreads {
  readonly ids: ReadonlyArray<number>
  readonly is_new?: boolean | undefined
  readonly tab?: Tab | undefined
  readonly new_message_ids?: ReadonlyArray<number> | undefined
}

export interface UpdateThreadsResult {
  readonly updated: number
  readonly not_found: number
  readonly data: ReadonlyArray<UpdateThreadResult>
}

export interface UpdatedThread {
  readonly id: number
  readonly status: "updated"
  readonly tab: Tab
  readonly new_message_ids: ReadonlyArray<number>
}

export type VerificationStatus = "valid" | "unknown" | "accept_all" | "invalid" | "disposable" | "not_verified"

export interface WebhookConfig {
  readonly url: string
  readonly headers?: { readonly [name: string]: string } | undefined
}

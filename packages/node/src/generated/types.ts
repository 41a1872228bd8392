// Made by `npm run openapi` from the OpenAPI document: do not change it here.
/* oxlint-disable max-lines */
import type {
  Account,
  AccountPage,
  AccountsDnsQuery,
  AccountsListQuery,
  ActivityListQuery,
  ActivityLogQuery,
  ActivityOfLeadQuery,
  AnalyticsByAccount,
  AnalyticsByAccountQuery,
  AnalyticsByLink,
  AnalyticsByLinkQuery,
  AnalyticsBySequence,
  AnalyticsBySequenceQuery,
  AnalyticsEvents,
  AnalyticsEventsQuery,
  AnalyticsSummary,
  AnalyticsSummaryQuery,
  AssignTag,
  BillingListQuery,
  BlacklistDomains,
  BlacklistDomainsQuery,
  BlacklistDomainsResult,
  BlacklistEmails,
  BlacklistEmailsQuery,
  BlacklistEmailsResult,
  BlacklistedDomainPage,
  BlacklistedEmailPage,
  Campaign,
  CampaignPage,
  CampaignPatch,
  CampaignVerification,
  CampaignsListQuery,
  ChangeMatching,
  ChangedMatching,
  ComparisonList,
  CreateLeads,
  CreateLeadsResult,
  Credentials,
  DeleteAccounts,
  DeleteAccountsResult,
  DeleteLeads,
  DeleteLeadsResult,
  Delivery,
  DeliveryDetails,
  DeliveryPage,
  DnsReport,
  DuplicateCampaign,
  EventPage,
  FilledReplyTemplate,
  IntakeReceiveQuery,
  IntakeResult,
  Integration,
  IntegrationPage,
  IntegrationPatch,
  IntegrationWithSecret,
  IntegrationsDeliveriesQuery,
  IntegrationsListQuery,
  InvitedPerson,
  IssuedKey,
  Key,
  KeyPage,
  KeysListQuery,
  Lead,
  LeadList,
  LeadPage,
  LeadPatch,
  LeadWithState,
  LeadsAllQuery,
  LeadsListQuery,
  LogListQuery,
  LogPage,
  MailboxTest,
  NewAccount,
  NewCampaign,
  NewForward,
  NewIntegration,
  NewKey,
  NewPerson,
  NewReply,
  NewReplyTemplate,
  NewSeedTest,
  NewSequence,
  NewTag,
  NewTestMail,
  NewTransaction,
  Note,
  NotePage,
  NoteText,
  NotesListQuery,
  OrganizationPatch,
  OrganizationSettings,
  Outlook,
  OverviewByAccount,
  OverviewByAccountQuery,
  OverviewByCampaign,
  OverviewByCampaignQuery,
  OverviewEvents,
  OverviewEventsQuery,
  OverviewSummary,
  OverviewSummaryQuery,
  PauseLead,
  PauseLeads,
  PauseLeadsResult,
  PeopleListQuery,
  Person,
  PersonPage,
  PersonPatch,
  Preview,
  PreviewInput,
  RecordEvents,
  RecordEventsResult,
  Rehearsal,
  RehearsalInput,
  ReplyTemplate,
  ReplyTemplatePage,
  ReplyTemplatePatch,
  ReplyTemplatesListQuery,
  RescheduleSend,
  ResolveSend,
  RotateKey,
  SeedTests,
  Send,
  SendPage,
  SendingOutlookQuery,
  SendsListQuery,
  Sequence,
  SequenceList,
  SequencePatch,
  SyncInbox,
  Tag,
  TagPage,
  TagPatch,
  TagsListQuery,
  TestResult,
  Thread,
  ThreadPage,
  ThreadPatch,
  ThreadWithMessages,
  TrackingDomainState,
  Transaction,
  TransactionPage,
  UnblacklistDomains,
  UnblacklistDomainsResult,
  UnblacklistEmails,
  UnblacklistEmailsResult,
  UniboxChanges,
  UniboxOfLeadQuery,
  UniboxThreadQuery,
  UniboxThreadsQuery,
  UniboxUnreadQuery,
  Unread,
  Upcoming,
  UpdateAccounts,
  UpdateAccountsResult,
  UpdateLeads,
  UpdateLeadsResult,
  UpdateThreads,
  UpdateThreadsResult,
  Upload,
  UploadsCreateQuery,
  VerifyLeads
} from "@mailroom/client"
import type { FileBytes, Mail, Pages, Tagged, WriteOptions } from "../Call.ts"

export type {
  Access,
  Account,
  AccountCampaign,
  AccountNumbers,
  AccountPage,
  AccountSettings,
  AccountSettingsChange,
  AccountSettingsPatch,
  AccountState,
  AccountStatus,
  AccountsDnsQuery,
  AccountsListQuery,
  ActivityListQuery,
  ActivityLogQuery,
  ActivityOfLeadQuery,
  Actor,
  AnalyticsByAccount,
  AnalyticsByAccountQuery,
  AnalyticsByLink,
  AnalyticsByLinkQuery,
  AnalyticsBySequence,
  AnalyticsBySequenceQuery,
  AnalyticsEvents,
  AnalyticsEventsQuery,
  AnalyticsSummary,
  AnalyticsSummaryQuery,
  Answering,
  AssignTag,
  Assigned,
  Attachment,
  AttachmentType,
  AutomaticLabeller,
  BillingListQuery,
  BlacklistDomainResult,
  BlacklistDomains,
  BlacklistDomainsQuery,
  BlacklistDomainsResult,
  BlacklistEmailResult,
  BlacklistEmails,
  BlacklistEmailsQuery,
  BlacklistEmailsResult,
  BlacklistKind,
  BlacklistSource,
  BlacklistStatus,
  BlacklistedDomain,
  BlacklistedDomainPage,
  BlacklistedEmail,
  BlacklistedEmailPage,
  Bounce,
  BounceReason,
  Campaign,
  CampaignCounts,
  CampaignNumbers,
  CampaignPage,
  CampaignPatch,
  CampaignStatus,
  CampaignStatusReason,
  CampaignVerification,
  CampaignsListQuery,
  ChangeMatching,
  ChangedMatching,
  Colleague,
  ComparedVariant,
  Comparison,
  ComparisonList,
  Condition,
  ConditionAhead,
  ConditionKind,
  Connection,
  ConnectionTest,
  ContactRule,
  CoveringEntry,
  CreateLeadResult,
  CreateLeadStatus,
  CreateLeads,
  CreateLeadsResult,
  Credentials,
  DelayUnit,
  DeleteAccountResult,
  DeleteAccounts,
  DeleteAccountsResult,
  DeleteLeadResult,
  DeleteLeads,
  DeleteLeadsResult,
  DeletionStatus,
  Delivery,
  DeliveryDetails,
  DeliveryPage,
  DeliveryResponse,
  DeliveryStatus,
  DeliveryTry,
  DnsCheck,
  DnsRecord,
  DnsReport,
  DnsResult,
  DnsStatus,
  DomainRecord,
  DuplicateCampaign,
  EffectiveState,
  Event,
  EventData,
  EventLead,
  EventPage,
  EventType,
  FailedRecipient,
  Fault,
  FilledReplyTemplate,
  FirstEvent,
  FolderRole,
  HeldLead,
  HostAuth,
  HubSpotConfig,
  ImapConnection,
  ImapCredentials,
  InboxFolder,
  InboxHistory,
  InboxState,
  InboxTest,
  IntakeReceiveQuery,
  IntakeResult,
  Integration,
  IntegrationPage,
  IntegrationPatch,
  IntegrationStatus,
  IntegrationType,
  IntegrationWithSecret,
  IntegrationsDeliveriesQuery,
  IntegrationsListQuery,
  Interval,
  IntervalMetrics,
  InvitedPerson,
  IssuedKey,
  Key,
  KeyPage,
  KeysListQuery,
  LabelledBy,
  Lead,
  LeadAction,
  LeadCounts,
  LeadList,
  LeadMoving,
  LeadPage,
  LeadPart,
  LeadPatch,
  LeadSort,
  LeadStatus,
  LeadVerification,
  LeadWindow,
  LeadWithState,
  LeadsAllQuery,
  LeadsListQuery,
  LeftOut,
  LinkNumbers,
  ListedCampaign,
  ListedLead,
  LogEntry,
  LogListQuery,
  LogPage,
  MailAuth,
  MailAuthType,
  MailKind,
  MailSecurity,
  MailboxTest,
  MaskedConfig,
  MaskedHubSpotConfig,
  MaskedTelegramConfig,
  MaskedUrlConfig,
  MatchingFilter,
  Message,
  MessageKind,
  MessageLink,
  MessageOrder,
  MessageSummary,
  Metrics,
  MissingLead,
  MissingThread,
  MissingValues,
  MoveAhead,
  MoveLabel,
  MoveRule,
  MoveWhen,
  MovedFrom,
  MovedTo,
  NewAccount,
  NewCampaign,
  NewEvent,
  NewForward,
  NewHubSpot,
  NewIntegration,
  NewKey,
  NewLead,
  NewPerson,
  NewReply,
  NewReplyTemplate,
  NewSeedTest,
  NewSequence,
  NewSlack,
  NewTag,
  NewTelegram,
  NewTestMail,
  NewTransaction,
  NewWebhook,
  NoAuth,
  Note,
  NotePage,
  NoteText,
  NotesListQuery,
  NotificationType,
  OAuth2Auth,
  OnDuplicate,
  OrganizationPatch,
  OrganizationSettings,
  OtherCampaign,
  Outlook,
  OutlookAccount,
  OutlookAccountMails,
  OutlookCampaign,
  OutlookCampaignMails,
  OutlookDay,
  OutlookMail,
  OverviewByAccount,
  OverviewByAccountQuery,
  OverviewByCampaign,
  OverviewByCampaignQuery,
  OverviewEvents,
  OverviewEventsQuery,
  OverviewSummary,
  OverviewSummaryQuery,
  PasswordAuth,
  PauseLead,
  PauseLeadResult,
  PauseLeads,
  PauseLeadsResult,
  PausedBy,
  PausedLead,
  PeopleListQuery,
  Period,
  PeriodPreset,
  Person,
  PersonPage,
  PersonPatch,
  Preview,
  PreviewInput,
  PreviewedMail,
  Provider,
  RampUp,
  RampUpPatch,
  Rates,
  RecordEventResult,
  RecordEvents,
  RecordEventsResult,
  RefusalReason,
  Rehearsal,
  RehearsalAccountDay,
  RehearsalDay,
  RehearsalInput,
  RehearsalLeads,
  RehearsalMove,
  RehearsalStepDay,
  RehearsalWarning,
  ReplyLabel,
  ReplyObstacle,
  ReplyState,
  ReplyTemplate,
  ReplyTemplatePage,
  ReplyTemplatePatch,
  ReplyTemplatesListQuery,
  RequiredVerification,
  RescheduleSend,
  ResolveSend,
  Role,
  RotateKey,
  ScheduledAnswer,
  SeedTests,
  Send,
  SendKind,
  SendOutcome,
  SendPage,
  SendWindow,
  SendingOutlookQuery,
  SendingReason,
  SendsListQuery,
  SentCopy,
  SentFile,
  SentMessage,
  SentMessageFile,
  Sentiment,
  Sequence,
  SequenceList,
  SequenceNumbers,
  SequencePatch,
  SlackConfig,
  SmtpAuth,
  SmtpConnection,
  SmtpCredentials,
  StepAhead,
  StepFile,
  StopScope,
  StopSendingType,
  SyncInbox,
  Tab,
  Tag,
  TagPage,
  TagPatch,
  TagsListQuery,
  TelegramConfig,
  TestResult,
  Thread,
  ThreadExcerpt,
  ThreadLead,
  ThreadPage,
  ThreadPatch,
  ThreadState,
  ThreadWithMessages,
  TotalMetrics,
  TrackingDomainState,
  Transaction,
  TransactionPage,
  TransactionStatus,
  TransactionType,
  Trust,
  UnblacklistDomainResult,
  UnblacklistDomains,
  UnblacklistDomainsResult,
  UnblacklistEmailResult,
  UnblacklistEmails,
  UnblacklistEmailsResult,
  UnblacklistStatus,
  UniboxChanges,
  UniboxOfLeadQuery,
  UniboxThreadQuery,
  UniboxThreadsQuery,
  UniboxTodo,
  UniboxUnreadQuery,
  Unread,
  Upcoming,
  UpcomingAccount,
  UpcomingMail,
  UpcomingMove,
  UpcomingWindow,
  UpdateAccountResult,
  UpdateAccounts,
  UpdateAccountsResult,
  UpdateLeadResult,
  UpdateLeads,
  UpdateLeadsResult,
  UpdateStatus,
  UpdateThreadResult,
  UpdateThreads,
  UpdateThreadsResult,
  UpdatedLead,
  UpdatedThread,
  Upload,
  UploadsCreateQuery,
  Variant,
  VariantFigures,
  VerificationCounts,
  VerificationReason,
  VerificationResults,
  VerificationRun,
  VerificationState,
  VerificationStatus,
  VerifierName,
  VerifyLeads,
  WebhookConfig,
  WindowZone,
  Winner,
  WinnerGoal,
  WinnerRule,
  WinnerRuleInput,
  Won
} from "@mailroom/client"

/** The methods of each resource. */
export interface Resources {
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
  readonly log: LogMethods
  readonly mailboxes: MailboxesMethods
  readonly notes: NotesMethods
  readonly organization: OrganizationMethods
  readonly overview: OverviewMethods
  readonly people: PeopleMethods
  readonly replies: RepliesMethods
  readonly replyTemplates: ReplyTemplatesMethods
  readonly sending: SendingMethods
  readonly sends: SendsMethods
  readonly sequences: SequencesMethods
  readonly tags: TagsMethods
  readonly testMails: TestMailsMethods
  readonly unibox: UniboxMethods
  readonly uploads: UploadsMethods
  readonly verification: VerificationMethods
}

export interface AccountsMethods {
  /**
   * List the sender accounts, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly list: (query?: AccountsListQuery) => Pages<AccountPage>
  /**
   * Add a sender account
   *
   * The address of a deleted account restores it with the same id, and the settings of the request. The address of another account is a conflict, `duplicate_account`.
   */
  readonly create: (input: NewAccount) => Tagged<Account>
  /**
   * Change settings of sender accounts
   *
   * Changes all accounts in one transaction; one result per distinct id. `If-Match` is allowed only with exactly one id.
   */
  readonly update: (input: UpdateAccounts, options?: WriteOptions) => Promise<UpdateAccountsResult>
  /**
   * Delete sender accounts
   *
   * Their leads may then get mail from any account of the campaign; events and analytics stay. `ids` of the body have priority over those of the query. `If-Match` is allowed only with exactly one id.
   */
  readonly remove: (input: DeleteAccounts, options?: WriteOptions) => Promise<DeleteAccountsResult>
  /**
   * Get a sender account
   *
   * Returns its settings and its current state.
   */
  readonly find: (id: number) => Tagged<Account>
  /**
   * Check the DNS of a sender account
   *
   * Asks the name servers for the domain of the account's address: MX, SPF, DKIM, DMARC, and PTR of its server. Each check says in one line what to set. Takes at most 15 s, and stores nothing.
   */
  readonly dns: (id: number, query?: AccountsDnsQuery) => Promise<DnsReport>
}

export interface ActivityMethods {
  /**
   * Record up to 1000 events: what a mailer sent and saw
   *
   * One result per input, in order; an invalid input does not affect the others. An event that was recorded before changes nothing, and the order of arrival does not matter: so a batch can be sent again, and takes no `Idempotency-Key`. The body may have 25 MiB.
   */
  readonly record: (input: RecordEvents) => Promise<RecordEventsResult>
  /**
   * List the events of all campaigns, the newest first
   *
   * Ordered by `occurred_at`, then id. All filters apply. Also events of leads and campaigns that were deleted. A filter for something that does not exist matches no events.
   */
  readonly list: (query?: ActivityListQuery) => Pages<EventPage>
  /**
   * A lead's events one by one, the newest first
   *
   * Ordered by `occurred_at`, then id.
   */
  readonly ofLead: (id: number, query?: ActivityOfLeadQuery) => Pages<EventPage>
  /**
   * A campaign's events one by one, the newest first
   *
   * Ordered by `occurred_at`, then id.
   */
  readonly log: (campaignId: string, query?: ActivityLogQuery) => Pages<EventPage>
}

export interface AnalyticsMethods {
  /**
   * A campaign's leads, metrics and rates
   *
   * Leads are counted as they are now, metrics and rates of the period. The default period is all time.
   */
  readonly summary: (campaignId: string, query?: AnalyticsSummaryQuery) => Promise<AnalyticsSummary>
  /**
   * A campaign's metrics over time
   *
   * Every interval of the period, in order, including those without events. The default period is the last 30 days. `all_time` is from the first day with numbers to today; of more than 3661 days, ask by week or month.
   */
  readonly events: (campaignId: string, query?: AnalyticsEventsQuery) => Promise<AnalyticsEvents>
  /**
   * A campaign's metrics by sender account
   *
   * The accounts of the campaign by ascending id, then others with numbers, then `null`. The default period is all time.
   */
  readonly byAccount: (campaignId: string, query?: AnalyticsByAccountQuery) => Promise<AnalyticsByAccount>
  /**
   * A campaign's metrics by sequence
   *
   * The steps by position, then deleted ones with numbers, then `null`. The default period is all time.
   */
  readonly bySequence: (campaignId: string, query?: AnalyticsBySequenceQuery) => Promise<AnalyticsBySequence>
  /**
   * A campaign's clicks by link
   *
   * The 100 links with the most clicks, by the `url` in the data of their events. The default period is all time.
   */
  readonly byLink: (campaignId: string, query?: AnalyticsByLinkQuery) => Promise<AnalyticsByLink>
}

export interface BillingMethods {
  /**
   * List the transactions, newest first
   *
   * `from` and `to` are days, both inclusive, or instants, of which `to` is exclusive; amounts are in minor units. Pages by `after_id`, the id of the last row of the page before, stay stable while rows are added.
   */
  readonly list: (query?: BillingListQuery) => Pages<TransactionPage>
  /**
   * Record a transaction, once by its reference
   *
   * 201 for a new row; 200 when the same row was there, or when a pending one ends: it may become `succeeded`, `failed` or `void`, once, and get a `paid_at`. Any other difference is a conflict, `duplicate_reference`. So a row with a reference can be sent again, and an `Idempotency-Key` is ignored; a row without one needs it.
   */
  readonly record: (input: NewTransaction) => Promise<Transaction>
  /**
   * Get a transaction
   *
   * Rows are never deleted.
   */
  readonly find: (id: number) => Promise<Transaction>
}

export interface BlacklistMethods {
  /**
   * List the blacklisted addresses, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly emails: (query?: BlacklistEmailsQuery) => Pages<BlacklistedEmailPage>
  /**
   * Blacklist addresses, and stop their leads
   *
   * One result per input, in order; an invalid input does not affect the others. Leads that match are stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A domain, such as `*@evil.example`, is invalid: `POST /blacklist/domains` takes it. A role below `member` adds one address at a time.
   */
  readonly addEmails: (input: BlacklistEmails) => Promise<BlacklistEmailsResult>
  /**
   * Take addresses off the blacklist, and resume their leads
   *
   * Give values or ids, not both. The body has priority over `ids` of the query. A lead that another entry or another rule stops stays stopped.
   */
  readonly removeEmails: (input: UnblacklistEmails) => Promise<UnblacklistEmailsResult>
  /**
   * List the blacklisted domains, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly domains: (query?: BlacklistDomainsQuery) => Pages<BlacklistedDomainPage>
  /**
   * Blacklist domains with their subdomains, and stop their leads
   *
   * One result per input, in order; an invalid input does not affect the others. Leads that match are stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A URL stands for its domain. An address is invalid, and so is a public suffix, such as `co.uk`.
   */
  readonly addDomains: (input: BlacklistDomains) => Promise<BlacklistDomainsResult>
  /**
   * Take domains off the blacklist, and resume their leads
   *
   * Give values or ids, not both. The body has priority over `ids` of the query. A lead that another entry or another rule stops stays stopped.
   */
  readonly removeDomains: (input: UnblacklistDomains) => Promise<UnblacklistDomainsResult>
}

export interface CampaignsMethods {
  /**
   * List the campaigns with their counts, in the order of creation
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly list: (query?: CampaignsListQuery) => Pages<CampaignPage>
  /**
   * Create a campaign
   *
   * The new campaign is a draft, without leads and steps. An account that does not exist is a 400.
   */
  readonly create: (input: NewCampaign) => Tagged<Campaign>
  /**
   * Get a campaign
   *
   * Its `ETag` changes also with its number of leads, which `If-Match` does not compare.
   */
  readonly find: (campaignId: string) => Tagged<Campaign>
  /**
   * Change settings of a campaign, in every status
   *
   * An empty object changes nothing. `account_ids` replaces the whole list.
   */
  readonly update: (campaignId: string, input: CampaignPatch, options?: WriteOptions) => Tagged<Campaign>
  /**
   * Delete a campaign with its leads and steps
   *
   * An active campaign is a conflict, `campaign_active`. Threads stay, without lead and campaign. The campaign and its leads are hidden immediately; the answer is sent when all are deleted. If the deletion is interrupted, it continues later.
   */
  readonly remove: (campaignId: string, options?: WriteOptions) => Promise<void>
  /**
   * Duplicate a campaign
   *
   * The copy is a draft with the settings, the accounts and the steps of the campaign, which may have any status. Leads are not copied.
   */
  readonly duplicate: (campaignId: string, input?: DuplicateCampaign) => Tagged<Campaign>
  /**
   * Start a campaign
   *
   * Makes the campaign active, from every status, if it has an account, a step and a lead. Otherwise it is a conflict, `campaign_not_ready`. An active campaign does not change.
   */
  readonly start: (campaignId: string, options?: WriteOptions) => Tagged<Campaign>
  /**
   * Pause an active campaign
   *
   * A paused campaign does not change. A draft or a completed one is not active: that is a conflict, `campaign_not_active`.
   */
  readonly pause: (campaignId: string, options?: WriteOptions) => Tagged<Campaign>
}

export interface IntakeMethods {
  /**
   * Take in one raw e-mail
   *
   * The body is the unchanged mail (RFC 5322), at most 25 MiB. It is classified, stored once, and recorded as an event of its lead. A mail that is stored already is a `duplicate` and changes nothing: so it can be sent again, and takes no `Idempotency-Key`.
   */
  readonly receive: (mail: Mail, query?: IntakeReceiveQuery) => Promise<IntakeResult>
}

export interface IntegrationsMethods {
  /**
   * List the integrations, by ascending id
   *
   * Secrets are masked.
   */
  readonly list: (query?: IntegrationsListQuery) => Pages<IntegrationPage>
  /**
   * Add an integration
   *
   * At most 100 for an organization. URLs must lead to public addresses. Conflicts: `too_many_integrations`, and `encryption_not_configured` when the server has no key to encrypt secrets with.
   */
  readonly create: (input: NewIntegration) => Promise<IntegrationWithSecret>
  /**
   * Get an integration
   *
   * Secrets are masked.
   */
  readonly find: (id: number) => Promise<Integration>
  /**
   * Change an integration, or rotate its secret
   *
   * `config` replaces the given fields of the config. Enabling a disabled integration resets its failures and sends its pending deliveries.
   */
  readonly update: (id: number, input: IntegrationPatch) => Promise<IntegrationWithSecret>
  /**
   * Delete an integration, with its deliveries
   *
   * Pending deliveries are not sent.
   */
  readonly remove: (id: number) => Promise<void>
  /**
   * Deliver an example, once and at once
   *
   * The answer is 200 whether the delivery succeeds or fails. The state of the integration does not change.
   */
  readonly test: (id: number) => Promise<TestResult>
  /**
   * List the deliveries of the last 30 days, the newest first
   *
   * Lists pending, delivered and failed deliveries.
   */
  readonly deliveries: (id: number, query?: IntegrationsDeliveriesQuery) => Pages<DeliveryPage>
  /**
   * Get a delivery with its payload and its tries
   *
   * The last 16 tries; answers are without secrets.
   */
  readonly delivery: (id: number, deliveryId: number) => Promise<DeliveryDetails>
  /**
   * Deliver again
   *
   * The delivery becomes pending, with the same `webhook-id`, and the integration waits no longer. A pending delivery is tried at once, and keeps its number of tries. Nothing is sent while the integration is disabled.
   */
  readonly redeliver: (id: number, deliveryId: number) => Promise<Delivery>
}

export interface KeysMethods {
  /**
   * List the API keys, revoked ones too, by ascending id
   *
   * Secrets are never shown again.
   */
  readonly list: (query?: KeysListQuery) => Pages<KeyPage>
  /**
   * Create an API key; its secret is shown only in this answer
   *
   * Store the secret at once: it cannot be read again.
   */
  readonly create: (input: NewKey) => Promise<IssuedKey>
  /**
   * Get an API key, also a revoked one
   *
   * The secret is never shown again.
   */
  readonly find: (id: number) => Promise<Key>
  /**
   * Revoke an API key: it is rejected within a second
   *
   * Revoking again changes nothing.
   */
  readonly revoke: (id: number) => Promise<void>
  /**
   * Replace an API key; the old key works for a grace period
   *
   * The new key has the name and the access of the old one, and no expiry. Without a body, the old key works for a day.
   */
  readonly rotate: (id: number, input?: RotateKey) => Promise<IssuedKey>
}

export interface LeadsMethods {
  /**
   * List the leads of a campaign, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows. `after_id` filters first, then `offset` skips.
   */
  readonly list: (query: LeadsListQuery) => Pages<LeadPage>
  /**
   * List the leads of all campaigns, the newest first
   *
   * Filters apply together; a campaign or a tag that does not exist has no leads. A cursor is valid for the filters with which it was created.
   */
  readonly all: (query?: LeadsAllQuery) => Pages<LeadList>
  /**
   * Add up to 1000 leads to a campaign
   *
   * One result per input, in order; an invalid input does not affect the others. A lead whose address the blacklist covers is created and stopped. The body may have 25 MiB.
   */
  readonly create: (input: CreateLeads) => Promise<CreateLeadsResult>
  /**
   * Change many leads
   *
   * Stops or resumes sending to up to 1000 leads, in one transaction. One result per distinct id, in order, with the values of before. `If-Match` is allowed only with exactly one id.
   */
  readonly updateMany: (input: UpdateLeads, options?: WriteOptions) => Promise<UpdateLeadsResult>
  /**
   * Delete leads
   *
   * One result per distinct id. Events and analytics stay. `erase` also removes a lead's mail, its attachments, stored deliveries, kept answers, and what events say of it; of leads with its address that were deleted before, too, and mail that belongs to no lead. Leads with the address in other campaigns stay, and so does mail in conversations of other leads. `ids` of the body have priority over those of the query. `If-Match` is allowed only with exactly one id.
   */
  readonly remove: (input: DeleteLeads, options?: WriteOptions) => Promise<DeleteLeadsResult>
  /**
   * Get a lead with its custom fields and its effective state
   *
   * `effective_state` says whether the lead may be mailed, and otherwise each reason, the one that wins first. Lists show both with `include=custom_fields,effective_state`.
   */
  readonly find: (id: number) => Tagged<LeadWithState>
  /**
   * Update a lead; stop or resume sending to it
   *
   * An empty object changes nothing. `custom_fields` merges by name. An address that the campaign already contains is a conflict, `duplicate_lead`. A lead that is resumed gets no mail while anything else stands in the way, such as the blacklist: `GET /leads/{id}` says what. A role below `member` changes `stop_sending` only.
   */
  readonly update: (id: number, input: LeadPatch, options?: WriteOptions) => Tagged<Lead>
  /**
   * Change all leads that pass filters
   *
   * Stops, resumes, pauses, tags, deletes or erases them, up to 1000 in one call and one transaction, the newest first. Call again with `next_before_id` until it is `null`: leads that are added meanwhile are left out.
   */
  readonly changeMatching: (input: ChangeMatching) => Promise<ChangedMatching>
  /**
   * Pause a lead until an instant, or end its pause
   *
   * The lead gets no mail before `until`, and then its next step as soon as that is due. `null` ends the pause. An automatic reply that names the day of its return pauses its lead until that day is over in the time zone of the campaign. `effective_state` says until when the lead waits, and who decided that.
   */
  readonly pause: (id: number, input: PauseLead, options?: WriteOptions) => Tagged<LeadWithState>
  /**
   * Pause many leads until an instant, or end their pauses
   *
   * As `PUT /leads/{id}/pause` does, for up to 1000 leads in one transaction. One result per distinct id, in order, with the end of the pause of before.
   */
  readonly pauseMany: (input: PauseLeads) => Promise<PauseLeadsResult>
}

export interface LogMethods {
  /**
   * List who did what, the newest first
   *
   * An entry is written right after an operation has changed something, and when a session begins. It has ids, and neither texts nor secrets. Events and mail that programs report are not in it, nor are conversations that are only marked as read or unread.
   */
  readonly list: (query?: LogListQuery) => Pages<LogPage>
}

export interface MailboxesMethods {
  /**
   * Set the credentials of a sender account
   *
   * Replaces all previous credentials: a field that is left out is removed, so no stored secret is sent to another server. Mails that wait are tried at once. Answers never contain secrets. Hosts must be public, and the ports 25, 465, 587 or 2525 for SMTP, 993 or 143 for IMAP. Without a key to encrypt secrets with, it is a conflict, `encryption_not_configured`.
   */
  readonly connect: (id: number, input: Credentials, options?: WriteOptions) => Tagged<Account>
  /**
   * Remove the credentials of a sender account
   *
   * The account sends nothing any more, and mails that wait are refused. An account without credentials does not change.
   */
  readonly disconnect: (id: number, options?: WriteOptions) => Promise<void>
  /**
   * Read the inbox of a sender account now
   *
   * The answer comes before the inbox is read: `inbox` of the account shows when it was. With `since`, old mail is taken in after everything new, oldest first. What is stored already is recognized. Old mail reports no event, unless it names a mail of ours or is later than the first mail to its lead. While old mail is taken in, a request for later mail changes nothing, and one for earlier mail begins again there. `since` is at most 90 days ago. Where no inbox can be read, it is a conflict, `inbox_not_read`, whose `detail` says what to do.
   */
  readonly sync: (id: number, input?: SyncInbox) => Tagged<Account>
  /**
   * Log in to the servers of a sender account
   *
   * Sends nothing, reads no mail and changes nothing. The answer is 200 whether the login succeeds or fails.
   */
  readonly test: (id: number) => Promise<MailboxTest>
}

export interface NotesMethods {
  /**
   * List the notes of a thread, by ascending id
   *
   * Notes are for colleagues, and never sent.
   */
  readonly list: (query: NotesListQuery) => Pages<NotePage>
  /**
   * Write a note in a thread
   *
   * Its author is the person of the session, or the API key. Answers do not quote it.
   */
  readonly create: (threadId: number, input: NoteText) => Promise<Note>
  /**
   * Change the text of a note
   *
   * Only the author may change a note. The conflict is `other_author`.
   */
  readonly update: (id: number, input: NoteText) => Promise<Note>
  /**
   * Remove a note
   *
   * Only the author may remove a note. The conflict is `other_author`.
   */
  readonly remove: (id: number) => Promise<void>
}

export interface OrganizationMethods {
  /**
   * Get the organization of the key, with its settings
   *
   * Changes nothing.
   */
  readonly find: () => Tagged<OrganizationSettings>
  /**
   * Change the settings of the organization
   *
   * Before a tracking domain is stored, Mailroom asks for the record that proves that it belongs to the organization, and sends a request through it, which takes at most 45 seconds. If the record is missing, or the request does not reach this service, nothing changes, and the fault says what to do. Links in mails that were sent before stay valid.
   */
  readonly update: (input: OrganizationPatch, options?: WriteOptions) => Tagged<OrganizationSettings>
  /**
   * Check the tracking domain of the organization
   *
   * Asks name servers and sends a request through the domain, which takes at most 30 seconds. The answer is 200 whether it works or not.
   */
  readonly trackingDomain: () => Promise<TrackingDomainState>
}

export interface OverviewMethods {
  /**
   * Leads, metrics and rates of all campaigns, or of some
   *
   * Deleted campaigns do not count. The default period is all time.
   */
  readonly summary: (query?: OverviewSummaryQuery) => Promise<OverviewSummary>
  /**
   * Metrics of all campaigns, or of some, over time
   *
   * Every interval of the period, in order, including those without events. The default period is the last 30 days. `all_time` is from the first day with numbers to today; of more than 3661 days, ask by week or month.
   */
  readonly events: (query?: OverviewEventsQuery) => Promise<OverviewEvents>
  /**
   * Metrics of all campaigns, or of some, by sender account
   *
   * The accounts of the campaigns by ascending id, then others with numbers, then `null`. The default period is all time.
   */
  readonly byAccount: (query?: OverviewByAccountQuery) => Promise<OverviewByAccount>
  /**
   * Leads, metrics and rates by campaign
   *
   * In the order of creation, also campaigns without numbers. The default period is all time.
   */
  readonly byCampaign: (query?: OverviewByCampaignQuery) => Promise<OverviewByCampaign>
}

export interface PeopleMethods {
  /**
   * List the people who work for the organization, by ascending id
   *
   * Passwords are never shown.
   */
  readonly list: (query?: PeopleListQuery) => Pages<PersonPage>
  /**
   * Add a person, and make a link by which the person chooses a password
   *
   * Mailroom sends no mail: give the link to the person. The conflict is `duplicate_person`: another person of the organization has this address. Nobody may give a role above their own.
   */
  readonly create: (input: NewPerson) => Promise<InvitedPerson>
  /**
   * Get a person
   *
   * Returns the same fields as the list.
   */
  readonly find: (id: number) => Promise<Person>
  /**
   * Change the name or the role of a person; block or unblock the person
   *
   * A new role takes effect within a second. A block ends all sessions of the person. The conflicts are `last_owner`: the organization would have no owner who can sign in, and `signed_in_by_host`: the app that embeds Mailroom signs this person in, and chooses name and role.
   */
  readonly update: (id: number, input: PersonPatch) => Promise<Person>
  /**
   * Remove a person
   *
   * All sessions of the person end, and the conversations of the person are assigned to nobody. Notes and the log keep the name. The conflict is `last_owner`: the organization would have no owner who can sign in.
   */
  readonly remove: (id: number) => Promise<void>
  /**
   * Make a new link by which a person chooses a password
   *
   * Also for a person who has lost the password: the old password works until the link is used. An earlier link stops working. The conflicts are `person_blocked`: the person is blocked, and `signed_in_by_host`: the app that embeds Mailroom signs this person in.
   */
  readonly invite: (id: number) => Promise<InvitedPerson>
}

export interface RepliesMethods {
  /**
   * Answer a conversation
   *
   * The mail goes to the sender of the newest incoming mail, at once or at `send_at`: also outside of windows and limits, and while sending is switched off. The signature of the account stands below it. When the server has accepted it, it is a message of the thread, whose messages are marked as seen at once. Conflicts: `no_recipient`, `recipient_unsubscribed` and `account_not_connected`; `reply` of `GET /unibox/threads/{id}` says so before. With `last_message_id`, an answer that its writer has not seen is a conflict, `newer_message`, and nothing is sent.
   */
  readonly reply: (id: number, input: NewReply) => Promise<Send>
  /**
   * Forward a message of a conversation
   *
   * The mail has `body_text` and the signature of the account, below it a header block and the plain text of the message, and its attachments. It goes out at once, as answers do. Then it is a message of the thread, of the kind `forward`. It is no mail to the lead: nothing about the lead changes, and who answers it does not answer as the lead. Conflicts: `recipient_unsubscribed` and `account_not_connected`.
   */
  readonly forward: (threadId: number, id: number, input: NewForward) => Promise<Send>
}

export interface ReplyTemplatesMethods {
  /**
   * List the reply templates, by ascending id
   *
   * The bodies are templates: their variables are not replaced.
   */
  readonly list: (query?: ReplyTemplatesListQuery) => Pages<ReplyTemplatePage>
  /**
   * Create a reply template
   *
   * The name of another template, ignoring case, is a conflict, `duplicate_reply_template`. An unknown variable, or `{{` without its end, is a fault of the body.
   */
  readonly create: (input: NewReplyTemplate) => Promise<ReplyTemplate>
  /**
   * Get a reply template
   *
   * Returns the same fields as the list.
   */
  readonly find: (id: number) => Promise<ReplyTemplate>
  /**
   * Change a reply template
   *
   * The name of another template, ignoring case, is a conflict, `duplicate_reply_template`.
   */
  readonly update: (id: number, input: ReplyTemplatePatch) => Promise<ReplyTemplate>
  /**
   * Delete a reply template
   *
   * Answers that began with it stay as they are.
   */
  readonly remove: (id: number) => Promise<void>
  /**
   * Fill a reply template for a thread
   *
   * The variables have the values of the lead and of the account of the thread. The text is plain text, for `body_text` of `POST /unibox/threads/{id}/reply`; a variable without a value or default is empty and named in `missing`. Nothing is sent.
   */
  readonly fill: (threadId: number, id: number) => Promise<FilledReplyTemplate>
}

export interface SendingMethods {
  /**
   * See what a campaign sends next, and why it sends nothing
   *
   * For each account: the next mail and its instant, or the reason why nothing goes out. Reading changes nothing: two reads give the same instants.
   */
  readonly upcoming: (campaignId: string) => Promise<Upcoming>
  /**
   * See how the variants of each step compare
   *
   * For each step with several variants: to how many leads each was sent, how many opened and answered, how many are missing until a variant can win, how sure the difference is, and the decision with its reasons. With a rule, the figures are those that the rule is decided by, from its `since` on.
   */
  readonly comparisons: (campaignId: string) => Promise<ComparisonList>
  /**
   * See the mails of the next seven days
   *
   * What the accounts of the organization send by day, campaign and account, the next 100 mails, and up to 100 leads that get none although one is due, each with the reason. It is a forecast: answers, bounces and new leads change it. It looks at 100 accounts, and about 8000 leads, whatever the size of the organization: `accounts_left_out` and `complete_until` say what it leaves out. Reading changes nothing.
   */
  readonly outlook: (query?: SendingOutlookQuery) => Promise<Outlook>
  /**
   * Rehearse a campaign
   *
   * Plays the weeks ahead as if the campaign were started now, and returns its calendar: the mails of each day by account and step, when it ends, where it is short of room, and what to look at before the start. Some leads answer, and some mails bounce, as the body assumes; it is always the same ones. It looks at 10 000 leads of the campaign. The accounts' other campaigns take their part of the room. Nothing is stored or sent; links of the steps are opened, unless `check_links` is `false`. For 10 000 leads it takes some seconds.
   */
  readonly rehearse: (campaignId: string, input?: RehearsalInput) => Promise<Rehearsal>
  /**
   * Preview the steps of a campaign for a lead
   *
   * Composes the mails as the lead would get them now, and sends nothing. `missing` names the variables that have neither a value nor a default. With `sequence_id`, texts that are not saved are shown in place of the stored ones. To get a mail in a mailbox, use `POST /campaigns/{campaignId}/test`.
   */
  readonly preview: (campaignId: string, input: PreviewInput) => Promise<Preview>
}

export interface SendsMethods {
  /**
   * List the mails that Mailroom sends, the newest first
   *
   * All filters apply. A filter for something that does not exist matches no mails. A cursor is valid for the filters with which it was created. `thread_id` lists the answers of a conversation, also those that were not sent. Mails that the host reports with `POST /events` are not listed.
   */
  readonly list: (query?: SendsListQuery) => Pages<SendPage>
  /**
   * Get a mail that Mailroom sends
   *
   * Returns what became of it so far.
   */
  readonly find: (id: number) => Tagged<Send>
  /**
   * Change when an answer is sent
   *
   * The answer waits for its `send_at`, and gets another one; `null` sends it now. With `If-Match`, a time that somebody else has chosen meanwhile stays. Any other mail is a conflict, `send_not_scheduled`: also an answer that mail of a person has refused meanwhile. A role below `member` moves only its own answers.
   */
  readonly reschedule: (id: number, input: RescheduleSend, options?: WriteOptions) => Tagged<Send>
  /**
   * Say what became of a mail with an unknown outcome
   *
   * `sent` ends it, and an answer then stands in its thread. `unsent` sends it again, with the same Message-ID; a step that its lead does not get any more, because a later one may have gone out or it was deleted, ends as `refused`. A mail whose outcome is known is a conflict, `send_not_unknown`. A role below `member` resolves only its own answers.
   */
  readonly resolve: (id: number, input: ResolveSend) => Promise<Send>
  /**
   * Cancel an answer that waits for its time
   *
   * It becomes `refused` with the `reason` `cancelled`, and keeps its text and files, so that it can be written again: `POST /sends/{id}/discard` discards them. An answer that is being sent, or any other mail, is a conflict, `send_not_scheduled`. A role below `member` cancels only its own answers.
   */
  readonly cancel: (id: number) => Promise<Send>
  /**
   * Discard the text of an answer that was refused
   *
   * The text, `body_text`, is kept so that the answer can be written again. Discard it once that is done, or nobody wants to: `GET /sends?kind=reply&outcome=refused` then has it without a text. Discarding it again changes nothing. A later answer in its conversation discards it, too, as soon as it is `sent`. Any other mail is a conflict, `send_not_refused`. A role below `member` discards only its own texts.
   */
  readonly discard: (id: number) => Promise<Send>
}

export interface SequencesMethods {
  /**
   * List the steps of a campaign, by position
   *
   * Returns all steps with their variants: a campaign has at most 100 sequences, and a variant is one.
   */
  readonly list: (campaignId: string) => Promise<SequenceList>
  /**
   * Append a step to a campaign, or a variant to a step
   *
   * With `variant_of`, each lead gets either that variant or this one, in proportion to the weights. A sequence after the hundredth is a conflict, `too_many_sequences`, and a variant after the fifth, `too_many_variants`.
   */
  readonly create: (campaignId: string, input: NewSequence) => Tagged<Sequence>
  /**
   * Get a step of a campaign
   *
   * Returns the same fields as the list.
   */
  readonly find: (campaignId: string, id: number) => Tagged<Sequence>
  /**
   * Change a step, or move it to another position
   *
   * A position after the last one means the last one. Position and delay belong to the step: they change for all its variants. Who was sent a variant keeps it; when a weight is raised, other leads change only to this variant.
   */
  readonly update: (campaignId: string, id: number, input: SequencePatch, options?: WriteOptions) => Tagged<Sequence>
  /**
   * Delete a step or a variant; the others close up
   *
   * Its metrics stay in analytics. A step goes on with its other variants. If their weights are all 0, it is a conflict, `step_without_weight`.
   */
  readonly remove: (campaignId: string, id: number) => Promise<void>
}

export interface TagsMethods {
  /**
   * Put a reply tag on a lead, or take it off
   *
   * Sets `reply_status_tag_id`, and `reply_status` to the name of the tag. `null` clears both. It is the decision of a person, which no automatic label changes.
   */
  readonly assign: (id: number, input: AssignTag, options?: WriteOptions) => Tagged<Lead>
  /**
   * List the reply tags, by ascending id
   *
   * An organization has only a few tags; `total` is their number.
   */
  readonly list: (query?: TagsListQuery) => Pages<TagPage>
  /**
   * Create a reply tag
   *
   * The name of another tag, ignoring case, is a conflict, `duplicate_tag`.
   */
  readonly create: (input: NewTag) => Promise<Tag>
  /**
   * Get a reply tag
   *
   * Returns the same fields as the list.
   */
  readonly find: (id: number) => Promise<Tag>
  /**
   * Rename a reply tag, or change its sentiment
   *
   * The leads with the tag show the new name, and analytics count by the new sentiment. A name that another tag has is a conflict, `duplicate_tag`.
   */
  readonly update: (id: number, input: TagPatch) => Promise<Tag>
  /**
   * Delete a reply tag, and take it off its leads
   *
   * If there is no answer, repeat the request: it continues where it stopped.
   */
  readonly remove: (id: number) => Promise<void>
}

export interface TestMailsMethods {
  /**
   * Send a test of a step
   *
   * The mail is the one that a lead would get, with `[Test] ` before its subject. It goes to an account of the organization, or to the address `to_email`: an organization sends at most 100 tests to addresses within 24 hours, then they are a conflict, `too_many_tests`. It leaves no event: neither the lead nor analytics change, and its links unsubscribe nobody. A variable without a value is a 400 that names it. An account without credentials is a conflict, `account_not_connected`.
   */
  readonly send: (campaignId: string, input: NewTestMail) => Promise<Send>
  /**
   * Send a test of a step to the seed addresses
   *
   * Each address of `seed_addresses` of the organization, except those on the blacklist, gets the mail that a lead would get, with the subject that leads get, because filters judge it. Then look where it arrived: in the inbox, or as spam. All mails are queued, or none: they count as tests to addresses, `too_many_tests`. Without such addresses the call is a conflict, `no_seed_addresses`. Otherwise it is as `POST /campaigns/{campaignId}/test`.
   */
  readonly sendToSeeds: (campaignId: string, input: NewSeedTest) => Promise<SeedTests>
}

export interface UniboxMethods {
  /**
   * List the threads of a tab, the newest message first
   *
   * All filters apply. `search` finds a substring, ignoring case and accents, of a message's subject, addresses and names and of the first 2000 characters of its `reply_text`. `tag_id` is the tag of the lead. A filter for something that does not exist matches no threads. A cursor is valid for the filters with which it was created.
   */
  readonly threads: (query: UniboxThreadsQuery) => Pages<ThreadPage>
  /**
   * Change many threads, and undo it
   *
   * Runs in one transaction. `new_message_ids` marks exactly these messages of the threads as new; it excludes `is_new`. A result has the `tab`, `state`, `snoozed_until`, `assigned_to` and `new_message_ids` of before: to undo the request exactly, send them back, the threads with the same values of the first four in one request. Mail that arrived in between is then marked as seen.
   */
  readonly updateMany: (input: UpdateThreads) => Promise<UpdateThreadsResult>
  /**
   * List a lead's threads, the newest message first
   *
   * Lists threads of both tabs. A thread without an inbound message is not listed.
   */
  readonly ofLead: (id: number, query?: UniboxOfLeadQuery) => Pages<ThreadPage>
  /**
   * Ask whether any thread has changed
   *
   * `revision` grows whenever a thread changes: its messages, what is new, its tab and state, its lead, campaign or tag. With `If-None-Match` the answer is a 304 as long as nothing has changed. `replies` and `other` count the new threads, `todo` counts the open ones, at most 1000 of each.
   */
  readonly changes: () => Tagged<UniboxChanges>
  /**
   * Count the new threads of each tab
   *
   * All filters apply, as in `GET /unibox/threads`; at most 1000 are counted, with `search` at most 100. To check whether anything changed, use `GET /unibox/changes`.
   */
  readonly unread: (query?: UniboxUnreadQuery) => Promise<Unread>
  /**
   * Get a thread with its messages
   *
   * The oldest message first; with `order=desc` the newest.
   */
  readonly thread: (id: number, query?: UniboxThreadQuery) => Pages<ThreadWithMessages>
  /**
   * Mark a thread as seen or new; move it to the other tab; put it aside; assign it
   *
   * `is_new: false` marks every message as seen, `true` the newest inbound one as new. A thread that is `done` becomes `open` when mail comes in; one that is `snoozed` also at `snoozed_until`, within a minute.
   */
  readonly update: (id: number, input: ThreadPatch) => Promise<Thread>
  /**
   * Say that you are answering a thread
   *
   * Others see it in `answering` of `GET /unibox/threads/{id}` for 30 seconds: repeat it while you write. It locks nothing.
   */
  readonly beginAnswering: (id: number) => Promise<void>
  /**
   * Say that you are not answering a thread any more
   *
   * Does nothing if you were not answering it.
   */
  readonly endAnswering: (id: number) => Promise<void>
}

export interface UploadsMethods {
  /**
   * Upload a file, to attach it to a mail
   *
   * The body is the file, at most 18 000 000 bytes: mail encodes files, which adds a third to their size, and many servers reject mails of more than 25 MB. `attachments` of `POST /unibox/threads/{id}/reply` and of steps take the `id`. A file that nothing uses is removed after a day. Programs and scripts are rejected, by the extension of `filename`, because mail services reject them.
   */
  readonly create: (file: FileBytes, query: UploadsCreateQuery) => Promise<Upload>
  /**
   * Get an upload
   *
   * An upload exists until it is removed, or until its mail was sent: then it is an attachment of a message, with the same id.
   */
  readonly find: (id: number) => Promise<Upload>
  /**
   * Delete an upload
   *
   * An upload that a mail or a step uses is a conflict, `upload_in_use`.
   */
  readonly remove: (id: number) => Promise<void>
}

export interface VerificationMethods {
  /**
   * Verify the addresses of a campaign's leads
   *
   * The leads are verified in the background, and get a `verification_status`: `GET /campaigns/{campaignId}/verification` shows the progress and the cost. A running verification continues, so a repeated call costs nothing. No mail server is asked: Mailroom checks syntax, DNS and lists. If the operator has set up a verification service, it decides about the rest, at its price.
   */
  readonly verify: (campaignId: string, input?: VerifyLeads) => Promise<CampaignVerification>
  /**
   * See how far the verification of a campaign's leads is
   *
   * The price of a lead, the number of leads by `verification_status`, and the last verification with its results and its cost so far.
   */
  readonly find: (campaignId: string) => Promise<CampaignVerification>
  /**
   * Stop the verification of a campaign's leads
   *
   * Results that were found stay; up to ten leads whose verification has begun are still verified. One that has ended stays as it is.
   */
  readonly stop: (campaignId: string) => Promise<CampaignVerification>
}

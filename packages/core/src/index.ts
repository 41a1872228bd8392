/**
 * The domain of Mailroom. Modules of entities, rules and values are namespaces (`Lead.LeadPatch`, `StopSending.apply`);
 * services, ports and their errors are exported by name. What a mail says is in `@mailroom/mail`.
 *
 * - `auth/`: organizations, API keys, the `Authenticator` port
 * - `campaigns/`, `sequences/`, `accounts/`, `leads/`, `tags/`: the plan of sending: steps, senders and recipients
 * - `billing/`: transactions, as the host records them
 * - `blacklist/`: addresses and domains that are never sent to
 * - `dns/`: reports on the domains that accounts send from
 * - `guards/`: the lock between changes of the blacklist and decisions that depend on it
 * - `idempotency/`: requests under a key that the client chose, each carried out once
 * - `activity/`: events of leads, and their effects on leads
 * - `agenda/`: what campaigns send next
 * - `analytics/`: totals of events, and their rebuild
 * - `inboxes/`: reading the inboxes of accounts; `intake/`: matching incoming mail to leads and threads
 * - `unibox/`: threads and messages
 * - `answering/`: who is answering a thread now
 * - `attachments/`: files of messages, and tickets that open them
 * - `log/`: who did what; `notes/`: notes of people in threads
 * - `people/`: people who work for an organization, their passwords and roles
 * - `sending/`: the rules of sending the steps of campaigns
 * - `integrations/`: deliveries to webhooks and other services, their formats and retries
 * - `secrets/`: secrets of the service, and signatures made with them
 * - `templates/`: texts that people begin answers with
 * - `tracking/`: opens and clicks of mails; `unsubscribes/`: links by which recipients unsubscribe
 * - `verification/`: whether the addresses of leads take mail
 * - `work/`: work that is due now or later, and the workers that do it
 * - `testing/` (`@mailroom/core/testing`): the suite that every storage adapter passes
 */
export {
  type AgendaRecord,
  type AgendaState,
  agendaTable,
  emptyPlan,
  openStates,
  type PlanRecord,
  planTable
} from "./agenda/Agenda.ts"
export { type AgendaQueue, AgendaStore } from "./agenda/AgendaStore.ts"
export { PlanStore } from "./agenda/PlanStore.ts"
export * as Account from "./accounts/Account.ts"
export { AccountStore } from "./accounts/AccountStore.ts"
export { Activity, RecordEvents, RecordResult } from "./activity/Activity.ts"
export { EventRecorded } from "./activity/ActivityChange.ts"
export * as Event from "./activity/Event.ts"
export { type EventQuery, EventStore, type LinkClicks } from "./activity/EventStore.ts"
export { Analytics, ByAccount, ByLink, BySequence, Series, Summary } from "./analytics/Analytics.ts"
export {
  Overview,
  OverviewByAccount,
  OverviewByCampaign,
  OverviewQuery,
  OverviewSeries,
  OverviewSeriesQuery,
  OverviewSummary
} from "./analytics/Overview.ts"
export * as Period from "./analytics/Period.ts"
export { Rates, SeriesQuery } from "./analytics/Reports.ts"
export * as Rollup from "./analytics/Rollup.ts"
export { type AccountSpan, type Extent, type Range, RollupStore } from "./analytics/RollupStore.ts"
export * as ApiKey from "./auth/ApiKey.ts"
export { ApiKeyNotFound, ApiKeys, type IssuedApiKey, NewApiKey, Rotation } from "./auth/ApiKeys.ts"
export { ApiKeyStore, type NewApiKey as NewApiKeyRow } from "./auth/ApiKeyStore.ts"
export { actingOf, Authenticator, ofPerson, type Principal, roleOf } from "./auth/Authenticator.ts"
export { OrganizationNotFound, Organizations } from "./auth/Organizations.ts"
export { OrganizationStore } from "./auth/OrganizationStore.ts"
export { Sessions } from "./auth/Sessions.ts"
export { type SessionRecord, SessionStore, sessionTable } from "./auth/SessionStore.ts"
export { Log } from "./log/Log.ts"
export * as LogEntry from "./log/LogEntry.ts"
export { type LogListing, LogStore } from "./log/LogStore.ts"
export { CurrentEntry, type OperationEntry } from "./log/OperationEntry.ts"
export * as Note from "./notes/Note.ts"
export { Notes } from "./notes/Notes.ts"
export { NoteStore } from "./notes/NoteStore.ts"
export { Answering, type AnsweringRecord, answeringTable } from "./answering/Answering.ts"
export { AnsweringStore } from "./answering/AnsweringStore.ts"
export * as Actor from "./people/Actor.ts"
export { CurrentActor } from "./people/Actor.ts"
export type { HostPerson } from "./people/HostPerson.ts"
export { type InvitedPerson, People } from "./people/People.ts"
export { NoPerson, PasswordChange, WrongPassword } from "./people/PersonPasswords.ts"
export { invitationLink } from "./people/InvitationToken.ts"
export * as Person from "./people/Person.ts"
export { personRows } from "./people/Person.ts"
export { type FoundPerson, PersonStore } from "./people/PersonStore.ts"
export { TooManyTries } from "./people/Tries.ts"
export { PasswordHashing } from "./people/PasswordHashing.ts"
export { allows, refusalOf, Role } from "./people/Role.ts"
export { Billing, type RecordedTransaction } from "./billing/Billing.ts"
export * as Transaction from "./billing/Transaction.ts"
export { type TransactionListing, TransactionStore } from "./billing/TransactionStore.ts"
export { type AddResult, Blacklist, type RemoveResult } from "./blacklist/Blacklist.ts"
export * as BlacklistEntry from "./blacklist/BlacklistEntry.ts"
export { BlacklistAdded, BlacklistRemoved } from "./blacklist/BlacklistChange.ts"
export { BlacklistStore } from "./blacklist/BlacklistStore.ts"
export * as Campaign from "./campaigns/Campaign.ts"
export { CampaignCompleted, CampaignPaused, CampaignStarted } from "./campaigns/CampaignChange.ts"
export { Campaigns } from "./campaigns/Campaigns.ts"
export type { Calendar } from "./campaigns/DaysOff.ts"
export { Holidays } from "./campaigns/Holidays.ts"
export { CampaignStore, type CountedCampaign } from "./campaigns/CampaignStore.ts"
export { type BulkResult, bulkResult } from "./Bulk.ts"
export { type Change, type ChangeKind, Changes, type Consumer } from "./Changes.ts"
export { AccountChanged, AccountNotFound } from "./accounts/Account.ts"
export * as Deadline from "./Deadline.ts"
export * as Domain from "@mailroom/mail/domain"
export * as Mentions from "./Mentions.ts"
export { described } from "./Described.ts"
export { Count, Id } from "./Id.ts"
export { unknownField } from "./FaultMessages.ts"
export { decode, describeFaults, Fault, faultsOf, type Input, InvalidInput, pointerTo } from "./InvalidInput.ts"
export {
  AccountQuery,
  Accounts,
  type RemoveAccountResult,
  RemoveAccounts,
  type UpdateAccountResult,
  UpdateAccounts
} from "./accounts/Accounts.ts"
export * as AccountState from "./accounts/AccountState.ts"
export * as Sequence from "./sequences/Sequence.ts"
export { Sequences } from "./sequences/Sequences.ts"
export { type SequencePlace, SequenceStore } from "./sequences/SequenceStore.ts"
export * as CustomFields from "./leads/CustomFields.ts"
export * as Lead from "./leads/Lead.ts"
export { DnsCheck, isPublicAddress, mayBePublic } from "@mailroom/mail/dns"
export { DnsQuery } from "./dns/AccountDns.ts"
export { DnsReport } from "./dns/DnsReport.ts"
export { type DnsAnswer, DnsResolver, type RecordType } from "@mailroom/mail/dns"
export { Idempotency, type OnceResult } from "./idempotency/Idempotency.ts"
export { IdempotencyStore } from "./idempotency/IdempotencyStore.ts"
export * as KeyedRequest from "./idempotency/KeyedRequest.ts"
export { grouped } from "./Grouping.ts"
export { GuardStore } from "./guards/GuardStore.ts"
export { CreateLeads, CreateResult, OnDuplicate } from "./leads/Creation.ts"
export {
  LeadRemoved,
  LeadPaused,
  LeadResumed,
  LeadsCreated,
  LeadsErased,
  LeadsReleased,
  LeadsRetimed,
  LeadStopped,
  LeadsVerified,
  LeadTagged,
  TagChanged
} from "./leads/LeadChange.ts"
export {
  ChangedMatching,
  ChangeMatching,
  Leads,
  PauseLead,
  PauseLeadResult,
  PauseLeads,
  RemoveLeads,
  UpdateLeadResult,
  UpdateLeads
} from "./leads/Leads.ts"
export {
  type AddressMatch,
  type AddressKeyset,
  type CampaignAddress,
  type FirstFilter,
  type LeadListing,
  type LeadQuery,
  LeadStore
} from "./leads/LeadStore.ts"
export { type First, type LeadActivity } from "./leads/LeadActivity.ts"
export {
  type AnswerToLabel,
  endpointFault,
  type LabelAnswer,
  type LabelEndpoint,
  LabelFunction,
  LabelModel
} from "./labels/Labellers.ts"
export * as LabelBudget from "./labels/Budget.ts"
export * as Tag from "./tags/Tag.ts"
export * as ReplyLabel from "./tags/ReplyLabel.ts"
export { Tags } from "./tags/Tags.ts"
export { TagStore } from "./tags/TagStore.ts"
export * as ReplyTemplate from "./templates/ReplyTemplate.ts"
export { ReplyTemplates } from "./templates/ReplyTemplates.ts"
export { ReplyTemplateStore } from "./templates/ReplyTemplateStore.ts"
export * as Pause from "./leads/Pause.ts"
export * as StopSending from "./leads/StopSending.ts"
export { closest } from "./Closest.ts"
export { type AccountId, OrganizationId } from "./ids.ts"
export { CurrentOrganization, Organization } from "./Organization.ts"
export { type DomainFault, TrackingDomainState } from "./organization/DomainCheck.ts"
export { DomainRecord } from "./organization/DomainRecord.ts"
export {
  OrganizationChanged,
  OrganizationPatch,
  OrganizationSettings,
  type SettingsRecord,
  settingsTable
} from "./organization/OrganizationSettings.ts"
export { Settings, type VersionedSettings } from "./organization/Settings.ts"
export { SettingsStore } from "./organization/SettingsStore.ts"
export type { RemovedLead } from "./RemovedLeadStore.ts"
export type { ExpiringStore } from "./ExpiringStore.ts"
export type { KeyedStore } from "./KeyedStore.ts"
export type { ListedStore, NamedRows } from "./ListedStore.ts"
export { findOne } from "./NotFound.ts"
export * as Pagination from "./Pagination.ts"
export { layerPublicUrl, PublicUrl, withoutTrailingSlashes } from "./PublicUrl.ts"
export {
  type DeliveryAnswer,
  DeliveryFailed,
  type DeliveryRequest,
  deliveryTimeout,
  DeliveryTransport,
  FailureReason,
  maximumAnswer,
  maximumAnswerBody
} from "./integrations/DeliveryTransport.ts"
export { Origins } from "./integrations/Attempt.ts"
export { deliverer } from "./Mailroom.ts"
export * as Delivery from "./integrations/Delivery.ts"
export { DeliveryStore, type NewDelivery } from "./integrations/DeliveryStore.ts"
export * as Integration from "./integrations/Integration.ts"
export { Integrations, type StoredIntegration, TestResult } from "./integrations/Integrations.ts"
export { IntegrationStore, type Subscriber } from "./integrations/IntegrationStore.ts"
export * as Target from "./integrations/Target.ts"
export { type Auth as MailboxAuth } from "./mailboxes/Connection.ts"
export { AccessTokens, type AccessToken, TokenFailed, type TokenOwner } from "./mailboxes/AccessTokens.ts"
export {
  type ConnectionTest,
  type MailAddress,
  Mailer,
  type MailOutcome,
  type MailFile,
  type OutgoingMail,
  type Server as MailServer
} from "./mailboxes/Mailer.ts"
export { CredentialsInput } from "./mailboxes/Credentials.ts"
export { Inbound, InboundSource } from "./mailboxes/Inbound.ts"
export { SyncInput } from "./mailboxes/InboxSync.ts"
export { Mailboxes } from "./mailboxes/Mailboxes.ts"
export { MailboxTest } from "./mailboxes/MailboxTest.ts"
export { empty as emptyMailbox, type MailboxRecord, mailboxTable } from "./mailboxes/Mailbox.ts"
export * as MailboxHealth from "./mailboxes/Health.ts"
export { MailboxStore } from "./mailboxes/MailboxStore.ts"
export * as Arrival from "./moving/Arrival.ts"
export * as MovedRows from "./moving/MovedRows.ts"
export { ExternalIdTaken, ImportedElsewhere, Moving, OrganizationIdTaken } from "./moving/Moving.ts"
export { type ImportState, type MovedOrganization, MovingStore } from "./moving/MovingStore.ts"
export { BytesMissing, ChangedMeanwhile } from "./moving/ReadRows.ts"
export * as StepMail from "./sending/Composition.ts"
export { EffectiveState, LeadWithState, ListedLeadWithState } from "./sending/EffectiveState.ts"
export { Reason as SendingReason } from "./sending/MayContact.ts"
export { Preview, PreviewInput, PreviewedMail } from "./sending/Preview.ts"
export { Comparison, Sending } from "./sending/Sending.ts"
export { Outlook, OutlookQuery } from "./sending/Outlook.ts"
export { Rehearsal, RehearsalInput } from "./sending/Rehearsal.ts"
export { Upcoming } from "./sending/Upcoming.ts"
export * as Upload from "./uploads/Upload.ts"
export { Uploads } from "./uploads/Uploads.ts"
export { UploadStore } from "./uploads/UploadStore.ts"
export { NewForward } from "./sends/Forward.ts"
export { MessageNotFound } from "./sends/Forwarding.ts"
export { Replies } from "./sends/Replies.ts"
export { ReplyNotAllowed } from "./sends/ReplyNotAllowed.ts"
export { NewReply, ReplyState } from "./sends/Reply.ts"
export {
  isOpenSend,
  isScheduled,
  isWritten,
  type NewSend,
  RescheduleSend,
  ResolveSend,
  Send,
  SendChanged,
  SendId,
  SendNotFound,
  SendNotRefused,
  SendNotScheduled,
  SendNotUnknown,
  SendQuery,
  type SendRecord,
  sendTable,
  sendVersionOf
} from "./sends/Send.ts"
export { foldableText, headerText, newMessageId } from "./sends/Composition.ts"
export { passwordsOf } from "./mailboxes/AppPassword.ts"
export { relayIdOf } from "./sends/RelayId.ts"
export { Sends } from "./sends/Sends.ts"
export { SendStore } from "./sends/SendStore.ts"
export { NewSeedTest, NewTestMail } from "./sending/TestMail.ts"
export { AccountNotConnected, NoSeedAddresses, TestMails, TooManyTests } from "./sending/TestMails.ts"
export {
  CorruptSecret,
  Encryption,
  EncryptionNotConfigured,
  InvalidSecret,
  type SecretOwner,
  UnknownEncryptionKey
} from "./secrets/Encryption.ts"
export { SecretStore } from "./secrets/SecretStore.ts"
export { Signer } from "./secrets/Signer.ts"
export { UnreadableSigningSecret } from "./secrets/SigningKeys.ts"
export type { Stored } from "./StorageError.ts"
export { decodeStrictly } from "./StrictDecoding.ts"
export { Corrupt, NoOrganization, StorageError, Unavailable, Unknown } from "./StorageError.ts"
export type { UseCase } from "./UseCase.ts"
export * as Table from "./Table.ts"
export * as Text from "@mailroom/mail/text"
export * as Timestamp from "./Timestamp.ts"
export { Transactor } from "./Transactor.ts"
export { Trust } from "@mailroom/mail"
export * as Attachment from "./attachments/Attachment.ts"
export { AttachmentNotFound, Attachments, AttachmentTicket } from "./attachments/Attachments.ts"
export { AttachmentStore } from "./attachments/AttachmentStore.ts"
export { BlobStore } from "./attachments/BlobStore.ts"
export {
  type FolderStatus,
  type FoundMail,
  type Inbox,
  InboxFailed,
  InboxReader,
  type InboxServer,
  type ListedFolder,
  type MailPart,
  type PartRequest
} from "./mailboxes/InboxReader.ts"
export * as Bounce from "@mailroom/mail/bounce"
export { AuthservId } from "@mailroom/mail"
export { Intake } from "./intake/Intake.ts"
export type { ReceiveOptions } from "./intake/ReceiveOptions.ts"
export { IntakeResult } from "./intake/IntakeResult.ts"
export { MailKind } from "./intake/MailKind.ts"
export { MessageKind } from "./unibox/MessageKind.ts"
export { type Mailbox, MailParser, type ParsedMail, UnreadableMail } from "@mailroom/mail"
export { MailStored } from "./intake/IntakeChange.ts"
export * as IntegrationConfig from "./integrations/Config.ts"
export * as Exchange from "./integrations/Exchange.ts"
export * as Exchanges from "./integrations/Exchanges.ts"
export * as Notification from "./integrations/Notification.ts"
export * as Payload from "./integrations/Payload.ts"
export * as Retry from "./integrations/Retry.ts"
export { sampleOf } from "./integrations/Sample.ts"
export * as Signature from "./integrations/Signature.ts"
export * as Subscription from "./integrations/Subscription.ts"
export * as Message from "./unibox/Message.ts"
export * as MessageLink from "./unibox/MessageLink.ts"
export { preview } from "./unibox/Preview.ts"
export * as Thread from "./unibox/Thread.ts"
export {
  type MessageQuery,
  type OurMessage,
  type StoredIdentity,
  type SnoozedThread,
  type StrayMessage,
  type ThreadListing,
  ThreadStore
} from "./unibox/ThreadStore.ts"
export { replyText } from "@mailroom/mail/reply-text"
export { Unibox } from "./unibox/Unibox.ts"
export { clickPath, openPath } from "./tracking/Token.ts"
export { InvalidTrackingToken, type TrackingRequest } from "./tracking/TrackedRequests.ts"
export { Tracking } from "./tracking/Tracking.ts"
export {
  exactPath,
  unsubscribeHeaders,
  unsubscribeLink,
  type UnsubscribeOptions,
  unsubscribePath
} from "./unsubscribes/Headers.ts"
export { InvalidUnsubscribeToken, Unsubscribes } from "./unsubscribes/Unsubscribes.ts"
export { KeyStaleness } from "./auth/KeyStaleness.ts"
export { MissedWakes } from "./work/MissedWakes.ts"
export { Revoked, Withdrawn } from "./mailboxes/Withdrawal.ts"
export { Stopping } from "./work/Stopping.ts"
export { Wakes } from "./work/Wakes.ts"
export {
  type ClaimedWork,
  type DueLane,
  consideredOfEach,
  handedOver,
  maximumConsidered,
  type Outcome,
  type Work,
  WorkStore
} from "./work/WorkStore.ts"
export * as Metrics from "./Metrics.ts"
export * as Workers from "./work/Workers.ts"
export * as Mailroom from "./Mailroom.ts"
export { nextVersion } from "./Version.ts"
export { AddressVerifier, makeAsking, VerifierFailed } from "./verification/AddressVerifier.ts"
export * as Verification from "./verification/Verdict.ts"
export {
  layerService,
  type ServiceName,
  serviceNames,
  type ServiceOptions
} from "./verification/VerificationServices.ts"
export { CampaignVerification, Verifications, VerifyLeads } from "./verification/Verifications.ts"

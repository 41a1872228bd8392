/**
 * The domain of Mailroom. Modules of entities, rules and values are namespaces (`Lead.LeadPatch`, `StopSending.apply`);
 * services, ports and their errors are exported by name.
 *
 * - `auth/`: organizations, API keys, the `Authenticator` port
 * - `campaigns/`, `accounts/`, `leads/`: what is sent to whom, and whether it may be
 * - `unibox/`: threads, messages, attachments, and the intake of mail
 * - `testing/` (`@mailroom/core/testing`): the suite that every storage adapter passes
 */
export * as Account from "./accounts/Account.ts"
export { AccountNotFound, Accounts } from "./accounts/Accounts.ts"
export { AccountStore } from "./accounts/AccountStore.ts"
export * as ApiKey from "./auth/ApiKey.ts"
export { ApiKeyNotFound, ApiKeys, type IssuedApiKey, NewApiKey } from "./auth/ApiKeys.ts"
export { ApiKeyStore, type NewApiKey as NewApiKeyRow } from "./auth/ApiKeyStore.ts"
export { Access, Authenticator, type Principal } from "./auth/Authenticator.ts"
export { Organizations } from "./auth/Organizations.ts"
export { OrganizationStore } from "./auth/OrganizationStore.ts"
export * as Campaign from "./campaigns/Campaign.ts"
export { Campaigns } from "./campaigns/Campaigns.ts"
export { CampaignStore } from "./campaigns/CampaignStore.ts"
export { Count, Id } from "./Id.ts"
export { Fault, faultsOf, InvalidInput, pointerTo } from "./InvalidInput.ts"
export * as CustomFields from "./leads/CustomFields.ts"
export * as Lead from "./leads/Lead.ts"
export { CreateResult, LeadChanged, type LeadPageQuery, Leads, OnDuplicate } from "./leads/Leads.ts"
export { type LeadQuery, LeadStore } from "./leads/LeadStore.ts"
export * as StopSending from "./leads/StopSending.ts"
export { CurrentOrganization, Organization, OrganizationId } from "./Organization.ts"
export * as Pagination from "./Pagination.ts"
export { InvalidSecret, SecretStore, Signer } from "./Signer.ts"
export { Corrupt, StorageError, Unavailable } from "./StorageError.ts"
export * as Text from "./Text.ts"
export * as Timestamp from "./Timestamp.ts"
export { Transactor } from "./Transactor.ts"
export * as Attachment from "./unibox/Attachment.ts"
export { AttachmentNotFound, Attachments, AttachmentTicket } from "./unibox/Attachments.ts"
export { BlobStore } from "./unibox/BlobStore.ts"
export { Intake, IntakeResult } from "./unibox/Intake.ts"
export { MailKind } from "./unibox/MailKind.ts"
export { type Mailbox, MailParser, type ParsedMail, UnreadableMail } from "./unibox/MailParser.ts"
export * as Message from "./unibox/Message.ts"
export { preview } from "./unibox/Preview.ts"
export * as Thread from "./unibox/Thread.ts"
export { type Position, ThreadStore } from "./unibox/ThreadStore.ts"
export { type CursorQuery, Unibox } from "./unibox/Unibox.ts"
export * as Mailroom from "./Mailroom.ts"

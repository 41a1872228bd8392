/** The whole domain in one layer: all use cases, over any provider of the ports. */
import type { MailParser } from "@mailroom/mail"
import { Context, Effect, Layer, Option, Struct } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountStore } from "./accounts/AccountStore.ts"
import { Activity } from "./activity/Activity.ts"
import { EventStore } from "./activity/EventStore.ts"
import { AgendaStore } from "./agenda/AgendaStore.ts"
import { PlanStore } from "./agenda/PlanStore.ts"
import { Analytics } from "./analytics/Analytics.ts"
import { Overview } from "./analytics/Overview.ts"
import { RollupStore } from "./analytics/RollupStore.ts"
import { sumConsumer } from "./analytics/Sums.ts"
import { Attachments } from "./attachments/Attachments.ts"
import { AttachmentStore } from "./attachments/AttachmentStore.ts"
import { BlobStore } from "./attachments/BlobStore.ts"
import { ApiKeys } from "./auth/ApiKeys.ts"
import { ApiKeyStore } from "./auth/ApiKeyStore.ts"
import { Organizations } from "./auth/Organizations.ts"
import { OrganizationStore } from "./auth/OrganizationStore.ts"
import { Sessions } from "./auth/Sessions.ts"
import { SessionStore } from "./auth/SessionStore.ts"
import { Billing } from "./billing/Billing.ts"
import { TransactionStore } from "./billing/TransactionStore.ts"
import { Blacklist } from "./blacklist/Blacklist.ts"
import { BlacklistStore } from "./blacklist/BlacklistStore.ts"
import { Campaigns } from "./campaigns/Campaigns.ts"
import { CampaignStore } from "./campaigns/CampaignStore.ts"
import { reopenConsumer } from "./campaigns/Reopening.ts"
import { Changes } from "./Changes.ts"
import { GuardStore } from "./guards/GuardStore.ts"
import { Idempotency } from "./idempotency/Idempotency.ts"
import { IdempotencyStore } from "./idempotency/IdempotencyStore.ts"
import { InboxReader } from "./mailboxes/InboxReader.ts"
import { receiver } from "./inboxes/Receiver.ts"
import { Intake } from "./intake/Intake.ts"
import { deliverer as delivering } from "./integrations/Deliverer.ts"
import { DeliveryStore } from "./integrations/DeliveryStore.ts"
import { Integrations } from "./integrations/Integrations.ts"
import { IntegrationStore } from "./integrations/IntegrationStore.ts"
import { erasureConsumer } from "./integrations/DeliveryErasure.ts"
import { outboxConsumer } from "./integrations/Outbox.ts"
import { labeller } from "./labels/Labeller.ts"
import { labelConsumer } from "./labels/LabelWork.ts"
import { Leads } from "./leads/Leads.ts"
import { LeadStore } from "./leads/LeadStore.ts"
import type { ListedStore, NamedRows } from "./ListedStore.ts"
import { Log } from "./log/Log.ts"
import { LogStore } from "./log/LogStore.ts"
import type { FinishOptions } from "./MultiStep.ts"
import { layerDigest } from "./secrets/HostCrypto.ts"
import { SecretStore } from "./secrets/SecretStore.ts"
import { Signer } from "./secrets/Signer.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { Inbound } from "./mailboxes/Inbound.ts"
import { MailboxStore } from "./mailboxes/MailboxStore.ts"
import { Mailboxes } from "./mailboxes/Mailboxes.ts"
import { MovingStore } from "./moving/MovingStore.ts"
import { Notes } from "./notes/Notes.ts"
import { NoteStore } from "./notes/NoteStore.ts"
import { Settings } from "./organization/Settings.ts"
import { SettingsStore } from "./organization/SettingsStore.ts"
import { People } from "./people/People.ts"
import { PersonStore } from "./people/PersonStore.ts"
import { retirer } from "./retention/Retirer.ts"
import { Replies } from "./sends/Replies.ts"
import { agendaConsumer } from "./sending/AgendaConsumer.ts"
import { sender } from "./sending/Sender.ts"
import { Sending } from "./sending/Sending.ts"
import { movedStopConsumer } from "./sending/MovedStops.ts"
import { mover } from "./sending/Mover.ts"
import { moveConsumer } from "./sending/MoveWork.ts"
import { bounceConsumer } from "./sending/BounceLimit.ts"
import { wakeConsumer } from "./sending/Wakes.ts"
import { winnerConsumer } from "./sending/Winners.ts"
import { Sends } from "./sends/Sends.ts"
import { SendStore } from "./sends/SendStore.ts"
import { TestMails } from "./sending/TestMails.ts"
import { Sequences } from "./sequences/Sequences.ts"
import { SequenceStore } from "./sequences/SequenceStore.ts"
import type { StorageError } from "./StorageError.ts"
import { Tags } from "./tags/Tags.ts"
import { tagRows, TagStore } from "./tags/TagStore.ts"
import { ReplyTemplates } from "./templates/ReplyTemplates.ts"
import { replyTemplateRows, ReplyTemplateStore } from "./templates/ReplyTemplateStore.ts"
import { traced } from "./Traced.ts"
import { Tracking } from "./tracking/Tracking.ts"
import { Transactor } from "./Transactor.ts"
import { AnsweringStore } from "./answering/AnsweringStore.ts"
import { threadConsumer } from "./unibox/Conversation.ts"
import { ThreadStore } from "./unibox/ThreadStore.ts"
import { Unibox } from "./unibox/Unibox.ts"
import { Unsubscribes } from "./unsubscribes/Unsubscribes.ts"
import { Uploads } from "./uploads/Uploads.ts"
import { UploadStore } from "./uploads/UploadStore.ts"
import { checker } from "./verification/Checker.ts"
import { verificationConsumer } from "./verification/VerificationWakes.ts"
import { Verifications } from "./verification/Verifications.ts"
import { WorkStore } from "./work/WorkStore.ts"

/** The storage ports, by name. */
const storagePorts = {
  AccountStore,
  AgendaStore,
  AnsweringStore,
  ApiKeyStore,
  AttachmentStore,
  BlacklistStore,
  BlobStore,
  CampaignStore,
  DeliveryStore,
  EventStore,
  GuardStore,
  IdempotencyStore,
  IntegrationStore,
  LeadStore,
  LogStore,
  MailboxStore,
  MovingStore,
  NoteStore,
  OrganizationStore,
  PersonStore,
  PlanStore,
  ReplyTemplateStore,
  RollupStore,
  SecretStore,
  SendStore,
  SequenceStore,
  SessionStore,
  SettingsStore,
  TagStore,
  ThreadStore,
  TransactionStore,
  Transactor,
  UploadStore,
  WorkStore
} as const

/** The service tags of the storage ports. */
export const ports = Object.values(storagePorts)

/** The storage ports, which an adapter provides in one layer. */
export type Storage = Context.Service.Identifier<(typeof ports)[number]>

/** The stores of an adapter: one for each port, under the name of the port. */
export type Stores = {
  readonly [Name in keyof typeof storagePorts]: Context.Service.Shape<(typeof storagePorts)[Name]>
}

/** The ports that are only a `ListedStore`. An adapter makes their stores from the tables of their rows. */
export const namedPorts = { ReplyTemplateStore: replyTemplateRows, TagStore: tagRows }

/** Makes the store of rows with unique names. */
export type MakeNamedStore = <Duplicate>(rows: NamedRows<Duplicate>) => ListedStore<any, any, Duplicate>

/** Builds the storage context from the stores of the other ports, and from the stores that `named` makes. */
export const fromStores = (
  stores: Omit<Stores, keyof typeof namedPorts>,
  named: MakeNamedStore
): Context.Context<Storage> => {
  const made = Object.entries<NamedRows<unknown>>(namedPorts).map(([name, rows]) => [name, named(rows)] as const)
  const all = { ...stores, ...Object.fromEntries(made) } as Stores
  return Context.mergeAll(
    ...Struct.keys(storagePorts).map((name) => Context.make<any, any>(storagePorts[name], all[name]))
  )
}

/** The service tags of the use cases, which a host calls. */
export const useCases = [
  Accounts,
  Activity,
  Analytics,
  ApiKeys,
  Attachments,
  Billing,
  Blacklist,
  Campaigns,
  Idempotency,
  Intake,
  Integrations,
  Leads,
  Log,
  Mailboxes,
  Notes,
  Organizations,
  Overview,
  People,
  Replies,
  ReplyTemplates,
  Sending,
  Sends,
  Sequences,
  Sessions,
  Settings,
  Tags,
  TestMails,
  Tracking,
  Unibox,
  Unsubscribes,
  Uploads,
  Verifications
] as const

/** The use cases, which a host calls. All except `Organizations`, `Sessions`, sign-ins of `People`, `Tracking` and `Unsubscribes` act for the `CurrentOrganization`. */
export type UseCases = Context.Service.Identifier<(typeof useCases)[number]>

/**
 * The unit of work, with the consumers of changes in the order in which they lock: leads that were moved, campaigns, agenda, threads, sums,
 * deliveries, work.
 */
const changes = Changes.layer(
  Effect.all([
    movedStopConsumer,
    reopenConsumer,
    bounceConsumer,
    winnerConsumer,
    agendaConsumer,
    threadConsumer,
    sumConsumer,
    outboxConsumer,
    erasureConsumer,
    wakeConsumer,
    verificationConsumer,
    labelConsumer,
    moveConsumer
  ])
).pipe(Layer.provide(layerDigest))

/**
 * Every use case, over a storage, a mail parser and a signer. Integrations also use the `Encryption` and the
 * `DeliveryTransport` that the host provides; without them, no integration can be created. `Accounts.dns` uses the
 * `DnsResolver` that the host provides, and `Verifications` its `AddressVerifier`.
 */
export const layerWithSigner: Layer.Layer<UseCases, never, MailParser | Signer | Storage> = Layer.mergeAll(
  Accounts.layer,
  Analytics.layer,
  People.layer.pipe(Layer.provideMerge(Sessions.layer), Layer.provideMerge(ApiKeys.layer)),
  Attachments.layer,
  Billing.layer,
  Blacklist.layer,
  Campaigns.layer,
  Idempotency.layer,
  Layer.mergeAll(Intake.layer, Sends.layer, Sending.layer).pipe(
    Layer.provideMerge(Tracking.layer),
    Layer.provideMerge(Unsubscribes.layer),
    Layer.provideMerge(Activity.layer)
  ),
  Integrations.layer,
  Leads.layer,
  Log.layer,
  Mailboxes.layer,
  Notes.layer,
  Organizations.layer,
  Overview.layer,
  Replies.layer,
  ReplyTemplates.layer,
  Sequences.layer,
  Settings.layer,
  Tags.layer,
  TestMails.layer,
  Unibox.layer,
  Uploads.layer,
  Verifications.layer
).pipe(Layer.provide(changes))

/** The handler that sends mail. It uses the `Activity`, the `Tracking` and the `Unsubscribes` of the context. */
export const mailSender = Effect.provide(sender, [changes, layerDigest, SecureRandom.layerWebCrypto])

/** The handler that sends deliveries. */
export const deliverer = Effect.provide(delivering, changes)

/** The handler that verifies leads. It uses the `AddressVerifier` of the host, or asks name servers only. */
export const leadChecker = Effect.provide(checker, changes)

/** The handler that moves leads to other campaigns. */
export const leadMover = Effect.provide(mover, changes)

/** The handler that labels answers. */
export const answerLabeller = Effect.provide(labeller, changes)

/** The handler that reads inboxes. It takes mail in by the `Intake` of the context. */
export const inboxReceiver = Effect.provide(receiver, [changes, layerDigest])

/**
 * The handlers of all background work, for `Workers.layer`. Inboxes are read where the host provides an `InboxReader`,
 * unless it hands in all mail (`Inbound`).
 */
export const handlers = Effect.gen(function* () {
  const reader = yield* Effect.serviceOption(InboxReader)
  const isHost = (yield* Inbound) === "host"
  const reading =
    isHost || Option.isNone(reader) ? [] : [yield* Effect.provideService(inboxReceiver, InboxReader, reader.value)]
  return [
    yield* deliverer,
    yield* mailSender,
    yield* leadChecker,
    yield* answerLabeller,
    yield* leadMover,
    ...reading,
    yield* retirer
  ]
})

/** Every use case, over a storage and a mail parser, and the signer: the keys that sign cursors and links are kept in storage. */
export const layer: Layer.Layer<Signer | UseCases, StorageError, MailParser | Storage> = layerWithSigner.pipe(
  Layer.provideMerge(Signer.layer)
)

/**
 * Finishes the multi-step commands that a killed process or an aborted request left unfinished, in all organizations:
 * removals of blacklist entries, and deletions of accounts, campaigns and organizations. Without `all`, it finishes
 * only commands without progress for a minute. With `all`, it also finishes commands that may be running elsewhere,
 * which is safe. Call it with `all` when a service starts, and without it every minute.
 */
export const finishMultiStep = traced("Mailroom.finishMultiStep")(function* (options?: FinishOptions) {
  return {
    /** Number of leads that may be sent to again. */
    leads_resumed: yield* Blacklist.use((blacklist) => blacklist.finishRemovals(options)),
    accounts_deleted: yield* Accounts.use((accounts) => accounts.finishRemovals(options)),
    campaigns_deleted: yield* Campaigns.use((campaigns) => campaigns.finishRemovals(options)),
    organizations_deleted: yield* Organizations.use((organizations) => organizations.finishRemovals(options))
  }
})

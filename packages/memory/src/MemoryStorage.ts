/** The storage adapter that keeps everything in the process's memory. */
import { Mailroom } from "@mailroom/core"
import { Context, Effect, Layer } from "effect"
import { accountStore } from "./accounts.ts"
import { eventStore } from "./activity.ts"
import { agendaStore, planStore } from "./agenda.ts"
import { rollupStore } from "./analytics.ts"
import { attachmentStore, blobStore } from "./attachments.ts"
import { apiKeyStore, organizationStore, sessionStore } from "./auth.ts"
import { transactionStore } from "./billing.ts"
import { blacklistStore } from "./blacklist.ts"
import { campaignStore } from "./campaigns.ts"
import * as Database from "./internal/Database.ts"
import { guardStore } from "./guards.ts"
import { idempotencyStore } from "./idempotency.ts"
import { deliveryStore, integrationStore } from "./integrations.ts"
import { leadStore } from "./leads.ts"
import { mailboxStore } from "./mailboxes.ts"
import { movingStore } from "./moving.ts"
import { secretStore } from "./secrets.ts"
import { settingsStore } from "./organization.ts"
import { sendStore } from "./sends.ts"
import { sequenceStore } from "./sequences.ts"
import { tagStore } from "./tags.ts"
import { replyTemplateStore } from "./templates.ts"
import { threadStore } from "./unibox.ts"
import { workStore } from "./work.ts"

/** The content of a storage at one instant. Making one and storing it anew cost nothing, whatever it holds. */
export interface Snapshot {
  readonly content: Database.Snapshot
}

/** Takes a snapshot of what is committed. */
export class Snapshots extends Context.Service<Snapshots, { readonly take: Effect.Effect<Snapshot> }>()(
  "@mailroom/memory/Snapshots"
) {}

/**
 * All storage ports over one database in memory. It is empty at first, and is discarded with the layer. Transactions
 * run one after the other, and so do single writes. Readers never wait, and see only committed data.
 */
export const layer: Layer.Layer<Mailroom.Storage> = Layer.effectContext(Effect.sync(() => storesOf(Database.make())))

/** The same with the content of a snapshot, and with further snapshots. */
export const layerFrom = (snapshot?: Snapshot): Layer.Layer<Mailroom.Storage | Snapshots> =>
  Layer.effectContext(
    Effect.sync(() => {
      const database = Database.make(snapshot?.content)
      const take = Effect.sync(() => ({ content: database.snapshot() }))
      return Context.add(storesOf(database), Snapshots, { take })
    })
  )

const storesOf = (database: Database.Database) =>
  Mailroom.fromStores({
    Transactor: { isNested: database.isNested, transaction: database.transaction },
    AccountStore: accountStore(database),
    AgendaStore: agendaStore(database),
    ApiKeyStore: apiKeyStore(database),
    AttachmentStore: attachmentStore(database),
    BlacklistStore: blacklistStore(database),
    BlobStore: blobStore(database),
    CampaignStore: campaignStore(database),
    DeliveryStore: deliveryStore(database),
    EventStore: eventStore(database),
    GuardStore: guardStore(),
    IdempotencyStore: idempotencyStore(database),
    IntegrationStore: integrationStore(database),
    LeadStore: leadStore(database),
    MailboxStore: mailboxStore(database),
    MovingStore: movingStore(database),
    OrganizationStore: organizationStore(database),
    PlanStore: planStore(database),
    ReplyTemplateStore: replyTemplateStore(database),
    RollupStore: rollupStore(database),
    SecretStore: secretStore(database),
    SendStore: sendStore(database),
    SequenceStore: sequenceStore(database),
    SessionStore: sessionStore(database),
    SettingsStore: settingsStore(database),
    TagStore: tagStore(database),
    ThreadStore: threadStore(database),
    TransactionStore: transactionStore(database),
    WorkStore: workStore(database)
  })

/**
 * The storage adapter that keeps everything in the process's memory. The ports in core document what each method promises;
 * comments in the stores only say how it is kept.
 */
import { Mailroom } from "@mailroom/core"
import { Context, Effect, Layer } from "effect"
import { accountStore } from "./accounts.ts"
import { eventStore } from "./activity.ts"
import { agendaStore, planStore } from "./agenda.ts"
import { answeringStore } from "./answering.ts"
import { rollupStore } from "./analytics.ts"
import { attachmentStore, blobStore } from "./attachments.ts"
import { apiKeyStore, organizationStore, sessionStore } from "./auth.ts"
import { transactionStore } from "./billing.ts"
import { blacklistStore } from "./blacklist.ts"
import { campaignStore } from "./campaigns.ts"
import * as Database from "./internal/Database.ts"
import { namedStore } from "./internal/listed.ts"
import { guardStore } from "./guards.ts"
import { idempotencyStore } from "./idempotency.ts"
import { deliveryStore, integrationStore } from "./integrations.ts"
import { leadStore } from "./leads.ts"
import { logStore } from "./log.ts"
import { mailboxStore } from "./mailboxes.ts"
import { movingStore } from "./moving.ts"
import { personStore } from "./people.ts"
import { secretStore } from "./secrets.ts"
import { noteStore } from "./notes.ts"
import { settingsStore } from "./organization.ts"
import { sendStore } from "./sends.ts"
import { sequenceStore } from "./sequences.ts"
import { threadStore } from "./unibox.ts"
import { uploadStore } from "./uploads.ts"
import { workStore } from "./work.ts"

export type { Snapshot } from "./internal/Database.ts"

/** Snapshots of everything that is stored. Both calls take the same time, whatever is stored. */
export class Snapshots extends Context.Service<Snapshots, Pick<Database.Database, "restore" | "take">>()(
  "@mailroom/memory/Snapshots"
) {}

/**
 * All storage ports over one database in memory. It is empty at first, and is discarded with the layer. Transactions
 * run one after the other, and so do single writes. Readers never wait, and see only committed data.
 */
export const layer: Layer.Layer<Mailroom.Storage | Snapshots> = Layer.effectContext(
  Effect.sync(() => {
    const database = Database.make()
    const stores = Mailroom.fromStores(
      {
        Transactor: { isNested: database.isNested, transaction: database.transaction },
        AccountStore: accountStore(database),
        AgendaStore: agendaStore(database),
        AnsweringStore: answeringStore(database),
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
        LogStore: logStore(database),
        MailboxStore: mailboxStore(database),
        MovingStore: movingStore(database),
        NoteStore: noteStore(database),
        OrganizationStore: organizationStore(database),
        PersonStore: personStore(database),
        PlanStore: planStore(database),
        RollupStore: rollupStore(database),
        SecretStore: secretStore(database),
        SendStore: sendStore(database),
        SequenceStore: sequenceStore(database),
        SessionStore: sessionStore(database),
        SettingsStore: settingsStore(database),
        ThreadStore: threadStore(database),
        TransactionStore: transactionStore(database),
        UploadStore: uploadStore(database),
        WorkStore: workStore(database)
      },
      (rows) => namedStore(database, rows)
    )
    return Context.add(stores, Snapshots, { restore: database.restore, take: database.take })
  })
)

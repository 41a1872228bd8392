/** The storage adapter that keeps everything in the process's memory. */
import {
  AccountStore,
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
  type Mailroom,
  OrganizationStore,
  RollupStore,
  SecretStore,
  SequenceStore,
  TagStore,
  ThreadStore,
  TransactionStore,
  Transactor,
  WorkStore
} from "@mailroom/core"
import { Context, Effect, Layer } from "effect"
import { accountStore } from "./accounts.ts"
import { eventStore } from "./activity.ts"
import { rollupStore } from "./analytics.ts"
import { attachmentStore, blobStore } from "./attachments.ts"
import { apiKeyStore, organizationStore } from "./auth.ts"
import { transactionStore } from "./billing.ts"
import { blacklistStore } from "./blacklist.ts"
import { campaignStore } from "./campaigns.ts"
import * as Database from "./internal/Database.ts"
import { guardStore } from "./guards.ts"
import { idempotencyStore } from "./idempotency.ts"
import { deliveryStore, integrationStore } from "./integrations.ts"
import { leadStore } from "./leads.ts"
import { secretStore } from "./secrets.ts"
import { sequenceStore } from "./sequences.ts"
import { tagStore } from "./tags.ts"
import { threadStore } from "./unibox.ts"
import { workStore } from "./work.ts"

/**
 * Every storage port over one database in memory, empty at first and gone with the layer. Transactions run one after
 * the other, as do single writes; readers never wait, and see what is committed.
 */
export const layer: Layer.Layer<Mailroom.Storage> = Layer.effectContext(
  Effect.sync(() => {
    const database = Database.make()
    return Context.make(Transactor, { isNested: database.isNested, transaction: database.transaction }).pipe(
      Context.add(AccountStore, accountStore(database)),
      Context.add(ApiKeyStore, apiKeyStore(database)),
      Context.add(AttachmentStore, attachmentStore(database)),
      Context.add(BlacklistStore, blacklistStore(database)),
      Context.add(BlobStore, blobStore(database)),
      Context.add(CampaignStore, campaignStore(database)),
      Context.add(DeliveryStore, deliveryStore(database)),
      Context.add(EventStore, eventStore(database)),
      Context.add(GuardStore, guardStore()),
      Context.add(IdempotencyStore, idempotencyStore(database)),
      Context.add(IntegrationStore, integrationStore(database)),
      Context.add(LeadStore, leadStore(database)),
      Context.add(OrganizationStore, organizationStore(database)),
      Context.add(RollupStore, rollupStore(database)),
      Context.add(SecretStore, secretStore(database)),
      Context.add(SequenceStore, sequenceStore(database)),
      Context.add(TagStore, tagStore(database)),
      Context.add(ThreadStore, threadStore(database)),
      Context.add(TransactionStore, transactionStore(database)),
      Context.add(WorkStore, workStore(database))
    )
  })
)

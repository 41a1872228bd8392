/** All storage ports over the host's `SqlClient`: our writes join the host's own transactions. */
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
  type StorageError,
  TagStore,
  ThreadStore,
  TransactionStore,
  Transactor,
  WorkStore
} from "@mailroom/core"
import { Context, Effect, identity, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { accountStore } from "./accounts.ts"
import { eventStore } from "./activity.ts"
import { rollupStore } from "./analytics.ts"
import { attachmentStore, blobStore } from "./attachments.ts"
import { apiKeyStore, organizationStore } from "./auth.ts"
import { transactionStore } from "./billing.ts"
import { blacklistStore } from "./blacklist.ts"
import { campaignStore } from "./campaigns.ts"
import { guardStore } from "./guards.ts"
import { idempotencyStore } from "./idempotency.ts"
import * as Database from "./internal/Database.ts"
import { isDistributed } from "./internal/distributing.ts"
import { deliveryStore, integrationStore } from "./integrations.ts"
import { state } from "./internal/migrating.ts"
import { refused, unsuitable, UnsuitableDatabase } from "./internal/suitable.ts"
import { makeWaking } from "./internal/waking.ts"
import { leadStore } from "./leads.ts"
import { check, type SchemaMismatch } from "./Migrations.ts"
import { secretStore } from "./secrets.ts"
import { sequenceStore } from "./sequences.ts"
import { tagStore } from "./tags.ts"
import { threadStore } from "./unibox.ts"
import { workStore } from "./work.ts"

export { UnsuitableDatabase } from "./internal/suitable.ts"
export { Patience } from "./internal/waiting.ts"

/**
 * The storage of Mailroom in the schema `mailroom`, which has to be there (`Migrations`): it is checked while this is
 * built, and so is the encoding of the database. Any Postgres `SqlClient` will do; one with `PgTypes.registry` spares a conversion per value.
 */
export const layer: Layer.Layer<
  Mailroom.Storage,
  SchemaMismatch | StorageError | UnsuitableDatabase,
  SqlClient.SqlClient
> = Layer.effectContext(
  Effect.gen(function* () {
    const client = yield* Database.make
    const ask = <A>(question: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
      client.query("PostgresStorage.layer", Effect.provideService(question, SqlClient.SqlClient, client.sql), identity)
    const fault = yield* Effect.catchTag(ask(unsuitable), "StorageError", (error) =>
      Effect.fail(refused(error) ?? error)
    )
    if (fault !== undefined) return yield* fault
    yield* check(yield* ask(state))
    const database = (yield* ask(isDistributed)) ? Database.distributed(client) : client
    return Context.make(
      Transactor,
      Transactor.of({ isNested: database.isNested, transaction: database.transaction })
    ).pipe(
      Context.add(AccountStore, accountStore(database)),
      Context.add(ApiKeyStore, apiKeyStore(database)),
      Context.add(AttachmentStore, attachmentStore(database)),
      Context.add(BlacklistStore, blacklistStore(database)),
      Context.add(BlobStore, blobStore(database)),
      Context.add(CampaignStore, campaignStore(database)),
      Context.add(DeliveryStore, deliveryStore(database)),
      Context.add(EventStore, eventStore(database)),
      Context.add(GuardStore, guardStore(database)),
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
      Context.add(WorkStore, workStore(database, yield* makeWaking))
    )
  })
)

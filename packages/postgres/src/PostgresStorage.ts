/**
 * All storage ports over the host's `SqlClient`: our writes join the host's own transactions. The ports in core document
 * what each method promises; comments in the stores only say how it is kept.
 */
import { Mailroom, type StorageError } from "@mailroom/core"
import { Effect, identity, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
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
import { guardStore } from "./guards.ts"
import { idempotencyStore } from "./idempotency.ts"
import * as Database from "./internal/database/Database.ts"
import { namedStore } from "./internal/database/listedRows.ts"
import { isDistributed } from "./internal/migrating/distributing.ts"
import { deliveryStore, integrationStore } from "./integrations.ts"
import { state } from "./internal/migrating/migrating.ts"
import { refused, unsuitable, UnsuitableDatabase } from "./internal/connection/suitable.ts"
import { makeWaking } from "./internal/database/waking.ts"
import { leadStore } from "./leads.ts"
import { logStore } from "./log.ts"
import { mailboxStore } from "./mailboxes.ts"
import { movingStore } from "./moving.ts"
import { noteStore } from "./notes.ts"
import { settingsStore } from "./organization.ts"
import { check, type SchemaMismatch } from "./Migrations.ts"
import { personStore } from "./people.ts"
import { secretStore } from "./secrets.ts"
import { sendStore } from "./sends.ts"
import { sequenceStore } from "./sequences.ts"
import { threadStore } from "./unibox.ts"
import { uploadStore } from "./uploads.ts"
import { workStore } from "./work.ts"

export { UnsuitableDatabase } from "./internal/connection/suitable.ts"
export { Patience } from "./internal/database/waiting.ts"

/**
 * The storage of Mailroom in the schema `mailroom`, which has to be there (`Migrations`): it is checked while this is
 * built, and so is the encoding of the database. Any Postgres `SqlClient` will do; one with `PgTypes.registry` spares a
 * conversion per value.
 */
export const layer: Layer.Layer<
  Mailroom.Storage,
  SchemaMismatch | StorageError | UnsuitableDatabase,
  SqlClient.SqlClient
> = Layer.effectContext(
  Effect.gen(function* () {
    const client = yield* Database.make
    const ask = <A>(question: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
      client.read("PostgresStorage.layer", Effect.provideService(question, SqlClient.SqlClient, client.sql), identity)
    const fault = yield* Effect.catchTag(ask(unsuitable), "StorageError", (error) =>
      Effect.fail(refused(error) ?? error)
    )
    if (fault !== undefined) return yield* fault
    yield* check(yield* ask(state))
    const database = (yield* ask(isDistributed)) ? Database.distributed(client) : client
    return Mailroom.fromStores(
      {
        Transactor: { isNested: database.isNested, transaction: database.transaction },
        AccountStore: accountStore(database),
        AgendaStore: agendaStore(database),
        AnsweringStore: answeringStore(database),
        // `client`, because Citus does not distribute API keys: they stay on one server.
        ApiKeyStore: apiKeyStore(client),
        AttachmentStore: attachmentStore(database),
        BlacklistStore: blacklistStore(database),
        BlobStore: blobStore(database),
        CampaignStore: campaignStore(database),
        DeliveryStore: deliveryStore(database),
        EventStore: eventStore(database),
        GuardStore: guardStore(database),
        IdempotencyStore: idempotencyStore(database),
        IntegrationStore: integrationStore(database),
        LeadStore: leadStore(database),
        LogStore: logStore(database),
        MailboxStore: mailboxStore(database),
        MovingStore: movingStore(database, client),
        NoteStore: noteStore(database),
        OrganizationStore: organizationStore(database, client),
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
        WorkStore: workStore(database, yield* makeWaking)
      },
      (rows) => namedStore(database, rows)
    )
  })
)

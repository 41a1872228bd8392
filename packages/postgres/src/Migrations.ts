/** Creates and upgrades the schema `mailroom`. Nothing here runs by itself: the host decides when to migrate. */
import { Effect, Layer, Schedule, Schema } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { describe } from "./internal/errors.ts"
import organizations from "./migrations/0001_organizations.ts"
import campaigns from "./migrations/0002_campaigns.ts"
import unibox from "./migrations/0003_unibox.ts"
import activity from "./migrations/0004_activity.ts"
import outcomes from "./migrations/0005_outcomes.ts"
import trust from "./migrations/0006_trust.ts"
import billing from "./migrations/0007_billing.ts"
import accounts from "./migrations/0008_accounts.ts"
import campaignVersions from "./migrations/0009_campaigns.ts"
import work from "./migrations/0010_work.ts"

/** By `<id>_<name>`, append only: those above the latest that the database has are run. */
const migrations = {
  "0001_organizations": organizations,
  "0002_campaigns": campaigns,
  "0003_unibox": unibox,
  "0004_activity": activity,
  "0005_outcomes": outcomes,
  "0006_trust": trust,
  "0007_billing": billing,
  "0008_accounts": accounts,
  "0009_campaigns": campaignVersions,
  "0010_work": work
}

/** The version of the schema that this release reads and writes: the id of its last migration. */
export const version = Object.keys(migrations).length

/** The database does not have the schema that this release knows. */
export class SchemaMismatch extends Schema.TaggedError<SchemaMismatch>()("SchemaMismatch", {
  /** The version that the database has; 0 when it has no schema. */
  found: Schema.Number,
  expected: Schema.Number
}) {
  override get message(): string {
    if (this.found === 0) return "The database has no Mailroom schema: run `mailroom migrate`"
    const versions = `The Mailroom schema has version ${this.found}, this release needs ${this.expected}`
    return this.found < this.expected
      ? `${versions}: run \`mailroom migrate\``
      : `${versions}: install the release whose \`mailroom migrate\` made it, or a later one`
  }
}

/** The database refused a migration, or could not be reached. Nothing is changed. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `The database could not be migrated: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}

/** The messages of an error and its causes, without what may hold customers' data or the URL of the connection. */
function* messagesOf(error: unknown): Iterable<string> {
  if (SqlError.isSqlError(error)) return yield describe(error)
  if (!(error instanceof Error)) return
  yield error.message
  yield* messagesOf(error.cause)
}

const migrate = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "mailroom.migrations" })

const attempt = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  // CREATE SCHEMA asks for a privilege on the database even where there is nothing to create.
  const [schema] = yield* sql`SELECT 1 WHERE to_regnamespace('mailroom') IS NOT NULL`
  if (schema === undefined) yield* sql`CREATE SCHEMA IF NOT EXISTS mailroom`
  // A migration may take long, and a second process waits for the first. So the limits of the session are lifted.
  yield* sql`SET LOCAL statement_timeout = 0`
  yield* sql`SET LOCAL lock_timeout = 0`
  return yield* migrate
})

/** Two processes that begin with an empty database trip over each other's `CREATE … IF NOT EXISTS`: one tries again. */
const isRace = (error: Migrator.MigrationError | SqlError.SqlError) =>
  error._tag === "SqlError" && error.reason._tag !== "ConnectionError"

/**
 * Brings the schema up to `version` in one transaction; answers what it ran. Safe from many processes at once, and
 * a no-op where nothing is to be done.
 */
export const run: Effect.Effect<
  ReadonlyArray<readonly [id: number, name: string]>,
  MigrationFailed,
  SqlClient.SqlClient
> = SqlClient.SqlClient.pipe(
  Effect.flatMap((sql) => sql.withTransaction(attempt)),
  Effect.retry({ while: isRace, times: 3, schedule: Schedule.jittered(Schedule.exponential("20 millis")) }),
  Effect.mapError((error) => new MigrationFailed({ cause: new Error([...messagesOf(error)].join(": ")) })),
  Effect.withSpan("Migrations.run")
)

/** Migrates while it is built. */
export const layer: Layer.Layer<never, MigrationFailed, SqlClient.SqlClient> = Layer.effectDiscard(run)

/** The version of the schema that the database has; 0 when it has none. */
export const current: Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const [table] = yield* sql`SELECT 1 WHERE to_regclass('mailroom.migrations') IS NOT NULL`
  if (table === undefined) return 0
  const [latest] = yield* sql<{ readonly id: number | null }>`
    SELECT max(migration_id)::integer AS id FROM mailroom.migrations`
  return latest?.id ?? 0
})

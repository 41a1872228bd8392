/**
 * Creates and upgrades the schema `mailroom`. The host decides when to migrate. What a migration may
 * do: `docs/internals/schema.md`.
 */
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { describe } from "./internal/database/errors.ts"
import * as Distributing from "./internal/migrating/distributing.ts"
import { apply, exclusively, state, type State } from "./internal/migrating/migrating.ts"
import { refused, unsuitable } from "./internal/connection/suitable.ts"
import { afterwards, migrations } from "./migrations/index.ts"

/** The version of the schema that this release reads and writes: the id of its last migration. */
export const version = Object.keys(migrations).length

/** This release does not work with the schema of the database. */
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

/** The database refused a migration, or could not be reached. The migrations before it stay, and running again goes on. */
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

const toMigrationFailed = (error: unknown) => {
  const message = [...messagesOf(error)].join(": ")
  // 42501: the role lacks a right, which is not obvious for extensions.
  const cure = /\b42501\b/u.test(message) ? ". docs/database.md says which rights the role needs" : ""
  return new MigrationFailed({ cause: new Error(`${message}${cure}`) })
}

/**
 * Brings the schema up to `version`, each migration in one transaction, then builds indexes and fills columns beside
 * readers and writers. Answers the migrations that it ran. A no-op where nothing is to be done. Many processes may call
 * it at once: one runs, the others wait for it. It needs a separate connection, so it must not run in a transaction.
 */
export const run: Effect.Effect<
  ReadonlyArray<readonly [id: number, name: string]>,
  MigrationFailed,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const fault = yield* Effect.mapError(unsuitable, (error) => refused(error) ?? error)
  return yield* fault ?? apply(migrations, afterwards)
}).pipe(Effect.mapError(toMigrationFailed), Effect.withSpan("Migrations.run"))

/**
 * Fails unless this release works with the schema. Migrations only add, so a newer schema works unless it names an
 * oldest release that is later than this one.
 */
export const check = (found: State): Effect.Effect<void, SchemaMismatch> =>
  Effect.gen(function* () {
    if (found.version < version || found.oldest_release > version) {
      return yield* new SchemaMismatch({ found: found.version, expected: version })
    }
    if (found.version > version) {
      yield* Effect.logInfo(`The Mailroom schema has version ${found.version}, this release knows ${version}`)
    }
    const unfinished = found.unfinished.filter((key) => key in migrations)
    if (unfinished.length > 0) {
      yield* Effect.logWarning(
        `Migrations are not finished: run \`mailroom migrate\`, or start with --migrate, or with \`migrate: true\` of createMailroom: ${unfinished.join(", ")}`
      )
    }
  })

/** The database has no Citus. */
export class NoCitus extends Schema.TaggedError<NoCitus>()("NoCitus", {}) {
  override get message(): string {
    return "The database has no Citus: see docs/growing.md for what each server needs"
  }
}

/** The statements that distribute the schema; fails without Citus. */
const planOrNoCitus = Effect.gen(function* () {
  const plan = yield* Distributing.plan
  return plan ?? (yield* new NoCitus())
})
const toDistributionError = (error: unknown) =>
  error instanceof NoCitus || error instanceof SchemaMismatch ? error : toMigrationFailed(error)

/**
 * The statements that `distribute` would run now; empty when all is distributed. The schema must have the version of this
 * release.
 */
export const planDistribution: Effect.Effect<
  Distributing.Plan,
  MigrationFailed | NoCitus | SchemaMismatch,
  SqlClient.SqlClient
> = Effect.andThen(Effect.flatMap(state, check), planOrNoCitus).pipe(Effect.mapError(toDistributionError))

/**
 * Distributes the tables over the workers of Citus by their organization, with their rows: all rows of an
 * organization are on one worker (docs/growing.md). Run `run` first. A no-op for what is distributed. Requests wait while
 * rows are moved. Later migrations distribute the tables that they create.
 */
export const distribute: Effect.Effect<
  Distributing.Plan,
  MigrationFailed | NoCitus | SchemaMismatch,
  SqlClient.SqlClient
> = Effect.andThen(Effect.flatMap(state, check), exclusively(Effect.tap(planOrNoCitus, Distributing.distribute))).pipe(
  Effect.mapError(toDistributionError),
  Effect.withSpan("Migrations.distribute")
)

/** Migrates while it is built. */
export const layer: Layer.Layer<never, MigrationFailed, SqlClient.SqlClient> = Layer.effectDiscard(run)

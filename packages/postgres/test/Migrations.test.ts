/** The schema: its creation, the storage's check of it, and the requirements of Citus. */
import { assert, describe, it } from "@effect/vitest"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { apply, state } from "../src/internal/migrating/migrating.ts"
import { migrations } from "../src/migrations/index.ts"
import { freshDatabase, layerFresh } from "./Server.ts"

/** A new database for each test, because the tests inspect the database. */
const client = layerFresh((url) => Connection.layerClient({ url }))
const fresh = { local: true } as const

/** The key of the migration that is this many after the last one of this release. */
const laterKey = (i: number) => `${String(Migrations.version + 1 + i).padStart(4, "0")}_later`

const buildStorage = Effect.scoped(Layer.build(PostgresStorage.layer))

describe("Migrations", () => {
  it.live("run once, and answer what they ran", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* Migrations.run).map(([id]) => id),
        Array.from({ length: Migrations.version }, (_, i) => i + 1)
      )
      assert.deepStrictEqual(yield* Migrations.run, [])
      yield* buildStorage
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("run once when many processes begin at the same time", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const process = Effect.provide(Migrations.run, Connection.layerClient({ url, maxConnections: 1 }), fresh)
      const ran = yield* Effect.replicateEffect(process, 8, { concurrency: "unbounded" })
      assert.deepStrictEqual(ran.map(({ length }) => length).sort(), [0, 0, 0, 0, 0, 0, 0, Migrations.version])
    }).pipe(Effect.scoped)
  )

  it.live("keep to their schema, in whatever schema the extensions are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE SCHEMA "of the, host"`
      yield* sql`CREATE EXTENSION pg_trgm SCHEMA "of the, host"`
      yield* sql`CREATE EXTENSION btree_gin SCHEMA public`
      yield* Migrations.run
      yield* buildStorage
      const tables = yield* sql<{ readonly schema: string }>`
        SELECT DISTINCT schemaname AS schema FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
      assert.deepStrictEqual(tables, [{ schema: "mailroom" }])
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("say why they failed, leave nothing of the one that failed, and go on when they run again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE SCHEMA mailroom`
      yield* sql`CREATE TABLE mailroom.threads (in_the_way BOOLEAN)`
      const error = yield* Effect.flip(Migrations.run)
      assert.strictEqual(error._tag, "MigrationFailed")
      assert.match(error.message, /could not be migrated: .*1_baseline.*relation "threads" already exists/u)
      const left = sql`SELECT tablename FROM pg_tables WHERE schemaname = 'mailroom'`
      assert.deepStrictEqual(yield* left, [{ tablename: "threads" }])
      yield* sql`DROP TABLE mailroom.threads`
      assert.strictEqual((yield* Migrations.run).length, Migrations.version)
      yield* buildStorage
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("keep those that ran before one that failed, and go on after them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statement = (text: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(text))
      const first = statement("CREATE TABLE mailroom.first (id BIGINT)")
      const second = statement("CREATE TABLE mailroom.second (id BIGINT)")
      const run = (...later: ReadonlyArray<Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>>) =>
        apply({ ...migrations, ...Object.fromEntries(later.map((one, i) => [laterKey(i), Effect.asVoid(one)])) }, {})
      yield* Effect.flip(run(first, Effect.andThen(second, statement("SELECT 1 / 0"))))
      const { version } = Migrations
      assert.strictEqual((yield* state).version, version + 1)
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('mailroom.second') AS name`, [{ name: null }])
      assert.deepStrictEqual(yield* run(first, second), [[version + 2, "later"]])
    }).pipe(Effect.provide(client, fresh))
  )
})

describe("The storage", () => {
  const mismatch = Effect.flip(buildStorage).pipe(
    Effect.tap((error) => Effect.sync(() => assert.strictEqual(error._tag, "SchemaMismatch"))),
    Effect.map((error) => error.message)
  )

  it.live("does not migrate, and says who does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(yield* mismatch, "The database has no Mailroom schema: run `mailroom migrate`")
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM pg_namespace WHERE nspname = 'mailroom'`, [])
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("refuses an older schema", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { version } = Migrations
      yield* Migrations.run
      yield* sql`DELETE FROM mailroom.migrations WHERE migration_id = ${version}`
      assert.strictEqual(
        yield* mismatch,
        new Migrations.SchemaMismatch({ found: version - 1, expected: version }).message
      )
      assert.strictEqual(
        new Migrations.SchemaMismatch({ found: 6, expected: 7 }).message,
        "The Mailroom schema has version 6, this release needs 7: run `mailroom migrate`"
      )
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("starts on a newer schema, unless a migration says that this release no longer works", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { version } = Migrations
      yield* Migrations.run
      yield* sql`INSERT INTO mailroom.migrations (migration_id, name) VALUES (${version + 1}, 'later')`
      yield* buildStorage
      assert.deepStrictEqual(yield* Migrations.run, [])
      yield* sql`
        UPDATE mailroom.migrations SET oldest_release = ${version}::integer WHERE migration_id = ${version + 1}`
      yield* buildStorage
      yield* sql`
        UPDATE mailroom.migrations SET oldest_release = ${version + 1}::integer WHERE migration_id = ${version + 1}`
      assert.match(
        yield* mismatch,
        new RegExp(
          `has version ${version + 1}, this release needs ${version}: install the release whose .mailroom migrate`,
          "u"
        )
      )
    }).pipe(Effect.provide(client, fresh))
  )
})

describe("The schema", () => {
  it.live(
    "begins every key and index with the organization, but for those of reference tables and those that ask all",
    () =>
      Effect.gen(function* () {
        yield* Migrations.run
        const sql = yield* SqlClient.SqlClient
        const others = yield* sql<{ readonly name: string }>`
        SELECT c.relname AS name FROM pg_index i
        JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_class t ON t.oid = i.indrelid
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE t.relnamespace = 'mailroom'::regnamespace AND t.relname <> 'migrations' AND a.attname <> 'organization_id'
        UNION ALL
        SELECT f.conname FROM pg_constraint f
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
        WHERE f.connamespace = 'mailroom'::regnamespace AND f.contype = 'f' AND a.attname <> 'organization_id'
        ORDER BY name`
        assert.deepStrictEqual(
          others.map(({ name }) => name),
          [
            "api_keys_hash_key",
            "idempotency_keys_expiry_idx",
            "imports_pkey",
            "organization_external_ids_pkey",
            "organizations_pkey",
            "people_identity_idx",
            "secrets_pkey",
            "sessions_expiry_idx",
            "threads_snoozed_idx",
            "tracking_domains_pkey",
            "uploads_expires_idx",
            "work_due_idx"
          ]
        )
        const triggers = yield* sql`
        SELECT tgname FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
        WHERE t.relnamespace = 'mailroom'::regnamespace AND NOT g.tgisinternal`
        assert.deepStrictEqual(triggers, [])
      }).pipe(Effect.provide(client, fresh))
  )
})

/** Migrations next to readers and writers: they wait without blocking others, and continue after a failure. */
import { assert, describe, it } from "@effect/vitest"
import { Connection, Migrations } from "@mailroom/postgres"
import { Deferred, Effect, Exit, Fiber, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { backfill, index, trigramIndex } from "../src/internal/migrating/afterwards.ts"
import { apply, type Step } from "../src/internal/migrating/migrating.ts"
import { layerDatabase, layerEmbedded, migratedDatabase } from "./Server.ts"

const fresh = { local: true } as const

/** The migrations of this release by their ids, and one more. */
const withSample = (transaction: Effect.Effect<void, unknown, SqlClient.SqlClient>) => {
  const past = Array.from({ length: Migrations.version }, (_, i) => [`${String(i + 1).padStart(4, "0")}_`, Effect.void])
  return { ...Object.fromEntries(past), [sample]: transaction }
}
const sample = `${String(Migrations.version + 1).padStart(4, "0")}_sample`

const addColumn = Effect.asVoid(SqlClient.SqlClient.use((sql) => sql`ALTER TABLE mailroom.tags ADD COLUMN sample TEXT`))

/** Creates organization 1 with this many tags. */
const seed = (tags: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      WITH organization AS (
        INSERT INTO mailroom.organizations (id, name, created_at) VALUES (1, 'Organization', now()) RETURNING id
      )
      INSERT INTO mailroom.tags (organization_id, id, name, name_folded, sentiment)
      SELECT organization.id, i, i::text, i::text, 'neutral' FROM organization, generate_series(1, ${tags}::integer) i`
  )

describe("A migration", () => {
  it.live("makes nobody wait for a lock that it waits for itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isRead = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const other = yield* sql`SELECT FROM mailroom.tags`.pipe(
        Effect.andThen(Deferred.succeed(isRead, undefined)),
        Effect.andThen(Deferred.await(mayEnd)),
        sql.withTransaction,
        Effect.forkScoped
      )
      yield* Deferred.await(isRead)
      const attempts = yield* Ref.make(0)
      const counted = Effect.andThen(
        Ref.update(attempts, (n) => n + 1),
        addColumn
      )
      const migration = yield* Effect.forkScoped(apply(withSample(counted), {}))
      // These reads would fail behind a waiting migration: the client waits for a lock for 3 s.
      yield* Effect.repeat(sql`SELECT FROM mailroom.tags`, { until: () => Effect.map(Ref.get(attempts), (n) => n > 2) })
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(other)
      assert.deepStrictEqual(yield* Fiber.join(migration), [[Migrations.version + 1, "sample"]])
      yield* sql`SELECT sample FROM mailroom.tags`
    }).pipe(Effect.scoped, Effect.provide(layerDatabase, fresh))
  )

  it.live("leaves the settings of the connection as they were", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const settings = sql`
          SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
            (SELECT count(*)::integer FROM pg_locks lock JOIN pg_database ON pg_database.oid = lock.database
              WHERE locktype = 'advisory' AND datname = current_database()) AS locks`
        yield* apply(withSample(addColumn), {})
        assert.deepStrictEqual(yield* settings, [{ lock: "3s", statement: "5s", locks: 0 }])
      }).pipe(Effect.provide(Connection.layerClient({ url, maxConnections: 1 }), fresh))
    }).pipe(Effect.scoped)
  )

  it.live("builds its indexes once, whatever an interrupted build left, while others wait for it", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const steps = [index("sample_idx", "tags (organization_id, sample) WHERE sample IS NOT NULL")]
      const process = Effect.provide(
        apply(withSample(addColumn), { [sample]: steps }),
        Connection.layerClient({ url, maxConnections: 1 }),
        fresh
      )
      yield* Effect.replicateEffect(process, 4, { concurrency: "unbounded" })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const built = sql<{ readonly oid: number; readonly indisvalid: boolean }>`
          SELECT indexrelid::integer AS oid, indisvalid FROM pg_index WHERE indexrelid = 'mailroom.sample_idx'::regclass`
        const first = yield* built
        assert.strictEqual(first[0]?.indisvalid, true)
        const buildAgain = Effect.all(steps)
        yield* buildAgain
        assert.deepStrictEqual(yield* built, first)
        yield* sql`UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'mailroom.sample_idx'::regclass`
        yield* buildAgain
        const [second] = yield* built
        assert.strictEqual(second?.indisvalid, true)
        assert.notStrictEqual(second?.oid, first[0]?.oid)
      }).pipe(Effect.provide(Connection.layerClient({ url }), fresh))
    }).pipe(Effect.scoped)
  )
})

describe("The embedded database", () => {
  it.live("gets its indexes in the same way", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const steps = [
        index("sample_idx", "tags (organization_id, sample)"),
        trigramIndex("sample_text_idx", (operators) => `tags USING gin (organization_id, sample ${operators})`)
      ]
      yield* apply(withSample(addColumn), { [sample]: steps })
      assert.deepStrictEqual(
        yield* sql`
          SELECT indexrelid::regclass::text AS name, indisvalid FROM pg_index
          WHERE indexrelid IN ('mailroom.sample_idx'::regclass, 'mailroom.sample_text_idx'::regclass) ORDER BY name`,
        [
          { name: "mailroom.sample_idx", indisvalid: true },
          { name: "mailroom.sample_text_idx", indisvalid: true }
        ]
      )
    }).pipe(Effect.provide(layerEmbedded, fresh))
  )
})

/** Fills the column from the id, ten rows at a time. `beforeBatch` gets the last key before the batch. */
const fill = (beforeBatch: (after: number) => Effect.Effect<void>, changed: Ref.Ref<number>): Step =>
  backfill<string>(
    Effect.fnUntraced(function* (after = "0") {
      const sql = yield* SqlClient.SqlClient
      yield* beforeBatch(Number(after))
      const [batch] = yield* sql<{ readonly last: string | null; readonly changed: number }>`
        WITH batch AS (
          SELECT organization_id, id FROM mailroom.tags WHERE id > ${after}::text::bigint ORDER BY id LIMIT 10
        ), filled AS (
          UPDATE mailroom.tags tag SET sample = 'sample of ' || tag.id FROM batch
          WHERE tag.organization_id = batch.organization_id AND tag.id = batch.id AND tag.sample IS NULL
          RETURNING tag.id
        )
        SELECT (SELECT max(id)::text FROM batch) AS last, (SELECT count(*)::integer FROM filled) AS changed`
      yield* Ref.update(changed, (n) => n + (batch?.changed ?? 0))
      return batch?.last ?? undefined
    })
  )

describe("A backfill", () => {
  it.live("goes on after it was killed, and is done once", () =>
    Effect.gen(function* () {
      yield* seed(25)
      const sql = yield* SqlClient.SqlClient
      const changed = yield* Ref.make(0)
      const migrate = (killedAt: number) => {
        const step = fill((after) => (after >= killedAt ? Effect.die("killed") : Effect.void), changed)
        return apply(withSample(addColumn), { [sample]: [step] })
      }
      assert.isTrue(Exit.isFailure(yield* Effect.exit(migrate(20))))
      const unfinished = sql`SELECT migration_id AS id FROM mailroom.migrations WHERE finished_at IS NULL`
      assert.deepStrictEqual(yield* unfinished, [{ id: Migrations.version + 1 }])
      assert.strictEqual(yield* Ref.get(changed), 20)
      // A process of the previous release writes without the column.
      yield* sql`UPDATE mailroom.tags SET sample = NULL WHERE id = 3`
      assert.deepStrictEqual(yield* migrate(Infinity), [])
      assert.strictEqual(yield* Ref.get(changed), 26)
      assert.deepStrictEqual(yield* sql`SELECT FROM mailroom.tags WHERE sample IS DISTINCT FROM 'sample of ' || id`, [])
      assert.deepStrictEqual(yield* unfinished, [])
      assert.deepStrictEqual(yield* migrate(0), [])
    }).pipe(Effect.scoped, Effect.provide(layerDatabase, fresh))
  )

  it.live("does not keep the rows of a batch locked while it waits for one of them", () =>
    Effect.gen(function* () {
      yield* seed(3)
      yield* addColumn
      const sql = yield* SqlClient.SqlClient
      const isLocked = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const other = yield* sql`SELECT FROM mailroom.tags WHERE id = 3 FOR UPDATE`.pipe(
        Effect.andThen(Deferred.succeed(isLocked, undefined)),
        Effect.andThen(Deferred.await(mayEnd)),
        sql.withTransaction,
        Effect.forkScoped
      )
      yield* Deferred.await(isLocked)
      const attempts = yield* Ref.make(0)
      const changed = yield* Ref.make(0)
      const step = yield* Effect.forkScoped(fill(() => Ref.update(attempts, (n) => n + 1), changed))
      yield* Effect.repeat(sql`SELECT FROM mailroom.tags WHERE id = 1 FOR UPDATE`, {
        until: () => Effect.map(Ref.get(attempts), (n) => n > 2)
      })
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(other)
      yield* Fiber.join(step)
      assert.strictEqual(yield* Ref.get(changed), 3)
    }).pipe(Effect.scoped, Effect.provide(layerDatabase, fresh))
  )
})

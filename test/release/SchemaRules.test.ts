/** The rules for changes of existing tables by migrations: `docs/internals/schema.md`. */
import { assert, describe, it } from "@effect/vitest"
import { Connection, Migrations } from "@mailroom/postgres"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { backfill, index } from "../../packages/postgres/src/internal/migrating/afterwards.ts"
import { apply, state } from "../../packages/postgres/src/internal/migrating/migrating.ts"
import { migrations } from "../../packages/postgres/src/migrations/index.ts"
import { layerFresh } from "../../packages/postgres/test/Server.ts"
import { load } from "./Dump.ts"
import * as Previous from "./Previous.ts"

interface Fact {
  /** The subject of the fact, such as `column leads.email`. */
  readonly name: string
  /** The value that must not change. */
  readonly state: string
  /** Whether a migration may add this subject. */
  readonly addable: boolean
  /** The columns of a constraint. */
  readonly columns: ReadonlyArray<string> | null
}

/** The tables of the schema. */
const tables = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ readonly name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'mailroom'::regnamespace AND relkind = 'r'`,
    (rows) => rows.map(({ name }) => name)
  )
)

/** All facts about these tables and about each of their rows. */
const factsOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  // The file of a table changes when all its rows are written again. A column with `atthasmissing` has a constant
  // default, so no row had to be written for it. NOT NULL is a constraint only in some versions of Postgres.
  const facts = yield* sql<Fact>`
    WITH owner AS (
      SELECT oid, relname FROM pg_class
      WHERE relnamespace = 'mailroom'::regnamespace AND relname = ANY(${names}::text[])
    )
    SELECT 'table ' || relname AS name, pg_relation_filenode(oid)::text AS state, FALSE AS addable, NULL::text[] AS columns
    FROM owner
    UNION ALL
    SELECT concat('column ', relname, '.', attname),
      concat_ws(' ', format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity,
        pg_get_expr(adbin, adrelid)),
      NOT attnotnull OR atthasmissing, NULL
    FROM owner JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT concat('constraint ', relname, '.', conname), concat(pg_get_constraintdef(c.oid), convalidated),
      contype = 'c' AND NOT convalidated,
      ARRAY(
        SELECT concat('column ', relname, '.', attname) FROM pg_attribute WHERE attrelid = owner.oid AND attnum = ANY(conkey)
      )
    FROM owner JOIN pg_constraint c ON conrelid = owner.oid AND contype <> 'n'
    UNION ALL
    SELECT concat('index ', indexrelid::regclass), concat(pg_get_indexdef(indexrelid), indisvalid), FALSE, NULL
    FROM owner JOIN pg_index ON indrelid = oid
    UNION ALL
    SELECT concat('trigger ', relname, '.', tgname), '', FALSE, NULL
    FROM owner JOIN pg_trigger ON tgrelid = owner.oid AND NOT tgisinternal`
  // Each change of a row creates a new version of the row at another place. The table of migrations is left out,
  // because the migrator writes to it.
  const rows = yield* Effect.forEach(
    names.filter((name) => name !== "migrations"),
    (name) =>
      sql.unsafe<Fact>(
        `SELECT concat('row ${name} ', ctid) AS name, xmin::text AS state, TRUE AS addable, NULL AS columns FROM mailroom.${name}`
      )
  )
  return new Map([...facts, ...rows.flat()].map((fact) => [fact.name, fact]))
})

/** The changes of an effect to the tables that existed before it, as far as they are forbidden. */
const violationsOf = Effect.fnUntraced(function* <E>(effect: Effect.Effect<unknown, E, SqlClient.SqlClient>) {
  const names = yield* tables
  const before = yield* factsOf(names)
  yield* effect
  const after = yield* factsOf(names)
  const changed = [...before.values()].filter(({ name, state }) => after.get(name)?.state !== state)
  const added = [...after.values()].filter(
    ({ addable, columns, name }) =>
      !before.has(name) && (!addable || columns?.some((column) => before.has(column)) === true)
  )
  return { changed: changed.map(({ name }) => name), added: added.map(({ name }) => name) }
})

/** Runs the effect and rolls back its changes. */
const tried = Effect.fnUntraced(function* <A>(effect: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) {
  const sql = yield* SqlClient.SqlClient
  const rolledBack = sql.withTransaction(Effect.flatMap(effect, (found) => Effect.fail({ found })))
  return yield* Effect.matchEffect(rolledBack, {
    onFailure: (error) => ("found" in error ? Effect.succeed(error.found) : Effect.fail(error)),
    onSuccess: Effect.succeed
  })
})

const client = layerFresh((url) => Connection.layerClient({ url }))
const fresh = { local: true } as const

const unsafe = (statement: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(statement))

/** The schema of this release, with an organization that has two tags and an event. */
const seeded = Effect.gen(function* () {
  yield* Migrations.run
  yield* unsafe(`INSERT INTO mailroom.organizations (id, name, created_at) VALUES (1, 'Organization', now())`)
  yield* unsafe(`
    INSERT INTO mailroom.tags (organization_id, id, name, name_folded, sentiment)
    VALUES (1, 1, 'Warm', 'warm', 'positive'), (1, 2, 'Cold', 'cold', 'negative')`)
  yield* unsafe(`
    INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id, data)
    VALUES (1, '', '', 'sent', now(), gen_random_uuid(), 1, '{}')`)
})

const additions = `
  ALTER TABLE mailroom.tags ADD COLUMN note TEXT, ADD COLUMN size INTEGER NOT NULL DEFAULT 0,
    ADD CONSTRAINT tags_size_check CHECK (size >= 0) NOT VALID`

/** The violations of a step after the transactions: it may change only rows, and add only indexes that are not unique. */
const stepViolationsOf = Effect.fnUntraced(function* <E>(effect: Effect.Effect<unknown, E, SqlClient.SqlClient>) {
  const { added, changed } = yield* violationsOf(effect)
  const unique = yield* SqlClient.SqlClient.use(
    (sql) => sql<{ readonly name: string }>`
      SELECT concat('index ', indexrelid::regclass) AS name FROM pg_index WHERE indisunique`
  )
  const isUnique = new Set(unique.map(({ name }) => name))
  return {
    changed: changed.filter((name) => !name.startsWith("row ")),
    added: added.filter((name) => !name.startsWith("index ") || isUnique.has(name))
  }
})

const none = { changed: [], added: [] }

describe("The migrations since the previous release", () => {
  Previous.warnUnlessRecorded()
  const test = it.live.skipIf(!Previous.isRecorded)

  test("only add in their transactions, and change no row of a table that was there before", () =>
    Effect.gen(function* () {
      yield* load(Previous.read().database)
      for (const [key, transaction] of Object.entries(migrations).slice((yield* state).version)) {
        assert.deepStrictEqual(yield* violationsOf(transaction), none, key)
      }
    }).pipe(Effect.provide(client, fresh)))

  test("change rows at most after their transactions, and make no value unique that was not", () =>
    Effect.gen(function* () {
      yield* load(Previous.read().database)
      assert.deepStrictEqual(yield* stepViolationsOf(Migrations.run), none)
    }).pipe(Effect.provide(client, fresh)))
})

describe("The rules on a schema", () => {
  it.live("find what breaks them", () =>
    Effect.gen(function* () {
      yield* seeded
      const broken: Record<string, ReadonlyArray<string>> = {
        "DROP INDEX mailroom.leads_address_idx": ["index mailroom.leads_address_idx"],
        "ALTER TABLE mailroom.leads DROP COLUMN website": ["column leads.website"],
        "ALTER TABLE mailroom.tags RENAME COLUMN name TO title": ["column tags.name"],
        "ALTER TABLE mailroom.tags ALTER COLUMN name SET DEFAULT ''": ["column tags.name"],
        "ALTER TABLE mailroom.sequences ALTER COLUMN subject SET NOT NULL": ["column sequences.subject"],
        "ALTER TABLE mailroom.tags ADD COLUMN at TIMESTAMPTZ DEFAULT clock_timestamp()": ["table tags", "row tags"],
        "ALTER TABLE mailroom.tags ADD COLUMN note TEXT CONSTRAINT tags_note_check CHECK (note <> '')": [
          "constraint tags.tags_note_check"
        ],
        "ALTER TABLE mailroom.tags ADD CONSTRAINT tags_name_check CHECK (name <> 'x') NOT VALID": [
          "constraint tags.tags_name_check"
        ],
        "CREATE INDEX tags_sentiment_idx ON mailroom.tags (organization_id, sentiment)": [
          "index mailroom.tags_sentiment_idx"
        ],
        "UPDATE mailroom.tags SET sentiment = 'neutral'": ["row tags"],
        "DELETE FROM mailroom.events": ["row events"]
      }
      for (const [statement, expected] of Object.entries(broken)) {
        const { added, changed } = yield* tried(violationsOf(unsafe(statement)))
        const found = [...changed, ...added].map((name) => name.replace(/^(row \w+) .*/u, "$1"))
        for (const name of expected) assert.include(found, name, statement)
      }
      assert.deepStrictEqual(yield* tried(violationsOf(unsafe(additions))), none)
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("accept a migration that adds, then builds an index and fills a column", () =>
    Effect.gen(function* () {
      yield* seeded
      const key = `${String(Migrations.version + 1).padStart(4, "0")}_sample`
      const transaction = unsafe(additions)
      assert.deepStrictEqual(yield* tried(violationsOf(transaction)), none)
      const fill = backfill<string>((after = "0") =>
        Effect.map(
          SqlClient.SqlClient.use(
            (sql) => sql<{ readonly last: string }>`
              UPDATE mailroom.tags SET note = name WHERE id > ${after}::text::bigint RETURNING id::text AS last`
          ),
          (rows) => rows.at(-1)?.last
        )
      )
      const steps = [index("tags_note_idx", "tags (organization_id, note)"), fill]
      const run = apply({ ...migrations, [key]: Effect.asVoid(transaction) }, { [key]: steps })
      assert.deepStrictEqual(yield* stepViolationsOf(run), none)
      assert.deepStrictEqual(yield* unsafe("SELECT note FROM mailroom.tags ORDER BY id"), [
        { note: "Warm" },
        { note: "Cold" }
      ])
    }).pipe(Effect.provide(client, fresh))
  )

  it.live("reject steps that make values unique", () =>
    Effect.gen(function* () {
      yield* seeded
      const unique = unsafe(
        "CREATE UNIQUE INDEX CONCURRENTLY tags_sentiment_key ON mailroom.tags (organization_id, sentiment)"
      )
      assert.deepStrictEqual(yield* stepViolationsOf(unique), {
        changed: [],
        added: ["index mailroom.tags_sentiment_key"]
      })
    }).pipe(Effect.provide(client, fresh))
  )
})

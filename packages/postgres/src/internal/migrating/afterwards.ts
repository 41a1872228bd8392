/** Steps of a migration after its transaction, beside readers and writers. See `docs/internals/schema.md`. */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { briefly, type Step } from "./migrating.ts"

export type { Step } from "./migrating.ts"

/**
 * Builds an index without locking writers out. `on` is what CREATE INDEX takes after `ON mailroom.`: the table, the
 * columns and the condition. An invalid index that an interrupted build left is replaced.
 */
export const index = (name: string, on: string): Step =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [existing] = yield* sql<{ readonly indisvalid: boolean }>`
      SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(${`mailroom.${name}`}::text)`
    if (existing?.indisvalid === true) return
    if (existing !== undefined) yield* sql.unsafe(`DROP INDEX CONCURRENTLY mailroom.${name}`)
    yield* sql.unsafe(`CREATE INDEX CONCURRENTLY ${name} ON mailroom.${on}`)
  })

/** As `index`, for substring searches: `on` gets the operator class of trigrams, whichever schema has the extension. */
export const trigramIndex = (name: string, on: (operators: string) => string): Step =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<{ readonly schema: string }>`
      SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = 'pg_trgm'`
    yield* index(name, on(`${found?.schema ?? "mailroom"}.gin_trgm_ops`))
  })

/**
 * Changes existing rows in batches, each in its own transaction. A batch gets the key at which the one before it ended
 * (the first one `undefined`), changes at most a thousand rows after it, and returns the key of the last row, or
 * `undefined` when none is left. After a failure the backfill begins again, so a batch must skip rows that are done.
 */
export const backfill = <Key>(
  batch: (after: Key | undefined) => Effect.Effect<Key | undefined, SqlError.SqlError, SqlClient.SqlClient>
): Step =>
  Effect.gen(function* () {
    let after = yield* briefly(batch(undefined))
    while (after !== undefined) after = yield* briefly(batch(after))
  })

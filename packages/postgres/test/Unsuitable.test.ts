/** Databases and connections that Mailroom cannot use: the start and the migrations fail and name the reason. */
import { assert, describe, it } from "@effect/vitest"
import { Connection, HostDatabase, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import pg from "pg"
import { proxy } from "./Proxy.ts"
import { freshDatabase, migratedDatabase } from "./Server.ts"

/** The errors of a start and of a migration over this client. */
const failures = <E>(client: Layer.Layer<SqlClient.SqlClient, E>) =>
  Effect.all([
    Effect.flip(Effect.scoped(Layer.build(Layer.provide(PostgresStorage.layer, Layer.fresh(client))))),
    Effect.flip(Effect.provide(Migrations.run, Layer.fresh(client), { local: true }))
  ]).pipe(
    Effect.map((errors) =>
      errors.map((error) => `${(error as { _tag: string })._tag}: ${String((error as Error).message)}`)
    )
  )

/** The database behind a proxy. */
const through = (url: Redacted.Redacted, port: number, parameters = "pgbouncer=false") => {
  const changed = new URL(Redacted.value(url))
  changed.port = String(port)
  changed.search = parameters
  return Connection.layerClient({ url: Redacted.make(changed.href) })
}

describe("a database in another encoding", () => {
  const latin1 = Effect.gen(function* () {
    const url = yield* freshDatabase
    const name = `latin1_${crypto.randomUUID().replaceAll("-", "")}`
    const administrate = (statement: string) =>
      SqlClient.SqlClient.pipe(
        Effect.flatMap((sql) => sql.unsafe(statement).unprepared),
        Effect.provide(Connection.layerClient({ url, maxConnections: 1 }), { local: true }),
        Effect.orDie
      )
    yield* Effect.acquireRelease(
      administrate(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`),
      () => administrate(`DROP DATABASE ${name} WITH (FORCE)`)
    )
    const changed = new URL(Redacted.value(url))
    changed.pathname = `/${name}`
    return Redacted.make(changed.href)
  })
  const expected = /encoding LATIN1, .*needs UTF8\. .*createdb -E UTF8 -T template0/u

  it.live("is named, and how to make another one; nothing is created in it", () =>
    Effect.gen(function* () {
      const url = yield* latin1
      const [start, migration] = yield* failures(Connection.layerClient({ url }))
      assert.match(start ?? "", new RegExp(`^UnsuitableDatabase: The database has the ${expected.source}`, "u"))
      assert.match(migration ?? "", new RegExp(`^MigrationFailed: .*${expected.source}`, "u"))
      const schemas = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT to_regnamespace('mailroom') AS schema`)
      assert.deepStrictEqual(yield* Effect.provide(schemas, Connection.layerClient({ url }), { local: true }), [
        { schema: null }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("is named behind a client of the host's", () =>
    Effect.gen(function* () {
      const url = yield* latin1
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => new pg.Pool({ connectionString: Redacted.value(url) })),
        (pool) => Effect.promise(() => pool.end())
      )
      for (const failure of yield* failures(HostDatabase.layer(pool))) assert.match(failure, expected)
    }).pipe(Effect.scoped)
  )
})

describe("a pooler that nobody looks for", () => {
  const own = new Set(["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
  const cause = /PgBouncer: remove pgbouncer=false from the URL of the database, or connect to Postgres itself/u

  it.live("that drops our settings is named as the likely cause", () =>
    Effect.gen(function* () {
      const port = yield* proxy({ parameters: (given) => new Map([...given].filter(([name]) => !own.has(name))) })
      for (const failure of yield* failures(through(yield* migratedDatabase, port))) {
        assert.match(failure, /does not apply statement_timeout, lock_timeout, idle_in_transaction_session_timeout\. /u)
        assert.match(failure, cause)
      }
    }).pipe(Effect.scoped)
  )

  it.live("that drops some of them, too", () =>
    Effect.gen(function* () {
      const port = yield* proxy({
        parameters: (given) => new Map([...given].filter(([name]) => name !== "lock_timeout"))
      })
      for (const failure of yield* failures(through(yield* migratedDatabase, port))) {
        assert.match(failure, /does not apply lock_timeout\. /u)
      }
    }).pipe(Effect.scoped)
  )

  it.live("that rejects them, as PgBouncer does unless it is told otherwise, too", () =>
    Effect.gen(function* () {
      const port = yield* proxy({ parameters: () => "unsupported startup parameter: lock_timeout" })
      for (const failure of yield* failures(through(yield* migratedDatabase, port))) {
        assert.match(failure, /rejected: (?:08P01 )?unsupported startup parameter: lock_timeout\. /u)
        assert.match(failure, cause)
      }
    }).pipe(Effect.scoped)
  )

  it.live("works as soon as it may be looked for", () =>
    Effect.gen(function* () {
      for (const behaviour of [
        { parameters: (given: ReadonlyMap<string, string>) => new Map([...given].filter(([name]) => !own.has(name))) },
        {
          parameters: (given: ReadonlyMap<string, string>) =>
            given.has("lock_timeout") ? "unsupported startup parameter: lock_timeout" : given
        }
      ]) {
        const client = through(yield* migratedDatabase, yield* proxy(behaviour), "")
        yield* Layer.build(Layer.provide(PostgresStorage.layer, Layer.fresh(client)))
        assert.deepStrictEqual(yield* Effect.provide(Migrations.run, Layer.fresh(client), { local: true }), [])
      }
    }).pipe(Effect.scoped)
  )

  it.live("that passes everything on is none that matters", () =>
    Effect.gen(function* () {
      const client = through(yield* migratedDatabase, yield* proxy())
      yield* Layer.build(Layer.provide(PostgresStorage.layer, client))
      assert.deepStrictEqual(yield* Effect.provide(Migrations.run, client, { local: true }), [])
    }).pipe(Effect.scoped)
  )
})

/** New databases, on the real server or in a folder, for one test or one test file. */
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"

const urlOf = (database: string): Redacted.Redacted => {
  const url = new URL(inject("postgresUrl"))
  url.pathname = `/${database}`
  return Redacted.make(url.href)
}

const administrate = (statement: string) =>
  SqlClient.SqlClient.pipe(
    // A slow machine may copy a database for longer than a statement of Mailroom may take.
    Effect.flatMap((sql) => Effect.andThen(sql`SET statement_timeout = 0`, sql.unsafe(statement).unprepared)),
    Effect.provide(Connection.layerClient({ url: urlOf("postgres"), maxConnections: 1 }), { local: true }),
    Effect.orDie
  )

const newName = Effect.sync(() => `test_${crypto.randomUUID().replaceAll("-", "")}`)

/** A new database with the content of the template; it is dropped with the scope. Returns its URL. */
const copyOf = Effect.fnUntraced(function* (template: string) {
  const name = yield* newName
  yield* Effect.acquireRelease(administrate(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`), () =>
    administrate(`DROP DATABASE ${name} WITH (FORCE)`)
  )
  return urlOf(name)
})

/** A new, empty database; it is dropped with the scope. Returns its URL. */
export const freshDatabase = copyOf("template1")

/** Makes a database that `prepare` fills once for all tests of a worker. Returns new copies, as `copyOf`. */
export const prepared = <E>(prepare: (url: Redacted.Redacted) => Effect.Effect<unknown, E>) =>
  Effect.gen(function* () {
    const name = yield* newName
    yield* administrate(`CREATE DATABASE ${name}`)
    yield* prepare(urlOf(name))
    return name
  }).pipe(Effect.orDie, Effect.cached, Effect.runSync, Effect.flatMap(copyOf))

/** A new database with the schema and no rows; it is dropped with the scope. Returns its URL. */
export const migratedDatabase = prepared((url) =>
  Effect.provide(Migrations.run, Connection.layerClient({ url, maxConnections: 1 }), { local: true })
)

/** A client of a new, empty database. */
export const layerFresh = <A, E>(client: (url: Redacted.Redacted) => Layer.Layer<A, E>): Layer.Layer<A, E> =>
  Layer.unwrap(Effect.map(freshDatabase, client))

/** The storage, after the migrations. */
export const layerMigrated = PostgresStorage.layer.pipe(Layer.provide(Migrations.layer))

/** A client of a new database that has the schema and no rows. */
export const layerDatabase = Layer.unwrap(Effect.map(migratedDatabase, (url) => Connection.layerClient({ url })))

/** The storage and its client, over a new database. */
export const layerStorage = PostgresStorage.layer.pipe(Layer.provideMerge(layerDatabase))

/** A template: a folder with the schema and no rows. `initdb` in WebAssembly takes seconds, so it runs once. */
const embeddedTemplate = Effect.runSync(
  Effect.cached(
    Effect.gen(function* () {
      const directory = mkdtempSync(join(inject("temporaryDirectory"), "template-"))
      yield* Effect.provide(Migrations.run, Embedded.layer({ directory }), { local: true })
      return directory
    }).pipe(Effect.orDie)
  )
)

/** A folder with an embedded database that has the schema and no rows; it is removed with the scope. */
export const freshFolder = Effect.acquireRelease(
  Effect.map(embeddedTemplate, (template) => {
    const directory = mkdtempSync(join(inject("temporaryDirectory"), "embedded-"))
    cpSync(template, directory, { recursive: true })
    // A copied folder has the mode that the umask gives, so the mode is set here.
    chmodSync(join(directory, "postgres"), 0o700)
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)

/** A client of an embedded database that has the schema and no rows. */
export const layerEmbedded = Layer.unwrap(Effect.map(freshFolder, (directory) => Embedded.layer({ directory })))

/** A database of its own, on the real server or in a folder, for one test or one test file. */
import { Connection, Embedded, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"

const urlOf = (database: string): Redacted.Redacted => {
  const url = new URL(inject("postgresUrl"))
  url.pathname = `/${database}`
  return Redacted.make(url.href)
}

/** A new, empty database; it is dropped with the scope. Answers its URL. */
export const freshDatabase = Effect.gen(function* () {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
  const administrate = (statement: string) =>
    SqlClient.SqlClient.pipe(
      Effect.flatMap((sql) => sql.unsafe(statement).unprepared),
      Effect.provide(Connection.layerClient({ url: urlOf("postgres"), maxConnections: 1 })),
      Effect.orDie
    )
  yield* Effect.acquireRelease(administrate(`CREATE DATABASE ${name}`), () =>
    administrate(`DROP DATABASE ${name} WITH (FORCE)`)
  )
  return urlOf(name)
})

/** A client of a new, empty database. */
export const layerFresh = <A, E>(client: (url: Redacted.Redacted) => Layer.Layer<A, E>): Layer.Layer<A, E> =>
  Layer.unwrap(Effect.map(freshDatabase, client))

/** The storage, with the schema made first. */
export const layerMigrated = PostgresStorage.layer.pipe(Layer.provide(Migrations.layer))

/** The storage and its client, over a database of their own. */
export const layerStorage = layerMigrated.pipe(Layer.provideMerge(layerFresh((url) => Connection.layerClient({ url }))))

/** An embedded database with the schema and no rows. Postgres takes seconds to make one, and a copy takes no time. */
const embeddedTemplate = Effect.runSync(
  Effect.cached(
    Effect.gen(function* () {
      const directory = mkdtempSync(join(inject("temporaryDirectory"), "template-"))
      yield* Effect.scoped(Layer.build(Migrations.layer.pipe(Layer.provide(Embedded.layer({ directory })))))
      return directory
    })
  )
)

/** A folder with an embedded database that has the schema and no rows; it is removed with the scope. */
export const freshFolder = Effect.acquireRelease(
  Effect.map(embeddedTemplate, (template) => {
    const directory = mkdtempSync(join(inject("temporaryDirectory"), "embedded-"))
    cpSync(template, directory, { recursive: true })
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
)

/** A client of an embedded database that has the schema and no rows. */
export const layerEmbedded = Layer.unwrap(Effect.map(freshFolder, (directory) => Embedded.layer({ directory })))

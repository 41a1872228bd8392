/** The promises of the storage ports, kept by Postgres on a server: with our types, with the driver's own; and by PGlite. */
import { layerFresh } from "./Server.ts"
import { PgClient } from "@effect/sql-pg"
import { suite } from "@mailroom/core/testing"
import { Connection, Embedded, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Layer } from "effect"

const layerMigrated = PostgresStorage.layer.pipe(Layer.provide(Migrations.layer))

suite("Postgres", layerMigrated.pipe(Layer.provide(layerFresh((url) => Connection.layerClient({ url })))))

suite(
  "Postgres, a client of the host's",
  layerMigrated.pipe(Layer.provide(layerFresh((url) => PgClient.layer({ url }))))
)

suite("PGlite", layerMigrated.pipe(Layer.provide(Embedded.layer())), {
  singleConnection: "PGlite has one connection"
})

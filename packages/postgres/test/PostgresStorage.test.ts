/** The promises of the storage ports, kept by Postgres: with our types, over a host's own client, and embedded. */
import { PgClient } from "@effect/sql-pg"
import { suite } from "@mailroom/core/testing"
import { Connection } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Layer, String } from "effect"
import { locks } from "./Locks.ts"
import { layerFresh, layerMigrated } from "./Server.ts"

/** The outcomes cases have up to twelve transactions open at the same time. */
const client = layerFresh((url) => Connection.layerClient({ url, maxConnections: 20 }))
suite("Postgres", layerMigrated.pipe(Layer.provideMerge(client)), { locks })

/** The driver's own types, names spelled another way, and a `search_path` that leads nowhere. */
const hostClient = layerFresh((url) =>
  PgClient.layer({
    url,
    transformQueryNames: String.camelToSnake,
    transformResultNames: String.snakeToCamel,
    startupParameters: { search_path: "nowhere" }
  })
)
suite("Postgres, a client of the host's", layerMigrated.pipe(Layer.provide(hostClient)))

suite("PGlite", layerMigrated.pipe(Layer.provide(Embedded.layer())), {
  singleConnection: "PGlite has one connection"
})

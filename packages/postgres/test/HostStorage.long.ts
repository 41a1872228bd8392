/** The conformance suite over the clients that hosts use. */
import { PgClient } from "@effect/sql-pg"
import { suite } from "@mailroom/core/testing"
import { Layer, String } from "effect"
import { layerPool } from "./HostPool.ts"
import { locks } from "./Locks.ts"
import { layerFresh, layerMigrated } from "./Server.ts"

/** A client with the driver's own types, transformed names, and a `search_path` without the schema. */
const hostClient = layerFresh((url) =>
  PgClient.layer({
    url,
    transformQueryNames: String.camelToSnake,
    transformResultNames: String.snakeToCamel,
    startupParameters: { search_path: "nowhere" }
  })
)
const options = { locks, outcomesElsewhere: "the statements are those of Postgres" }

suite("Postgres, a client of the host's", layerMigrated.pipe(Layer.provideMerge(hostClient)), options)
suite("Postgres, a pool of pg", layerMigrated.pipe(Layer.provideMerge(layerFresh(layerPool))), options)
